"""Loops: counted ones, over collections, over the parts of a text, and ``while``."""

from typing import Final, NamedTuple

from jadpo.ir import nodes
from jadpo.ir.nodes import ArithmeticOperator, ComparisonOperator
from jadpo.ir.walk import descendants
from jadpo_codegen.layouts import INT, TEXT, ListCell, TableCell
from jadpo_codegen.lowering.body import Body, Loop
from jadpo_codegen.lowering.entries import each_entry
from jadpo_codegen.lowering.lists import each_element
from jadpo_codegen.lowering.loops import STRIP, Turn, Variable, count
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.lowering.rows import library_values
from jadpo_codegen.lowering.steps import Step, find_step, is_local, is_one, lower_step, plain
from jadpo_codegen.lowering.storing import stored_slots
from jadpo_codegen.lowering.texts import constant_separator, is_split
from jadpo_codegen.support.tables import entry_shape
from jadpo_codegen.support.texts import BYTES_START
from jadpo_codegen.writer import UNLIKELY
from jadpo_runtime.values import Primitive, PrimitiveType
from jadpo_runtime.values.internal_error import InternalError


def _turn(body: Body, block: tuple[nodes.Statement, ...], loop: Loop) -> None:
    body.begin_loop(loop)
    body.block(block)
    body.loops.pop()


# ---- while


def lower_while(body: Body, node: nodes.While) -> None:
    """A loop that looks at the stop byte before every turn, or every so many quick ones [L6]."""
    counter = _counter(node)
    if counter is not None:
        _counted_while(body, node, counter)
        return
    writer = body.writer
    is_quick = _is_quick(node)
    step = find_step(body, node.body) if is_quick else None
    turns = Variable(body, "i64", str(STRIP)) if is_quick and step is None else None
    if is_quick:
        # Loops of few turns may be in one of very many.
        body.poll()
    head, inside = writer.new_label("while"), writer.new_label("turn")
    after = writer.new_label("after")
    writer.begin(head)
    condition = body.expression(node.condition)
    writer.branch(condition.text, inside, after)
    writer.begin(inside)
    if turns is not None:
        _poll_at_times(body, turns)
    elif not is_quick:
        body.poll()
    if step is None:
        _turn(body, node.body, Loop(after, head))
    else:
        _turn_with_step(body, node.body, Loop(after, head), step)
    if writer.is_open:
        writer.jump(head)
    writer.begin(after)


def _turn_with_step(body: Body, block: tuple[nodes.Statement, ...], loop: Loop, step: Step) -> None:
    body.begin_loop(loop)
    body.block(block[: step.position])
    lower_step(body, step)
    body.block(block[step.position + 1 :])
    body.loops.pop()


def _poll_at_times(body: Body, turns: Variable) -> None:
    """Look at the stop byte where ``turns``, which counts down, has come to nought."""
    writer = body.writer
    left = writer.value(f"sub i64 {turns.get()}, 1")
    turns.put(left)
    is_over = writer.value(f"icmp eq i64 {left}, 0")
    over, on = writer.new_label("over"), writer.new_label("on")
    writer.branch(is_over, over, on, UNLIKELY)
    writer.begin(over)
    body.poll()
    turns.put(str(STRIP))
    writer.begin(on)


_QUICK: Final = (
    *(nodes.Store, nodes.If, nodes.Break, nodes.Continue, nodes.Return, nodes.Local),
    *(nodes.Constant, nodes.Arithmetic, nodes.Negate, nodes.Compare, nodes.And, nodes.Or),
    *(nodes.Not, nodes.Widen, nodes.LibraryCall),
)
"""Nodes of a turn that takes some nanoseconds."""

_QUICK_ROWS: Final = frozenset(
    {"numeric.quotient(Int)", "numeric.absolute(Int)", "numeric.minimum(Int)"}
    | {"numeric.maximum(Int)"}
)


def _is_quick(node: nodes.While) -> bool:
    """Whether a loop only computes with numbers, so that many turns take no time that matters."""
    return all(
        isinstance(each, _QUICK)
        and (not isinstance(each, nodes.LibraryCall) or each.operation in _QUICK_ROWS)
        and (not isinstance(each, nodes.Compare) or each.operand == _INT)
        and (
            not isinstance(each, nodes.Arithmetic)
            or each.operator is not ArithmeticOperator.TEXT_CONCATENATE
        )
        for each in descendants(node)
    )


_INT: Final = PrimitiveType(Primitive.INT)


class _Counter(NamedTuple):
    """A slot that each turn ends by adding one to, and what it stays below meanwhile."""

    slot: int
    limit: nodes.Expression
    last: nodes.Store


def _counter(node: nodes.While) -> _Counter | None:
    """What a loop such as ``while i < n { … i = i + 1 }`` counts; ``None`` of any other loop."""
    condition = node.condition
    if not (
        isinstance(condition, nodes.Compare)
        and condition.operator is ComparisonOperator.LESS
        and node.body
    ):
        return None
    left, limit, last = plain(condition.left), plain(condition.right), node.body[-1]
    if not (isinstance(left, nodes.Local) and isinstance(last, nodes.Store)):
        return None
    added = plain(last.value)
    if not (
        last.slot == left.slot
        and isinstance(added, nodes.Arithmetic)
        and added.operator is ArithmeticOperator.INT_ADD
        and is_local(added.left, left.slot)
        and is_one(added.right)
    ):
        return None
    fixed = {left.slot}
    if isinstance(limit, nodes.Local):
        fixed.add(limit.slot)
    elif not isinstance(limit, nodes.Constant):
        return None
    for statement in node.body[:-1]:
        for each in (statement, *descendants(statement)):
            if isinstance(each, nodes.Continue) or fixed.intersection(stored_slots(each)):
                return None
    return _Counter(left.slot, limit, last)


def _counted_while(body: Body, node: nodes.While, counter: _Counter) -> None:
    """In strips, as counted loops; the counter cannot overflow below its limit."""
    writer = body.writer
    slot = body.slots[counter.slot].place
    strip_head, strip = writer.new_label("strips"), writer.new_label("strip")
    head, inside = writer.new_label("while"), writer.new_label("turn")
    after = writer.new_label("after")
    writer.begin(strip_head)
    limit = body.expression(counter.limit).text
    first = writer.value(f"load i64, ptr {slot}")
    more = writer.value(f"icmp slt i64 {first}, {limit}")
    writer.branch(more, strip, after)
    writer.begin(strip)
    body.poll()
    left = writer.value(f"sub i64 {limit}, {first}")
    long = writer.value(f"icmp ugt i64 {left}, {STRIP}")
    far = writer.value(f"add i64 {first}, {STRIP}")
    end = writer.value(f"select i1 {long}, i64 {far}, i64 {limit}")
    writer.begin(head)
    number = writer.value(f"load i64, ptr {slot}")
    inner_more = writer.value(f"icmp slt i64 {number}, {end}")
    writer.branch(inner_more, inside, strip_head)
    writer.begin(inside)
    _turn(body, node.body[:-1], Loop(after, head))
    if writer.is_open:
        before = writer.value(f"load i64, ptr {slot}")
        following = writer.value(f"add nsw i64 {before}, 1")
        writer.do(f"store i64 {following}, ptr {slot}")
        writer.jump(head)
    writer.begin(after)


# ---- for


def lower_for_range(body: Body, node: nodes.ForRange) -> None:
    """A counted loop, in strips between which it looks at the stop byte."""
    start, end = body.operands((node.start, node.end))

    def write(turn: Turn) -> None:
        body.store_slot(node.slot, Operand(turn.number, INT))
        _turn(body, node.body, Loop(turn.after, turn.next))

    count(body, start.text, end.text, write)


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
    held = body.hidden_slot(layout)
    body.store_place(held, collection)

    def write(turn: Turn, element: Operand) -> None:
        body.store_slot(node.slot, element)
        _turn(body, node.body, Loop(turn.after, turn.next))

    each_element(body, collection.text, layout, write)
    body.store_place(held, Operand("null", layout, is_owned=True))


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
    body.module.kind(layout)
    entry = entry_shape(layout)
    held = body.hidden_slot(layout)
    body.store_place(held, collection)

    def write(turn: Turn, base: str) -> None:
        body.store_slot(key, body.load(base, entry.key, layout.key))
        if value is not None and layout.value is not None:
            body.store_slot(value, body.load(base, entry.value, layout.value))
        _turn(body, block, Loop(turn.after, turn.next))

    each_entry(body, collection.text, layout, write)
    body.store_place(held, Operand("null", layout, is_owned=True))


# ---- the parts of a text


def _over_parts(body: Body, node: nodes.ForEach, call: nodes.LibraryCall) -> None:
    """The parts of a split text, each cut when its turn comes, so that there is no list.

    A part is written over the one before it where nobody kept that.
    """
    writer = body.writer
    text, separator = body.operands(library_values(call))
    held, held_separator = body.hidden_slot(TEXT), body.hidden_slot(TEXT)
    body.store_place(held, text)
    body.store_place(held_separator, separator)
    size, points = body.load(text.text, 16, INT), body.load(text.text, 24, INT)
    is_ascii = writer.value(f"icmp eq i64 {size.text}, {points.text}")
    start = body.address(text.text, BYTES_START)
    end = writer.value(f"getelementptr inbounds i8, ptr {start}, i64 {size.text}")
    # Where the next part begins; null after the last one.
    place = writer.place("ptr")
    writer.do(f"store ptr {start}, ptr {place}")
    head, inside = writer.new_label("each"), writer.new_label("turn")
    after = writer.new_label("after")
    writer.begin(head)
    at = writer.value(f"load ptr, ptr {place}")
    written = constant_separator(call)
    limit = "null" if written else end
    over = writer.value(f"icmp eq ptr {at}, {limit}")
    writer.branch(over, after, inside)
    writer.begin(inside)
    if written:
        part = body.address(separator.text, BYTES_START)
        hit = writer.value(
            f"call ptr @jadpo.find_bytes(ptr %context, ptr {at}, ptr {end}, ptr {part},"
            f" i64 {len(written.encode())})"
        )
        body.poll()
        is_last = writer.value(f"icmp eq ptr {hit}, null")
        piece_end = writer.value(f"select i1 {is_last}, ptr {end}, ptr {hit}")
        behind = writer.value(f"getelementptr i8, ptr {hit}, i64 {len(written.encode())}")
        following = writer.value(f"select i1 {is_last}, ptr null, ptr {behind}")
        _cut_over(body, node, call, (at, piece_end, is_ascii))
    else:
        body.poll()
        following = _take_character(body, node, call, at)
    writer.do(f"store ptr {following}, ptr {place}")
    _turn(body, node.body, Loop(after, head))
    if writer.is_open:
        writer.jump(head)
    writer.begin(after)
    body.store_place(held, Operand("null", TEXT, is_owned=True))
    body.store_place(held_separator, Operand("null", TEXT, is_owned=True))


def _cut_over(
    body: Body, node: nodes.ForEach, call: nodes.LibraryCall, piece: tuple[str, str, str]
) -> None:
    """Give the loop's slot the text between two places."""
    begin, end, is_ascii = piece
    slot = body.slots[node.slot].place
    old = body.writer.value(f"load ptr, ptr {slot}, align 8")
    cell = body.writer.value(
        f"call ptr @jadpo.text_piece_over(ptr %context, ptr {old}, ptr {begin}, ptr {end},"
        f" i1 {is_ascii}, i32 {body.module.kind(TEXT)})"
    )
    body.checked_cell(cell, call.span)
    body.writer.do(f"store ptr {cell}, ptr {slot}, align 8")


def _take_character(body: Body, node: nodes.ForEach, call: nodes.LibraryCall, at: str) -> str:
    """Give the loop's slot the character at a place; where the next one is."""
    both = body.writer.value(
        f"call {{ ptr, ptr }} @jadpo.next_character(ptr %context, ptr {at},"
        f" i32 {body.module.kind(TEXT)})"
    )
    cell = body.writer.value(f"extractvalue {{ ptr, ptr }} {both}, 0")
    body.checked_cell(cell, call.span)
    body.store_slot(node.slot, Operand(cell, TEXT, is_owned=True))
    return body.writer.value(f"extractvalue {{ ptr, ptr }} {both}, 1")
