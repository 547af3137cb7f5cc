"""Schedules: when they are due, and the action that they run [V4]."""

from __future__ import annotations

from collections.abc import Iterator

from jadpo.check import expected as expect
from jadpo.check.background.timing import check_timing
from jadpo.check.bodies import finish_body, open_body
from jadpo.check.body import Body, CheckedBody, check_outcome, check_value
from jadpo.check.checking import Checking
from jadpo.check.clauses import known_clauses
from jadpo.check.declared import declared
from jadpo.check.fallibility import attempted
from jadpo.check.scope import Place
from jadpo.check.types import UNIT, ZONE, is_error
from jadpo.diagnostics import Edit
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.manifest import CallableKind, ScheduleDefinition


def check_schedules(checking: Checking) -> Iterator[CheckedBody]:
    """Check every schedule; its ``run:`` is a body without parameters."""
    for place, node, qualified in declared(checking, nodes.ScheduleDeclaration):
        yield from _check(checking, place, node, qualified)


def _check(
    checking: Checking, place: Place, node: nodes.ScheduleDeclaration, qualified: str
) -> Iterator[CheckedBody]:
    clauses = known_clauses(
        checking,
        place,
        node.clauses,
        ("every", "cron", "zone", "run"),
        "schedule.clause_unknown",
        "a schedule",
    )
    name = f"schedule {qualified}"
    body = open_body(checking, place, name, node.name.text, CallableKind.SCHEDULED, (), UNIT)
    zone = _zone(body, clauses["zone"]) if "zone" in clauses else None
    timing = check_timing(checking, place, node.name, clauses, zone)
    checking.declarations.schedules[qualified] = ScheduleDefinition(
        qualified, timing, name, node.doc or ""
    )
    if "run" not in clauses:
        checking.report(
            "schedule.run_missing",
            place.span(node.name),
            f"the schedule `{node.name.text}` runs nothing",
            why="at each due time a schedule calls the action that `run:` names",
            help="add `run:` with a call of an action",
        )
        return
    run = clauses["run"].value
    yield finish_body(body, _run(body, run), run, parameters=0)


def _zone(body: Body, clause: nodes.Clause) -> str | None:
    """The zone's name: a constant ``Zone``, which constructing it has checked [T8]."""
    wanted = expect.Expected(ZONE, "`cron` is read in a `Zone`")
    if not isinstance(clause.value, nodes.Call):
        _report_zone(body, clause)
        return None
    value = check_value(body, clause.value, wanted)
    if is_error(value.type):
        return None
    if isinstance(value, ir.Constant) and isinstance(value.value, str):
        return value.value
    _report_zone(body, clause)
    return None


def _report_zone(body: Body, clause: nodes.Clause) -> None:
    literal = isinstance(clause.value, nodes.TextLiteral)
    span = body.span(clause.value)
    written = body.place.source.text[clause.value.start : clause.value.end]
    body.checking.report(
        "schedule.zone_invalid",
        span,
        "this is no constant `Zone`",
        why="the times of a schedule are part of the program, known before it runs",
        help='write a zone such as `Zone("Europe/London")`',
        edits=(Edit(span, f"Zone({written})"),) if literal else (),
    )


def _run(body: Body, run: nodes.Expression) -> tuple[ir.Statement, ...]:
    """The call as a statement; what it gives is dropped, its failures end the run."""
    if isinstance(run, nodes.Attempt):
        word = body.place.source.span(run.start, run.operand.start)
        _report_no_action(body, run, "`attempt` is not written here", (Edit(word, ""),))
        return ()
    if not isinstance(run, nodes.Call):
        _report_no_action(body, run, "this is no call of an action")
        return ()
    outcome = check_outcome(body, run)
    call = outcome.expression
    if is_error(call.type):
        return ()
    signature = None
    if isinstance(call, ir.Call):
        signature = body.checking.declarations.signatures.get(call.name)
    if signature is None or signature.kind is not CallableKind.ACTION:
        _report_no_action(body, run, "this is no call of an action")
        return ()
    span = body.span(run)
    return (ir.Evaluate(attempted(body, outcome, span), span),)


def _report_no_action(
    body: Body, run: nodes.Expression, summary: str, edits: tuple[Edit, ...] = ()
) -> None:
    body.checking.report(
        "schedule.run_not_action",
        body.span(run),
        summary,
        why="a schedule calls one action, whose failures end the run and are recorded with it",
        help="remove `attempt`" if edits else "name an action, as in `run: Todo.remind(clock.now)`",
        edits=edits,
    )
