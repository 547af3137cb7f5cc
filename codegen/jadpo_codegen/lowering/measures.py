"""The standard library's rows that go over the elements of a list: searches, sums, extremes."""

from typing import Final

from jadpo.ir import nodes
from jadpo.ir.nodes import ComparisonOperator
from jadpo_codegen.cells import nested_without_bound
from jadpo_codegen.layouts import BOOL, DECIMAL, INT, ListCell, TableCell
from jadpo_codegen.lowering.arithmetic import checked
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.entries import enter, new_table, taken
from jadpo_codegen.lowering.lists import each_element, element_at, length_of
from jadpo_codegen.lowering.logic import compared, equal, found_entry
from jadpo_codegen.lowering.loops import Turn, Variable
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.lowering.rows import NativeOperation, as_list, by_python, chosen, unless
from jadpo_codegen.support.tables import column_function
from jadpo_codegen.writer import UNLIKELY
from jadpo_runtime.values import Span
from jadpo_runtime.values.internal_error import InternalError


def position(body: Body, items: Operand, item: Operand, span: Span) -> str:
    """Where the first equal element of a borrowed list is, or -1."""
    layout = as_list(items.layout)
    wanted = body.adapted(item, layout.element)
    found = Variable(body, "i64", "-1")

    def compare(turn: Turn, element: Operand) -> None:
        same = equal(body, element, wanted, span)
        inside = body.writer.new_label("found")
        body.writer.branch(same, inside, turn.next, UNLIKELY)
        body.writer.begin(inside)
        found.put(turn.number)
        body.writer.jump(turn.after)

    each_element(body, items.text, layout, compare)
    return found.get()


def lower_membership(body: Body, node: nodes.Contains) -> Operand:
    """``in`` of a list or a set."""
    item, collection = body.operands((node.item, node.collection))
    if isinstance(collection.layout, ListCell):
        place = position(body, collection, item, node.span)
        holds = body.writer.value(f"icmp sge i64 {place}, 0")
    elif isinstance(collection.layout, TableCell):
        entry = found_entry(body, collection.layout, collection, item)
        holds = body.writer.value(f"icmp ne ptr {entry}, null")
    else:
        raise InternalError(f"a member of {collection.layout}")
    body.drop(item, collection)
    return Operand(holds, BOOL)


def _contains(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    items, item = operands
    place = position(body, items, item, node.span)
    body.drop(items, item)
    return Operand(body.writer.value(f"icmp sge i64 {place}, 0"), BOOL)


def _index_of(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    items, item = operands
    place = position(body, items, item, node.span)
    body.drop(items, item)
    is_there = body.writer.value(f"icmp sge i64 {place}, 0")
    return chosen(body, is_there, body.layout(node.type), lambda: Operand(place, INT))


def _sum_of_ints(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    items = operands[0]
    total = Variable(body, "i64", "0")

    def add(turn: Turn, number: Operand) -> None:
        total.put(checked(body, "sadd", total.get(), number.text, node.span).text)

    each_element(body, items.text, as_list(items.layout), add)
    body.drop(items)
    return Operand(total.get(), INT)


def _sum_of_decimals(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    """By Python from the start where it has to decide about one of the additions."""
    items = operands[0]
    nought = body.writer.value("call i128 @jadpo.decimal_of_int(i64 0)")
    total = Variable(body, "i128", nought)
    is_odd = Variable(body, "i1", "false")

    def add(turn: Turn, number: Operand) -> None:
        writer = body.writer
        answer = writer.value(
            f"call {{ i1, i128 }} @jadpo.decimal_add(i128 {total.get()}, i128 {number.text})"
        )
        is_done = writer.value(f"extractvalue {{ i1, i128 }} {answer}, 0")
        done, odd = writer.new_label("done"), writer.new_label("odd")
        writer.branch(is_done, done, odd)
        writer.begin(odd)
        is_odd.put("true")
        writer.jump(turn.after)
        writer.begin(done)
        total.put(writer.value(f"extractvalue {{ i1, i128 }} {answer}, 1"))

    each_element(body, items.text, as_list(items.layout), add)

    def native() -> Operand:
        body.drop(items)
        return Operand(total.get(), DECIMAL)

    return unless(body, is_odd.get(), DECIMAL, native, lambda: by_python(body, node, operands))


def _extreme(better: ComparisonOperator) -> NativeOperation:
    """The first of the elements that no other one is better than."""

    def extreme(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
        items = operands[0]
        layout = as_list(items.layout)
        best = Variable(body, "i64", "0")

        def compare(turn: Turn, element: Operand) -> None:
            champion = element_at(body, items.text, layout, best.get())
            holds = compared(body, better, element, champion, node.span)
            before = best.get()
            best.put(body.writer.value(f"select i1 {holds}, i64 {turn.number}, i64 {before}"))

        each_element(body, items.text, layout, compare)
        length = length_of(body, items.text).text
        some = body.writer.value(f"icmp ne i64 {length}, 0")
        answer = chosen(
            body,
            some,
            body.layout(node.type),
            lambda: element_at(body, items.text, layout, best.get()),
        )
        body.drop(items)
        return answer

    return extreme


def _distinct(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    """By a set of the elements; by Python where they may be nested without bound."""
    items = operands[0]
    layout = as_list(items.layout)
    if nested_without_bound(body.layouts, [layout.element]):
        return by_python(body, node, operands)
    table = TableCell(layout.element, None)
    place = body.hidden_slot(table)
    body.store_place(place, new_table(body, table, node.span))

    def put(turn: Turn, item: Operand) -> None:
        enter(body, place, table, item, node.span)

    each_element(body, items.text, layout, put)
    body.drop(items)
    members = taken(body, place, table)
    kind, list_kind = body.module.kind(table), body.module.kind(layout)
    name = body.module.define(
        f"@keys.{kind}", lambda: column_function(f"@keys.{kind}", kind, table, list_kind)
    )
    cell = body.writer.value(f"call ptr {name}(ptr %context, ptr {members.text})")
    body.checked_cell(cell, node.span)
    body.drop(members)
    return Operand(cell, layout, is_owned=True)


MEASURE_OPERATIONS: Final[dict[str, NativeOperation]] = {
    "collection.contains(List)": _contains,
    "collection.index_of": _index_of,
    "collection.sum(Int)": _sum_of_ints,
    "collection.sum(Decimal)": _sum_of_decimals,
    "collection.minimum": _extreme(ComparisonOperator.LESS),
    "collection.maximum": _extreme(ComparisonOperator.GREATER),
    "collection.distinct": _distinct,
}
"""The rows that go over a list, by their keys."""
