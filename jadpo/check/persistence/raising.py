"""`missing:`, `conflict` and `empty:`: the failures that persistence expressions raise [Q3]."""

from __future__ import annotations

from collections.abc import Iterable

from jadpo.check.body import Body
from jadpo.check.lookup import find_failure
from jadpo.check.statements import raise_failure
from jadpo.check.unchecked import pass_over
from jadpo.diagnostics import Related
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.manifest import FailureKind

_KINDS = {
    "missing": FailureKind.NOT_FOUND,
    "conflict": FailureKind.CONFLICT,
    "empty": FailureKind.INVALID_VALUE,
}
"""The kind that the failure of each clause has."""

_INSTEAD = {
    "missing": "that no row matches is told apart from other outcomes by its kind",
    "conflict": "that a row is taken is told apart from other outcomes by its kind",
    "empty": "that a patch supplies nothing is told apart from other outcomes by its kind",
}


def check_clause_failure(
    body: Body, clause: str, reference: nodes.FailureReference
) -> ir.RaiseFailure | None:
    """The failure after ``missing:``, ``conflict …:`` or ``empty:``, of the kind that it needs.

    ``None`` where it is not known, which is reported. One with another mistake is given all the
    same, so that nothing more is said of arms that catch it.
    """
    name = find_failure(body.checking, body.place, reference.failure)
    if name is None:
        pass_over(body, reference.context)
        return None
    raised = raise_failure(body, reference, reference.failure, reference.context)
    if raised is None:
        return ir.RaiseFailure(name, (), 0, body.span(reference))
    failure = body.checking.declarations.failures.get(raised.failure)
    kind = _KINDS[clause]
    mistaken = raised.failure in body.checking.declarations.mistaken
    if failure is None or failure.kind is kind or mistaken:
        return raised
    body.checking.report(
        "query.failure_kind",
        body.span(reference.failure),
        f"`{reference.failure.text}` is of the kind `{failure.kind.value}`, and `{clause}` needs "
        f"`{kind.value}`",
        why=_INSTEAD[clause],
        help=f"name a failure of the kind `{kind.value}`",
        related=_declared(body, raised.failure),
    )
    return raised


def check_missing(
    body: Body,
    node: nodes.QueryRequired | nodes.UpdateRequired | nodes.DeleteRequired,
    word: str,
) -> ir.RaiseFailure | None:
    """The ``missing:`` of a ``required`` form, which must be there."""
    if node.missing is not None:
        return check_clause_failure(body, "missing", node.missing)
    body.checking.report(
        "query.missing_absent",
        body.place.source.span(node.start, node.entity.end),
        f"`{word} required` does not say what happens where no row matches",
        why="it gives a row, or fails with the failure that `missing:` names",
        help="add `missing:` with a failure of the kind `NotFound`"
        + (", or write `query optional`" if word == "query" else ""),
    )
    return None


def failures_raised(
    *raised: ir.RaiseFailure | None, conflicts: Iterable[ir.ConflictClause] = ()
) -> tuple[str, ...]:
    """The failures that an expression can fail with, each once."""
    names = [each.failure for each in raised if each is not None]
    names.extend(clause.failure.failure for clause in conflicts)
    return tuple(dict.fromkeys(names))


def _declared(body: Body, failure: str) -> tuple[Related, ...]:
    place = body.checking.declarations.places.get(failure)
    return () if place is None else (Related(place, f"`{failure}` is declared here"),)
