"""Last uses: where a slot's value, or one field of it, is read for the last time.

A read that is the last one takes the value out of its slot, so that whoever gets it may find itself
the only holder and change it in place. The analysis goes through a body backwards and keeps what
may still be read: a slot as a whole, or single fields of what it holds. So in
``State { items: collection.append(state.items, item)  count: state.count + 1 }`` the list is taken
out of the old state, of which only the count is read afterwards.

Where a failure leaves the callable nothing is read any more. What is evaluated an unknown number
of times in one node (the values of an update that depend on the row) counts as read throughout.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any, Final, NamedTuple, TypeAlias

from jadpo.ir import nodes
from jadpo.ir.nodes import ArithmeticOperator
from jadpo.ir.walk import children, descendants
from jadpo_codegen.lowering.storing import stored_slots
from jadpo_runtime.values.node import Node

_Key: TypeAlias = int | tuple[int, int]
"""A slot, or a field of what a slot holds."""

_Live: TypeAlias = frozenset[_Key]

_NOTHING: Final[_Live] = frozenset()


class LastUses(NamedTuple):
    """The reads of a callable that take what they read; nodes by their ``id``."""

    moved: Mapping[int, int]
    """Reads of a slot (:class:`~jadpo.ir.nodes.Local`), with the slot."""
    taken: Mapping[int, int]
    """Reads of a field out of a slot's value that goes on being read, with the slot."""

    def slots_within(self, node: Node) -> frozenset[int]:
        """The slots that a node or a part of it takes something out of."""
        found = set()
        for each in (node, *descendants(node)):
            for table in (self.moved, self.taken):
                if id(each) in table:
                    found.add(table[id(each)])
        return frozenset(found)


def last_uses(callable_: nodes.Callable) -> LastUses:
    """The last uses of a callable, whose nodes must outlive the answer."""
    analysis = _Analysis()
    analysis.block(callable_.body, _NOTHING)
    return LastUses(_last(analysis.moved), _last(analysis.taken))


def _last(verdicts: Mapping[int, int | None]) -> dict[int, int]:
    return {node: slot for node, slot in verdicts.items() if slot is not None}


def root(node: Node) -> nodes.Local | None:
    """The read of a slot that gives a node's value, or the value that its value is a field of."""
    while isinstance(node, nodes.Widen | nodes.Wrap | nodes.Unwrap | nodes.FieldOf):
        node = node.base
    return node if isinstance(node, nodes.Local) else None


def _slot_read(node: Node) -> nodes.Local | None:
    while isinstance(node, nodes.Widen | nodes.Wrap | nodes.Unwrap):
        node = node.base
    return node if isinstance(node, nodes.Local) else None


class _Loop(NamedTuple):
    after: _Live
    next: _Live


class _Analysis:
    """One pass through a body; loops are gone through until nothing changes."""

    def __init__(self) -> None:
        self.moved: dict[int, int | None] = {}
        self.taken: dict[int, int | None] = {}
        self._is_final = True
        self._loops: list[_Loop] = []

    # ---- statements

    def block(self, statements: Sequence[nodes.Statement], live: _Live) -> _Live:
        """What may be read from the start of a block on, given what may be after it."""
        for statement in reversed(statements):
            live = self._statement(statement, live)
        return live

    def _statement(self, node: nodes.Statement, live: _Live) -> _Live:
        match node:
            case nodes.Store(slot=slot, value=value):
                return self._value(value, _without(live, (slot,)))
            case nodes.Return(value=value):
                return _NOTHING if value is None else self._value(value, _NOTHING)
            case nodes.Reject(failure=failure):
                return self._values([value for _, value in failure.context], _NOTHING)
            case nodes.If():
                then = self.block(node.then, live)
                return self._value(node.condition, then | self.block(node.otherwise, live))
            case nodes.While(condition=condition, body=body):
                return self._loop(body, live, (), condition)
            case nodes.ForEach(slot=slot, collection=collection, body=body):
                return self._value(collection, self._loop(body, live, (slot,)))
            case nodes.ForEntries(key=key, value=slot, collection=collection, body=body):
                return self._value(collection, self._loop(body, live, (key, slot)))
            case nodes.ForRange(slot=slot, start=start, end=end, body=body):
                return self._values((start, end), self._loop(body, live, (slot,)))
            case nodes.Break():
                return self._loops[-1].after
            case nodes.Continue():
                return self._loops[-1].next
            case nodes.Evaluate(value=value) | nodes.AdvanceClock(by=value):
                return self._value(value, live)
            case nodes.Emit(payload=payload):
                return self._values([value for _, value in payload], live)
            case nodes.Start(arguments=arguments):
                return self._values(arguments, live)
            case nodes.Assert(condition=nodes.Compare(left=left, right=right)):
                return self._values((left, right), live)
            case nodes.Assert(condition=condition):
                return self._value(condition, live)
            case nodes.RunPending() | nodes.Tick():
                return live
        return self._all_of(node, live)

    def _loop(
        self,
        body: Sequence[nodes.Statement],
        after: _Live,
        given: Iterable[int],
        condition: nodes.Expression | None = None,
    ) -> _Live:
        """What may be read where a loop begins, which gives some slots a value every turn."""
        was_final, self._is_final = self._is_final, False
        head = after
        while (more := self._turn(body, after, head, given, condition)) != head:
            head = more
        self._is_final = was_final
        if was_final:
            self._turn(body, after, head, given, condition)
        return head

    def _turn(
        self,
        body: Sequence[nodes.Statement],
        after: _Live,
        head: _Live,
        given: Iterable[int],
        condition: nodes.Expression | None,
    ) -> _Live:
        self._loops.append(_Loop(after, head))
        live = head | after | _without(self.block(body, head), given)
        self._loops.pop()
        return live if condition is None else head | self._value(condition, live)

    # ---- expressions

    def _values(self, values: Sequence[Node], live: _Live) -> _Live:
        """Expressions that are evaluated from left to right."""
        for value in reversed(values):
            live = self._value(value, live)
        return live

    def _value(self, node: Node, live: _Live) -> _Live:
        match node:
            case nodes.Local(slot=slot):
                return self._read(node, slot, live)
            case nodes.FieldOf(base=base, index=index):
                local = _slot_read(base)
                if local is None:
                    return self._value(base, live)
                return self._read_field(node, local, index, live)
            case nodes.And(left=left, right=right) | nodes.Or(left=left, right=right):
                return self._value(left, live | self._value(right, live))
            case nodes.Match(subject=subject, arms=arms):
                inside = [
                    _without(self._arm(arm.block, arm.result, live), _slots_of(arm.case))
                    for arm in arms
                ]
                return self._value(subject, _NOTHING.union(*inside))
            case nodes.MatchFailure():
                return self._match_failure(node, live)
            case nodes.Attempt(base=base):
                return self._operation(base, live)
        if type(node) in _OPERATIONS:
            return self._operation(node, live)
        if type(node) in _IN_ORDER:
            return self._values(list(children(node)), live)
        return self._all_of(node, live)

    def _arm(
        self, block: Sequence[nodes.Statement], result: nodes.Expression | None, live: _Live
    ) -> _Live:
        return self.block(block, live if result is None else self._value(result, live))

    def _match_failure(self, node: nodes.MatchFailure, live: _Live) -> _Live:
        success = () if node.success is None else (node.success,)
        after = _without(self._arm(node.block, node.result, live), success)
        for arm in node.arms:
            if isinstance(arm, nodes.FailureArm):
                bound = [slot for _, slot in arm.bindings]
                after |= _without(self._arm(arm.block, arm.result, live), bound)
        return self._operation(node.subject, after)

    def _operation(self, node: Node, live: _Live) -> _Live:
        """A node with operands, and what it may evaluate once they are there."""
        operands = _OPERATIONS.get(type(node))
        if operands is None:
            return self._all_of(node, live)
        given = operands(node)
        met = {id(each) for each in given}
        for part in children(node):
            if id(part) not in met:
                live = self._all_of(part, live)
        return self._values(given, live)

    def _all_of(self, node: Node, live: _Live) -> _Live:
        """Everything in a node may be read, and nothing is taken."""
        read: set[_Key] = set()
        for each in (node, *descendants(node)):
            if isinstance(each, nodes.Local):
                read.add(each.slot)
                self._judge(self.moved, each, each.slot, is_last=False)
        return live | read

    # ---- reads

    def _read(self, node: nodes.Local, slot: int, live: _Live) -> _Live:
        self._judge(self.moved, node, slot, is_last=not _is_read(slot, live))
        return live | {slot}

    def _read_field(
        self, node: nodes.FieldOf, local: nodes.Local, index: int, live: _Live
    ) -> _Live:
        slot = local.slot
        is_read = _is_read(slot, live)
        self._judge(self.moved, local, slot, is_last=not is_read)
        takes = is_read and slot not in live and (slot, index) not in live
        self._judge(self.taken, node, slot, is_last=takes)
        return live | {(slot, index)}

    def _judge(
        self, verdicts: dict[int, int | None], node: Node, slot: int, *, is_last: bool
    ) -> None:
        """Note whether a read is the last; one node in two places must be so in both."""
        if self._is_final:
            agrees = verdicts.get(id(node), slot) == slot
            verdicts[id(node)] = slot if is_last and agrees else None


def _is_read(slot: int, live: _Live) -> bool:
    return any(key == slot or (isinstance(key, tuple) and key[0] == slot) for key in live)


def _without(live: _Live, slots: Iterable[int]) -> _Live:
    gone = set(slots)
    if not gone:
        return live
    return frozenset(key for key in live if (key[0] if isinstance(key, tuple) else key) not in gone)


def _slots_of(case: nodes.Case) -> tuple[int, ...]:
    return stored_slots(case)


def _library_values(node: nodes.LibraryCall) -> list[Node]:
    return [each for each in node.arguments if not isinstance(each, nodes.FunctionReference)]


_OPERATIONS: Final[Mapping[type, Callable[[Any], Sequence[Node]]]] = {
    nodes.Call: lambda node: node.arguments,
    nodes.TestCall: lambda node: node.arguments,
    nodes.LibraryCall: _library_values,
    nodes.CallConnection: lambda node: () if node.input is None else (node.input,),
    nodes.Validate: lambda node: (node.base,),
    nodes.Create: lambda node: [value for _, value in node.values],
    nodes.Select: lambda node: node.parameters,
    nodes.Count: lambda node: node.parameters,
    nodes.Exists: lambda node: node.parameters,
    nodes.Aggregate: lambda node: node.parameters,
    nodes.Delete: lambda node: node.parameters,
}
"""The operands of the nodes that evaluate them first, and perhaps a failure's context later."""

_IN_ORDER: Final = frozenset(
    {
        nodes.Constant,
        nodes.MakeObject,
        nodes.MakeVariant,
        nodes.MakeList,
        nodes.Arithmetic,
        nodes.Negate,
        nodes.IntToDecimal,
        nodes.Compare,
        nodes.Contains,
        nodes.Not,
        nodes.IsPresent,
        nodes.IsSupplied,
        nodes.Unwrap,
        nodes.Wrap,
        nodes.Widen,
        nodes.ClockNow,
        nodes.RandomUuid,
        nodes.ConfigValue,
        nodes.DeliveryValue,
        nodes.DueAt,
    }
)
"""The nodes whose parts are evaluated once each, in order."""


def owned_parameters(
    callables: Mapping[str, nodes.Callable],
    uses: Mapping[str, LastUses],
    changing: Set[str],
) -> dict[str, tuple[bool, ...]]:
    """Which parameters take a reference: those whose last use hands the value on.

    ``changing`` are the operations that keep what they are given, or change it in place.
    A parameter that is only looked at is borrowed, and costs no counting.
    """
    owned = {name: [False] * each.parameters for name, each in callables.items()}
    consumed = {name: _consumed(each, uses[name], changing) for name, each in callables.items()}
    is_changed = True
    while is_changed:
        is_changed = False
        for name, callable_ in callables.items():
            slots = set(consumed[name])
            for node in descendants(callable_):
                if isinstance(node, nodes.Call):
                    slots |= {
                        slot
                        for argument, is_owned in zip(node.arguments, owned[node.name], strict=True)
                        if is_owned and (slot := _taken_slot(argument, uses[name])) is not None
                    }
            for slot in slots:
                if slot < callable_.parameters and not owned[name][slot]:
                    owned[name][slot] = is_changed = True
    return {name: tuple(each) for name, each in owned.items()}


def _taken_slot(node: Node, uses: LastUses) -> int | None:
    """The slot that a value is taken out of, wholly or in part."""
    while isinstance(node, nodes.Widen | nodes.Wrap | nodes.Unwrap | nodes.FieldOf):
        if id(node) in uses.taken:
            return uses.taken[id(node)]
        node = node.base
    return uses.moved.get(id(node))


def _consumed(callable_: nodes.Callable, uses: LastUses, changing: Set[str]) -> set[int]:
    found = set()
    for node in descendants(callable_):
        for value in _handed_on(node, changing):
            slot = _taken_slot(value, uses)
            if slot is not None:
                found.add(slot)
    return found


def _handed_on(node: Node, changing: Set[str]) -> Sequence[Node]:
    """The parts of a node whose values it keeps."""
    match node:
        case nodes.MakeObject(fields=fields) | nodes.MakeVariant(fields=fields):
            return [value for _, value in fields]
        case nodes.MakeList(elements=elements):
            return elements
        case nodes.LibraryCall(operation=operation) if operation in changing:
            return _library_values(node)
        case nodes.Arithmetic(operator=ArithmeticOperator.TEXT_CONCATENATE, left=left):
            return (left,)
        case nodes.Store(value=value) | nodes.Return(value=value) if value is not None:
            return (value,)
        case (
            nodes.Arm(result=result)
            | nodes.FailureArm(result=result)
            | nodes.MatchFailure(result=result)
        ) if result is not None:
            return (result,)
        case nodes.RaiseFailure(context=context):
            return [value for _, value in context]
    return ()
