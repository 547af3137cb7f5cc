"""Parts of a body that are not checked, because what stands around them is a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jadpo.syntax import nodes

if TYPE_CHECKING:
    from jadpo.check.body import Body


def pass_over(body: Body, node: object) -> None:
    """Count the bindings in a part that is not checked as read, so that nothing is said of them."""
    pending = [node]
    while pending:
        current = pending.pop()
        if isinstance(current, nodes.Path):
            binding = body.scope.find(current.names[0].text)
            if binding is not None:
                binding.read = True
        elif isinstance(current, tuple):
            pending.extend(current)
