"""The code of one callable while it is written: slots, references, ways out."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

from jadpo.ir import nodes
from jadpo.ir.walk import descendants
from jadpo_codegen.bridge.run import Run
from jadpo_codegen.conversion.methods import Method
from jadpo_codegen.layouts import (
    UNIT,
    Layout,
    Maybe,
    is_counted,
    llvm_type,
    packed,
    release_function,
)
from jadpo_codegen.liveness import LastUses, root
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.lowering.storing import may_store, stored_slots
from jadpo_codegen.module import ModuleText, Perform, Site
from jadpo_codegen.native_faults import MEMORY_EXCEEDED, NativeFault
from jadpo_codegen.not_compiled import NotCompiledError
from jadpo_codegen.signs import slots_never_negative
from jadpo_codegen.support.context import (
    DEPTH,
    DETAIL_0,
    DETAIL_1,
    FAULT,
    FAULTED,
    REJECTED,
    RETURNED,
    STACK,
    STOPPED,
)
from jadpo_codegen.support.pool import room_for
from jadpo_codegen.writer import LIKELY, UNLIKELY, FunctionWriter
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.values import Span, Type
from jadpo_runtime.values.internal_error import InternalError

SMALL_FRAME = 2_048
"""Bytes of a frame up to which 1,000 calls fit what is left of a stack, and nothing is checked.

What is left is :data:`jadpo_codegen.support.stack.MARGIN`.
"""


class Loop(NamedTuple):
    """Where ``break`` and ``continue`` go, and how many operands wait around the loop."""

    after: str
    next: str
    pending: int = 0


class Probe(NamedTuple):
    """A key that was looked up already: the address of its entry or null, and its hash."""

    entry: str
    hash: str


class SlotPlace(NamedTuple):
    """A slot's place on the stack; ``is_held`` says that it has a reference of its own."""

    place: str
    layout: Layout
    is_held: bool


Lowering: TypeAlias = Callable[["Body", Any], Operand]
"""Writes the code of an expression that cannot fail."""

Performing: TypeAlias = Callable[["Body", Any, list[Operand], str | None], Operand]
"""Writes what an operation does once its operands are there.

A failure goes to the label, or leaves the callable where there is none.
"""

Preparing: TypeAlias = Callable[["Body", Any], list[Operand]]
"""Writes the code of an operation's operands, in order of evaluation."""

StatementLowering: TypeAlias = Callable[["Body", Any], None]
"""Writes the code of a statement."""


class Lowerings(NamedTuple):
    """The tables of lowerings."""

    expressions: Mapping[type, Lowering]
    operations: Mapping[type, tuple[Preparing, Performing]]
    statements: Mapping[type, StatementLowering]


class CompiledNames(NamedTuple):
    """The callables of a program with the functions that are made of them."""

    callables: Mapping[str, nodes.Callable]
    functions: Mapping[str, str]
    results: Mapping[str, Type]
    uses: Mapping[str, LastUses]
    owned: Mapping[str, tuple[bool, ...]]
    """Which parameters take a reference from the caller."""


class Body:
    """Writes the function of one callable."""

    def __init__(
        self,
        callable_: nodes.Callable,
        names: CompiledNames,
        manifest: Manifest,
        module: ModuleText,
        lowerings: Lowerings,
    ) -> None:
        """Begin the function; :meth:`written` gives it."""
        self.callable = callable_
        self.names = names
        self.manifest = manifest
        self.module = module
        self.layouts = module.layouts
        self.lowerings = lowerings
        self.result = self.layout(names.results[callable_.name])
        self.loops: list[Loop] = []
        self.uses = names.uses[callable_.name]
        """The reads that take what they read."""
        self.pending: list[Operand] = []
        """Operands with a reference that wait while others are evaluated."""
        self.probes: dict[int, Probe] = {}
        """What is known of a key's place, by the ``id`` of the node that puts a value there."""
        self.before_leaving: list[Callable[[], None]] = []
        """Writes what is done before a failure leaves from inside a matched operation."""
        parameters = [self.layout(slot.type) for slot in callable_.slots[: callable_.parameters]]
        given = "".join(
            f", {llvm_type(layout)} %a{number}" for number, layout in enumerate(parameters)
        )
        self.writer = FunctionWriter(
            f"define internal {self.answer} {names.functions[callable_.name]}"
            f"(ptr %context, i64 %depth{given})"
        )
        stored = {slot for node in descendants(callable_) for slot in stored_slots(node)}
        self.slots = [
            self._slot(number, self.layout(slot.type), number in stored)
            for number, slot in enumerate(callable_.slots)
        ]
        self._held = [(slot.place, slot.layout) for slot in self.slots if slot.is_held]
        self._stop = self.writer.value("load ptr, ptr %context, align 8")

    @cached_property
    def never_negative(self) -> frozenset[int]:
        """The slots whose Ints are never negative."""
        return slots_never_negative(self.callable)

    @property
    def answer(self) -> str:
        """The LLVM type that the function returns: a status and the result."""
        return f"{{ i32, {llvm_type(self.result)} }}"

    def written(self) -> str:
        """The text of the whole function."""
        for statement in self.callable.body:
            self.statement(statement)
        if self.writer.is_open:
            if self.result == UNIT:
                self.give(Operand("false", UNIT))
            else:
                self.impossible("the end of a body with a result", self.callable.span)
        if self.frame_size > SMALL_FRAME:
            self._guard_stack()
        return self.writer.text()

    @property
    def frame_size(self) -> int:
        """At most how many bytes of the stack a call takes."""
        return 2 * self.writer.frame_size

    def _guard_stack(self) -> None:
        """Fault where the stack has no room for a frame of this size."""
        llvm = llvm_type(self.result)
        fault = self.module.fault(MEMORY_EXCEEDED, self.callable.span)
        self.writer.guard(
            [
                "  %guard.frame = call ptr @llvm.frameaddress.p0(i32 0)",
                "  %guard.address = ptrtoint ptr %guard.frame to i64",
                f"  %guard.least = sub i64 %guard.address, {self.frame_size}",
                f"  %guard.place = getelementptr inbounds i8, ptr %context, i64 {STACK}",
                "  %guard.limit = load i64, ptr %guard.place, align 8",
                "  %guard.low = icmp ult i64 %guard.least, %guard.limit",
                f"  br i1 %guard.low, label %guard.fault, label %begin, !prof {UNLIKELY}",
                "guard.fault:",
                f"  %guard.word = getelementptr inbounds i8, ptr %context, i64 {FAULT}",
                f"  store i64 {fault}, ptr %guard.word, align 8",
                f"  ret {self.answer} {{ i32 {FAULTED}, {llvm} undef }}",
            ]
        )

    def layout(self, type_: Type) -> Layout:
        """The layout of a type."""
        return self.layouts.of(type_)

    # ---- slots

    def _slot(self, number: int, layout: Layout, is_stored: bool) -> SlotPlace:
        place = self.writer.place(llvm_type(layout))
        is_parameter = number < self.callable.parameters
        is_owned = is_parameter and self.names.owned[self.callable.name][number]
        is_held = is_counted(layout) and (is_stored or is_owned or not is_parameter)
        if is_parameter:
            self.writer.initialise(llvm_type(layout), f"%a{number}", place)
            if is_held and not is_owned:
                self.writer.do(f"call void @jadpo.retain(ptr %a{number})")
        elif is_counted(layout):
            self.writer.initialise("ptr", "null", place)
        return SlotPlace(place, layout, is_held)

    def hidden_slot(self, layout: Layout) -> str:
        """A place for a reference of the compiler's own, let go of when the callable ends."""
        place = self.writer.place("ptr")
        self.writer.initialise("ptr", "null", place)
        self._held.append((place, layout))
        return place

    def store_slot(self, number: int, operand: Operand) -> None:
        """Give a slot a value, and let go of the one it had."""
        slot = self.slots[number]
        self.store_place(slot.place, self.adapted(operand, slot.layout))

    def store_place(self, place: str, operand: Operand) -> None:
        """Give a place that holds a reference another value."""
        value = self.owned(operand)
        if is_counted(operand.layout):
            old = self.writer.value(f"load ptr, ptr {place}, align 8")
            self.writer.do(f"store ptr {value}, ptr {place}, align 8")
            self.release(old, operand.layout)
        else:
            self.writer.do(f"store {llvm_type(operand.layout)} {value}, ptr {place}")

    # ---- expressions

    def expression(self, node: nodes.Expression, failure: str | None = None) -> Operand:
        """Write an expression; a failure goes to ``failure`` or leaves the callable."""
        operation = self.lowerings.operations.get(type(node))
        if operation is not None:
            prepare, perform = operation
            return perform(self, node, prepare(self, node), failure)
        lowering = self.lowerings.expressions.get(type(node))
        if lowering is None:
            raise self.not_compiled(node)
        return lowering(self, node)

    def operands(self, expressions: Sequence[nodes.Expression]) -> list[Operand]:
        """Write expressions from left to right; each value stays whole while the others run."""
        operands = []
        before = len(self.pending)
        last = len(expressions) - 1
        let_go = self._may_be_let_go(expressions)
        for number, expression in enumerate(expressions):
            operand = self.expression(expression)
            if let_go[number]:
                operand = self.held(operand)
            if number < last:
                self.keep(operand)
            operands.append(operand)
        del self.pending[before:]
        return operands

    def _may_be_let_go(self, expressions: Sequence[nodes.Expression]) -> list[bool]:
        """Of each expression, whether what holds its borrowed value may not do so during the later.

        One pass from the last to the first: a list may have thousands of elements.
        """
        answers = [False] * len(expressions)
        stores = False
        taken: set[int] = set()
        for number in range(len(expressions) - 1, 0, -1):
            stores = stores or may_store(expressions[number])
            taken |= self.uses.slots_within(expressions[number])
            local = root(expressions[number - 1])
            answers[number - 1] = stores or (local is not None and local.slot in taken)
        return answers

    def keep(self, *operands: Operand) -> None:
        """Let go of operands, too, where the callable or a loop is left from here on."""
        self.pending += [each for each in operands if each.is_owned and is_counted(each.layout)]

    def begin_loop(self, loop: Loop) -> None:
        """Let ``break`` and ``continue`` go to a loop's places."""
        self.loops.append(loop._replace(pending=len(self.pending)))

    def leave_loop(self, label: str) -> None:
        """Go to a place of the innermost loop."""
        self.drop(*self.pending[self.loops[-1].pending :])
        self.writer.jump(label)

    def not_compiled(self, node: nodes.Expression | nodes.Statement, what: str = "") -> Exception:
        """The exception that says that a node is not compiled."""
        return NotCompiledError(what or type(node).__name__, self.callable.name, node.span)

    # ---- references

    def owned(self, operand: Operand) -> str:
        """The value with a reference of its own."""
        return self.held(operand).text

    def held(self, operand: Operand) -> Operand:
        """The operand with a reference of its own, if it has a cell at all."""
        if is_counted(operand.layout) and not operand.is_owned:
            self.writer.do(f"call void @jadpo.retain(ptr {operand.text})")
            return operand._replace(is_owned=True)
        return operand

    def drop(self, *operands: Operand) -> None:
        """Let go of operands that were used."""
        for operand in operands:
            if operand.is_owned and is_counted(operand.layout):
                self.release(operand.text, operand.layout)

    def release(self, cell: str, layout: Layout) -> None:
        """Let go of a reference."""
        self.writer.do(f"call void {release_function(layout)}(ptr %context, ptr {cell})")

    def adapted(self, operand: Operand, layout: Layout) -> Operand:
        """The operand as a value of another layout: itself, or a value that may be ``none``."""
        if operand.layout == layout:
            return operand
        if isinstance(layout, Maybe) and operand.layout == layout.inner:
            if is_counted(layout):
                return operand._replace(layout=layout)
            pair = llvm_type(layout)
            inner = llvm_type(layout.inner)
            text = self.writer.value(
                f"insertvalue {pair} {{ i1 true, {inner} undef }}, {inner} {operand.text}, 1"
            )
            return Operand(text, layout)
        raise InternalError(f"a value of {operand.layout} stands for one of {layout}")

    # ---- ways out

    def give(self, operand: Operand) -> None:
        """Return a value."""
        value = self.owned(self.adapted(operand, self.result))
        self.drop(*self.pending)
        self.release_slots()
        llvm = llvm_type(self.result)
        answer = self.writer.value(
            f"insertvalue {self.answer} {{ i32 {RETURNED}, {llvm} undef }}, {llvm} {value}, 1"
        )
        self.writer.end(f"ret {self.answer} {answer}")

    def release_slots(self) -> None:
        """Let go of what the slots hold, before the callable is left for good."""
        for place, layout in self._held:
            held = self.writer.value(f"load ptr, ptr {place}, align 8")
            self.release(held, layout)

    def leave(self, status: str | int) -> None:
        """End the function with a status other than a return.

        After a fault or a stop nothing is let go of: the pool is dropped whole.
        """
        llvm = llvm_type(self.result)
        if isinstance(status, int):
            self.writer.end(f"ret {self.answer} {{ i32 {status}, {llvm} undef }}")
            return
        answer = self.writer.value(f"insertvalue {self.answer} undef, i32 {status}, 0")
        self.writer.end(f"ret {self.answer} {answer}")

    def fail(self, failure: str | None) -> None:
        """Go on with the failure that the run holds: to a label, or out of the callable."""
        if failure is None:
            self.reject()
        else:
            self.writer.jump(failure)

    def impossible(self, sentence: str, span: Span) -> None:
        """End the body with an ``InternalError`` where the checker has seen that nothing gets."""

        def perform(run: Run, operands: Sequence[object]) -> object:
            raise InternalError(f"{sentence} at {span}")

        self.call_python(perform, (), UNIT, span)
        self.writer.end("unreachable")

    def reject(self) -> None:
        """Let the failure that the run holds leave the callable."""
        for write in reversed(self.before_leaving):
            write()
        self.drop(*self.pending)
        self.release_slots()
        self.leave(REJECTED)

    def fault_if(
        self, condition: str, fault: NativeFault, span: Span, details: Sequence[str] = ()
    ) -> None:
        """Fault at a span where the condition, an ``i1``, holds."""
        faulty, well = self.writer.new_label("fault"), self.writer.new_label("well")
        self.writer.branch(condition, faulty, well, UNLIKELY)
        self.writer.begin(faulty)
        for offset, detail in zip((DETAIL_0, DETAIL_1), details, strict=False):
            self._store_context(offset, detail)
        self._store_context(FAULT, str(self.module.fault(fault, span)))
        self.leave(FAULTED)
        self.writer.begin(well)

    def _store_context(self, offset: int, value: str) -> None:
        place = self.writer.value(f"getelementptr inbounds i8, ptr %context, i64 {offset}")
        self.writer.do(f"store i64 {value}, ptr {place}, align 8")

    def poll(self) -> None:
        """End the body if the stop byte is set [L6]."""
        byte = self.writer.value(f"load atomic i8, ptr {self._stop} monotonic, align 1")
        self.stop_if(self.writer.value(f"icmp ne i8 {byte}, 0"))

    def stop_if(self, is_set: str) -> None:
        """End the body where an ``i1`` says that the stop byte was seen."""
        stopped, on = self.writer.new_label("stopped"), self.writer.new_label("on")
        self.writer.branch(is_set, stopped, on, UNLIKELY)
        self.writer.begin(stopped)
        self.leave(STOPPED)
        self.writer.begin(on)

    def check_status(self, status: str, failure: str | None) -> None:
        """Go on where a call returned, to ``failure`` where a failure left it, else leave."""
        returned = self.writer.value(f"icmp eq i32 {status}, {RETURNED}")
        other, on = self.writer.new_label("other"), self.writer.new_label("on")
        self.writer.branch(returned, on, other, LIKELY)
        self.writer.begin(other)
        if failure is not None:
            rejected = self.writer.value(f"icmp eq i32 {status}, {REJECTED}")
            leaving = self.writer.new_label("leaving")
            self.writer.branch(rejected, failure, leaving)
            self.writer.begin(leaving)
        self.leave(status)
        self.writer.begin(on)

    # ---- cells

    def allocate(self, size: int, kind: int, span: Span) -> str:
        """A new cell of ``size`` bytes; without memory for it the fault ``memory_exceeded``."""
        cell = self.writer.value(
            f"call ptr @jadpo.allocate(ptr %context, i64 {room_for(size)}, i32 {kind})"
        )
        return self.checked_cell(cell, span)

    def checked_cell(self, cell: str, span: Span) -> str:
        """A cell that is there, after the fault ``memory_exceeded`` where it is not.

        It is not there either where the stop byte ended the making of it, which ends the body.
        """
        refused = self.writer.value(f"icmp eq ptr {cell}, null")
        lacking, there = self.writer.new_label("lacking"), self.writer.new_label("there")
        self.writer.branch(refused, lacking, there, UNLIKELY)
        self.writer.begin(lacking)
        self.poll()
        self._store_context(FAULT, str(self.module.fault(MEMORY_EXCEEDED, span)))
        self.leave(FAULTED)
        self.writer.begin(there)
        return cell

    def address(self, base: str, offset: int) -> str:
        """The address of a place in a cell."""
        return self.writer.value(f"getelementptr inbounds i8, ptr {base}, i64 {offset}")

    def load(self, base: str, offset: int, layout: Layout) -> Operand:
        """A value out of a cell that is held by something else."""
        place = self.address(base, offset)
        return Operand(self.writer.value(f"load {llvm_type(layout)}, ptr {place}"), layout)

    def store(self, base: str, offset: int, operand: Operand) -> None:
        """A value into a cell, which holds it from then on."""
        value = self.owned(operand)
        place = self.address(base, offset)
        self.writer.do(f"store {llvm_type(operand.layout)} {value}, ptr {place}")

    # ---- Python

    def call_python(
        self,
        perform: Perform | Method,
        operands: Sequence[Operand],
        result: Layout,
        span: Span,
        failure: str | None = None,
    ) -> Operand:
        """Ask Python to do something with operands, which are let go of afterwards."""
        layouts = tuple(operand.layout for operand in operands)
        number = self.module.site(Site(perform, layouts, result, span, failure is not None))
        shape = packed(layouts)
        arguments = "null"
        if operands:
            arguments = self.writer.place(f"[{shape.size} x i8], align 16")
        for operand, place in zip(operands, shape.places, strict=True):
            address = self.address(arguments, place.offset)
            self.writer.do(f"store {llvm_type(operand.layout)} {operand.text}, ptr {address}")
        answer = self.writer.place(f"{llvm_type(result)}, align 16")
        self._store_context(DEPTH, "%depth")
        status = self.writer.value(
            f"call i32 @jadpo.ask_python(ptr %context, ptr @site.{number}, ptr {arguments},"
            f" ptr {answer})"
        )
        self.drop(*operands)
        self.check_status(status, failure)
        value = self.writer.value(f"load {llvm_type(result)}, ptr {answer}")
        return Operand(value, result, is_counted(result))

    # ---- statements

    def statement(self, node: nodes.Statement) -> None:
        """Write a statement."""
        lowering = self.lowerings.statements.get(type(node))
        if lowering is None:
            raise self.not_compiled(node)
        lowering(self, node)

    def block(self, statements: Sequence[nodes.Statement]) -> None:
        """Write statements one after the other."""
        for statement in statements:
            self.statement(statement)
