"""Random bodies against an evaluator that is as plain as can be: outcome, spans, effects."""

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir_building import (
    BOOL,
    BREAK,
    CONTINUE,
    HERE,
    INT,
    UNIT,
    Building,
    arithmetic,
    at,
    compare,
    const,
    do,
    local,
    optional,
    returns,
    store,
)
from recording_context import RecordingContext

from jadpo.interpret import interpret
from jadpo.ir import nodes
from jadpo.ir.verifier import verify
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.outcome import Faulted, Rejected, Returned
from jadpo_runtime.values import INT_MAX, INT_MIN, Field

# Translating deeper callables raises Python's limit, which Hypothesis remarks on.
pytestmark = pytest.mark.filterwarnings("ignore:The recursion limit will not be reset")

SLOTS = 5
CALLABLES = ("f0", "f1", "main")
FAILURES = ("A", "B")


class Generator:
    """Makes a program in which every call may fail with A or B, and every body ends."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines = itertools.count(2)
        self.name = ""
        self.counters: list[int] = []

    def program(self):
        building = Building()
        building.event("E", "seen", Field("n", INT))
        for failure in FAILURES:
            building.failure(failure, Field("n", INT))
        for self.name in CALLABLES:
            self.counters = []
            body = [*self.block(3, in_loop=False), returns(self.value(2))]
            start = [store(slot, const(slot)) for slot in range(1, SLOTS)]
            start += [store(slot, const(0)) for slot in self.counters]
            # Every callable can fail with both, so that what calls declare is true.
            fails = [
                nodes.If(
                    compare(local(0), "==", const(1_000 + number)),
                    (self.reject(failure),),
                    (),
                    HERE,
                )
                for number, failure in enumerate(FAILURES)
            ]
            body = [*start, *fails, *body]
            building.callable(
                self.name,
                *body,
                takes=[INT],
                slots=[INT] * (SLOTS - 1 + len(self.counters)),
                fails=FAILURES,
            )
        return building.program()

    def span(self):
        return at(next(self.lines))

    def block(self, depth, *, in_loop):
        statements = [
            self.statement(depth, in_loop=in_loop) for _ in range(self.random.randint(0, 3))
        ]
        if self.random.random() < 0.05:
            # More than stand in one text.
            statements += [store(self.slot(), self.value(0)) for _ in range(15)]
        return statements

    def statement(self, depth, *, in_loop):
        choices = ["store", "store", "emit"]
        if depth:
            choices += ["if", "if", "range", "while", "match", "caught", "call"]
        if in_loop:
            choices += ["break", "continue"]
        choices += ["return", "reject"] if self.random.random() < 0.3 else []
        match self.random.choice(choices):
            case "store":
                return store(self.slot(), self.value(depth, in_loop=in_loop))
            case "emit":
                payload = ((0, self.value(depth, in_loop=in_loop)),)
                return nodes.Emit("E", "seen", payload, 1, HERE)
            case "if":
                return nodes.If(
                    self.condition(depth, in_loop=in_loop),
                    tuple(self.block(depth - 1, in_loop=in_loop)),
                    tuple(self.block(depth - 1, in_loop=in_loop)),
                    HERE,
                )
            case "range":
                return nodes.ForRange(
                    self.slot(),
                    const(0),
                    const(self.random.randint(0, 3)),
                    tuple(self.block(depth - 1, in_loop=True)),
                    HERE,
                )
            case "while":
                return self.counted_while(depth)
            case "match":
                return do(self.match(depth, UNIT, in_loop=in_loop))
            case "caught":
                return do(self.caught(depth, UNIT, in_loop=in_loop))
            case "call":
                return do(self.value(depth, in_loop=in_loop))
            case "break":
                return BREAK
            case "continue":
                return CONTINUE
            case "return":
                return returns(self.value(1))
            case _:
                return self.reject(self.random.choice(FAILURES))

    def counted_while(self, depth):
        """Runs at most four times in a body, by a slot that nothing else assigns to."""
        slot = SLOTS + len(self.counters)
        self.counters.append(slot)
        more = arithmetic("int.add", local(slot), const(1), self.span())
        body = [store(slot, more), *self.block(depth - 1, in_loop=True)]
        return nodes.While(compare(local(slot), "<", const(4)), tuple(body), HERE)

    def reject(self, failure):
        span = self.span()
        raised = nodes.RaiseFailure(failure, ((0, self.value(0)),), 1, span)
        return nodes.Reject(raised, span)

    def slot(self):
        return self.random.randint(1, SLOTS - 1)

    def condition(self, depth, *, in_loop):
        simple = compare(
            self.value(depth - 1, in_loop=in_loop),
            self.random.choice(["<", "<=", ">", ">=", "==", "!="]),
            self.value(depth - 1, in_loop=in_loop),
        )
        match self.random.choice(["simple", "simple", "and", "or", "not"]):
            case "and":
                other = compare(local(self.slot()), "<", const(2))
                return nodes.And(other, simple, BOOL, HERE)
            case "or":
                other = compare(local(self.slot()), "<", const(2))
                return nodes.Or(other, simple, BOOL, HERE)
            case "not":
                return nodes.Not(simple, BOOL, HERE)
        return simple

    def value(self, depth, *, in_loop=False):
        choices = ["const", "local", "local"]
        if depth > 0:
            choices += ["operator", "operator", "match", "caught", "attempt"]
        match self.random.choice(choices):
            case "const":
                return const(self.random.choice([0, 1, 2, -1, 7, 1_000, 1_001, 2**62]))
            case "local":
                return local(self.random.randint(0, SLOTS - 1))
            case "operator":
                operator = self.random.choice(["int.add", "int.sub", "int.mul", "int.rem"])
                left = self.value(depth - 1, in_loop=in_loop)
                right = self.value(depth - 1, in_loop=in_loop)
                return arithmetic(operator, left, right, self.span())
            case "match":
                return self.match(depth, INT, in_loop=in_loop)
            case "caught":
                return self.caught(depth, INT, in_loop=in_loop)
            case _:
                call = self.call(depth, in_loop=in_loop)
                if call is None:
                    return local(0)
                return nodes.Attempt(call, FAILURES, INT, self.span())

    def call(self, depth, *, in_loop):
        callees = CALLABLES[: CALLABLES.index(self.name)]
        if not callees:
            return None
        argument = self.value(depth - 1, in_loop=in_loop)
        return nodes.Call(self.random.choice(callees), (argument,), FAILURES, INT, self.span())

    def arm(self, depth, type_, *, in_loop):
        """A block, and a result where one is needed; an arm of a value may leave instead."""
        block = self.block(depth - 1, in_loop=in_loop)
        if type_ == UNIT:
            return tuple(block), None
        if self.random.random() < 0.25:
            leaving = [returns(self.value(0)), self.reject("A"), *([BREAK, CONTINUE] * in_loop)]
            return (*block, self.random.choice(leaving)), None
        return tuple(block), self.value(depth - 1, in_loop=in_loop)

    def match(self, depth, type_, *, in_loop):
        subject = self.value(depth - 1, in_loop=in_loop)
        if self.random.random() < 0.5:
            slot = self.slot()
            cases = [nodes.NoneCase(), nodes.SomeCase(slot)]
            subject = nodes.Wrap(subject, optional(INT), HERE)
        else:
            cases = [nodes.LiteralCase(0), nodes.LiteralCase(1), nodes.OtherCase()]
        arms = tuple(nodes.Arm(case, *self.arm(depth, type_, in_loop=in_loop)) for case in cases)
        return nodes.Match(subject, False, arms, type_, HERE)

    def caught(self, depth, type_, *, in_loop):
        call = self.call(depth, in_loop=in_loop)
        if call is None:
            return self.match(depth, type_, in_loop=in_loop)
        arms = []
        for failure in FAILURES:
            if self.random.random() < 0.2:
                arms.append(nodes.Propagate(failure))
            else:
                block, result = self.arm(depth, type_, in_loop=in_loop)
                arms.append(nodes.FailureArm(failure, ((0, self.slot()),), block, result))
        block, result = self.arm(depth, type_, in_loop=in_loop)
        savepoint = self.random.random() < 0.5
        return nodes.MatchFailure(
            call, self.slot(), block, result, tuple(arms), savepoint, type_, self.span()
        )


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
