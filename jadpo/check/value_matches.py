"""`match` on values: enums, `Bool` and `T?` exhaustively, open types with a final `_` [C2]."""

from __future__ import annotations

import attrs

from jadpo.check.arms import ArmForm, CheckedArm, Meeting, check_arm_body, unify_arms
from jadpo.check.body import Body, error_expression
from jadpo.check.fitting import convert
from jadpo.check.mismatch import report_unknown_here
from jadpo.check.patterns import CaseKey, Subject, check_pattern, missing_cases, subject_of
from jadpo.check.types import has_nothing, is_error
from jadpo.check.words import an
from jadpo.diagnostics import Related
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes


@attrs.define(eq=False)
class _Cases:
    """Which cases have an arm; ``wildcard`` is the arm of ``_``."""

    seen: dict[CaseKey, nodes.Arm] = attrs.field(factory=dict)
    wildcard: nodes.Arm | None = None


def check_value_match(
    body: Body, node: nodes.Match, value: ir.Expression, form: ArmForm
) -> ir.Expression:
    """A match on a value: the first arm whose case fits; together they are exhaustive."""
    span = body.span(node)
    if isinstance(value, ir.Unwrap) and _asks_for_none(node):
        value = value.base  # asked once more of what is known already: no mistake
    if has_nothing(value.type):
        report_unknown_here(body, node.subject)
        value = error_expression(value.span)
    subject = subject_of(body, value)
    if subject is None and not is_error(value.type):
        _report_subject(body, node, value)
    meeting = Meeting(body.facts)
    cases = _Cases()
    arms: list[tuple[ir.Case, CheckedArm]] = []
    right = subject is not None
    for arm in node.arms:
        meeting.arm_begins(body)
        with body.block_scope():
            case = _case(body, arm, subject, cases)
            if case is not None or subject is None:
                checked = check_arm_body(body, arm, form)
                if case is not None:
                    arms.append((case, checked))
            else:
                right = False
        meeting.arm_ends(body)
    body.facts = meeting.after
    if right and subject is not None:
        right = _is_exhaustive(body, node, subject, cases)
    type_ = unify_arms(body, [arm for _, arm in arms], form)
    if not right or subject is None or is_error(type_):
        return error_expression(span)
    return ir.Match(
        convert(body.types, value, subject.type),
        subject.enum is not None and subject.enum.is_plain,
        tuple(ir.Arm(case, arm.block, arm.result) for case, arm in arms),
        type_,
        span,
    )


def _asks_for_none(node: nodes.Match) -> bool:
    return any(
        isinstance(arm.pattern, nodes.SomePattern)
        or (
            isinstance(arm.pattern, nodes.LiteralPattern)
            and isinstance(arm.pattern.literal, nodes.NoneLiteral)
        )
        for arm in node.arms
    )


def _case(body: Body, arm: nodes.Arm, subject: Subject | None, cases: _Cases) -> ir.Case | None:
    """The case of an arm, its names bound; ``None`` where it has a mistake."""
    if subject is None:
        return None
    if cases.wildcard is not None:
        _report_after_wildcard(body, arm, cases.wildcard)
        return None
    if isinstance(arm.pattern, nodes.WildcardPattern):
        cases.wildcard = arm
        return ir.OtherCase()
    found = check_pattern(body, arm.pattern, subject)
    if found is None:
        return None
    key, case = found
    first = cases.seen.setdefault(key, arm)
    if first is not arm:
        body.checking.report(
            "flow.arm_repeated",
            body.span(arm.pattern),
            "this case has an arm already",
            why="the first arm that fits is taken, so this one never is",
            help="remove one of the two",
            related=(Related(body.span(first.pattern), "the other arm is here"),),
        )
        return None
    return case


def _is_exhaustive(body: Body, node: nodes.Match, subject: Subject, cases: _Cases) -> bool:
    if cases.wildcard is not None:
        return True
    missing = missing_cases(subject, cases.seen)
    if missing is not None and not missing:
        return True
    word = body.place.source.span(node.start, node.start + len("match"))
    if missing is None:
        summary = f"this `match` on {an(subject.shown)} has no final `_`"
        why = "no list of literals names every value of the type"
        step = "add `_ => …` at the end"
    else:
        listed = ", ".join(f"`{each}`" for each in missing)
        summary = f"this `match` has no arm for {listed}"
        why = (
            f"a `match` on {an(subject.shown)} has an arm for every case, so that none is forgotten"
        )
        step = f"add `{missing[0]} => …`"
    body.checking.report("flow.not_exhaustive", word, summary, why=why, help=step)
    return False


# ---- what can be wrong


def _report_subject(body: Body, node: nodes.Match, value: ir.Expression) -> None:
    body.checking.report(
        "flow.match_subject",
        body.span(node.subject),
        f"{an(value.type)} cannot be matched",
        why="`match` is on enums, `Bool`, what may be `none`, and what has literals",
        help="match one of its fields, or write an `if`",
    )


def _report_after_wildcard(body: Body, arm: nodes.Arm, wildcard: nodes.Arm) -> None:
    body.checking.report(
        "flow.arm_after_wildcard",
        body.span(arm.pattern),
        "this arm is never taken",
        why="`_` before it stands for every case",
        help="move it before `_`, or remove it",
        related=(Related(body.span(wildcard.pattern), "`_` is here"),),
    )
