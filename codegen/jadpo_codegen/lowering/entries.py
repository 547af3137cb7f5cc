"""The standard library's rows on sets and maps."""

from collections.abc import Callable
from typing import Final

from jadpo.ir import nodes
from jadpo_codegen.layouts import BOOL, INT, TableCell, llvm_type
from jadpo_codegen.lowering.body import Body, Probe
from jadpo_codegen.lowering.lists import each_element
from jadpo_codegen.lowering.logic import compares_long, found_entry, probed
from jadpo_codegen.lowering.loops import Turn, count
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.lowering.rows import NativeOperation, as_list, as_table, chosen, made
from jadpo_codegen.support.tables import (
    ENTRIES_START,
    TABLE_ROOM,
    column_function,
    entry_shape,
)
from jadpo_runtime.values import Span
from jadpo_runtime.values.internal_error import InternalError


def new_table(body: Body, layout: TableCell, span: Span) -> Operand:
    """A set or map without entries."""
    cell = body.allocate(TABLE_ROOM, body.module.kind(layout), span)
    for offset in (16, 24, 32, 40, 48):
        body.store(cell, offset, Operand("0", INT))
    return Operand(cell, layout, is_owned=True)


def put_entry(
    body: Body,
    layout: TableCell,
    table: Operand,
    given: list[Operand],
    span: Span,
    probe: Probe | None = None,
) -> Operand:
    """The table with an entry more, or with another value for a key that it has.

    ``probe`` is where the key is in the same table, if that is known.
    """
    kind = body.module.kind(layout)
    function, known = f"@put.{kind}", ""
    if probe is not None:
        function, known = f"@put_at.{kind}", f", ptr {probe.entry}, i64 {probe.hash}"
    listed = "".join(f", {llvm_type(each.layout)} {body.owned(each)}" for each in given)
    cell = body.writer.value(
        f"call ptr {function}(ptr %context, ptr {body.owned(table)}{known}{listed})"
    )
    body.checked_cell(cell, span)
    if compares_long(layout.key):
        body.poll()
    return Operand(cell, layout, is_owned=True)


def each_entry(
    body: Body, table: str, layout: TableCell, write_turn: Callable[[Turn, str], None]
) -> None:
    """A loop over the entries, by their addresses, of a table that something else holds."""
    writer = body.writer
    stride = entry_shape(layout).stride
    used = body.load(table, 24, INT)
    entries = body.load(table, 40, INT)
    start = writer.value(f"inttoptr i64 {entries.text} to ptr")

    def write(turn: Turn) -> None:
        offset = writer.value(f"mul i64 {turn.number}, {stride}")
        skipped = writer.value(f"add i64 {offset}, {ENTRIES_START}")
        base = writer.value(f"getelementptr inbounds i8, ptr {start}, i64 {skipped}")
        hashed = writer.value(f"load i64, ptr {base}, align 8")
        removed = writer.value(f"icmp eq i64 {hashed}, 0")
        inside = writer.new_label("entry")
        writer.branch(removed, turn.next, inside)
        writer.begin(inside)
        write_turn(turn, base)

    count(body, "0", used.text, write)


def _empty_table(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    return new_table(body, as_table(body.layout(node.type)), node.span)


def _put(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    entries, key, *value = operands
    layout = as_table(entries.layout)
    given = [body.adapted(key, layout.key)]
    if layout.value is not None:
        given.append(body.adapted(value[0], layout.value))
    return put_entry(body, layout, entries, given, node.span, body.probes.get(id(node)))


def _get(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    return looked_up(body, node, operands)[0]


def looked_up(
    body: Body, node: nodes.LibraryCall, operands: list[Operand]
) -> tuple[Operand, Probe]:
    """The value of ``collection.get``, and where its key is."""
    entries, key = operands
    layout = as_table(entries.layout)
    value_layout = layout.value
    if value_layout is None:
        raise InternalError("collection.get of a set")
    probe = probed(body, layout, entries, key)
    is_there = body.writer.value(f"icmp ne ptr {probe.entry}, null")
    offset = entry_shape(layout).value
    answer = chosen(
        body,
        is_there,
        body.layout(node.type),
        lambda: body.load(probe.entry, offset, value_layout),
    )
    body.drop(entries, key)
    return answer, probe


def _remove(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    entries, key = operands
    layout = as_table(entries.layout)
    given = body.adapted(key, layout.key)
    rest = made(
        body,
        node,
        f"call ptr @remove.{body.module.kind(layout)}"
        f"(ptr %context, ptr {body.owned(entries)}, {llvm_type(layout.key)} {given.text})",
        layout,
    )
    if compares_long(layout.key):
        body.poll()
    body.drop(given)
    return rest


def _contains(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    entries, key = operands
    entry = found_entry(body, as_table(entries.layout), entries, key)
    is_there = body.writer.value(f"icmp ne ptr {entry}, null")
    body.drop(entries, key)
    return Operand(is_there, BOOL)


def _count(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    number = body.load(operands[0].text, 16, INT)
    body.drop(operands[0])
    return number


def _is_empty(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    number = _count(body, node, operands)
    return Operand(body.writer.value(f"icmp eq i64 {number.text}, 0"), BOOL)


def _column(word: str) -> NativeOperation:
    def column(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
        table = as_table(operands[0].layout)
        list_kind = body.module.kind(as_list(body.layout(node.type)))
        kind = body.module.kind(table)
        name = f"@{word}.{kind}"
        body.module.define(name, lambda: column_function(name, kind, table, list_kind))
        call = f"call ptr {name}(ptr %context, ptr {operands[0].text})"
        answer = made(body, node, call, body.layout(node.type))
        body.drop(operands[0])
        return answer

    return column


def _set_of(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    items = operands[0]
    layout = as_table(body.layout(node.type))
    place = body.hidden_slot(layout)
    body.store_place(place, new_table(body, layout, node.span))

    def put(turn: Turn, item: Operand) -> None:
        enter(body, place, layout, item, node.span)

    each_element(body, items.text, as_list(items.layout), put)
    body.drop(items)
    return taken(body, place, layout)


def enter(body: Body, place: str, layout: TableCell, key: Operand, span: Span) -> None:
    """Put a member into the set that a place holds."""
    table = Operand(body.writer.value(f"load ptr, ptr {place}"), layout, is_owned=True)
    changed = put_entry(body, layout, table, [body.adapted(key, layout.key)], span)
    body.writer.do(f"store ptr {changed.text}, ptr {place}")


def taken(body: Body, place: str, layout: TableCell) -> Operand:
    """What a place holds, which it holds no longer."""
    cell = body.writer.value(f"load ptr, ptr {place}")
    body.writer.do(f"store ptr null, ptr {place}")
    return Operand(cell, layout, is_owned=True)


def _union(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    left, right = operands
    layout = as_table(left.layout)
    key = entry_shape(layout).key
    place = body.hidden_slot(layout)
    body.store_place(place, body.held(left))

    def put(turn: Turn, entry: str) -> None:
        enter(body, place, layout, body.load(entry, key, layout.key), node.span)

    each_entry(body, right.text, layout, put)
    body.drop(right)
    return taken(body, place, layout)


def _members(condition: str) -> NativeOperation:
    """The members of the first set of whose entry in the second one the condition holds."""

    def members(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
        left, right = operands
        layout = as_table(left.layout)
        key = entry_shape(layout).key
        place = body.hidden_slot(layout)
        body.store_place(place, new_table(body, layout, node.span))

        def put(turn: Turn, entry: str) -> None:
            member = body.load(entry, key, layout.key)
            other = found_entry(body, layout, right, member)
            belongs = body.writer.value(f"icmp {condition} ptr {other}, null")
            inside = body.writer.new_label("belongs")
            body.writer.branch(belongs, inside, turn.next)
            body.writer.begin(inside)
            enter(body, place, layout, member, node.span)

        each_entry(body, left.text, layout, put)
        body.drop(left, right)
        return taken(body, place, layout)

    return members


ENTRY_OPERATIONS: Final[dict[str, NativeOperation]] = {
    "collection.empty_map": _empty_table,
    "collection.empty_set": _empty_table,
    "collection.put": _put,
    "collection.add": _put,
    "collection.get": _get,
    "collection.remove": _remove,
    "collection.contains(Set)": _contains,
    "collection.contains(Map)": _contains,
    "collection.count(Set)": _count,
    "collection.count(Map)": _count,
    "collection.is_empty(Set)": _is_empty,
    "collection.is_empty(Map)": _is_empty,
    "collection.keys": _column("keys"),
    "collection.values": _column("values"),
    "collection.list_of": _column("keys"),
    "collection.set_of": _set_of,
    "collection.union": _union,
    "collection.intersection": _members("ne"),
    "collection.difference": _members("eq"),
}
"""The rows on sets and maps, by their keys."""
