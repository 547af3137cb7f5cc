"""The `fails` of a route's own body: exactly the failures that can leave it [F3]."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from jadpo.check.body import CheckedBody
from jadpo.check.checking import Checking
from jadpo.check.declare.signatures import declared_failures
from jadpo.check.failing import failures_that_leave
from jadpo.check.scope import Place
from jadpo.diagnostics import Edit
from jadpo.syntax import nodes
from jadpo_runtime.values import Span


def compare_route_failures(checking: Checking, bodies: Iterable[CheckedBody]) -> None:
    """Report what the `fails` of each ``action:`` lacks, and what it lists in vain.

    Nothing is said of a project with other mistakes, as of callables.
    """
    by_name = {body.callable.name: body for body in bodies}
    written = list(_written(checking, by_name))
    declared = [declared_failures(checking, place, action.fails) for _, place, _, action in written]
    if checking.diagnostics.has_errors or not written:
        return
    actual = failures_that_leave({name: body.leaving for name, body in by_name.items()})
    for (body, place, name, action), listed in zip(written, declared, strict=True):
        leaving = actual[body.callable.name]
        known = {failure.name for failure in listed}
        for failure in sorted(leaving - known):
            _report_missing(checking, place, name, action, failure, _source(body, failure, actual))
        for each in listed:
            if each.name not in leaving:
                _report_stale(checking, name, each.name, each.span)


def _written(
    checking: Checking, bodies: Mapping[str, CheckedBody]
) -> Iterable[tuple[CheckedBody, Place, str, nodes.InlineAction]]:
    for tree, place in checking.trees:
        for node in tree.declarations:
            if isinstance(node, nodes.RouteDeclaration) and node.action is not None:
                name = f"{node.method.text} {node.path.text}"
                body = bodies.get(f"route {name}")
                if body is not None and body.place is place:
                    yield body, place, name, node.action


def _source(body: CheckedBody, failure: str, actual: Mapping[str, frozenset[str]]) -> Span:
    """Where the failure leaves the body."""
    if failure in body.leaving.failures:
        return body.leaving.failures[failure][0]
    return next(
        call.span
        for call in body.leaving.attempts
        if failure in actual.get(call.callee, frozenset()) - call.caught
    )


def _report_missing(
    checking: Checking,
    place: Place,
    route: str,
    action: nodes.InlineAction,
    failure: str,
    span: Span,
) -> None:
    short = failure.rpartition(".")[2]
    at = action.fails.end if action.fails else action.body.start
    written = f", {short}" if action.fails else f"fails {short} "
    checking.report(
        "failure.undeclared",
        span,
        f"`{short}` can leave the action of `{route}` here, and its `fails` does not list it",
        why="`fails` lists exactly the failures that can leave, so that clients know them",
        help=f"add `{short}` to the `fails` of the action, or match it here",
        edits=(Edit(place.source.span(at, at), written),),
    )


def _report_stale(checking: Checking, route: str, failure: str, span: Span) -> None:
    short = failure.rpartition(".")[2]
    checking.report(
        "failure.stale",
        span,
        f"the action of `{route}` never fails with `{short}`",
        why="`fails` lists exactly the failures that can leave, so that clients prepare for "
        "nothing in vain",
        help=f"remove `{short}` from `fails`",
    )
