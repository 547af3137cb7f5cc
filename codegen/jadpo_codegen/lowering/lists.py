"""The standard library's rows on single lists, and what loops need of lists."""

from collections.abc import Callable
from typing import Final

from jadpo.ir import nodes
from jadpo_codegen.layouts import BOOL, INT, ListCell, is_counted, llvm_type, size_of
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.loops import Turn, count
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.lowering.rows import NativeOperation, as_list, by_python, chosen, made, unless
from jadpo_codegen.native_faults import INDEX_OUT_OF_RANGE
from jadpo_codegen.support import lists
from jadpo_codegen.writer import ELEMENT, HEADER, LIKELY
from jadpo_runtime.values import Span

_LONGEST_RANGE: Final = 1 << 20
"""Numbers of a range that is surely within the limits of memory."""


def length_of(body: Body, cell: str) -> Operand:
    """The length of a list."""
    place = body.address(cell, lists.LENGTH)
    return Operand(body.writer.value(f"load i64, ptr {place}, align 8, !tbaa {HEADER}"), INT)


def element_place(body: Body, cell: str, layout: ListCell, index: str) -> str:
    """The address of an element."""
    start = body.address(cell, lists.START)
    if is_counted(layout.element) or size_of(layout.element) in (1, 8, 16):
        llvm = "i8" if size_of(layout.element) == 1 else llvm_type(layout.element)
        return body.writer.value(f"getelementptr inbounds {llvm}, ptr {start}, i64 {index}")
    offset = body.writer.value(f"mul i64 {index}, {size_of(layout.element)}")
    return body.writer.value(f"getelementptr inbounds i8, ptr {start}, i64 {offset}")


def element_at(body: Body, cell: str, layout: ListCell, index: str) -> Operand:
    """The element at an index that is known to be in range; the list goes on holding it."""
    place = element_place(body, cell, layout, index)
    value = body.writer.value(f"load {llvm_type(layout.element)}, ptr {place}, !tbaa {ELEMENT}")
    return Operand(value, layout.element)


def store_element(body: Body, place: str, item: Operand) -> None:
    """Write an element, which the list holds from then on."""
    body.writer.do(
        f"store {llvm_type(item.layout)} {body.owned(item)}, ptr {place}, !tbaa {ELEMENT}"
    )


def set_length(body: Body, cell: str, length: str) -> None:
    """Write the length of a list."""
    place = body.address(cell, lists.LENGTH)
    body.writer.do(f"store i64 {length}, ptr {place}, align 8, !tbaa {HEADER}")


def new_list(body: Body, layout: ListCell, room: str, length: str, span: Span) -> str:
    """A new list with room for so many elements, of which ``length`` are about to be written."""
    writer = body.writer
    bytes_ = writer.value(f"mul i64 {room}, {size_of(layout.element)}")
    size = writer.value(f"add i64 {bytes_}, {lists.START}")
    room = writer.value(f"call i64 @jadpo.room(i64 {size})")
    cell = writer.value(
        f"call ptr @jadpo.allocate(ptr %context, i64 {room}, i32 {body.module.kind(layout)})"
    )
    body.checked_cell(cell, span)
    set_length(body, cell, length)
    return cell


def each_element(
    body: Body, cell: str, layout: ListCell, write_turn: Callable[[Turn, Operand], None]
) -> None:
    """A loop over the elements of a list that something else holds."""
    length = length_of(body, cell).text
    count(
        body,
        "0",
        length,
        lambda turn: write_turn(turn, element_at(body, cell, layout, turn.number)),
    )


def _empty_list(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    layout = as_list(body.layout(node.type))
    cell = body.allocate(64, body.module.kind(layout), node.span)
    set_length(body, cell, "0")
    return Operand(cell, layout, is_owned=True)


def _append(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    items, item = operands
    layout = as_list(items.layout)
    unshared = _unshared(body, layout, items, 1, node.span)
    length = length_of(body, unshared)
    place = element_place(body, unshared, layout, length.text)
    store_element(body, place, body.adapted(item, layout.element))
    set_length(body, unshared, body.writer.value(f"add nuw nsw i64 {length.text}, 1"))
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
    references = writer.value(f"load i64, ptr {given}, align 8, !tbaa {HEADER}")
    is_unshared = writer.value(f"icmp eq i64 {references}, 1")
    before = writer.label
    copying, after = writer.new_label("copying"), writer.new_label("after")
    writer.branch(is_unshared, after, copying, LIKELY)
    writer.begin(copying)
    copy = _unshared(body, layout, Operand(given, layout, is_owned=True), 0, span)
    end = writer.label
    writer.jump(after)
    writer.begin(after)
    return writer.phi("ptr", [(given, before), (copy, end)])


def _at(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    items, index = operands
    return _element_or_none(body, node, items, index.text, length_of(body, items.text).text)


def _element_or_none(
    body: Body, node: nodes.LibraryCall, items: Operand, index: str, length: str
) -> Operand:
    layout = as_list(items.layout)
    inside = body.writer.value(f"icmp ult i64 {index}, {length}")
    answer = chosen(
        body,
        inside,
        body.layout(node.type),
        lambda: element_at(body, items.text, layout, index),
    )
    body.drop(items)
    return answer


def _first(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    return _element_or_none(body, node, operands[0], "0", length_of(body, operands[0].text).text)


def _last(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    length = length_of(body, operands[0].text).text
    # Of an empty list the index is -1, which is beyond every length.
    index = body.writer.value(f"sub i64 {length}, 1")
    return _element_or_none(body, node, operands[0], index, length)


def _replace_at(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    items, index, item = operands
    layout = as_list(items.layout)
    length = length_of(body, items.text)
    outside = body.writer.value(f"icmp uge i64 {index.text}, {length.text}")
    body.fault_if(outside, INDEX_OUT_OF_RANGE, node.span, (index.text, length.text))
    unshared = _unshared_as_it_is(body, layout, items, node.span)
    place = element_place(body, unshared, layout, index.text)
    old = ""
    if is_counted(layout.element):
        old = body.writer.value(f"load ptr, ptr {place}")
    store_element(body, place, body.adapted(item, layout.element))
    if old:
        body.release(old, layout.element)
    return Operand(unshared, layout, is_owned=True)


def _count(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    length = length_of(body, operands[0].text)
    body.drop(operands[0])
    return length


def _is_empty(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    length = _count(body, node, operands)
    return Operand(body.writer.value(f"icmp eq i64 {length.text}, 0"), BOOL)


def _concat(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    left, right = operands
    layout = as_list(left.layout)
    whole = made(
        body,
        node,
        f"call ptr @concat.{body.module.kind(layout)}"
        f"(ptr %context, ptr {body.owned(left)}, ptr {right.text})",
        layout,
    )
    body.drop(right)
    return whole


def _slice(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    items, start, end = operands
    part = made(
        body,
        node,
        f"call ptr @slice.{body.module.kind(as_list(items.layout))}"
        f"(ptr %context, ptr {items.text}, i64 {start.text}, i64 {end.text})",
        items.layout,
    )
    body.drop(items)
    return part


def _reverse(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    items = operands[0]
    reversed_ = made(
        body,
        node,
        f"call ptr @reverse.{body.module.kind(as_list(items.layout))}"
        f"(ptr %context, ptr {items.text})",
        items.layout,
    )
    body.drop(items)
    return reversed_


def _range(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    """A long one by Python, which knows the limits."""
    start, end = operands
    layout = as_list(body.layout(node.type))
    writer = body.writer
    difference = writer.value(f"sub i64 {end.text}, {start.text}")
    is_some = writer.value(f"icmp slt i64 {start.text}, {end.text}")
    length = writer.value(f"select i1 {is_some}, i64 {difference}, i64 0")

    def native() -> Operand:
        cell = new_list(body, layout, length, length, node.span)

        def write(turn: Turn) -> None:
            value = writer.value(f"add i64 {start.text}, {turn.number}")
            store_element(body, element_place(body, cell, layout, turn.number), Operand(value, INT))

        count(body, "0", length, write)
        return Operand(cell, layout, is_owned=True)

    # As an unsigned number a difference that overflows is long, too.
    is_long = writer.value(f"icmp ugt i64 {length}, {_LONGEST_RANGE}")
    return unless(body, is_long, layout, native, lambda: by_python(body, node, operands))


LIST_OPERATIONS: Final[dict[str, NativeOperation]] = {
    "collection.empty_list": _empty_list,
    "collection.append": _append,
    "collection.at": _at,
    "collection.first": _first,
    "collection.last": _last,
    "collection.replace_at": _replace_at,
    "collection.count(List)": _count,
    "collection.is_empty(List)": _is_empty,
    "collection.concat": _concat,
    "collection.slice": _slice,
    "collection.reverse": _reverse,
    "collection.range": _range,
}
"""The rows on single lists, by their keys."""
