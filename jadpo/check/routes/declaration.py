"""Routes: their clauses, their inputs, and what they answer with [R1]–[R3]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from jadpo.check.body import CheckedBody
from jadpo.check.checking import Checking
from jadpo.check.clauses import known_clauses
from jadpo.check.routes.bodies import check_inline_action, check_run, check_settle
from jadpo.check.routes.inputs import RouteInputs, check_inputs
from jadpo.check.scope import Place
from jadpo.check.typenames import resolved_type
from jadpo.check.types import ERROR, UNIT, is_error
from jadpo.check.words import an
from jadpo.diagnostics import Edit, Related, Severity, nearest_name
from jadpo.syntax import nodes
from jadpo_runtime.manifest import RouteDefinition
from jadpo_runtime.values import Duration, Span, Type

DEFAULT_WITHIN: Final = Duration(10_000_000)
"""How long a settling route waits where it does not say: 10 s [R3]."""

LONGEST_WITHIN: Final = Duration(60_000_000)
"""The longest wait: 60 s [R3]."""

CLAUSES: Final = (
    "auth",
    "input",
    "path",
    "query",
    "headers",
    "run",
    "action",
    "settle",
    "within",
    "output",
    "success",
)
"""The items of a route; those with a form of their own are here for suggestions."""

SUCCESSES: Final = ("created", "no_content")
"""What `success:` may say instead of 200 [R2]."""


def check_routes(checking: Checking) -> Iterator[CheckedBody]:
    """Check every route; each has the body of what it runs, and one of its ``settle:`` query."""
    seen: dict[tuple[str, str], Span] = {}
    for tree, place in checking.trees:
        for node in tree.declarations:
            if isinstance(node, nodes.RouteDeclaration):
                _check_only_one(checking, place, node, seen)
                yield from _check(checking, place, node)
            elif isinstance(node, nodes.AuthenticationDeclaration):
                checking.not_supported_yet(place, node, "`authentication`")


def _check_only_one(
    checking: Checking,
    place: Place,
    node: nodes.RouteDeclaration,
    seen: dict[tuple[str, str], Span],
) -> None:
    """No earlier route answers the same requests; one that does not count is checked as well."""
    shape = "/".join(part if isinstance(part, str) else "{}" for part in node.path.segments)
    span = place.source.span(node.method.start, node.path.end)
    first = seen.setdefault((node.method.text, shape), span)
    if first == span:
        return
    checking.report(
        "route.duplicate",
        span,
        f"another route answers `{node.method.text} {node.path.text}` already",
        why="a request is answered by one route, and the names of placeholders do not tell two "
        "paths apart",
        help="change the method or the path, or remove one of the two",
        related=(Related(first, "the other one is here"),),
    )


def _check(checking: Checking, place: Place, node: nodes.RouteDeclaration) -> Iterator[CheckedBody]:
    clauses = known_clauses(
        checking,
        place,
        node.clauses,
        CLAUSES,
        "route.clause_unknown",
        "a route",
    )
    name = f"{node.method.text} {node.path.text}"
    _check_auth(checking, place, node, clauses.get("auth"))
    inputs = check_inputs(checking, place, node, name, clauses)
    output = UNIT if node.output is None else resolved_type(checking, place, node.output.type)
    settle = clauses.get("settle")
    by_query = settle is not None and not _is_result(settle.value)
    ran = _run(checking, place, node, clauses, inputs, output, by_query)
    if ran is None:
        return
    yield ran.body
    settled = None if settle is None else "result"
    if settle is not None and by_query:
        body = check_settle(checking, place, node, inputs, ran.result, settle.value, output)
        settled = body.callable.name
        yield body
    if node.output is None and "output" not in clauses:
        _check_no_output(checking, place, node, ran.result)
    checking.declarations.routes.append(
        RouteDefinition(
            method=node.method.text,
            path=node.path.text,
            callable=ran.body.callable.name,
            input=inputs.input,
            path_input=inputs.path,
            query_input=inputs.query,
            headers_input=inputs.headers,
            output=output,
            success=_success(checking, place, clauses.get("success"), ran.result),
            settle=settled,
            within=_within(checking, place, clauses.get("within"), settle),
            may_set_off=False,
            doc=node.doc or "",
        )
    )


def _is_result(value: nodes.Expression) -> bool:
    return isinstance(value, nodes.Path) and value.text == "result"


# ---- what is run


class _Ran(NamedTuple):
    """The body of what a route runs, and the type of what that gives."""

    body: CheckedBody
    result: Type


def _run(
    checking: Checking,
    place: Place,
    node: nodes.RouteDeclaration,
    clauses: Mapping[str, nodes.Clause],
    inputs: RouteInputs,
    output: Type,
    by_query: bool,
) -> _Ran | None:
    run = clauses.get("run")
    if run is not None and node.action is not None:
        checking.report(
            "route.run_and_action",
            place.span(run.name),
            "the route has both `run:` and `action:`",
            why="a route does one thing: it calls an action or a query, or has a body of its own",
            help="remove one of the two",
            related=(Related(place.span(node.action), "`action:` is here"),),
        )
        return None
    if node.action is not None:
        body = check_inline_action(checking, place, node, node.action, inputs, output)
        return _Ran(body, output)
    if run is None:
        checking.report(
            "route.runs_nothing",
            place.source.span(node.method.start, node.path.end),
            f"`{node.method.text} {node.path.text}` runs nothing",
            why="a route calls an action or a query, or has a body of its own",
            help="add `run:` with a call, or `action: { … }`",
        )
        return None
    # With `settle: query(…)` the output is the query's, and the action may give anything.
    wanted = None if by_query or node.output is None else output
    checked, result = check_run(checking, place, node, inputs, run.value, wanted)
    return _Ran(checked, result)


# ---- clauses


def _check_auth(
    checking: Checking,
    place: Place,
    node: nodes.RouteDeclaration,
    clause: nodes.Clause | None,
) -> None:
    """Until the language can declare authentication, a route says ``auth: none`` [R1]."""
    if clause is None:
        checking.report(
            "route.auth_missing",
            place.source.span(node.method.start, node.path.end),
            f"`{node.method.text} {node.path.text}` does not say who may call it",
            why="nothing is served unprotected by accident, and authentication cannot be "
            "declared yet",
            help="write `auth: none` if everybody may call it",
        )
    elif not isinstance(clause.value, nodes.NoneLiteral):
        span = place.span(clause.value)
        checking.report(
            "route.auth_value_invalid",
            span,
            "`auth` is not `none`",
            why="`none` is the one value that there is until authentication can be declared",
            help="write `auth: none` if everybody may call it",
            edits=(Edit(span, "none"),),
        )


def _within(
    checking: Checking, place: Place, clause: nodes.Clause | None, settle: nodes.Clause | None
) -> Duration:
    if clause is None:
        return DEFAULT_WITHIN
    value = clause.value
    if settle is None and clause.name.text == "within":  # another name is told already
        checking.report(
            "route.within_unused",
            place.span(clause.name),
            "`within` waits for nothing, as there is no `settle`",
            why="it is how long an answer waits for follow-on work, which `settle:` says",
            help="add `settle: result` or a query, or remove `within`",
            severity=Severity.WARNING,
        )
    if isinstance(value, nodes.DurationLiteral) and 0 < value.microseconds <= LONGEST_WITHIN:
        return Duration(value.microseconds)
    checking.report(
        "route.within_invalid",
        place.span(value),
        "`within` is no duration above zero and up to `60s`",
        why="a client waits this long for the follow-on work, and no longer than a minute",
        help="write a duration such as `10s`, which is the default",
    )
    return DEFAULT_WITHIN


def _success(
    checking: Checking, place: Place, clause: nodes.Clause | None, result: Type
) -> str | None:
    if clause is None:
        return None
    value = clause.value
    word = value.text if isinstance(value, nodes.Path) else ""
    span = place.span(value)
    if word not in SUCCESSES:
        near = nearest_name(word, SUCCESSES) if word else None
        checking.report(
            "route.success_invalid",
            span,
            f"`success` is not {' or '.join(f'`{each}`' for each in SUCCESSES)}",
            why="`created` answers 201 and `no_content` 204; 200 needs no clause",
            help=f"did you mean `{near}`?" if near else "write one of the two, or remove it",
            edits=(Edit(span, near),) if near else (),
        )
        return None
    if word == "no_content" and result != UNIT and not is_error(result):
        checking.report(
            "route.success_invalid",
            span,
            f"`no_content` would drop the `{result}` that the route gives",
            why="an answer with the status 204 has no body",
            help="remove `success`, or run something whose result is `Unit`",
        )
        return None
    return word


def _check_no_output(
    checking: Checking, place: Place, node: nodes.RouteDeclaration, result: Type
) -> None:
    if result not in (UNIT, ERROR):
        checking.report(
            "route.output_missing",
            place.source.span(node.method.start, node.path.end),
            f"`{node.method.text} {node.path.text}` gives {an(result)} and does not say so",
            why="what a route answers with is part of what it promises to its clients",
            help=f"add `output: {result}`",
        )
