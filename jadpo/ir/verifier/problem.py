"""What the verifier finds."""

import attrs

from jadpo_runtime.values.node import Node


@attrs.frozen
class Problem:
    """A broken rule: in which callable, at which node (``None`` if at none), and what it is."""

    callable: str
    node: "Node | None"
    message: str
