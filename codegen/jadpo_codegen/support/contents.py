"""The functions that compare and hash what cells hold [T9].

``@equal.N(context, left, right, room)`` says whether two cells of a kind, or nulls, hold equal
values: one of :data:`~jadpo_codegen.support.keys.SAME`, ``DIFFERENT``, ``TOO_DEEP`` and
``INTERRUPTED``.
``@content.N(context, cell)`` is a hash that equal cells have in common; there is none of kinds that
hold themselves.

What values share is gone through as often as it is met, so neither is bounded by the memory that a
value takes: both look at the stop byte at each cell and at each element [L6].
"""

from collections.abc import Iterable, Mapping
from typing import Final

from jadpo_codegen.layouts import (
    DECIMAL,
    INT,
    Cell,
    Layout,
    Layouts,
    ListCell,
    Place,
    RecordCell,
    TableCell,
    Tag,
    TextCell,
    VariantCell,
    Word,
    llvm_type,
    size_of,
)
from jadpo_codegen.support import lists
from jadpo_codegen.support.keys import (
    DIFFERENT,
    INTERRUPTED,
    SAME,
    TOO_DEEP,
    equality_text,
    hash_text,
    mixed,
)
from jadpo_codegen.support.tables import ENTRIES_START, entry_shape
from jadpo_runtime.values import EntityDefinition

_SEED: Final = 88172645463325252
"""What the hash of a sequence begins with."""

_HEAD: Final = f"""\
  %identical = icmp eq ptr %left, %right
  br i1 %identical, label %same, label %apart
apart:
  %no.left = icmp eq ptr %left, null
  %no.right = icmp eq ptr %right, null
  %absent = or i1 %no.left, %no.right
  br i1 %absent, label %differ, label %ask
ask:
  %stops = call i1 @jadpo.stops(ptr %context)
  br i1 %stops, label %interrupted, label %there
interrupted:
  ret i8 {INTERRUPTED}
there:
  %room = sub i64 %room.given, 1
  %full = icmp slt i64 %room, 0
  br i1 %full, label %deep, label %compare
deep:
  ret i8 {TOO_DEEP}
same:
  ret i8 {SAME}
differ:
  ret i8 {DIFFERENT}
compare:
"""


def content_functions(
    layouts: Layouts, cell: Cell, kinds: Mapping[Cell, int], *, is_bounded: bool
) -> str:
    """The functions of one kind that is no text; ``is_bounded`` says that it has a hash."""
    kind = kinds[cell]
    equal = (
        f"define internal i8 @equal.{kind}"
        "(ptr %context, ptr %left, ptr %right, i64 %room.given) {\nentry:\n"
        f"{_HEAD}{_comparison(layouts, kind, cell, kinds)}}}\n"
    )
    if not is_bounded:
        return equal
    return (
        f"{equal}\ndefine internal i64 @content.{kind}(ptr %context, ptr %cell) {{\nentry:\n"
        "  %absent = icmp eq ptr %cell, null\n"
        "  %stops = call i1 @jadpo.stops(ptr %context)\n"
        "  %over.all = or i1 %absent, %stops\n"
        "  br i1 %over.all, label %nothing, label %begin\n"
        f"nothing:\n  ret i64 -1\nbegin:\n{_hash(layouts, kind, cell, kinds)}}}\n"
    )


# ---- equality


def _comparison(layouts: Layouts, kind: int, cell: Cell, kinds: Mapping[Cell, int]) -> str:
    match cell:
        case ListCell(element=element):
            return _list_comparison(element, kinds)
        case TableCell():
            return _table_comparison(kind, cell, kinds)
        case RecordCell(name=name):
            return _places_comparison(compared_places(layouts, name), "field", kinds)
        case VariantCell(name=name):
            return _variant_comparison(layouts, name, kinds)
        case TextCell():
            return ""


def compared_places(layouts: Layouts, name: str) -> tuple[Place, ...]:
    """The fields by which records are told apart: of an entity its identity."""
    places = layouts.record(name).places
    definition = layouts.types.definitions.get(name)
    if not isinstance(definition, EntityDefinition):
        return places
    index = [field.name for field in definition.fields].index(definition.identity)
    return places[index : index + 1]


def _list_comparison(element: Layout, kinds: Mapping[Cell, int]) -> str:
    stride, llvm = size_of(element), llvm_type(element)
    begin = f"""\
  %left.length.place = getelementptr inbounds i8, ptr %left, i64 {lists.LENGTH}
  %left.length = load i64, ptr %left.length.place, align 8
  %right.length.place = getelementptr inbounds i8, ptr %right, i64 {lists.LENGTH}
  %right.length = load i64, ptr %right.length.place, align 8
  %as.long = icmp eq i64 %left.length, %right.length
  br i1 %as.long, label %elements, label %differ
elements:
  %left.start = getelementptr inbounds i8, ptr %left, i64 {lists.START}
  %right.start = getelementptr inbounds i8, ptr %right, i64 {lists.START}
"""
    if isinstance(element, Word | Tag) and element != DECIMAL:
        return f"""\
{begin}  %bytes = mul i64 %left.length, {stride}
  %order = call i32 @memcmp(ptr %left.start, ptr %right.start, i64 %bytes)
  %equal = icmp eq i32 %order, 0
  br i1 %equal, label %same, label %differ
"""
    return f"""\
{begin}  br label %loop
loop:
  %at = phi i64 [ 0, %elements ], [ %next, %on ]
  %over = icmp uge i64 %at, %left.length
  br i1 %over, label %same, label %poll
poll:
  %next = add i64 %at, 1
  %stops.now = call i1 @jadpo.stops(ptr %context)
  br i1 %stops.now, label %interrupted, label %look
look:
  %offset = mul i64 %at, {stride}
  %left.place = getelementptr inbounds i8, ptr %left.start, i64 %offset
  %right.place = getelementptr inbounds i8, ptr %right.start, i64 %offset
  %left.item = load {llvm}, ptr %left.place
  %right.item = load {llvm}, ptr %right.place
{equality_text(element, "%left.item", "%right.item", "%answer", kinds, "%room")}\
  %alike = icmp eq i8 %answer, {SAME}
  br i1 %alike, label %on, label %give
on:
  br label %loop
give:
  ret i8 %answer
"""


def _table_comparison(kind: int, table: TableCell, kinds: Mapping[Cell, int]) -> str:
    entry = entry_shape(table)
    key = llvm_type(table.key)
    values = "  br label %on\n"
    if table.value is not None:
        value = llvm_type(table.value)
        values = f"""\
  %left.value.place = getelementptr inbounds i8, ptr %place, i64 {entry.value}
  %left.value = load {value}, ptr %left.value.place
  %right.value.place = getelementptr inbounds i8, ptr %other, i64 {entry.value}
  %right.value = load {value}, ptr %right.value.place
{equality_text(table.value, "%left.value", "%right.value", "%answer", kinds, "%room")}\
  %alike = icmp eq i8 %answer, {SAME}
  br i1 %alike, label %on, label %give
give:
  ret i8 %answer
"""
    return f"""\
  %left.count.place = getelementptr inbounds i8, ptr %left, i64 16
  %left.count = load i64, ptr %left.count.place, align 8
  %right.count.place = getelementptr inbounds i8, ptr %right, i64 16
  %right.count = load i64, ptr %right.count.place, align 8
  %as.many = icmp eq i64 %left.count, %right.count
  br i1 %as.many, label %entries, label %differ
entries:
{_ENTRIES.format(table="%left", start=ENTRIES_START)}  br label %loop
loop:
  %at = phi i64 [ 0, %entries ], [ %next, %on ]
  %over = icmp uge i64 %at, %used
  br i1 %over, label %same, label %poll
poll:
  %next = add i64 %at, 1
  %stops.now = call i1 @jadpo.stops(ptr %context)
  br i1 %stops.now, label %interrupted, label %look
look:
  %offset = mul i64 %at, {entry.stride}
  %place = getelementptr inbounds i8, ptr %start, i64 %offset
  %hash = load i64, ptr %place, align 8
  %removed = icmp eq i64 %hash, 0
  br i1 %removed, label %on, label %find
find:
  %key.place = getelementptr inbounds i8, ptr %place, i64 {entry.key}
  %key = load {key}, ptr %key.place
  %other = call ptr @find.{kind}(ptr %context, ptr %right, {key} %key, i64 %hash)
  %missing = icmp eq ptr %other, null
  br i1 %missing, label %differ, label %values
values:
{values}on:
  br label %loop
"""


_ENTRIES: Final = """\
  %used.place = getelementptr inbounds i8, ptr {table}, i64 24
  %used = load i64, ptr %used.place, align 8
  %entries.place = getelementptr inbounds i8, ptr {table}, i64 40
  %entries.block = load ptr, ptr %entries.place, align 8
  %start = getelementptr i8, ptr %entries.block, i64 {start}
"""
"""The used places of a table and where its entries begin."""


def _places_comparison(
    places: Iterable[Place], prefix: str, kinds: Mapping[Cell, int], *, ready: str = "%room"
) -> str:
    lines = []
    for number, place in enumerate(places):
        name = f"%{prefix}.{number}"
        label = f"{prefix}.{number}"
        if place.supplied is not None:
            lines += [
                f"  {name}.{side}.flag = getelementptr inbounds i8, ptr %{side},"
                f" i64 {place.supplied}\n"
                f"  {name}.{side}.given = load i8, ptr {name}.{side}.flag\n"
                for side in ("left", "right")
            ]
            lines.append(
                f"  {name}.as.given = icmp eq i8 {name}.left.given, {name}.right.given\n"
                f"  br i1 {name}.as.given, label %{label}.both, label %differ\n"
                f"{label}.both:\n"
                f"  {name}.is.given = icmp ne i8 {name}.left.given, 0\n"
                f"  br i1 {name}.is.given, label %{label}.look, label %{label}.on\n"
                f"{label}.look:\n"
            )
        llvm = llvm_type(place.layout)
        lines += [
            f"  {name}.{side}.place = getelementptr inbounds i8, ptr %{side},"
            f" i64 {place.offset}\n"
            f"  {name}.{side}.value = load {llvm}, ptr {name}.{side}.place\n"
            for side in ("left", "right")
        ]
        lines.append(
            equality_text(
                place.layout, f"{name}.left.value", f"{name}.right.value", name, kinds, ready
            )
            + f"  {name}.alike = icmp eq i8 {name}, {SAME}\n"
            f"  br i1 {name}.alike, label %{label}.on, label %{label}.give\n"
            f"{label}.give:\n  ret i8 {name}\n"
            f"{label}.on:\n"
        )
    return "".join(lines) + "  br label %same\n"


def _variant_comparison(layouts: Layouts, name: str, kinds: Mapping[Cell, int]) -> str:
    cases, blocks = [], []
    for number, (_, shape) in enumerate(layouts.variants(name)):
        cases.append(f"    i64 {number}, label %variant.{number}")
        places = _places_comparison(shape.places, f"variant.{number}.field", kinds)
        blocks.append(f"variant.{number}:\n{places}")
    return f"""\
  %left.tag.place = getelementptr inbounds i8, ptr %left, i64 16
  %left.tag = load i64, ptr %left.tag.place, align 8
  %right.tag.place = getelementptr inbounds i8, ptr %right, i64 16
  %right.tag = load i64, ptr %right.tag.place, align 8
  %as.tagged = icmp eq i64 %left.tag, %right.tag
  br i1 %as.tagged, label %payloads, label %differ
payloads:
  switch i64 %left.tag, label %same [
{chr(10).join(cases)}
  ]
{"".join(blocks)}"""


# ---- hashes


def _joined(whole: str, part: str, name: str) -> str:
    """Instructions for the hash of a sequence with one more part."""
    return (
        f"  {name}.turned = call i64 @llvm.fshl.i64(i64 {whole}, i64 {whole}, i64 23)\n"
        f"  {name}.crossed = xor i64 {name}.turned, {part}\n"
    ) + mixed(f"{name}.crossed", name)


def _hash(layouts: Layouts, kind: int, cell: Cell, kinds: Mapping[Cell, int]) -> str:
    match cell:
        case ListCell(element=element):
            return _list_hash(element, kinds)
        case TableCell():
            return _table_hash(cell, kinds)
        case RecordCell(name=name):
            places = compared_places(layouts, name)
            return _places_hash(places, "field", str(_SEED), kinds)
        case VariantCell(name=name):
            return _variant_hash(layouts, name, kinds)
        case TextCell():
            return ""


def _list_hash(element: Layout, kinds: Mapping[Cell, int]) -> str:
    llvm = llvm_type(element)
    return f"""\
  %length.place = getelementptr inbounds i8, ptr %cell, i64 {lists.LENGTH}
  %length = load i64, ptr %length.place, align 8
  %start = getelementptr inbounds i8, ptr %cell, i64 {lists.START}
  br label %loop
loop:
  %at = phi i64 [ 0, %begin ], [ %next, %look ]
  %whole = phi i64 [ {_SEED}, %begin ], [ %more, %look ]
  %over = icmp uge i64 %at, %length
  br i1 %over, label %done, label %poll
poll:
  %next = add i64 %at, 1
  %stops.now = call i1 @jadpo.stops(ptr %context)
  br i1 %stops.now, label %nothing, label %look
look:
  %offset = mul i64 %at, {size_of(element)}
  %place = getelementptr inbounds i8, ptr %start, i64 %offset
  %item = load {llvm}, ptr %place
{hash_text(element, "%item", "%part", kinds)}{_joined("%whole", "%part", "%more")}\
  br label %loop
done:
  %result = or i64 %whole, {-(1 << 63)}
  ret i64 %result
"""


def _table_hash(table: TableCell, kinds: Mapping[Cell, int]) -> str:
    """The sum of the entries' hashes, since their order does not count."""
    entry = entry_shape(table)
    part = "  %part = add i64 %hash, 0\n"
    if table.value is not None:
        value = llvm_type(table.value)
        part = (
            f"  %value.place = getelementptr inbounds i8, ptr %place, i64 {entry.value}\n"
            f"  %value = load {value}, ptr %value.place\n"
            + hash_text(table.value, "%value", "%value.hash", kinds)
            + _joined("%hash", "%value.hash", "%part")
        )
    return f"""\
{_ENTRIES.format(table="%cell", start=ENTRIES_START)}  br label %loop
loop:
  %at = phi i64 [ 0, %begin ], [ %next, %on ]
  %whole = phi i64 [ {_SEED}, %begin ], [ %kept, %on ]
  %over = icmp uge i64 %at, %used
  br i1 %over, label %done, label %poll
poll:
  %next = add i64 %at, 1
  %stops.now = call i1 @jadpo.stops(ptr %context)
  br i1 %stops.now, label %nothing, label %look
look:
  %offset = mul i64 %at, {entry.stride}
  %place = getelementptr inbounds i8, ptr %start, i64 %offset
  %hash = load i64, ptr %place, align 8
  %removed = icmp eq i64 %hash, 0
  br i1 %removed, label %on, label %enter
enter:
{part}  %more = add i64 %whole, %part
  br label %on
on:
  %kept = phi i64 [ %whole, %look ], [ %more, %enter ]
  br label %loop
done:
  %result = or i64 %whole, {-(1 << 63)}
  ret i64 %result
"""


def _places_hash(places: Iterable[Place], prefix: str, seed: str, kinds: Mapping[Cell, int]) -> str:
    lines = []
    whole = seed
    for number, place in enumerate(places):
        name, label = f"%{prefix}.{number}", f"{prefix}.{number}"
        llvm = llvm_type(place.layout)
        look = (
            f"  {name}.place = getelementptr inbounds i8, ptr %cell, i64 {place.offset}\n"
            f"  {name}.value = load {llvm}, ptr {name}.place\n"
            + hash_text(place.layout, f"{name}.value", f"{name}.hash", kinds)
        )
        if place.supplied is None:
            lines.append(look + _joined(whole, f"{name}.hash", name))
        else:
            # The block before ends with the label that a phi has to name.
            lines.append(
                f"  br label %{label}.ask\n{label}.ask:\n"
                f"  {name}.flag = getelementptr inbounds i8, ptr %cell, i64 {place.supplied}\n"
                f"  {name}.given = load i8, ptr {name}.flag\n"
                f"  {name}.is.given = icmp ne i8 {name}.given, 0\n"
                f"  br i1 {name}.is.given, label %{label}.look, label %{label}.on\n"
                f"{label}.look:\n{look}{_joined(whole, f'{name}.hash', f'{name}.with')}"
                f"  br label %{label}.on\n{label}.on:\n"
                f"  {name} = phi i64 [ {name}.with, %{label}.look ], [ {whole}, %{label}.ask ]\n"
            )
        whole = name
    return (
        "".join(lines)
        + f"  %{prefix}.result = or i64 {whole}, {-(1 << 63)}\n"
        + (f"  ret i64 %{prefix}.result\n")
    )


def _variant_hash(layouts: Layouts, name: str, kinds: Mapping[Cell, int]) -> str:
    cases, blocks = [], []
    for number, (_, shape) in enumerate(layouts.variants(name)):
        cases.append(f"    i64 {number}, label %variant.{number}")
        seed = str(_SEED + 2 * number)
        places = _places_hash(shape.places, f"variant.{number}.field", seed, kinds)
        blocks.append(f"variant.{number}:\n{places}")
    return f"""\
  %tag.place = getelementptr inbounds i8, ptr %cell, i64 16
  %tag = load {llvm_type(INT)}, ptr %tag.place, align 8
  switch i64 %tag, label %nothing [
{chr(10).join(cases)}
  ]
{"".join(blocks)}"""
