"""Random bodies against an evaluator that is as plain as can be: outcome, spans, effects."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_bodies import Generator
from recording_context import RecordingContext

from jadpo.interpret import interpret
from jadpo.ir import nodes
from jadpo.ir.verifier import verify
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.outcome import Faulted, Rejected, Returned
from jadpo_runtime.values import INT_MAX, INT_MIN

# Translating deeper callables raises Python's limit, which Hypothesis remarks on.
pytestmark = pytest.mark.filterwarnings("ignore:The recursion limit will not be reset")


class ReturnedFrom(Exception):  # noqa: N818
    pass


class Broken(Exception):  # noqa: N818
    pass


class Continued(Exception):  # noqa: N818
    pass


class Gone(Exception):  # noqa: N818
    """A failure on its way: ``out`` of the callable, or still at the call."""

    def __init__(self, name, value, trail, *, out):
        super().__init__()
        self.name, self.value, self.trail, self.out = name, value, trail, out


class FaultOfModel(Exception):  # noqa: N818
    pass


class Model:
    """Evaluates IR by what the docstrings of the nodes say."""

    def __init__(self, program, context):
        self.program, self.context = program, context

    def run(self, name, argument):
        try:
            return Returned(self.call(name, argument))
        except Gone as gone:
            return Rejected(gone.name, (gone.value,), tuple(gone.trail))
        except FaultOfModel as fault:
            return fault.args

    def call(self, name, argument):
        slots = [argument, *[None] * len(self.program.callables[name].slots)]
        try:
            self.block(self.program.callables[name].body, slots)
        except ReturnedFrom as returned:
            return returned.args[0]
        except Gone as gone:
            gone.out = False
            raise
        raise AssertionError("fell off")

    def block(self, statements, slots):
        for statement in statements:
            self.statement(statement, slots)

    def statement(self, node, slots):
        match node:
            case nodes.Store():
                slots[node.slot] = self.value(node.value, slots)
            case nodes.Emit():
                self.context.emit("E", "seen", [self.value(node.payload[0][1], slots)])
            case nodes.If():
                holds = self.value(node.condition, slots)
                self.block(node.then if holds else node.otherwise, slots)
            case nodes.ForRange():
                for number in range(node.start.value, node.end.value):
                    slots[node.slot] = number
                    if not self.turn(node.body, slots):
                        break
            case nodes.While():
                while self.value(node.condition, slots):
                    if not self.turn(node.body, slots):
                        break
            case nodes.Evaluate():
                self.value(node.value, slots)
            case nodes.Return():
                raise ReturnedFrom(self.value(node.value, slots))
            case nodes.Break():
                raise Broken
            case nodes.Continue():
                raise Continued
            case nodes.Reject():
                raised = node.failure
                value = self.value(raised.context[0][1], slots)
                raise Gone(raised.failure, value, [raised.span], out=True)

    def turn(self, body, slots):
        try:
            self.block(body, slots)
        except Broken:
            return False
        except Continued:
            pass
        return True

    def value(self, node, slots):
        match node:
            case nodes.Constant():
                return node.value
            case nodes.Local():
                return slots[node.slot]
            case nodes.Wrap():
                return self.value(node.base, slots)
            case nodes.Not():
                return not self.value(node.base, slots)
            case nodes.And():
                return self.value(node.left, slots) and self.value(node.right, slots)
            case nodes.Or():
                return self.value(node.left, slots) or self.value(node.right, slots)
            case nodes.Arithmetic() | nodes.Compare():
                left = self.value(node.left, slots)
                right = self.value(node.right, slots)
                return self.operator(node, left, right)
            case nodes.Call():
                return self.call(node.name, self.value(node.arguments[0], slots))
            case nodes.Attempt():
                try:
                    return self.value(node.base, slots)
                except Gone as gone:
                    if not gone.out:
                        gone.trail.append(node.span)
                        gone.out = True
                    raise
            case nodes.Match():
                subject = self.value(node.subject, slots)
                for arm in node.arms:
                    if self.fits(arm.case, subject, slots):
                        return self.arm(arm.block, arm.result, slots)
                raise AssertionError("no arm")
            case nodes.MatchFailure():
                return self.caught(node, slots)
        raise AssertionError(node)

    def fits(self, case, subject, slots):
        match case:
            case nodes.NoneCase():
                return subject is None
            case nodes.SomeCase():
                slots[case.slot] = subject
                return True
            case nodes.LiteralCase():
                return subject == case.value
        return True

    def arm(self, block, result, slots):
        self.block(block, slots)
        return None if result is None else self.value(result, slots)

    def caught(self, node, slots):
        argument = self.value(node.subject.arguments[0], slots)
        mark = self.context.savepoint() if node.savepoint else None
        try:
            value = self.call(node.subject.name, argument)
        except Gone as gone:
            arm = next(arm for arm in node.arms if arm.failure == gone.name)
            if isinstance(arm, nodes.Propagate):
                if node.savepoint:
                    self.context.release(mark)
                gone.trail.append(node.span)
                gone.out = True
                raise
            if node.savepoint:
                self.context.roll_back(mark)
            slots[arm.bindings[0][1]] = gone.value
        else:
            if node.savepoint:
                self.context.release(mark)
            slots[node.success] = value
            return self.arm(node.block, node.result, slots)
        return self.arm(arm.block, arm.result, slots)

    def operator(self, node, left, right):
        if isinstance(node, nodes.Compare):
            return {
                "<": left < right,
                "<=": left <= right,
                ">": left > right,
                ">=": left >= right,
                "==": left == right,
                "!=": left != right,
            }[node.operator.value]
        if node.operator is nodes.ArithmeticOperator.INT_REMAINDER:
            if right == 0:
                raise FaultOfModel(FaultCode.DIVISION_BY_ZERO, node.span)
            return abs(left) % abs(right) * (-1 if left < 0 else 1)
        result = {"int.add": left + right, "int.sub": left - right, "int.mul": left * right}[
            node.operator.value
        ]
        if not INT_MIN <= result <= INT_MAX:
            raise FaultOfModel(FaultCode.INTEGER_OVERFLOW, node.span)
        return result


@settings(max_examples=250, deadline=None)
@given(st.integers(0, 2**40), st.sampled_from([0, 1, 5, -3, 1_000, 1_001]))
def test_random_bodies_mean_what_the_plain_evaluator_says(seed, argument):
    program = Generator(seed).program()
    verify(program)
    expected_context, context = RecordingContext(), RecordingContext()
    expected = Model(program, expected_context).run("main", argument)
    outcome = interpret(program).run("main", [argument], context)
    if isinstance(outcome, Faulted):
        assert (outcome.code, outcome.span) == expected
    else:
        assert outcome == expected
    assert context.record == expected_context.record
