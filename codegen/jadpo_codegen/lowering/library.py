"""Calls of the standard library: the row's Python implementation, or code of our own.

The operations with code of their own are those that ``bench/kernels`` shows to matter. They
agree with their rows on every argument; tests hold them against each other.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias, TypeGuard

from jadpo.ir import nodes
from jadpo.stdlib import OPERATIONS, Operation
from jadpo_codegen.bridge.run import Run
from jadpo_codegen.layouts import (
    INT,
    TEXT,
    ListCell,
    Maybe,
    TableCell,
    is_counted,
    llvm_type,
    size_of,
)
from jadpo_codegen.lowering.arithmetic import quotient
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.logic import found_entry
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.native_faults import INDEX_OUT_OF_RANGE
from jadpo_codegen.support import lists
from jadpo_codegen.support.tables import TABLE_CLASS, entry_shape
from jadpo_codegen.writer import ELEMENT, HEADER, LIKELY
from jadpo_runtime.values import Span
from jadpo_runtime.values.internal_error import InternalError

NativeOperation: TypeAlias = Callable[[Body, nodes.LibraryCall, list[Operand]], Operand]
"""Writes the code of an operation once its operands are there."""


def lower_library_call(body: Body, node: nodes.LibraryCall) -> Operand:
    """A call of the standard library."""
    native = NATIVE_OPERATIONS.get(node.operation)
    if native is not None:
        return native(body, node, body.operands(library_values(node)))
    return _by_python(body, node, body.operands(library_values(node)))


def library_values(node: nodes.LibraryCall) -> list[nodes.Expression]:
    """The arguments that are values, not functions."""
    return [each for each in node.arguments if not isinstance(each, nodes.FunctionReference)]


def _by_python(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
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

    return body.call_python(perform, operands, body.layout(node.type), span)


# ---- numeric


def _quotient(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    left, right = operands
    return quotient(body, left.text, right.text, node.span)


# ---- text


def _split(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    """Natively where the separator is a constant that is not empty."""
    if not is_split(node):
        return _by_python(body, node, operands)
    text, separator = operands
    layout = _list(body.layout(node.type))
    cell = body.writer.value(
        f"call ptr @jadpo.text_split(ptr %context, ptr {text.text}, ptr {separator.text},"
        f" i32 {body.module.kind(layout)}, i32 {body.module.kind(TEXT)})"
    )
    body.drop(text, separator)
    number = body.writer.value(f"ptrtoint ptr {cell} to i64")
    body.stop_if(body.writer.value(f"icmp eq i64 {number}, 1"))
    body.checked_cell(cell, node.span)
    return Operand(cell, layout, is_owned=True)


def is_split(node: nodes.Expression) -> TypeGuard[nodes.LibraryCall]:
    """Whether a node is a ``text.split`` by a constant that is not empty."""
    if not isinstance(node, nodes.LibraryCall) or node.operation != "text.split":
        return False
    separator = node.arguments[1]
    while isinstance(separator, nodes.Widen):
        separator = separator.base
    return isinstance(separator, nodes.Constant) and bool(separator.value)


# ---- lists


def _empty_list(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    layout = body.layout(node.type)
    cell = body.allocate(64, body.module.kind(_list(layout)), node.span)
    body.store(cell, lists.LENGTH, Operand("0", INT))
    return Operand(cell, layout, is_owned=True)


def _list(layout: object) -> ListCell:
    if not isinstance(layout, ListCell):
        raise InternalError(f"{layout} is no list")
    return layout


def _length(body: Body, cell: str) -> Operand:
    place = body.address(cell, lists.LENGTH)
    return Operand(body.writer.value(f"load i64, ptr {place}, align 8, !tbaa {HEADER}"), INT)


def _append(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    items, item = operands
    layout = _list(items.layout)
    unshared = _unshared(body, layout, items, 1, node.span)
    length = _length(body, unshared)
    place = _element_place(body, unshared, layout, length.text)
    _store_element(body, place, body.adapted(item, layout.element))
    longer = body.writer.value(f"add nuw nsw i64 {length.text}, 1")
    body.store(unshared, lists.LENGTH, Operand(longer, INT))
    return Operand(unshared, layout, is_owned=True)


def _unshared(body: Body, layout: ListCell, items: Operand, more: int, span: Span) -> str:
    cell = body.writer.value(
        f"call ptr @unshared.{body.module.kind(layout)}"
        f"(ptr %context, ptr {body.owned(items)}, i64 {more})"
    )
    return body.checked_cell(cell, span)


def _unshared_as_it_is(body: Body, layout: ListCell, items: Operand, span: Span) -> str:
    """A list that nobody else holds, of the same length; itself in the usual case."""
    writer = body.writer
    given = body.owned(items)
    count = writer.value(f"load i64, ptr {given}, align 8, !tbaa {HEADER}")
    is_unshared = writer.value(f"icmp eq i64 {count}, 1")
    before = writer.label
    copying, after = writer.new_label("copying"), writer.new_label("after")
    writer.branch(is_unshared, after, copying, LIKELY)
    writer.begin(copying)
    copy = _unshared(body, layout, Operand(given, layout, is_owned=True), 0, span)
    end = writer.label
    writer.jump(after)
    writer.begin(after)
    return writer.phi("ptr", [(given, before), (copy, end)])


def _element_place(body: Body, cell: str, layout: ListCell, index: str) -> str:
    start = body.address(cell, lists.START)
    if is_counted(layout.element) or size_of(layout.element) in (1, 8, 16):
        llvm = "i8" if size_of(layout.element) == 1 else llvm_type(layout.element)
        return body.writer.value(f"getelementptr inbounds {llvm}, ptr {start}, i64 {index}")
    offset = body.writer.value(f"mul i64 {index}, {size_of(layout.element)}")
    return body.writer.value(f"getelementptr inbounds i8, ptr {start}, i64 {offset}")


def _store_element(body: Body, place: str, item: Operand) -> None:
    body.writer.do(
        f"store {llvm_type(item.layout)} {body.owned(item)}, ptr {place}, !tbaa {ELEMENT}"
    )


def element_at(body: Body, cell: str, layout: ListCell, index: str) -> Operand:
    """The element at an index that is known to be in range; the list goes on holding it."""
    place = _element_place(body, cell, layout, index)
    value = body.writer.value(f"load {llvm_type(layout.element)}, ptr {place}, !tbaa {ELEMENT}")
    return Operand(value, layout.element)


def _at(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    items, index = operands
    layout = _list(items.layout)
    result = body.layout(node.type)
    if not isinstance(result, Maybe):
        raise InternalError(f"collection.at gives {result}")
    length = _length(body, items.text)
    inside = body.writer.value(f"icmp ult i64 {index.text}, {length.text}")
    answer = _chosen(body, inside, result, lambda: element_at(body, items.text, layout, index.text))
    body.drop(items)
    return answer


def _chosen(body: Body, condition: str, result: Maybe, value: Callable[[], Operand]) -> Operand:
    """The value, with a reference of its own, where the condition holds, else ``none``."""
    writer = body.writer
    there, after = writer.new_label("there"), writer.new_label("after")
    before = writer.label
    writer.branch(condition, there, after)
    writer.begin(there)
    found = body.held(body.adapted(value(), result))
    end = writer.label
    writer.jump(after)
    writer.begin(after)
    llvm = llvm_type(result)
    if is_counted(result):
        text = writer.phi(llvm, [(found.text, end), ("null", before)])
        return Operand(text, result, is_owned=True)
    absent = f"{{ i1 false, {llvm_type(result.inner)} undef }}"
    return Operand(writer.phi(llvm, [(found.text, end), (absent, before)]), result)


def _replace_at(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    items, index, item = operands
    layout = _list(items.layout)
    length = _length(body, items.text)
    outside = body.writer.value(f"icmp uge i64 {index.text}, {length.text}")
    body.fault_if(outside, INDEX_OUT_OF_RANGE, node.span, (index.text, length.text))
    unshared = _unshared_as_it_is(body, layout, items, node.span)
    place = _element_place(body, unshared, layout, index.text)
    old = ""
    if is_counted(layout.element):
        old = body.writer.value(f"load ptr, ptr {place}")
    _store_element(body, place, body.adapted(item, layout.element))
    if old:
        body.release(old, layout.element)
    return Operand(unshared, layout, is_owned=True)


def _count_list(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    length = _length(body, operands[0].text)
    body.drop(operands[0])
    return length


# ---- maps


def _table(layout: object) -> TableCell:
    if not isinstance(layout, TableCell):
        raise InternalError(f"{layout} is no set or map")
    return layout


def _empty_table(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    layout = _table(body.layout(node.type))
    cell = body.allocate(1 << TABLE_CLASS, body.module.kind(layout), node.span)
    for offset in (16, 24, 32, 40, 48):
        body.store(cell, offset, Operand("0", INT))
    return Operand(cell, layout, is_owned=True)


def _put(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    entries, key, *value = operands
    layout = _table(entries.layout)
    given = [body.adapted(key, layout.key)]
    if layout.value is not None:
        given.append(body.adapted(value[0], layout.value))
    listed = "".join(f", {llvm_type(each.layout)} {body.owned(each)}" for each in given)
    cell = body.writer.value(
        f"call ptr @put.{body.module.kind(layout)}(ptr %context, ptr {body.owned(entries)}{listed})"
    )
    body.checked_cell(cell, node.span)
    return Operand(cell, layout, is_owned=True)


def _get(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    entries, key = operands
    layout = _table(entries.layout)
    result = body.layout(node.type)
    value_layout = layout.value
    if not isinstance(result, Maybe) or value_layout is None:
        raise InternalError(f"collection.get gives {result}")
    entry = found_entry(body, layout, entries, key)
    is_there = body.writer.value(f"icmp ne ptr {entry}, null")
    offset = entry_shape(layout).value
    answer = _chosen(body, is_there, result, lambda: body.load(entry, offset, value_layout))
    body.drop(entries, key)
    return answer


NATIVE_OPERATIONS: Final[Mapping[str, NativeOperation]] = {
    "numeric.quotient(Int)": _quotient,
    "text.split": _split,
    "collection.empty_list": _empty_list,
    "collection.append": _append,
    "collection.at": _at,
    "collection.replace_at": _replace_at,
    "collection.count(List)": _count_list,
    "collection.empty_map": _empty_table,
    "collection.put": _put,
    "collection.get": _get,
}
"""The operations with code of their own, by the keys of their rows."""

CHANGING: Final[frozenset[str]] = frozenset(
    {"collection.append", "collection.replace_at", "collection.put"}
)
"""Those that change their first argument in place where nobody else holds it."""
