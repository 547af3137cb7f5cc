"""Maps and sets: entries in order of insertion, and an index of them by hash.

A cell holds +16 the number of entries, +24 how many places of the entries are used, +32 the
index's block, +40 the entries' block, +48 the places of the index less one. An entry is its hash
(nought once it is removed), its key and its value. A place of the index is nought, or the position
of an entry plus one; it is looked for from the hash on, place by place. Of two equal keys the
first stays.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from jadpo_codegen.layouts import (
    Cell,
    TableCell,
    alignment_of,
    is_counted,
    llvm_type,
    release_function,
    size_of,
)
from jadpo_codegen.support import lists
from jadpo_codegen.support.keys import DEPTH, SAME, equality_text, hash_text
from jadpo_codegen.support.pool import STRIP
from jadpo_runtime.values.internal_error import InternalError

TABLE_SIZE: Final = 56
"""Bytes of a table's cell."""

TABLE_ROOM: Final = 64
"""The room of a table's cell."""

ENTRIES_START: Final = 16
"""Where the entries begin in their block."""


class EntryShape(NamedTuple):
    """Where key and value are in an entry, and how far entries are apart."""

    key: int
    value: int
    stride: int


def entry_shape(table: TableCell) -> EntryShape:
    """The entries of a table."""
    key = -(-8 // alignment_of(table.key)) * alignment_of(table.key)
    end = key + size_of(table.key)
    alignment = max(8, alignment_of(table.key))
    value = end
    if table.value is not None:
        value = -(-end // alignment_of(table.value)) * alignment_of(table.value)
        end = value + size_of(table.value)
        alignment = max(alignment, alignment_of(table.value))
    return EntryShape(key, value, -(-end // alignment) * alignment)


def _for_cells(table: TableCell, base: str, instruction: str, prefix: str) -> str:
    """``instruction`` for each cell that the entry at ``base`` holds; ``{}`` is the cell."""
    entry = entry_shape(table)
    lines = []
    for name, layout, offset in (
        ("key", table.key, entry.key),
        ("value", table.value, entry.value),
    ):
        if layout is not None and is_counted(layout):
            place, cell = f"%{prefix}.{name}.place", f"%{prefix}.{name}"
            lines.append(f"  {place} = getelementptr inbounds i8, ptr {base}, i64 {offset}")
            lines.append(f"  {cell} = load ptr, ptr {place}, align 8")
            lines.append(f"  {instruction.format(cell)}")
    return "\n".join(lines)


def _step(at: str, go: str, stopped: str) -> str:
    """The block ``step`` of a loop, which looks at the stop byte now and then [L6]."""
    return f"""\
step:
  {at}.next = add i64 {at}, 1
  %strip = and i64 {at}.next, {STRIP - 1}
  %polls = icmp eq i64 %strip, 0
  br i1 %polls, label %poll, label %{go}
poll:
  %stops = call i1 @jadpo.stops(ptr %context)
  br i1 %stops, label %{stopped}, label %{go}
"""


def table_functions(kind: int, table: TableCell, kinds: Mapping[Cell, int]) -> str:
    """The functions of the tables of one kind.

    ``@find.N(context, table, key, hash)`` gives the address of the key's entry or null.
    ``@put.N(context, table, key, value)`` takes all three and gives the table with the entry; null
    without memory, and perhaps where the stop byte is set.
    ``@put_at.N`` does so for a key that was looked for already. ``@insert.N`` is ``@put.N`` with
    key and value in memory, for Python. ``@unshared.N(context, table)`` takes a table and gives one
    that nobody else holds, with room for one more entry. ``@remove.N(context, table, key)`` takes
    the table and borrows the key.
    """
    entry = entry_shape(table)
    key = llvm_type(table.key)
    value = None if table.value is None else llvm_type(table.value)
    parameter = "" if value is None else f", {value} %value"
    argument = parameter
    release_key = (
        f"  call void {release_function(table.key)}(ptr %context, ptr %key)\n"
        if is_counted(table.key)
        else ""
    )
    replace = ""
    store_value = ""
    load_value = ""
    if table.value is not None:
        place = f"getelementptr inbounds i8, ptr {{}}, i64 {entry.value}"
        replace = f"  %place = {place.format('%place.found')}\n"
        if is_counted(table.value):
            replace += "  %old = load ptr, ptr %place, align 8\n"
        replace += f"  store {value} %value, ptr %place\n"
        if is_counted(table.value):
            replace += "  call void @jadpo.release(ptr %context, ptr %old)\n"
        store_value = (
            f"  %value.place = {place.format('%entry.new')}\n"
            f"  store {value} %value, ptr %value.place\n"
        )
        load_value = (
            f"  %value.place = {place.format('%memory')}\n"
            f"  %value = load {value}, ptr %value.place, align 1\n"
        )
    return f"""\
define internal i64 @hash.{kind}(ptr %context, {key} %key) {{
{hash_text(table.key, "%key", "%hash", kinds)}  ret i64 %hash
}}

define internal ptr @find.{kind}(ptr %context, ptr %table, {key} %key, i64 %hash) {{
entry:
  %count.place = getelementptr inbounds i8, ptr %table, i64 16
  %count = load i64, ptr %count.place, align 8
  %empty = icmp eq i64 %count, 0
  br i1 %empty, label %none, label %begin
begin:
  %index.place = getelementptr inbounds i8, ptr %table, i64 32
  %index = load ptr, ptr %index.place, align 8
  %index.start = getelementptr inbounds i8, ptr %index, i64 16
  %entries.place = getelementptr inbounds i8, ptr %table, i64 40
  %entries = load ptr, ptr %entries.place, align 8
  %entries.start = getelementptr inbounds i8, ptr %entries, i64 {ENTRIES_START}
  %mask.place = getelementptr inbounds i8, ptr %table, i64 48
  %mask = load i64, ptr %mask.place, align 8
  %first = and i64 %hash, %mask
  br label %loop
loop:
  %at = phi i64 [ %first, %begin ], [ %next, %step ]
  %slot = getelementptr inbounds i32, ptr %index.start, i64 %at
  %number = load i32, ptr %slot, align 4
  %vacant = icmp eq i32 %number, 0
  br i1 %vacant, label %none, label %look
look:
  %wide = zext i32 %number to i64
  %position = sub i64 %wide, 1
  %offset = mul i64 %position, {entry.stride}
  %place = getelementptr inbounds i8, ptr %entries.start, i64 %offset
  %its.hash = load i64, ptr %place, align 8
  %like = icmp eq i64 %its.hash, %hash
  br i1 %like, label %compare, label %step
compare:
  %key.place = getelementptr inbounds i8, ptr %place, i64 {entry.key}
  %candidate = load {key}, ptr %key.place
{equality_text(table.key, "%key", "%candidate", "%answer", kinds, str(DEPTH))}\
  %equal = icmp eq i8 %answer, {SAME}
  br i1 %equal, label %found, label %step
step:
  %more = add i64 %at, 1
  %next = and i64 %more, %mask
  br label %loop
found:
  ret ptr %place
none:
  ret ptr null
}}

define internal ptr @unshared.{kind}(ptr %context, ptr %table) {{
  %references = load i64, ptr %table, align 8
  %unshared = icmp eq i64 %references, 1
  %used.place = getelementptr inbounds i8, ptr %table, i64 24
  %used = load i64, ptr %used.place, align 8
  %mask.place = getelementptr inbounds i8, ptr %table, i64 48
  %mask = load i64, ptr %mask.place, align 8
  %places = add i64 %mask, 1
  %room = lshr i64 %places, 1
  %fits = icmp ult i64 %used, %room
  %in.place = and i1 %unshared, %fits
  br i1 %in.place, label %keep, label %move, !prof !1
keep:
  ret ptr %table
move:
  %new = call ptr @rebuilt.{kind}(ptr %context, ptr %table, i1 %unshared)
  ret ptr %new
}}

define internal ptr @rebuilt.{kind}(ptr %context, ptr %table, i1 %unshared) noinline {{
entry:
  %count.place = getelementptr inbounds i8, ptr %table, i64 16
  %count = load i64, ptr %count.place, align 8
  %used.place = getelementptr inbounds i8, ptr %table, i64 24
  %used = load i64, ptr %used.place, align 8
  %old.index.place = getelementptr inbounds i8, ptr %table, i64 32
  %old.index = load ptr, ptr %old.index.place, align 8
  %old.entries.place = getelementptr inbounds i8, ptr %table, i64 40
  %old.entries = load ptr, ptr %old.entries.place, align 8
  %four = shl i64 %count, 2
  %wanted = add i64 %four, 7
  %zeros = call i64 @llvm.ctlz.i64(i64 %wanted, i1 false)
  %bits = sub i64 64, %zeros
  %places = shl i64 1, %bits
  %mask = sub i64 %places, 1
  %room = lshr i64 %places, 1
  %index.bytes = shl i64 %places, 2
  %index.size = add i64 %index.bytes, 16
  %index.room = call i64 @jadpo.room(i64 %index.size)
  %index = call ptr @jadpo.allocate(ptr %context, i64 %index.room, i32 0)
  %no.index = icmp eq ptr %index, null
  br i1 %no.index, label %none, label %with.index
with.index:
  %entries.bytes = mul i64 %room, {entry.stride}
  %entries.size = add i64 %entries.bytes, {ENTRIES_START}
  %entries.room = call i64 @jadpo.room(i64 %entries.size)
  %entries = call ptr @jadpo.allocate(ptr %context, i64 %entries.room, i32 0)
  %no.entries = icmp eq ptr %entries, null
  br i1 %no.entries, label %none, label %with.entries
with.entries:
  %new = call ptr @jadpo.allocate(ptr %context, i64 {TABLE_ROOM}, i32 {kind})
  %no.cell = icmp eq ptr %new, null
  br i1 %no.cell, label %none, label %fill
fill:
  %index.start = getelementptr inbounds i8, ptr %index, i64 16
  %cleared = call ptr @memset(ptr %index.start, i32 0, i64 %index.bytes)
  %new.count.place = getelementptr inbounds i8, ptr %new, i64 16
  store i64 %count, ptr %new.count.place, align 8
  %new.used.place = getelementptr inbounds i8, ptr %new, i64 24
  store i64 %count, ptr %new.used.place, align 8
  %new.index.place = getelementptr inbounds i8, ptr %new, i64 32
  store ptr %index, ptr %new.index.place, align 8
  %new.entries.place = getelementptr inbounds i8, ptr %new, i64 40
  store ptr %entries, ptr %new.entries.place, align 8
  %new.mask.place = getelementptr inbounds i8, ptr %new, i64 48
  store i64 %mask, ptr %new.mask.place, align 8
  %to.start = getelementptr inbounds i8, ptr %entries, i64 {ENTRIES_START}
  %from.start = getelementptr i8, ptr %old.entries, i64 {ENTRIES_START}
  br label %loop
loop:
  %at = phi i64 [ 0, %fill ], [ %at.next, %turn ]
  %kept = phi i64 [ 0, %fill ], [ %kept.next, %turn ]
  %over = icmp uge i64 %at, %used
  br i1 %over, label %finish, label %step
{_step("%at", "look", "none")}look:
  %from.offset = mul i64 %at, {entry.stride}
  %from = getelementptr inbounds i8, ptr %from.start, i64 %from.offset
  %hash = load i64, ptr %from, align 8
  %removed = icmp eq i64 %hash, 0
  br i1 %removed, label %turn, label %carry
carry:
  %to.offset = mul i64 %kept, {entry.stride}
  %to = getelementptr inbounds i8, ptr %to.start, i64 %to.offset
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 {entry.stride}, i1 false)
  br i1 %unshared, label %enter, label %share
share:
{_for_cells(table, "%from", "call void @jadpo.retain(ptr {})", "shared")}
  br label %enter
enter:
  %kept.more = add i64 %kept, 1
  call void @jadpo.enter(ptr %index.start, i64 %mask, i64 %hash, i64 %kept.more)
  br label %turn
turn:
  %kept.next = phi i64 [ %kept, %look ], [ %kept.more, %enter ]
  br label %loop
finish:
  br i1 %unshared, label %forget, label %let.go
forget:
  %nothing = icmp eq ptr %old.index, null
  br i1 %nothing, label %forget.cell, label %forget.blocks
forget.blocks:
  call void @jadpo.free(ptr %context, ptr %old.index)
  call void @jadpo.free(ptr %context, ptr %old.entries)
  br label %forget.cell
forget.cell:
  call void @jadpo.free(ptr %context, ptr %table)
  ret ptr %new
let.go:
  call void @jadpo.release(ptr %context, ptr %table)
  ret ptr %new
none:
  ret ptr null
}}

define internal ptr @put.{kind}(ptr %context, ptr %table.given, {key} %key{parameter}) {{
entry:
  %hash = call i64 @hash.{kind}(ptr %context, {key} %key)
  %found = call ptr @find.{kind}(ptr %context, ptr %table.given, {key} %key, i64 %hash)
  %table = call ptr @put_at.{kind}(
    ptr %context, ptr %table.given, ptr %found, i64 %hash, {key} %key{argument})
  ret ptr %table
}}

; The same where %found is the entry of the key in the table, or null, and %hash the key's hash.
define internal ptr @put_at.{kind}(
    ptr %context, ptr %table.given, ptr %found, i64 %hash, {key} %key{parameter}) {{
entry:
  %references = load i64, ptr %table.given, align 8
  %is.shared = icmp ne i64 %references, 1
  br i1 %is.shared, label %copy, label %look, !prof !0
copy:
  %copied = call ptr @unshared.{kind}(ptr %context, ptr %table.given)
  %refused = icmp eq ptr %copied, null
  br i1 %refused, label %none, label %again
again:
  %found.again = call ptr @find.{kind}(ptr %context, ptr %copied, {key} %key, i64 %hash)
  br label %look
look:
  %table.now = phi ptr [ %table.given, %entry ], [ %copied, %again ]
  %place.found = phi ptr [ %found, %entry ], [ %found.again, %again ]
  %is.new = icmp eq ptr %place.found, null
  br i1 %is.new, label %room, label %replace
replace:
{replace}{release_key}  ret ptr %table.now
room:
  %table = call ptr @unshared.{kind}(ptr %context, ptr %table.now)
  %no.room = icmp eq ptr %table, null
  br i1 %no.room, label %none, label %add
add:
  %used.place = getelementptr inbounds i8, ptr %table, i64 24
  %used = load i64, ptr %used.place, align 8
  %entries.place = getelementptr inbounds i8, ptr %table, i64 40
  %entries = load ptr, ptr %entries.place, align 8
  %offset = mul i64 %used, {entry.stride}
  %start = getelementptr inbounds i8, ptr %entries, i64 {ENTRIES_START}
  %entry.new = getelementptr inbounds i8, ptr %start, i64 %offset
  store i64 %hash, ptr %entry.new, align 8
  %key.place = getelementptr inbounds i8, ptr %entry.new, i64 {entry.key}
  store {key} %key, ptr %key.place
{store_value}  %used.more = add i64 %used, 1
  store i64 %used.more, ptr %used.place, align 8
  %count.place = getelementptr inbounds i8, ptr %table, i64 16
  %count = load i64, ptr %count.place, align 8
  %count.more = add i64 %count, 1
  store i64 %count.more, ptr %count.place, align 8
  %index.place = getelementptr inbounds i8, ptr %table, i64 32
  %index = load ptr, ptr %index.place, align 8
  %index.start = getelementptr inbounds i8, ptr %index, i64 16
  %mask.place = getelementptr inbounds i8, ptr %table, i64 48
  %mask = load i64, ptr %mask.place, align 8
  call void @jadpo.enter(ptr %index.start, i64 %mask, i64 %hash, i64 %used.more)
  ret ptr %table
none:
  ret ptr null
}}

define internal ptr @remove.{kind}(ptr %context, ptr %table.given, {key} %key) noinline {{
entry:
  %hash = call i64 @hash.{kind}(ptr %context, {key} %key)
  %there = call ptr @find.{kind}(ptr %context, ptr %table.given, {key} %key, i64 %hash)
  %missing = icmp eq ptr %there, null
  br i1 %missing, label %as.it.is, label %change
as.it.is:
  ret ptr %table.given
change:
  %table = call ptr @unshared.{kind}(ptr %context, ptr %table.given)
  %refused = icmp eq ptr %table, null
  br i1 %refused, label %none, label %look
look:
  %entry.old = call ptr @find.{kind}(ptr %context, ptr %table, {key} %key, i64 %hash)
  ; A search that the stop byte ended has found nothing.
  %lost = icmp eq ptr %entry.old, null
  br i1 %lost, label %none, label %clear
clear:
  store i64 0, ptr %entry.old, align 8
  %count.place = getelementptr inbounds i8, ptr %table, i64 16
  %count = load i64, ptr %count.place, align 8
  %count.less = sub i64 %count, 1
  store i64 %count.less, ptr %count.place, align 8
{_for_cells(table, "%entry.old", "call void @jadpo.release(ptr %context, ptr {})", "old")}
  ret ptr %table
none:
  ret ptr null
}}

define ptr @insert.{kind}(ptr %context, ptr %table, ptr %memory) {{
  %key.place = getelementptr inbounds i8, ptr %memory, i64 {entry.key}
  %key = load {key}, ptr %key.place, align 1
{load_value}  %new = call ptr @put.{kind}(ptr %context, ptr %table, {key} %key{argument})
  ret ptr %new
}}

define internal void @parts.{kind}(ptr %context, ptr %table) {{
entry:
  %used.place = getelementptr inbounds i8, ptr %table, i64 24
  %used = load i64, ptr %used.place, align 8
  %index.place = getelementptr inbounds i8, ptr %table, i64 32
  %index = load ptr, ptr %index.place, align 8
  %empty = icmp eq ptr %index, null
  br i1 %empty, label %done, label %begin
begin:
  %entries.place = getelementptr inbounds i8, ptr %table, i64 40
  %entries = load ptr, ptr %entries.place, align 8
  %start = getelementptr inbounds i8, ptr %entries, i64 {ENTRIES_START}
  br label %loop
loop:
  %at = phi i64 [ 0, %begin ], [ %at.next, %turn ]
  %over = icmp uge i64 %at, %used
  br i1 %over, label %blocks, label %step
{_step("%at", "look", "done")}look:
  %offset = mul i64 %at, {entry.stride}
  %place = getelementptr inbounds i8, ptr %start, i64 %offset
  %hash = load i64, ptr %place, align 8
  %removed = icmp eq i64 %hash, 0
  br i1 %removed, label %turn, label %let.go
let.go:
{_for_cells(table, "%place", "call void @jadpo.release(ptr %context, ptr {})", "held")}
  br label %turn
turn:
  br label %loop
blocks:
  call void @jadpo.free(ptr %context, ptr %index)
  call void @jadpo.free(ptr %context, ptr %entries)
  br label %done
done:
  ret void
}}
"""


TABLES_TEXT: Final = f"""{lists.LISTS_TEXT}
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare ptr @memset(ptr, i32, i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define internal void @jadpo.enter(ptr %index, i64 %mask, i64 %hash, i64 %number) {{
entry:
  %first = and i64 %hash, %mask
  br label %loop
loop:
  %at = phi i64 [ %first, %entry ], [ %next, %step ]
  %slot = getelementptr inbounds i32, ptr %index, i64 %at
  %there = load i32, ptr %slot, align 4
  %vacant = icmp eq i32 %there, 0
  br i1 %vacant, label %store, label %step
step:
  %more = add i64 %at, 1
  %next = and i64 %more, %mask
  br label %loop
store:
  %short = trunc i64 %number to i32
  store i32 %short, ptr %slot, align 4
  ret void
}}
"""


def column_function(name: str, kind: int, table: TableCell, list_kind: int) -> str:
    """``{name}(context, table)``: the keys as a list of kind ``list_kind``, or the values.

    The values where ``name`` begins with ``@values``; null without memory.
    """
    entry = entry_shape(table)
    layout, offset = table.key, entry.key
    if name.startswith("@values"):
        if table.value is None:
            raise InternalError("a set has no values")
        layout, offset = table.value, entry.value
    llvm = llvm_type(layout)
    retain = "  call void @jadpo.retain(ptr %item)\n" if is_counted(layout) else ""
    return f"""\
define internal ptr {name}(ptr %context, ptr %table) noinline {{
entry:
  %count.place = getelementptr inbounds i8, ptr %table, i64 16
  %count = load i64, ptr %count.place, align 8
  %bytes = mul i64 %count, {size_of(layout)}
  %size = add i64 %bytes, {lists.START}
  %room = call i64 @jadpo.room(i64 %size)
  %list = call ptr @jadpo.allocate(ptr %context, i64 %room, i32 {list_kind})
  %refused = icmp eq ptr %list, null
  br i1 %refused, label %none, label %begin
begin:
  %length.place = getelementptr inbounds i8, ptr %list, i64 {lists.LENGTH}
  store i64 %count, ptr %length.place, align 8
  %to.start = getelementptr inbounds i8, ptr %list, i64 {lists.START}
  %used.place = getelementptr inbounds i8, ptr %table, i64 24
  %used = load i64, ptr %used.place, align 8
  %entries.place = getelementptr inbounds i8, ptr %table, i64 40
  %entries = load ptr, ptr %entries.place, align 8
  %start = getelementptr i8, ptr %entries, i64 {ENTRIES_START}
  br label %loop
loop:
  %at = phi i64 [ 0, %begin ], [ %at.next, %on ]
  %to = phi ptr [ %to.start, %begin ], [ %to.next, %on ]
  %over = icmp uge i64 %at, %used
  br i1 %over, label %done, label %step
{_step("%at", "look", "none")}look:
  %offset = mul i64 %at, {entry.stride}
  %place = getelementptr inbounds i8, ptr %start, i64 %offset
  %hash = load i64, ptr %place, align 8
  %removed = icmp eq i64 %hash, 0
  br i1 %removed, label %on, label %take
take:
  %item.place = getelementptr inbounds i8, ptr %place, i64 {offset}
  %item = load {llvm}, ptr %item.place
{retain}  store {llvm} %item, ptr %to
  %to.more = getelementptr inbounds i8, ptr %to, i64 {size_of(layout)}
  br label %on
on:
  %to.next = phi ptr [ %to, %look ], [ %to.more, %take ]
  br label %loop
done:
  ret ptr %list
none:
  ret ptr null
}}
"""
