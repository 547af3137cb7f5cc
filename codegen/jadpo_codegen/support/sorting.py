"""Stable sorting of a block of values: runs of some by insertion, then merges, from below.

``@sort.X(stop, from, scratch, length)`` sorts the block at ``from`` with the help of another one of
the same size; it says whether it saw the stop byte set. What is sorted is a value that is its own
key, or a key with the number of what it belongs to.
"""

from typing import Final

from jadpo_codegen.layouts import BOOL, DECIMAL, UUID, Layout, TextCell, llvm_type, size_of

RUN: Final = 16
"""Values that are sorted by insertion."""

_POLL_MASK: Final = 4_095
"""Values merged between two looks at the stop byte, less one."""


def less_text(layout: Layout, left: str, right: str, name: str) -> str:
    """Instructions that set ``name`` to whether one value of an ordered type is below another."""
    if isinstance(layout, TextCell):
        return (
            f"  {name}.order = call i64 @jadpo.text_compare(ptr {left}, ptr {right})\n"
            f"  {name} = icmp slt i64 {name}.order, 0\n"
        )
    if layout == DECIMAL:
        return (
            f"  {name}.order = call i64 @jadpo.decimal_compare(i128 {left}, i128 {right})\n"
            f"  {name} = icmp slt i64 {name}.order, 0\n"
        )
    relation = "ult" if layout in (UUID, BOOL) else "slt"
    return f"  {name} = icmp {relation} {llvm_type(layout)} {left}, {right}\n"


def pair_type(key: Layout) -> str:
    """The LLVM type of a key with a number."""
    return f"{{ {llvm_type(key)}, i64 }}"


def pair_size(key: Layout) -> int:
    """The bytes of a key with a number in memory."""
    return 32 if size_of(key) == 16 else 16


def sort_function(name: str, key: Layout, *, numbered: bool) -> str:
    """The function ``name`` that sorts values of a layout, or such keys with their numbers."""
    item = pair_type(key) if numbered else llvm_type(key)
    stride = pair_size(key) if numbered else size_of(key)

    def less(left: str, right: str, result: str) -> str:
        if not numbered:
            return less_text(key, left, right, result)
        return (
            f"  {result}.left = extractvalue {item} {left}, 0\n"
            f"  {result}.right = extractvalue {item} {right}, 0\n"
            + less_text(key, f"{result}.left", f"{result}.right", result)
        )

    def at(place: str, base: str, index: str) -> str:
        return (
            f"  {place}.offset = mul i64 {index}, {stride}\n"
            f"  {place} = getelementptr inbounds i8, ptr {base}, i64 {place}.offset\n"
        )

    return f"""\
define internal i1 {name}(ptr %stop, ptr %values, ptr %scratch, i64 %length) noinline {{
entry:
  br label %runs
runs:
  %run = phi i64 [ 0, %entry ], [ %run.next, %run.done ]
  %runs.over = icmp sge i64 %run, %length
  br i1 %runs.over, label %merges, label %run.begin
run.begin:
  %run.polls.at = and i64 %run, {_POLL_MASK}
  %run.polls = icmp eq i64 %run.polls.at, 0
  br i1 %run.polls, label %run.poll, label %run.go
run.poll:
  %run.byte = load atomic i8, ptr %stop monotonic, align 1
  %run.stops = icmp ne i8 %run.byte, 0
  br i1 %run.stops, label %stopped, label %run.go
run.go:
  %run.next = add i64 %run, {RUN}
  %run.short = icmp slt i64 %run.next, %length
  %run.end = select i1 %run.short, i64 %run.next, i64 %length
  %second = add i64 %run, 1
  br label %insertions
insertions:
  %number = phi i64 [ %second, %run.go ], [ %number.next, %inserted ]
  %insertions.over = icmp sge i64 %number, %run.end
  br i1 %insertions.over, label %run.done, label %insert
insert:
{at("%taken.place", "%values", "%number")}  %taken = load {item}, ptr %taken.place
  br label %shift
shift:
  %hole = phi i64 [ %number, %insert ], [ %before, %move ]
  %first = icmp sle i64 %hole, %run
  br i1 %first, label %inserted, label %ask
ask:
  %before = sub i64 %hole, 1
{at("%before.place", "%values", "%before")}  %earlier = load {item}, ptr %before.place
{less("%taken", "%earlier", "%belongs.before")}  br i1 %belongs.before, label %move, label %inserted
move:
{at("%hole.place", "%values", "%hole")}  store {item} %earlier, ptr %hole.place
  br label %shift
inserted:
{at("%final.place", "%values", "%hole")}  store {item} %taken, ptr %final.place
  %number.next = add i64 %number, 1
  br label %insertions
run.done:
  br label %runs
merges:
  %width = phi i64 [ {RUN}, %runs ], [ %width.next, %merged ]
  %from = phi ptr [ %values, %runs ], [ %into, %merged ]
  %into = phi ptr [ %scratch, %runs ], [ %from, %merged ]
  %sorted = icmp sge i64 %width, %length
  br i1 %sorted, label %finish, label %pass
pass:
  %width.next = shl i64 %width, 1
  br label %pairs
pairs:
  %low = phi i64 [ 0, %pass ], [ %low.next, %pair.done ]
  %pairs.over = icmp sge i64 %low, %length
  br i1 %pairs.over, label %merged, label %pair
pair:
  %middle.far = add i64 %low, %width
  %middle.in = icmp slt i64 %middle.far, %length
  %middle = select i1 %middle.in, i64 %middle.far, i64 %length
  %high.far = add i64 %low, %width.next
  %high.in = icmp slt i64 %high.far, %length
  %high = select i1 %high.in, i64 %high.far, i64 %length
  br label %merge
merge:
  %left = phi i64 [ %low, %pair ], [ %left.next, %merge.next ]
  %right = phi i64 [ %middle, %pair ], [ %right.next, %merge.next ]
  %to = phi i64 [ %low, %pair ], [ %to.next, %merge.next ]
  %full = icmp sge i64 %to, %high
  br i1 %full, label %pair.done, label %choose
choose:
  %polls.at = and i64 %to, {_POLL_MASK}
  %polls = icmp eq i64 %polls.at, 0
  br i1 %polls, label %poll, label %go
poll:
  %byte = load atomic i8, ptr %stop monotonic, align 1
  %stops = icmp ne i8 %byte, 0
  br i1 %stops, label %stopped, label %go
go:
{at("%to.place", "%into", "%to")}{at("%left.place", "%from", "%left")}\
{at("%right.place", "%from", "%right")}\
  %left.over = icmp sge i64 %left, %middle
  br i1 %left.over, label %take.right.last, label %left.there
take.right.last:
  %right.last = load {item}, ptr %right.place
  br label %merge.store
left.there:
  %left.item = load {item}, ptr %left.place
  %right.over = icmp sge i64 %right, %high
  br i1 %right.over, label %merge.store, label %both
both:
  %right.item = load {item}, ptr %right.place
{less("%right.item", "%left.item", "%is.right")}\
  %chosen = select i1 %is.right, {item} %right.item, {item} %left.item
  br label %merge.store
merge.store:
  %item = phi {item} [ %right.last, %take.right.last ], [ %left.item, %left.there ], \
[ %chosen, %both ]
  %of.right = phi i1 [ true, %take.right.last ], [ false, %left.there ], [ %is.right, %both ]
  store {item} %item, ptr %to.place
  %right.step = zext i1 %of.right to i64
  %left.step = sub i64 1, %right.step
  %left.next = add i64 %left, %left.step
  %right.next = add i64 %right, %right.step
  br label %merge.next
merge.next:
  %to.next = add i64 %to, 1
  br label %merge
pair.done:
  %low.next = add i64 %low, %width.next
  br label %pairs
merged:
  br label %merges
finish:
  %in.place = icmp eq ptr %from, %values
  br i1 %in.place, label %done, label %copy
copy:
  %bytes = mul i64 %length, {stride}
  %copied = call ptr @memcpy(ptr %values, ptr %from, i64 %bytes)
  br label %done
done:
  ret i1 false
stopped:
  ret i1 true
}}
"""
