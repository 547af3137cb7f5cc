"""Where compiled code asks Python: sites."""

from collections.abc import Iterable

from jadpo_codegen.bridge.ending import Ending
from jadpo_codegen.conversion.conversions import UNTAKEN, Conversions
from jadpo_codegen.conversion.crossing import REFUSED
from jadpo_codegen.conversion.methods import Method
from jadpo_codegen.conversion.pieces import catch_up, context_word
from jadpo_codegen.layouts import Layout, llvm_type, packed
from jadpo_codegen.support.context import RUN
from jadpo_codegen.support.python_api import call_api, do_api, object_at
from jadpo_codegen.writer import UNLIKELY, FunctionWriter


def site_text(
    conversions: Conversions,
    site: int,
    function: int | Method,
    operands: Iterable[Layout],
    result: Layout,
    no_memory: int,
) -> str:
    """``status @site.N(context, operands, answer)``: converts, calls, converts.

    ``function`` is a method of the context, or the place of a Python function among the module's
    objects; ``no_memory`` is the word of the fault where the result finds no memory.
    """
    writer = FunctionWriter(
        f"define internal i32 @site.{site}(ptr %context, ptr %operands, ptr %answer)"
    )
    taken = writer.value("call i1 @jadpo.enter_python(ptr %context)")

    def end(how: str) -> None:
        status = writer.value(
            f"call i32 @jadpo.end_site(ptr %context, i1 {taken}, i64 {site}, i64 {no_memory},"
            f" i32 {how})"
        )
        writer.end(f"ret i32 {status}")

    places = packed(operands).places
    items = call_api(writer, "PyList_New", "ptr", f"i64 {len(places)}")
    raised, drop = writer.new_label("raised"), writer.new_label("drop")
    begun = writer.new_label("begun")
    writer.branch(writer.value(f"icmp eq ptr {items}, null"), raised, begun, UNLIKELY)
    writer.begin(begun)
    for number, place in enumerate(places):
        address = writer.value(f"getelementptr inbounds i8, ptr %operands, i64 {place.offset}")
        value = writer.value(f"load {llvm_type(place.layout)}, ptr {address}")
        given = conversions.give(writer, place.layout, value)
        there = writer.new_label("there")
        writer.branch(writer.value(f"icmp eq ptr {given}, null"), drop, there, UNLIKELY)
        writer.begin(there)
        call_api(writer, "PyList_SetItem", "i32", f"ptr {items}, i64 {number}, ptr {given}")
    if places:
        catch_up(writer, drop)
        writer.do("call void @jadpo.end_conversion(ptr %context)")
    if isinstance(function, Method):
        answered = _called_method(conversions, writer, function, items, drop)
    else:
        callee = object_at(writer, function)
        answered = writer.value(
            f"call ptr @jadpo.call_site(ptr %context, ptr {callee}, ptr {items})"
        )
    there = writer.new_label("there")
    writer.branch(writer.value(f"icmp eq ptr {answered}, null"), raised, there, UNLIKELY)
    writer.begin(there)
    failed = object_at(writer, conversions.place_of(Ending.FAILED))
    refused, value = writer.new_label("refused"), writer.new_label("value")
    writer.branch(writer.value(f"icmp eq ptr {answered}, {failed}"), refused, value, UNLIKELY)
    writer.begin(value)
    status = conversions.take(writer, result, answered, "%answer")
    late, done = writer.new_label("late"), writer.new_label("done")
    before = writer.label
    writer.branch(writer.value(f"icmp eq i32 {status}, 0"), late, done)
    writer.begin(late)
    caught = writer.value("call i32 @jadpo.catch_up(ptr %context)")
    writer.begin(done)
    how = writer.phi("i32", [(status, before), (caught, late)])
    do_api(writer, "Py_DecRef", f"ptr {answered}")
    end(how)
    writer.begin(refused)
    do_api(writer, "Py_DecRef", f"ptr {answered}")
    end(str(REFUSED))
    writer.begin(drop)
    do_api(writer, "Py_DecRef", f"ptr {items}")
    end(str(UNTAKEN))
    writer.begin(raised)
    end(str(UNTAKEN))
    return writer.text()


def _called_method(
    conversions: Conversions, writer: FunctionWriter, method: Method, items: str, drop: str
) -> str:
    """What a method of the context gives for a list, which is let go of; null where it raises.

    Where there is no such method, control goes to ``drop``.
    """
    held = context_word(writer, RUN, "ptr")
    for number, name in enumerate(("context", *method.path[:-1])):
        word = object_at(writer, conversions.place_of(name))
        found = call_api(writer, "PyObject_GetAttr", "ptr", f"ptr {held}, ptr {word}")
        if number:
            do_api(writer, "Py_DecRef", f"ptr {held}")
        there = writer.new_label("there")
        writer.branch(writer.value(f"icmp eq ptr {found}, null"), drop, there, UNLIKELY)
        writer.begin(there)
        held = found
    given = [object_at(writer, conversions.place_of(each)) for each in method.given]
    arguments = [held, *given, items]
    block = writer.place(f"[{len(arguments)} x ptr], align 8")
    for number, each in enumerate(arguments):
        place = writer.value(f"getelementptr inbounds ptr, ptr {block}, i64 {number}")
        writer.do(f"store ptr {each}, ptr {place}, align 8")
    name = object_at(writer, conversions.place_of(method.path[-1]))
    answered = call_api(
        writer,
        "PyObject_VectorcallMethod",
        "ptr",
        f"ptr {name}, ptr {block}, i64 {len(arguments)}, ptr null",
    )
    do_api(writer, "Py_DecRef", f"ptr {held}")
    do_api(writer, "Py_DecRef", f"ptr {items}")
    return answered
