"""Random callables of Ints with calls, failures, loops, matches and events: for comparisons."""

import itertools
import random

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

from jadpo.ir import nodes
from jadpo_runtime.values import Field

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
