"""The arms of a `match`: what stands behind `=>`, and the type they have together [C2] [F4]."""

from __future__ import annotations

import attrs

from jadpo.check.body import Body, check_block, check_expression
from jadpo.check.expected import Expected
from jadpo.check.fitting import convert, fits
from jadpo.check.narrowing import Facts, join
from jadpo.check.statements import check_no_result, check_reject
from jadpo.check.types import ERROR, NOTHING, UNIT, common, is_error
from jadpo.check.words import an
from jadpo.diagnostics import Related
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import Type


@attrs.frozen(eq=False)
class ArmForm:
    """Whether a match gives a value, and what is expected of it if it does.

    ``start`` is where it begins: what is wrong with its arms alike is told once.
    """

    gives_value: bool
    expected: Expected
    start: int


@attrs.define(eq=False)
class CheckedArm:
    """An arm's statements and, in a match that gives a value, the value of one that stays."""

    node: nodes.Arm
    block: tuple[ir.Statement, ...]
    result: ir.Expression | None


@attrs.define(eq=False)
class Meeting:
    """Where the arms of a match meet again; ``after`` is what is known there."""

    before: Facts | None
    after: Facts | None = None

    def arm_begins(self, body: Body) -> None:
        """Each arm starts with what is known before the match."""
        body.facts = self.before

    def arm_ends(self, body: Body) -> None:
        """What an arm knows at its end counts only with all the others."""
        self.after = join(self.after, body.facts)


def check_arm_body(body: Body, arm: nodes.Arm, form: ArmForm) -> CheckedArm:
    """What stands behind ``=>``, but for ``propagate``, in the scope of the arm's bindings."""
    expression = arm.body
    match expression:
        case nodes.Reject():
            return CheckedArm(arm, check_reject(body, expression), None)
        case nodes.Block():
            return _check_block_arm(body, arm, expression, form)
        case nodes.Propagate():
            _report_propagate(body, expression)
            body.leave()
            return CheckedArm(arm, (), None)
    if not form.gives_value:
        value = check_expression(body, expression)
        dropped = check_no_result(body, expression, value, f"the match at {form.start}")
        return CheckedArm(arm, (ir.Evaluate(dropped, dropped.span),), None)
    value = check_expression(body, expression, form.expected)
    if value.type == NOTHING:
        return CheckedArm(arm, (ir.Evaluate(value, value.span),), None)
    return CheckedArm(arm, (), value)


def _check_block_arm(body: Body, arm: nodes.Arm, block: nodes.Block, form: ArmForm) -> CheckedArm:
    """An arm that is a block: it has no value, so where one is wanted it leaves."""
    statements = check_block(body, block)
    if form.gives_value and body.reachable:
        _report_no_value(body, block)
        return CheckedArm(arm, statements, ir.Constant(None, ERROR, body.span(block)))
    return CheckedArm(arm, statements, None)


def unify_arms(body: Body, arms: list[CheckedArm], form: ArmForm) -> Type:
    """The type of the match, to which the value of every arm that stays is converted.

    A match for its effects has ``Unit``; one whose arms all leave has no value.
    """
    if not form.gives_value:
        return UNIT
    staying = [arm for arm in arms if arm.result is not None]
    type_ = _expected_type(body, staying, form) or _common_type(body, staying)
    for arm in staying:
        assert arm.result is not None  # only such arms are among them
        arm.result = (
            ir.Constant(None, ERROR, arm.result.span)
            if is_error(type_)
            else convert(body.types, arm.result, type_)
        )
    return type_


def _expected_type(body: Body, staying: list[CheckedArm], form: ArmForm) -> Type | None:
    """The expected type, if all arms widen to it: then each is converted once."""
    wanted = form.expected.type
    if wanted is None or is_error(wanted) or not staying:
        return None
    hint = Expected(wanted)
    fitting = all(
        arm.result is not None and fits(body.types, arm.result.type, hint) for arm in staying
    )
    return wanted if fitting and not any(_is_mistake(arm) for arm in staying) else None


def _is_mistake(arm: CheckedArm) -> bool:
    return arm.result is not None and is_error(arm.result.type)


def _common_type(body: Body, staying: list[CheckedArm]) -> Type:
    type_: Type = NOTHING
    for arm in staying:
        assert arm.result is not None
        wider = common(body.types, type_, arm.result.type)
        if wider is None:
            first = next(each for each in staying if each.result is not None)
            assert first.result is not None
            body.checking.report(
                "type.arms",
                arm.result.span,
                f"this arm gives {an(arm.result.type)}, and one before it {an(type_)}",
                why="the values of a `match` widen to the type of one of its arms",
                help="make the arms give one type",
                related=(Related(first.result.span, f"this arm gives {an(first.result.type)}"),),
            )
            return ERROR
        type_ = wider
    return type_


# ---- what can be wrong


def _report_no_value(body: Body, block: nodes.Block) -> None:
    body.checking.report(
        "flow.arm_without_value",
        body.place.source.span(block.end - 1, block.end),
        "this arm ends without a value",
        why="the `match` gives a value, so each arm gives one or leaves",
        help="write an expression after `=>`, or leave the block with `return` or `reject`",
    )


def _report_propagate(body: Body, node: nodes.Propagate) -> None:
    body.checking.report(
        "failure.propagate_misplaced",
        body.span(node),
        "`propagate` stands in no `failure` arm",
        why="it lets the failure that was matched leave",
        help="use it in a `failure` arm, or `reject` a failure here",
    )
