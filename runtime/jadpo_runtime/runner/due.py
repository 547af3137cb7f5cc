"""How long a host may sleep: until a piece is due, or another process's may be taken over [H4]."""

from collections.abc import Iterable
from typing import Any, Final, cast

from jadpo_runtime.runner.claims import STALE_AFTER
from jadpo_runtime.runner.piece import PieceKind
from jadpo_runtime.store import Transaction
from jadpo_runtime.values import Duration

_FRESH_NEIGHBOUR: Final = """
    SELECT min(seen_at) FROM _jadpo_process WHERE id <> ? AND seen_at > ? AND seen_at <= ?
"""

_FIRST_LEASE: Final = """
    SELECT min(lease_until) FROM (
        SELECT min(lease_until) AS lease_until FROM _jadpo_delivery WHERE state = 'claimed'
        UNION ALL
        SELECT min(lease_until) FROM _jadpo_batch_run WHERE state = 'claimed'
        UNION ALL
        SELECT min(lease_until) FROM _jadpo_schedule WHERE token IS NOT NULL
    )
"""


def time_until_due(
    transaction: Transaction, kinds: Iterable[PieceKind[Any]], owner: str | None
) -> Duration | None:
    """How long until a piece of ``kinds`` may be run, by the store's clock; 0 if one may now.

    A process that renews its row is looked at again when the row would have become stale, since
    what it holds is free then [M4]; so is a lease at its end [M1]. ``owner`` is this process.
    """
    now = transaction.now()
    moments: list[int] = [due for kind in kinds if (due := kind.due(transaction)) is not None]
    (row,) = transaction.execute(_FRESH_NEIGHBOUR, (owner or "", now - STALE_AFTER, now))
    if row[0] is not None:
        moments.append(cast(int, row[0]) + STALE_AFTER)
    (row,) = transaction.execute(_FIRST_LEASE)
    if row[0] is not None and cast(int, row[0]) > now:
        moments.append(cast(int, row[0]))
    return Duration(max(0, min(moments) - now)) if moments else None
