"""What the code of the standard library's rows has in common, and rows done by Python."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from jadpo.ir import nodes
from jadpo.stdlib import OPERATIONS, Operation
from jadpo_codegen.bridge.run import Run
from jadpo_codegen.layouts import Layout, ListCell, Maybe, TableCell, is_counted, llvm_type
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.lowering.values import none
from jadpo_codegen.writer import LIKELY
from jadpo_runtime.values.internal_error import InternalError

NativeOperation: TypeAlias = Callable[[Body, nodes.LibraryCall, list[Operand]], Operand]
"""Writes the code of a row once its operands are there."""


def library_values(node: nodes.LibraryCall) -> list[nodes.Expression]:
    """The arguments that are values, not functions."""
    return [each for each in node.arguments if not isinstance(each, nodes.FunctionReference)]


def by_python(body: Body, node: nodes.LibraryCall, operands: Sequence[Operand]) -> Operand:
    """The row's Python implementation."""
    row: Operation | None = OPERATIONS.get(node.operation)
    if row is None or row.implement is None:
        raise InternalError(f"the standard library does not implement {node.operation!r}")
    implement, takes_stop, span = row.implement, row.takes_stop, node.span
    functions = {
        place: argument.name
        for place, argument in enumerate(node.arguments)
        if isinstance(argument, nodes.FunctionReference)
    }

    def perform(run: Run, values: Sequence[object]) -> object:
        given = list(values)
        depth = run.depth
        for place, name in functions.items():
            given.insert(place, run.function(name, depth, span))
        return implement(run.stop, *given) if takes_stop else implement(*given)

    answer = body.call_python(perform, operands, body.layout(node.type), span)
    # It may have taken some milliseconds, and a strip of a loop has thousands of turns [L6].
    body.poll()
    return answer


def unless(
    body: Body,
    rare: str,
    layout: Layout,
    native: Callable[[], Operand],
    otherwise: Callable[[], Operand],
) -> Operand:
    """``otherwise`` where an ``i1`` says that this is a rare case, else ``native``.

    Both give a value of the layout, with a reference of its own, and let go of the operands.
    """
    writer = body.writer
    usual, unusual = writer.new_label("usual"), writer.new_label("unusual")
    after = writer.new_label("after")
    writer.branch(rare, unusual, usual)
    writer.begin(usual)
    found = body.held(body.adapted(native(), layout))
    found_label = writer.label
    writer.jump(after)
    writer.begin(unusual)
    other = body.held(body.adapted(otherwise(), layout))
    other_label = writer.label
    writer.jump(after)
    writer.begin(after)
    text = writer.phi(llvm_type(layout), [(found.text, found_label), (other.text, other_label)])
    return Operand(text, layout, is_counted(layout))


def chosen(body: Body, condition: str, result: Layout, value: Callable[[], Operand]) -> Operand:
    """The value, with a reference of its own, where the condition holds, else ``none``."""
    if not isinstance(result, Maybe):
        raise InternalError(f"{result} has no none")
    writer = body.writer
    there, after = writer.new_label("there"), writer.new_label("after")
    before = writer.label
    writer.branch(condition, there, after, LIKELY)
    writer.begin(there)
    found = body.held(body.adapted(value(), result))
    end = writer.label
    writer.jump(after)
    writer.begin(after)
    absent = none(result).text
    text = writer.phi(llvm_type(result), [(found.text, end), (absent, before)])
    return Operand(text, result, is_counted(result))


def as_list(layout: object) -> ListCell:
    """A layout that is one of lists."""
    if not isinstance(layout, ListCell):
        raise InternalError(f"{layout} is no list")
    return layout


def as_table(layout: object) -> TableCell:
    """A layout that is one of sets or maps."""
    if not isinstance(layout, TableCell):
        raise InternalError(f"{layout} is no set or map")
    return layout


def made(body: Body, node: nodes.LibraryCall, call: str, layout: Layout) -> Operand:
    """The cell that a call gives, or the fault ``memory_exceeded`` where it gives null."""
    cell = body.checked_cell(body.writer.value(call), node.span)
    return Operand(cell, layout, is_owned=True)
