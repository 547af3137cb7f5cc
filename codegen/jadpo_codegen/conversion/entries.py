"""Where Python calls compiled code: entries.

They are builtin functions of CPython's own form, ``object f(self, arguments, count)``, so a call
costs little more than one of ``len``. They get the address of the context struct first.
"""

from collections.abc import Iterable, Sequence

from jadpo_codegen.bridge.ending import Ending
from jadpo_codegen.conversion.conversions import NO_MEMORY, Conversions
from jadpo_codegen.conversion.pieces import (
    BUILTIN,
    argument_at,
    catch_up,
    context_word,
    store_context,
    write_context,
)
from jadpo_codegen.layouts import INT, Layout, is_counted, llvm_type, packed, release_function
from jadpo_codegen.support.context import (
    FAULT,
    FAULTED,
    NATIVE_AT,
    PYTHON_AT,
    RAISED,
    RETURNED,
    STATUS,
    THREAD,
    THREAD_STACK,
)
from jadpo_codegen.support.python_api import call_api, do_api, object_at
from jadpo_codegen.writer import LIKELY, UNLIKELY, FunctionWriter


def entry_text(
    conversions: Conversions,
    symbol: str,
    function: str,
    parameters: Iterable[tuple[Layout, bool]],
    result: Layout,
    no_memory: int,
    *,
    is_short: bool,
) -> str:
    """The builtin function that runs a callable: the address, the depth, the stop byte, arguments.

    A parameter has its layout, and whether the callable takes a reference. It gives the result,
    :data:`Ending.LEFT` where there is none, or raises what was raised. Where ``is_short`` does not
    hold Python's lock is let go of meanwhile. At depth 1 the pool is dropped at the end, unless
    there is more to be read in it.
    """
    listed = list(parameters)
    writer = FunctionWriter(f"define ptr @{symbol}{BUILTIN}")
    write_context(writer)
    depth = call_api(writer, "PyLong_AsLongLong", "i64", f"ptr {argument_at(writer, 1)}")
    is_first = writer.value(f"icmp eq i64 {depth}, 1")
    first, later = writer.new_label("first"), writer.new_label("later")
    ready, left = writer.new_label("ready"), writer.new_label("left")
    full, raised, broken = (writer.new_label(word) for word in ("full", "raised", "broken"))
    writer.branch(is_first, first, later)
    writer.begin(later)
    frame = writer.value("call ptr @llvm.frameaddress.p0(i32 0)")
    address = writer.value(f"ptrtoint ptr {frame} to i64")
    least = context_word(writer, THREAD_STACK, "i64")
    writer.branch(writer.value(f"icmp ult i64 {address}, {least}"), full, ready, UNLIKELY)
    writer.begin(first)
    writer.do(f"call void @jadpo.begin(ptr %context, ptr {argument_at(writer, 2)})")
    writer.begin(ready)
    shape = packed((INT, *(layout for layout, _ in listed)))
    block = writer.place(f"[{shape.size} x i8], align 16")
    answer = writer.place(f"{llvm_type(result)}, align 16")
    writer.do(f"store i64 {depth}, ptr {block}, align 16")
    places = [
        writer.value(f"getelementptr inbounds i8, ptr {block}, i64 {place.offset}")
        for place in shape.places[1:]
    ]
    for number, ((layout, _), place) in enumerate(zip(listed, places, strict=True), 3):
        status = conversions.take(writer, layout, argument_at(writer, number), place)
        _end_unless_taken(writer, status, full, broken)
    if listed:
        late = writer.value("call i32 @jadpo.catch_up(ptr %context)")
        _end_unless_taken(writer, late, full, broken)
        # What objects became holds for this conversion only: the callable may let go of it.
        writer.do("call void @jadpo.end_conversion(ptr %context)")
    if not is_short:
        thread = call_api(writer, "PyEval_SaveThread", "ptr", "")
        store_context(writer, THREAD, "ptr", thread)
    left_at = writer.value(f"getelementptr inbounds i8, ptr %context, i64 {PYTHON_AT}")
    before = writer.value(f"load ptr, ptr {left_at}, align 8")
    free = context_word(writer, NATIVE_AT, "ptr")
    status = writer.value(
        f"call i32 @jadpo.on_stack(ptr @inner.{symbol}, ptr %context, ptr {block}, ptr {answer},"
        f" ptr {free}, ptr {left_at})"
    )
    writer.do(f"store ptr {before}, ptr {left_at}, align 8")
    if not is_short:
        do_api(writer, "PyEval_RestoreThread", f"ptr {context_word(writer, THREAD, 'ptr')}")
        store_context(writer, THREAD, "ptr", "null")
    returned, other = writer.new_label("returned"), writer.new_label("other")
    writer.branch(writer.value(f"icmp eq i32 {status}, {RETURNED}"), returned, other, LIKELY)
    writer.begin(returned)
    value = writer.value(f"load {llvm_type(result)}, ptr {answer}")
    object_ = conversions.give(writer, result, value)
    made, unmade = writer.new_label("made"), writer.new_label("unmade")
    writer.branch(writer.value(f"icmp eq ptr {object_}, null"), broken, made, UNLIKELY)
    writer.begin(made)
    catch_up(writer, unmade)
    writer.do("call void @jadpo.end_conversion(ptr %context)")
    end, nested = writer.new_label("end"), writer.new_label("nested")
    whole = writer.new_label("whole")
    writer.branch(is_first, whole, nested)
    writer.begin(nested)
    for (layout, owned), place in zip(listed, places, strict=True):
        if is_counted(layout) and not owned:
            each = writer.value(f"load ptr, ptr {place}")
            writer.do(f"call void {release_function(layout)}(ptr %context, ptr {each})")
    if is_counted(result):
        writer.do(f"call void {release_function(result)}(ptr %context, ptr {value})")
    writer.jump(end)
    writer.begin(whole)
    writer.do("call void @jadpo.drop_pool(ptr %context)")
    writer.begin(end)
    writer.end(f"ret ptr {object_}")
    writer.begin(unmade)
    do_api(writer, "Py_DecRef", f"ptr {object_}")
    writer.jump(broken)
    writer.begin(other)
    wide = writer.value(f"sext i32 {status} to i64")
    store_context(writer, STATUS, "i64", wide)
    writer.branch(writer.value(f"icmp eq i32 {status}, {RAISED}"), raised, left)
    writer.begin(full)
    writer.do("call void @jadpo.end_conversion(ptr %context)")
    store_context(writer, FAULT, "i64", str(no_memory))
    store_context(writer, STATUS, "i64", str(FAULTED))
    writer.begin(left)
    mark = object_at(writer, conversions.place_of(Ending.LEFT))
    do_api(writer, "Py_IncRef", f"ptr {mark}")
    writer.end(f"ret ptr {mark}")
    writer.begin(broken)
    writer.do("call void @jadpo.end_conversion(ptr %context)")
    writer.begin(raised)
    writer.branch(is_first, drop := writer.new_label("drop"), gone := writer.new_label("gone"))
    writer.begin(drop)
    writer.do("call void @jadpo.drop_pool(ptr %context)")
    writer.begin(gone)
    writer.end("ret ptr null")
    inner = _inner_text(symbol, function, [layout for layout, _ in listed], result)
    return f"{inner}\n{writer.text()}"


def _end_unless_taken(writer: FunctionWriter, status: str, full: str, broken: str) -> None:
    """Go to ``full`` where there was no memory for a conversion, to ``broken`` on other errors."""
    well, wrong = writer.new_label("well"), writer.new_label("wrong")
    writer.branch(writer.value(f"icmp eq i32 {status}, 0"), well, wrong, LIKELY)
    writer.begin(wrong)
    writer.branch(writer.value(f"icmp eq i32 {status}, {NO_MEMORY}"), full, broken)
    writer.begin(well)


def _inner_text(symbol: str, function: str, parameters: Sequence[Layout], result: Layout) -> str:
    """``status @inner.symbol(context, arguments, answer)``, on the stack of compiled code.

    The depth is the first of the arguments.
    """
    writer = FunctionWriter(
        f"define internal i32 @inner.{symbol}(ptr %context, ptr %arguments, ptr %answer)"
    )
    given = []
    for place in packed((INT, *parameters)).places:
        address = writer.value(f"getelementptr inbounds i8, ptr %arguments, i64 {place.offset}")
        llvm = llvm_type(place.layout)
        given.append(f"{llvm} {writer.value(f'load {llvm}, ptr {address}')}")
    llvm = llvm_type(result)
    both = f"{{ i32, {llvm} }}"
    answer = writer.value(f"call {both} {function}(ptr %context, {', '.join(given)})")
    status = writer.value(f"extractvalue {both} {answer}, 0")
    give, leave = writer.new_label("give"), writer.new_label("leave")
    writer.branch(writer.value(f"icmp eq i32 {status}, {RETURNED}"), give, leave, LIKELY)
    writer.begin(give)
    value = writer.value(f"extractvalue {both} {answer}, 1")
    writer.do(f"store {llvm} {value}, ptr %answer")
    writer.begin(leave)
    writer.end(f"ret i32 {status}")
    return writer.text()
