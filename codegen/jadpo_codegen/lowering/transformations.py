"""The standard library's rows that sort lists, or make them by functions."""

from typing import Final

from jadpo.ir import nodes
from jadpo_codegen.layouts import Layout, ListCell, TextCell, Word, llvm_type
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.calls import perform_call
from jadpo_codegen.lowering.lists import (
    each_element,
    element_at,
    element_place,
    length_of,
    new_list,
    set_length,
    store_element,
)
from jadpo_codegen.lowering.loops import Turn, Variable, count
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.lowering.rows import NativeOperation, as_list, made
from jadpo_codegen.support.context import STOP
from jadpo_codegen.support.lists import START
from jadpo_codegen.support.sorting import pair_size, pair_type, sort_function
from jadpo_runtime.values import INT_MAX
from jadpo_runtime.values.internal_error import InternalError


def _applied(
    body: Body, node: nodes.LibraryCall, given: nodes.FunctionReference, item: Operand
) -> Operand:
    call = nodes.Call(given.name, (), (), given.result, node.span)
    return perform_call(body, call, [item], None)


def _function(node: nodes.LibraryCall) -> nodes.FunctionReference:
    given = node.arguments[1]
    if not isinstance(given, nodes.FunctionReference):
        raise InternalError(f"{node.operation} without a function")
    return given


def _map(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    items = operands[0]
    layout = as_list(body.layout(node.type))
    results = _mapped(body, node, items, layout)
    body.drop(items)
    return results


def _mapped(body: Body, node: nodes.LibraryCall, items: Operand, layout: ListCell) -> Operand:
    given = _function(node)
    length = length_of(body, items.text).text
    cell = new_list(body, layout, length, length, node.span)

    def write(turn: Turn, item: Operand) -> None:
        result = body.adapted(_applied(body, node, given, item), layout.element)
        store_element(body, element_place(body, cell, layout, turn.number), result)

    each_element(body, items.text, as_list(items.layout), write)
    return Operand(cell, layout, is_owned=True)


def _filter(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    items = operands[0]
    given = _function(node)
    layout = as_list(items.layout)
    cell = new_list(body, layout, length_of(body, items.text).text, "0", node.span)
    kept = Variable(body, "i64", "0")

    def ask(turn: Turn, item: Operand) -> None:
        writer = body.writer
        holds = _applied(body, node, given, item).text
        inside = writer.new_label("kept")
        writer.branch(holds, inside, turn.next)
        writer.begin(inside)
        number = kept.get()
        store_element(body, element_place(body, cell, layout, number), item)
        kept.put(writer.value(f"add nuw nsw i64 {number}, 1"))

    each_element(body, items.text, layout, ask)
    set_length(body, cell, kept.get())
    body.drop(items)
    return Operand(cell, layout, is_owned=True)


def _sort(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    items = operands[0]
    layout = as_list(items.layout)
    copy = made(
        body,
        node,
        f"call ptr @slice.{body.module.kind(layout)}"
        f"(ptr %context, ptr {items.text}, i64 0, i64 {INT_MAX})",
        layout,
    )
    length = length_of(body, copy.text).text
    scratch = new_list(body, layout, length, "0", node.span)
    _sort_block(
        body,
        layout.element,
        body.address(copy.text, START),
        body.address(scratch, START),
        length,
        numbered=False,
    )
    body.drop(items, Operand(scratch, layout, is_owned=True))
    return copy


def _sort_block(
    body: Body, key: Layout, values: str, scratch: str, length: str, *, numbered: bool
) -> None:
    name = f"@sort.{_word(key)}{'.numbered' if numbered else ''}"
    body.module.define(name, lambda: sort_function(name, key, numbered=numbered))
    stop = body.writer.value(f"load ptr, ptr {body.address('%context', STOP)}")
    stopped = body.writer.value(
        f"call i1 {name}(ptr {stop}, ptr {values}, ptr {scratch}, i64 {length})"
    )
    body.stop_if(stopped)


def _word(key: Layout) -> str:
    match key:
        case TextCell(is_bytes=is_bytes):
            return "bytes" if is_bytes else "text"
        case Word(name=name):
            return name.replace(" ", "_")
    raise InternalError(f"{key} is not ordered")


def _sort_by(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    """The keys with the places of their elements are sorted, then the elements follow."""
    items = operands[0]
    layout = as_list(items.layout)
    key = body.layout(_function(node).result)
    keys = ListCell(key)
    found = _mapped(body, node, items, keys)
    length = length_of(body, items.text).text
    pairs, scratch = (_block(body, node, length, pair_size(key)) for _ in range(2))
    pair = pair_type(key)

    def place(block: str, number: str) -> str:
        offset = body.writer.value(f"mul i64 {number}, {pair_size(key)}")
        start = body.address(block, START)
        return body.writer.value(f"getelementptr inbounds i8, ptr {start}, i64 {offset}")

    def write(turn: Turn, value: Operand) -> None:
        first = body.writer.value(f"insertvalue {pair} undef, {llvm_type(key)} {value.text}, 0")
        both = body.writer.value(f"insertvalue {pair} {first}, i64 {turn.number}, 1")
        body.writer.do(f"store {pair} {both}, ptr {place(pairs, turn.number)}")

    each_element(body, found.text, keys, write)
    _sort_block(
        body,
        key,
        body.address(pairs, START),
        body.address(scratch, START),
        length,
        numbered=True,
    )
    cell = new_list(body, layout, length, length, node.span)

    def follow(turn: Turn) -> None:
        both = body.writer.value(f"load {pair}, ptr {place(pairs, turn.number)}")
        number = body.writer.value(f"extractvalue {pair} {both}, 1")
        item = element_at(body, items.text, layout, number)
        store_element(body, element_place(body, cell, layout, turn.number), item)

    count(body, "0", length, follow)
    for block in (pairs, scratch):
        body.writer.do(f"call void @jadpo.free(ptr %context, ptr {block})")
    body.drop(found, items)
    return Operand(cell, layout, is_owned=True)


def _block(body: Body, node: nodes.LibraryCall, length: str, stride: int) -> str:
    """A cell without references of so many values."""
    bytes_ = body.writer.value(f"mul i64 {length}, {stride}")
    size = body.writer.value(f"add i64 {bytes_}, {START}")
    room = body.writer.value(f"call i64 @jadpo.room(i64 {size})")
    cell = body.writer.value(f"call ptr @jadpo.allocate(ptr %context, i64 {room}, i32 0)")
    return body.checked_cell(cell, node.span)


TRANSFORMATION_OPERATIONS: Final[dict[str, NativeOperation]] = {
    "collection.map": _map,
    "collection.filter": _filter,
    "collection.sort": _sort,
    "collection.sort_by": _sort_by,
}
"""The rows that make lists of lists, by their keys."""
