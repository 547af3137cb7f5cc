"""Warnings about what a body says in vain: bindings never read, statements never reached [C7]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jadpo.check.scope import Binding, LocalScope
from jadpo.diagnostics import Diagnostic, Edit, Severity
from jadpo.syntax import nodes

if TYPE_CHECKING:
    from jadpo.check.body import Body


def report_unread(body: Body, scope: LocalScope) -> None:
    """Warn of the bindings of a block that nothing reads."""
    for binding in scope.bindings.values():
        if binding.warned_if_unused and not binding.read:
            body.warnings.append(
                Diagnostic(
                    rule="flow.unused_binding",
                    span=binding.span,
                    summary=f"`{binding.name}` is never read",
                    why="a value that nothing reads is most often a slip",
                    help=f"use `{binding.name}`, or {_without(binding)}",
                    severity=Severity.WARNING,
                    edits=() if binding.is_field else (Edit(binding.span, "_"),),
                )
            )


def _without(binding: Binding) -> str:
    """How to do without a binding, in words: `_` is no field of a variant."""
    return "leave it out of the pattern" if binding.is_field else "write `_` for it"


def report_unreachable(body: Body, statements: tuple[nodes.Statement, ...]) -> None:
    """Warn that statements follow one that always leaves."""
    first, last = statements[0], statements[-1]
    body.warnings.append(
        Diagnostic(
            rule="flow.unreachable",
            span=body.place.source.span(first.start, last.end),
            summary="this is never reached",
            why="every path before it leaves",
            help="remove it, or change what stands before it",
            severity=Severity.WARNING,
        )
    )


def give_warnings(body: Body) -> None:
    """Give the warnings of a finished body, unless it has mistakes.

    What a mistake hides may read a binding, or leave less than it seems.
    """
    if body.is_right:
        body.checking.diagnostics.extend(body.warnings)
