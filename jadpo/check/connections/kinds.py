"""What each kind of connection has: its settings, and what can be done with it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class Kind(NamedTuple):
    """One kind of outside system.

    ``needed`` are settings that must be there, ``settings`` all that may be; ``operations``,
    ``publishes`` and ``receives`` say whether it is called, published to, and received from.
    """

    needed: tuple[str, ...]
    settings: tuple[str, ...]
    operations: bool
    publishes: bool
    receives: bool


KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "http": Kind(("base_url",), ("base_url",), True, False, False),
        "webhook": Kind(("url",), ("url",), False, True, False),
        "sqs": Kind(("queue",), ("queue", "region", "endpoint"), False, True, True),
        "pubsub": Kind((), ("project", "topic", "subscription", "endpoint"), False, True, True),
        "cloudflare_queues": Kind(("queue",), ("queue", "account", "endpoint"), False, True, True),
    }
)
"""The kinds by the words after `kind:`."""

ANY_KIND: Final = Kind(
    (),
    tuple(dict.fromkeys(name for kind in KINDS.values() for name in kind.settings)),
    True,
    True,
    True,
)
"""Stands in for a kind with a mistake: everything is possible, so that nothing more is said."""

CREDENTIALS: Final[Mapping[str, int]] = MappingProxyType(
    {"bearer": 1, "basic": 2, "header": 2, "signing": 1}
)
"""The forms of `credential:` with the number of their arguments."""
