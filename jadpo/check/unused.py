"""Warnings about what a body says in vain: bindings never read, statements never reached [C7]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jadpo.check.scope import LocalScope
from jadpo.diagnostics import Edit, Severity
from jadpo.syntax import nodes

if TYPE_CHECKING:
    from jadpo.check.body import Body


def report_unread(body: Body, scope: LocalScope) -> None:
    """Warn of the bindings of a block that nothing reads."""
    for binding in scope.bindings.values():
        if binding.warned_if_unused and not binding.read:
            body.checking.report(
                "flow.unused_binding",
                binding.span,
                f"`{binding.name}` is never read",
                why="a value that nothing reads is most often a slip",
                help=f"use `{binding.name}`, or write `_` for it",
                edits=(Edit(binding.span, "_"),),
                severity=Severity.WARNING,
            )


def report_unreachable(body: Body, statements: tuple[nodes.Statement, ...]) -> None:
    """Warn that statements follow one that always leaves."""
    first, last = statements[0], statements[-1]
    body.checking.report(
        "flow.unreachable",
        body.place.source.span(first.start, last.end),
        "this is never reached",
        why="every path before it leaves",
        help="remove it, or change what stands before it",
        severity=Severity.WARNING,
    )
