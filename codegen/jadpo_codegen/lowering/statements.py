"""Statements: bindings, branches, loops, results."""

from jadpo.ir import nodes
from jadpo_codegen.layouts import INT, TEXT, ListCell, TableCell
from jadpo_codegen.lowering.body import Body, Loop
from jadpo_codegen.lowering.library import element_at, is_split, library_values
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.support import lists
from jadpo_codegen.support.tables import ENTRIES_START, entry_shape
from jadpo_codegen.support.texts import BYTES_START
from jadpo_runtime.values.internal_error import InternalError

STRIP = 4_096
"""Turns of a counted loop between two looks at the stop byte, so that LLVM can vectorise them."""


def lower_store(body: Body, node: nodes.Store) -> None:
    """A slot's new value."""
    body.store_slot(node.slot, body.expression(node.value))


def lower_evaluate(body: Body, node: nodes.Evaluate) -> None:
    """An expression for its effect."""
    body.drop(body.expression(node.value))


def lower_return(body: Body, node: nodes.Return) -> None:
    """The result, or none in a Unit callable."""
    if node.value is None:
        body.give(Operand("false", body.result))
    else:
        body.give(body.expression(node.value))


def lower_if(body: Body, node: nodes.If) -> None:
    """One of two blocks."""
    condition = body.expression(node.condition)
    then, otherwise = body.writer.new_label("then"), body.writer.new_label("else")
    after = body.writer.new_label("after") if node.otherwise else otherwise
    body.writer.branch(condition.text, then, otherwise)
    body.writer.begin(then)
    body.block(node.then)
    if node.otherwise:
        if body.writer.is_open:
            body.writer.jump(after)
        body.writer.begin(otherwise)
        body.block(node.otherwise)
    body.writer.begin(after)


def lower_while(body: Body, node: nodes.While) -> None:
    """A loop that looks at the stop byte before every turn [L6]."""
    head, inside = body.writer.new_label("while"), body.writer.new_label("turn")
    after = body.writer.new_label("after")
    body.writer.begin(head)
    condition = body.expression(node.condition)
    body.writer.branch(condition.text, inside, after)
    body.writer.begin(inside)
    body.poll()
    _turn(body, node.body, Loop(after, head))
    if body.writer.is_open:
        body.writer.jump(head)
    body.writer.begin(after)


def _turn(body: Body, block: tuple[nodes.Statement, ...], loop: Loop) -> None:
    body.begin_loop(loop)
    body.block(block)
    body.loops.pop()


def lower_for_range(body: Body, node: nodes.ForRange) -> None:
    """A counted loop, in strips between which it looks at the stop byte."""
    writer = body.writer
    start, end = body.operands((node.start, node.end))
    place = writer.place("i64")
    writer.do(f"store i64 {start.text}, ptr {place}")
    strip_head, strip = writer.new_label("strips"), writer.new_label("strip")
    head, inside = writer.new_label("for"), writer.new_label("turn")
    step, after = writer.new_label("step"), writer.new_label("after")
    writer.begin(strip_head)
    first = writer.value(f"load i64, ptr {place}")
    more = writer.value(f"icmp slt i64 {first}, {end.text}")
    writer.branch(more, strip, after)
    writer.begin(strip)
    body.poll()
    left = writer.value(f"sub i64 {end.text}, {first}")
    long = writer.value(f"icmp ugt i64 {left}, {STRIP}")
    far = writer.value(f"add i64 {first}, {STRIP}")
    last = writer.value(f"select i1 {long}, i64 {far}, i64 {end.text}")
    writer.begin(head)
    number = writer.value(f"load i64, ptr {place}")
    inner_more = writer.value(f"icmp slt i64 {number}, {last}")
    writer.branch(inner_more, inside, strip_head)
    writer.begin(inside)
    body.store_slot(node.slot, Operand(number, INT))
    _turn(body, node.body, Loop(after, step))
    writer.begin(step)
    following = writer.value(f"add nsw i64 {number}, 1")
    writer.do(f"store i64 {following}, ptr {place}")
    writer.jump(head)
    writer.begin(after)


def lower_for_each(body: Body, node: nodes.ForEach) -> None:
    """A loop over the elements of a list, the members of a set, or the parts of a text."""
    if is_split(node.collection):
        _over_parts(body, node, node.collection)
        return
    collection = body.expression(node.collection)
    layout = collection.layout
    if isinstance(layout, ListCell):
        _over_list(body, node, collection, layout)
    elif isinstance(layout, TableCell):
        _over_entries(body, collection, layout, node.slot, None, node.body)
    else:
        raise InternalError(f"a loop over {layout}")


def _over_list(body: Body, node: nodes.ForEach, collection: Operand, layout: ListCell) -> None:
    writer = body.writer
    held = body.hidden_slot(layout)
    body.store_place(held, collection)
    length = body.load(collection.text, lists.LENGTH, INT)
    place = writer.place("i64")
    writer.do(f"store i64 0, ptr {place}")
    head, inside = writer.new_label("each"), writer.new_label("turn")
    step, after = writer.new_label("step"), writer.new_label("after")
    writer.begin(head)
    number = writer.value(f"load i64, ptr {place}")
    more = writer.value(f"icmp ult i64 {number}, {length.text}")
    writer.branch(more, inside, after)
    writer.begin(inside)
    body.poll()
    body.store_slot(node.slot, element_at(body, collection.text, layout, number))
    _turn(body, node.body, Loop(after, step))
    writer.begin(step)
    following = writer.value(f"add nuw i64 {number}, 1")
    writer.do(f"store i64 {following}, ptr {place}")
    writer.jump(head)
    writer.begin(after)
    body.store_place(held, Operand("null", layout, is_owned=True))


def _over_parts(body: Body, node: nodes.ForEach, call: nodes.LibraryCall) -> None:
    """The parts of a split text, each cut when its turn comes, so that there is no list."""
    writer = body.writer
    text, separator = body.operands(library_values(call))
    held, held_separator = body.hidden_slot(TEXT), body.hidden_slot(TEXT)
    body.store_place(held, text)
    body.store_place(held_separator, separator)
    size, points = body.load(text.text, 16, INT), body.load(text.text, 24, INT)
    is_ascii = writer.value(f"icmp eq i64 {size.text}, {points.text}")
    start = body.address(text.text, BYTES_START)
    end = writer.value(f"getelementptr inbounds i8, ptr {start}, i64 {size.text}")
    part = body.address(separator.text, BYTES_START)
    part_size = body.load(separator.text, 16, INT)
    # Where the next part begins; null after the last one.
    place = writer.place("ptr")
    writer.do(f"store ptr {start}, ptr {place}")
    head, inside = writer.new_label("each"), writer.new_label("turn")
    after = writer.new_label("after")
    writer.begin(head)
    at = writer.value(f"load ptr, ptr {place}")
    over = writer.value(f"icmp eq ptr {at}, null")
    writer.branch(over, after, inside)
    writer.begin(inside)
    body.poll()
    hit = writer.value(
        f"call ptr @jadpo.find_bytes(ptr {at}, ptr {end}, ptr {part}, i64 {part_size.text})"
    )
    is_last = writer.value(f"icmp eq ptr {hit}, null")
    piece_end = writer.value(f"select i1 {is_last}, ptr {end}, ptr {hit}")
    behind = writer.value(f"getelementptr i8, ptr {hit}, i64 {part_size.text}")
    following = writer.value(f"select i1 {is_last}, ptr null, ptr {behind}")
    writer.do(f"store ptr {following}, ptr {place}")
    piece = writer.value(
        f"call ptr @jadpo.text_piece(ptr %context, ptr {at}, ptr {piece_end}, i1 {is_ascii},"
        f" i32 {body.module.kind(TEXT)})"
    )
    body.checked_cell(piece, call.span)
    body.store_slot(node.slot, Operand(piece, TEXT, is_owned=True))
    _turn(body, node.body, Loop(after, head))
    if writer.is_open:
        writer.jump(head)
    writer.begin(after)
    body.store_place(held, Operand("null", TEXT, is_owned=True))
    body.store_place(held_separator, Operand("null", TEXT, is_owned=True))


def lower_for_entries(body: Body, node: nodes.ForEntries) -> None:
    """A loop over the entries of a map."""
    collection = body.expression(node.collection)
    if not isinstance(collection.layout, TableCell):
        raise InternalError(f"a loop over the entries of {collection.layout}")
    _over_entries(body, collection, collection.layout, node.key, node.value, node.body)


def _over_entries(
    body: Body,
    collection: Operand,
    layout: TableCell,
    key: int,
    value: int | None,
    block: tuple[nodes.Statement, ...],
) -> None:
    writer = body.writer
    body.module.kind(layout)
    entry = entry_shape(layout)
    held = body.hidden_slot(layout)
    body.store_place(held, collection)
    used = body.load(collection.text, 24, INT)
    entries = body.load(collection.text, 40, INT)
    start = writer.value(f"inttoptr i64 {entries.text} to ptr")
    place = writer.place("i64")
    writer.do(f"store i64 0, ptr {place}")
    head, look = writer.new_label("each"), writer.new_label("look")
    inside = writer.new_label("turn")
    step, after = writer.new_label("step"), writer.new_label("after")
    writer.begin(head)
    number = writer.value(f"load i64, ptr {place}")
    more = writer.value(f"icmp ult i64 {number}, {used.text}")
    writer.branch(more, look, after)
    writer.begin(look)
    body.poll()
    offset = writer.value(f"mul i64 {number}, {entry.stride}")
    skipped = writer.value(f"add i64 {offset}, {ENTRIES_START}")
    base = writer.value(f"getelementptr inbounds i8, ptr {start}, i64 {skipped}")
    hashed = writer.value(f"load i64, ptr {base}, align 8")
    removed = writer.value(f"icmp eq i64 {hashed}, 0")
    writer.branch(removed, step, inside)
    writer.begin(inside)
    body.store_slot(key, body.load(base, entry.key, layout.key))
    if value is not None and layout.value is not None:
        body.store_slot(value, body.load(base, entry.value, layout.value))
    _turn(body, block, Loop(after, step))
    writer.begin(step)
    following = writer.value(f"add nuw i64 {number}, 1")
    writer.do(f"store i64 {following}, ptr {place}")
    writer.jump(head)
    writer.begin(after)
    body.store_place(held, Operand("null", layout, is_owned=True))


def lower_break(body: Body, node: nodes.Break) -> None:
    """The end of the loop."""
    body.leave_loop(body.loops[-1].after)


def lower_continue(body: Body, node: nodes.Continue) -> None:
    """The next turn of the loop."""
    body.leave_loop(body.loops[-1].next)
