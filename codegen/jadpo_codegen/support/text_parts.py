"""Parts of texts: where they are, and cutting them out; letters of the other case.

Functions that give a cell give null without memory, and where the stop byte is set. Others that may
take long end early then: whoever calls them looks at the stop byte afterwards [L6].
"""

from typing import Final

from jadpo_codegen.support.texts import BYTES_START

SPACES: Final = (*range(0x09, 0x0E), *range(0x1C, 0x21))
"""White space in ASCII, as Python's ``str.strip`` has it."""

_POLL_MASK: Final = 65_535
"""Bytes or parts between two looks at the stop byte, less one: less than a millisecond."""

_SPACE_MASK: Final = sum(1 << byte for byte in SPACES)


def head(value: str, name: str) -> str:
    """Instructions for the bytes, the code points and the first byte's address of a text."""
    return (
        f"  {name}.bytes.place = getelementptr inbounds i8, ptr {value}, i64 16\n"
        f"  {name}.bytes = load i64, ptr {name}.bytes.place, align 8\n"
        f"  {name}.points.place = getelementptr inbounds i8, ptr {value}, i64 24\n"
        f"  {name}.points = load i64, ptr {name}.points.place, align 8\n"
        f"  {name}.start = getelementptr inbounds i8, ptr {value}, i64 {BYTES_START}\n"
        f"  {name}.end = getelementptr inbounds i8, ptr {name}.start, i64 {name}.bytes\n"
        f"  {name}.ascii = icmp eq i64 {name}.bytes, {name}.points\n"
    )


def poll_text(at: str, go: str, stopped: str) -> str:
    """Instructions of a loop that look at the stop byte every 65,536 turns [L6]."""
    return f"""\
  %strip = and i64 {at}, {_POLL_MASK}
  %polls = icmp eq i64 %strip, {_POLL_MASK}
  br i1 %polls, label %poll, label %{go}
poll:
  %stops = call i1 @jadpo.stops(ptr %context)
  br i1 %stops, label %{stopped}, label %{go}
"""


def _case(name: str, least: int, most: int) -> str:
    return f"""\
; An ASCII text with the letters of one case in the other.
define internal ptr @jadpo.text_{name}(ptr %context, ptr %text, i32 %kind) noinline {{
entry:
{head("%text", "%t")}\
  %new = call ptr @jadpo.text_allocate(ptr %context, i64 %t.bytes, i64 %t.points, i32 %kind)
  %refused = icmp eq ptr %new, null
  br i1 %refused, label %done, label %begin
begin:
  %to.start = getelementptr inbounds i8, ptr %new, i64 {BYTES_START}
  br label %loop
loop:
  %at = phi i64 [ 0, %begin ], [ %next, %turn ]
  %over = icmp uge i64 %at, %t.bytes
  br i1 %over, label %done, label %look
look:
{poll_text("%at", "turn", "none")}turn:
  %from = getelementptr inbounds i8, ptr %t.start, i64 %at
  %byte = load i8, ptr %from, align 1
  %above = icmp uge i8 %byte, {least}
  %below = icmp ule i8 %byte, {most}
  %letter = and i1 %above, %below
  %other = xor i8 %byte, 32
  %cased = select i1 %letter, i8 %other, i8 %byte
  %to = getelementptr inbounds i8, ptr %to.start, i64 %at
  store i8 %cased, ptr %to, align 1
  %next = add i64 %at, 1
  br label %loop
done:
  ret ptr %new
none:
  ret ptr null
}}
"""


_CHARACTERS: Final = ", ".join(
    f"{{ i64, i32, i32, i64, i64, i64, [24 x i8] }} {{ i64 {1 << 62}, i32 0, i32 4, i64 1, i64 1,"
    f' i64 0, [24 x i8] c"\\{byte:02x}{chr(92) + "00"}' + "\\00" * 22 + '" }'
    for byte in range(128)
)

TEXT_PARTS_TEXT: Final = f"""\
@jadpo.characters = internal global [128 x {{ i64, i32, i32, i64, i64, i64, [24 x i8] }}] [
{_CHARACTERS}], align 16

; The text of one ASCII character, which nobody has to let go of.
define internal ptr @jadpo.character(i8 %byte) alwaysinline {{
  %number = zext i8 %byte to i64
  %offset = shl i64 %number, 6
  %cell = getelementptr inbounds i8, ptr @jadpo.characters, i64 %offset
  ret ptr %cell
}}

; The byte at which code point %number of %text begins, which has at least so many.
define internal ptr @jadpo.point_at(ptr %text, i64 %number) {{
entry:
{head("%text", "%t")}\
  br i1 %t.ascii, label %direct, label %begin
direct:
  %place = getelementptr inbounds i8, ptr %t.start, i64 %number
  ret ptr %place
begin:
  br label %words
words:
  ; A word begins eight code points at most, so none is passed while as many are left.
  %word.at = phi ptr [ %t.start, %begin ], [ %word.next, %word ]
  %word.left = phi i64 [ %number, %begin ], [ %word.left.next, %word ]
  %is.far = icmp uge i64 %word.left, 8
  br i1 %is.far, label %word, label %loop
word:
  %eight = load i64, ptr %word.at, align 1
  %continuing = call i64 @jadpo.continuing(i64 %eight)
  %begun = sub i64 8, %continuing
  %word.left.next = sub i64 %word.left, %begun
  %word.next = getelementptr inbounds i8, ptr %word.at, i64 8
  br label %words
loop:
  %at = phi ptr [ %word.at, %words ], [ %next, %step ]
  %left = phi i64 [ %word.left, %words ], [ %left.next, %step ]
  %is.end = icmp uge ptr %at, %t.end
  br i1 %is.end, label %done, label %look
look:
  %byte = load i8, ptr %at, align 1
  %begins = icmp sge i8 %byte, -64
  %none.left = icmp eq i64 %left, 0
  %over = and i1 %begins, %none.left
  br i1 %over, label %done, label %step
step:
  %one = zext i1 %begins to i64
  %left.next = sub i64 %left, %one
  %next = getelementptr inbounds i8, ptr %at, i64 1
  br label %loop
done:
  ret ptr %at
}}

define internal ptr @jadpo.text_slice(
    ptr %context, ptr %text, i64 %from, i64 %to, i32 %kind) {{
entry:
{head("%text", "%t")}\
  %after = call i64 @jadpo.clamped(i64 %to, i64 %t.points)
  %first = call i64 @jadpo.clamped(i64 %from, i64 %after)
  %begin = call ptr @jadpo.point_at(ptr %text, i64 %first)
  %length = sub i64 %after, %first
  %is.one = icmp eq i64 %length, 1
  br i1 %is.one, label %one, label %some
one:
  %byte = load i8, ptr %begin, align 1
  %is.ascii = icmp sge i8 %byte, 0
  br i1 %is.ascii, label %single, label %some
single:
  %cell = call ptr @jadpo.character(i8 %byte)
  call void @jadpo.retain(ptr %cell)
  ret ptr %cell
some:
  %end = call ptr @jadpo.point_at(ptr %text, i64 %after)
  %piece = call ptr @jadpo.text_piece(ptr %context, ptr %begin, ptr %end, i1 %t.ascii, i32 %kind)
  ret ptr %piece
}}

; Where %part stands in %text, in code points, or -1.
define internal i64 @jadpo.text_index(ptr %context, ptr %text, ptr %part) {{
entry:
{head("%text", "%t")}{head("%part", "%p")}\
  %is.empty = icmp eq i64 %p.bytes, 0
  br i1 %is.empty, label %first, label %search
first:
  ret i64 0
search:
  %hit = call ptr @jadpo.find_bytes(
    ptr %context, ptr %t.start, ptr %t.end, ptr %p.start, i64 %p.bytes)
  %missing = icmp eq ptr %hit, null
  br i1 %missing, label %none, label %found
none:
  ret i64 -1
found:
  br i1 %t.ascii, label %direct, label %counted
direct:
  %hit.word = ptrtoint ptr %hit to i64
  %start.word = ptrtoint ptr %t.start to i64
  %offset = sub i64 %hit.word, %start.word
  ret i64 %offset
counted:
  %points = call i64 @jadpo.points(ptr %t.start, ptr %hit)
  ret i64 %points
}}

; Whether %part stands at the end of %text, or at its begin.
define internal i1 @jadpo.text_has_edge(ptr %text, ptr %part, i1 %at.end) {{
entry:
{head("%text", "%t")}{head("%part", "%p")}\
  %room = sub i64 %t.bytes, %p.bytes
  %fits = icmp sge i64 %room, 0
  br i1 %fits, label %compare, label %no
compare:
  %skipped = select i1 %at.end, i64 %room, i64 0
  %place = getelementptr inbounds i8, ptr %t.start, i64 %skipped
  %order = call i32 @memcmp(ptr %place, ptr %p.start, i64 %p.bytes)
  %same = icmp eq i32 %order, 0
  ret i1 %same
no:
  ret i1 false
}}

; An ASCII text without white space at its ends.
define internal ptr @jadpo.text_trim(ptr %context, ptr %text, i32 %kind) noinline {{
entry:
{head("%text", "%t")}\
  br label %leading
leading:
  %first = phi ptr [ %t.start, %entry ], [ %first.next, %skip ]
  %empty = icmp uge ptr %first, %t.end
  br i1 %empty, label %cut.empty, label %ask
ask:
  %byte = load i8, ptr %first, align 1
  %space = call i1 @jadpo.is_space(i8 %byte)
  br i1 %space, label %skip.ask, label %trailing.begin
skip.ask:
  %first.word = ptrtoint ptr %first to i64
{poll_text("%first.word", "skip", "none")}skip:
  %first.next = getelementptr inbounds i8, ptr %first, i64 1
  br label %leading
trailing.begin:
  br label %trailing
trailing:
  %end = phi ptr [ %t.end, %trailing.begin ], [ %end.next, %drop.on ]
  %end.next = getelementptr inbounds i8, ptr %end, i64 -1
  %last = load i8, ptr %end.next, align 1
  %last.space = call i1 @jadpo.is_space(i8 %last)
  br i1 %last.space, label %drop, label %cut
drop:
  %end.word = ptrtoint ptr %end.next to i64
  %drop.strip = and i64 %end.word, {_POLL_MASK}
  %drop.polls = icmp eq i64 %drop.strip, {_POLL_MASK}
  br i1 %drop.polls, label %drop.poll, label %drop.on
drop.poll:
  %drop.stops = call i1 @jadpo.stops(ptr %context)
  br i1 %drop.stops, label %none, label %drop.on
drop.on:
  br label %trailing
cut.empty:
  br label %cut
cut:
  %piece.end = phi ptr [ %first, %cut.empty ], [ %end, %trailing ]
  %piece = call ptr @jadpo.text_piece(
    ptr %context, ptr %first, ptr %piece.end, i1 true, i32 %kind)
  ret ptr %piece
none:
  ret ptr null
}}

define internal i1 @jadpo.is_space(i8 %byte) alwaysinline {{
  %low = icmp ule i8 %byte, 32
  %number = zext i8 %byte to i64
  %place = and i64 %number, 63
  %moved = lshr i64 {_SPACE_MASK}, %place
  %bit = trunc i64 %moved to i1
  %result = and i1 %low, %bit
  ret i1 %result
}}

{_case("upper", ord("a"), ord("z"))}
{_case("lower", ord("A"), ord("Z"))}
; The code points of a text as texts, each of one; null without memory, the number 1 where the
; stop byte was set.
define internal ptr @jadpo.text_characters(
    ptr %context, ptr %text, i32 %list.kind, i32 %kind) noinline {{
entry:
{head("%text", "%t")}\
  %stop = load ptr, ptr %context, align 8
  %elements = shl i64 %t.points, 3
  %size = add i64 %elements, 32
  %room = call i64 @jadpo.room(i64 %size)
  %list = call ptr @jadpo.allocate(ptr %context, i64 %room, i32 %list.kind)
  %refused = icmp eq ptr %list, null
  br i1 %refused, label %none, label %fill
fill:
  %length.place = getelementptr inbounds i8, ptr %list, i64 16
  store i64 %t.points, ptr %length.place, align 8
  %first = getelementptr inbounds i8, ptr %list, i64 32
  br label %loop
loop:
  %at = phi ptr [ %t.start, %fill ], [ %after, %put ]
  %index = phi i64 [ 0, %fill ], [ %index.next, %put ]
  %over = icmp uge ptr %at, %t.end
  br i1 %over, label %done, label %look
look:
  %turn = and i64 %index, 4095
  %polls = icmp eq i64 %turn, 0
  br i1 %polls, label %poll, label %take
poll:
  %stop.byte = load atomic i8, ptr %stop monotonic, align 1
  %stops = icmp ne i8 %stop.byte, 0
  br i1 %stops, label %stopped, label %take
take:
  %both = call {{ ptr, ptr }} @jadpo.next_character(ptr %context, ptr %at, i32 %kind)
  %piece = extractvalue {{ ptr, ptr }} %both, 0
  %after = extractvalue {{ ptr, ptr }} %both, 1
  %no.piece = icmp eq ptr %piece, null
  br i1 %no.piece, label %none, label %put
put:
  %place = getelementptr inbounds ptr, ptr %first, i64 %index
  store ptr %piece, ptr %place, align 8
  %index.next = add i64 %index, 1
  br label %loop
done:
  ret ptr %list
stopped:
  ret ptr inttoptr (i64 1 to ptr)
none:
  ret ptr null
}}

; The code point at %at as a text of its own, and where the next one begins.
define internal {{ ptr, ptr }} @jadpo.next_character(ptr %context, ptr %at, i32 %kind) {{
entry:
  %byte = load i8, ptr %at, align 1
  %is.ascii = icmp sge i8 %byte, 0
  br i1 %is.ascii, label %single, label %wide
single:
  %cell = call ptr @jadpo.character(i8 %byte)
  call void @jadpo.retain(ptr %cell)
  br label %give
wide:
  %three = icmp uge i8 %byte, -32
  %four = icmp uge i8 %byte, -16
  %more.three = zext i1 %three to i64
  %more.four = zext i1 %four to i64
  %width.three = add i64 %more.three, 2
  %width.wide = add i64 %width.three, %more.four
  %end = getelementptr inbounds i8, ptr %at, i64 %width.wide
  %made = call ptr @jadpo.text_piece(ptr %context, ptr %at, ptr %end, i1 false, i32 %kind)
  br label %give
give:
  %piece = phi ptr [ %cell, %single ], [ %made, %wide ]
  %width = phi i64 [ 1, %single ], [ %width.wide, %wide ]
  %after = getelementptr inbounds i8, ptr %at, i64 %width
  %first = insertvalue {{ ptr, ptr }} undef, ptr %piece, 0
  %both = insertvalue {{ ptr, ptr }} %first, ptr %after, 1
  ret {{ ptr, ptr }} %both
}}
"""
