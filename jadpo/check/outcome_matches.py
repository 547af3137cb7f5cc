"""`match` on what can fail: one `success` arm, and one arm for each failure [F4] [F5]."""

from __future__ import annotations

from jadpo.check.arms import ArmForm, CheckedArm, Meeting, check_arm_body, unify_arms
from jadpo.check.body import Body, error_expression
from jadpo.check.fallibility import Fallibility, Outcome, leave_with
from jadpo.check.lookup import find_failure
from jadpo.check.scope import Binding
from jadpo.check.types import UNIT, is_error
from jadpo.check.words import an
from jadpo.diagnostics import Edit, Related
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes


def check_outcome_match(
    body: Body, node: nodes.Match, outcome: Outcome, fallibility: Fallibility, form: ArmForm
) -> ir.Expression:
    """A match on an expression that can fail. Arms with mistakes are reported and checked."""
    meeting = Meeting(body.facts)
    success: tuple[int | None, CheckedArm] | None = None
    checked: list[CheckedArm] = []
    arms: list[tuple[str, CheckedArm | None, Binding | None]] = []
    seen: dict[str, nodes.Arm] = {}
    unknown = 0
    has_stray = False
    right = not is_error(outcome.expression.type)
    for arm in node.arms:
        meeting.arm_begins(body)
        with body.block_scope():
            match arm.pattern:
                case nodes.SuccessPattern() as pattern:
                    right &= _is_new(body, arm, "success", seen)
                    slot = _bind_success(body, pattern, outcome)
                    success = (slot, check_arm_body(body, arm, form))
                    checked.append(success[1])
                case nodes.FailurePattern() as pattern:
                    found = find_failure(body.checking, body.place, pattern.failure)
                    unknown += found is None
                    name = found and _failure(body, arm, pattern, found, fallibility, seen)
                    right &= name is not None
                    binding = _bind_context(body, pattern, name)
                    if isinstance(arm.body, nodes.Propagate):
                        body.leave()
                        arms.append((name or "", None, None))
                    else:
                        each = check_arm_body(body, arm, form)
                        checked.append(each)
                        arms.append((name or "", each, binding))
                case pattern:
                    right, has_stray = False, True
                    if _has_outcome_arms(node):
                        _report_pattern(body, pattern)
                    _check_stray(body, arm, form)
        meeting.arm_ends(body)
    body.facts = meeting.after
    if _has_outcome_arms(node) and not has_stray:  # a stray one may be meant for what is missing
        right &= _is_complete(body, node, fallibility, seen, unknown)
    caught = frozenset(name for name, arm, _ in arms if arm is not None)
    span = body.span(node)
    leave_with(body, fallibility, span, caught)
    type_ = unify_arms(body, checked, form)
    if not right or success is None or is_error(type_):
        return error_expression(span)
    slot, success_arm = success
    return ir.MatchFailure(
        subject=outcome.expression,
        success=slot,
        block=success_arm.block,
        result=success_arm.result,
        arms=tuple(_lowered(name, arm, binding) for name, arm, binding in arms),
        savepoint=fallibility.savepoint and bool(caught),
        type=type_,
        span=span,
    )


def _has_outcome_arms(node: nodes.Match) -> bool:
    return any(
        isinstance(arm.pattern, nodes.SuccessPattern | nodes.FailurePattern) for arm in node.arms
    )


def _check_stray(body: Body, arm: nodes.Arm, form: ArmForm) -> None:
    """Check the body of an arm that does not belong, if it names nothing of its own."""
    if isinstance(arm.pattern, nodes.WildcardPattern | nodes.LiteralPattern):
        check_arm_body(body, arm, form)


def _lowered(
    name: str, arm: CheckedArm | None, binding: Binding | None
) -> ir.FailureArm | ir.Propagate:
    if arm is None:
        return ir.Propagate(name)
    slots = tuple(sorted(binding.context_slots.items())) if binding is not None else ()
    return ir.FailureArm(name, slots, arm.block, arm.result)


# ---- bindings


def _bind_success(body: Body, pattern: nodes.SuccessPattern, outcome: Outcome) -> int | None:
    """The slot of ``success(value)``; what gives ``Unit`` has no value to bind."""
    type_ = outcome.expression.type
    name = pattern.binding
    if type_ == UNIT:
        if name is not None:
            body.checking.report(
                "failure.success_binding",
                body.span(name),
                f"there is no value to bind to `{name.text}`",
                why="what is matched gives `Unit`",
                help="write `success =>`",
                edits=(Edit(body.span(pattern), "success"),),
            )
        return None
    if name is None:
        if not is_error(type_):
            body.checking.report(
                "failure.success_binding",
                body.span(pattern),
                "the value of what is matched is not bound",
                why=f"it gives {an(type_)}, and `success` alone stands for `Unit`",
                help="write `success(value)`, or `success(_)` where it is not needed",
                edits=(Edit(body.span(pattern), "success(_)"),),
            )
        return None
    if name.text == "_":
        return None
    return body.declare(name, type_).slot


def _bind_context(body: Body, pattern: nodes.FailurePattern, failure: str | None) -> Binding | None:
    """``failure F(missing)``: the name through which fields of the context are read."""
    name = pattern.binding
    if name is None or name.text == "_":
        return None
    return body.declare_context(name, failure)


# ---- which arms


def _failure(
    body: Body,
    arm: nodes.Arm,
    pattern: nodes.FailurePattern,
    name: str,
    fallibility: Fallibility,
    seen: dict[str, nodes.Arm],
) -> str | None:
    """The failure of an arm, if the subject can fail with it and no other arm has it."""
    if not _is_new(body, arm, name, seen):
        return None
    if name in fallibility.failures:
        return name
    possible = ", ".join(f"`{_short(each)}`" for each in fallibility.failures)
    body.checking.report(
        "failure.arm_needless",
        body.span(pattern.failure),
        f"what is matched cannot fail with `{pattern.failure.text}`",
        why=f"it can fail with {possible}" if possible else "it names no failure",
        help="remove the arm",
        edits=(Edit(body.span(arm), ""),),
    )
    return None


def _is_new(body: Body, arm: nodes.Arm, name: str, seen: dict[str, nodes.Arm]) -> bool:
    first = seen.setdefault(name, arm)
    if first is arm:
        return True
    shown = "success" if name == "success" else f"failure {_short(name)}"
    body.checking.report(
        "failure.arm_repeated",
        body.span(arm.pattern),
        f"`{shown}` has an arm already",
        why="every outcome has exactly one arm",
        help="remove one of the two",
        related=(Related(body.span(first.pattern), "the other arm is here"),),
    )
    return False


def _is_complete(
    body: Body,
    node: nodes.Match,
    fallibility: Fallibility,
    seen: dict[str, nodes.Arm],
    unknown: int,
) -> bool:
    """Whether every outcome has an arm; arms of ``unknown`` names are taken for those missing."""
    missing = [f"failure {_short(name)}" for name in fallibility.failures if name not in seen]
    if len(missing) <= unknown:
        missing = []
    if "success" not in seen:
        missing.insert(0, "success")
    if not missing:
        return True
    listed = ", ".join(f"`{each}`" for each in missing)
    body.checking.report(
        "failure.unmatched",
        body.place.source.span(node.start, node.start + len("match")),
        f"this `match` has no arm for {listed}",
        why="every outcome has exactly one arm, so that none is forgotten",
        help=f"add `{missing[0]} => …`"
        + (", with `propagate` where it should leave" if missing[0] != "success" else ""),
    )
    return False


def _short(qualified: str) -> str:
    return qualified.rpartition(".")[2]


def _report_pattern(body: Body, pattern: nodes.Pattern) -> None:
    wildcard = isinstance(pattern, nodes.WildcardPattern)
    body.checking.report(
        "failure.arm_pattern",
        body.span(pattern),
        "`_` cannot stand for failures" if wildcard else "this is no outcome",
        why="every failure has exactly one arm, so that a new one is not caught unseen"
        if wildcard
        else "what can fail ends in `success` or in a `failure`",
        help="write an arm for each failure",
    )
