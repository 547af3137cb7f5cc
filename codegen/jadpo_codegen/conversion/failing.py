"""Failures that cross between compiled code and Python."""

from collections.abc import Mapping

from jadpo_codegen.conversion.conversions import Conversions
from jadpo_codegen.conversion.pieces import (
    BUILTIN,
    argument_at,
    catch_up,
    context_word,
    store_context,
    write_context,
)
from jadpo_codegen.layouts import FAILURE_PREFIX, RecordCell
from jadpo_codegen.support.context import FAILURE, FAILURE_CELL
from jadpo_codegen.support.python_api import call_api, do_api, object_at
from jadpo_codegen.writer import LIKELY, UNLIKELY, FunctionWriter


def failure_cell(name: str) -> RecordCell:
    """The layout of the context of a failure."""
    return RecordCell(FAILURE_PREFIX + name)


def failures_text(conversions: Conversions, failures: Mapping[str, int]) -> str:
    """``python.fail(address, number, context)`` and ``python.failing(address)``.

    The first gives a context to the failure that begins its way, the second the context of the one
    that is on its way, both as tuples.
    """
    return f"{_fail_text(conversions, failures)}\n{_failing_text(conversions, failures)}"


def _switch(writer: FunctionWriter, number: str, failures: Mapping[str, int]) -> dict[str, str]:
    labels = {name: writer.new_label("failure") for name in failures}
    unknown = writer.new_label("unknown")
    listed = " ".join(f"i64 {failures[name]}, label %{label}" for name, label in labels.items())
    writer.end(f"switch i64 {number}, label %{unknown} [ {listed} ]")
    writer.begin(unknown)
    call_api(writer, "PyErr_NoMemory", "ptr", "")
    writer.end("ret ptr null")
    return labels


def _fail_text(conversions: Conversions, failures: Mapping[str, int]) -> str:
    writer = FunctionWriter(f"define ptr @python.fail{BUILTIN}")
    write_context(writer)
    number = call_api(writer, "PyLong_AsLongLong", "i64", f"ptr {argument_at(writer, 1)}")
    values = argument_at(writer, 2)
    place = writer.place("ptr")
    writer.do(f"store ptr null, ptr {place}")
    labels = _switch(writer, number, failures)
    after = writer.new_label("after")
    statuses = []
    for name, label in labels.items():
        writer.begin(label)
        status = conversions.take(writer, failure_cell(name), values, place)
        statuses.append((status, label))
        writer.jump(after)
    if not statuses:
        return writer.text()
    writer.begin(after)
    status = writer.phi("i32", statuses)
    taken, broken, none = (writer.new_label(word) for word in ("taken", "broken", "none"))
    late, raised = writer.new_label("late"), writer.new_label("raised")
    writer.branch(writer.value(f"icmp eq i32 {status}, 0"), late, broken, LIKELY)
    writer.begin(late)
    caught = writer.value("call i32 @jadpo.catch_up(ptr %context)")
    writer.branch(writer.value(f"icmp eq i32 {caught}, 0"), taken, broken, LIKELY)
    writer.begin(taken)
    writer.do("call void @jadpo.end_conversion(ptr %context)")
    cell = writer.value(f"load ptr, ptr {place}")
    store_context(writer, FAILURE, "i64", number)
    store_context(writer, FAILURE_CELL, "ptr", cell)
    mark = object_at(writer, conversions.place_of(None))
    do_api(writer, "Py_IncRef", f"ptr {mark}")
    writer.end(f"ret ptr {mark}")
    writer.begin(broken)
    writer.do("call void @jadpo.end_conversion(ptr %context)")
    error = call_api(writer, "PyErr_Occurred", "ptr", "")
    writer.branch(writer.value(f"icmp eq ptr {error}, null"), none, raised)
    writer.begin(none)
    call_api(writer, "PyErr_NoMemory", "ptr", "")
    writer.begin(raised)
    writer.end("ret ptr null")
    return writer.text()


def _failing_text(conversions: Conversions, failures: Mapping[str, int]) -> str:
    writer = FunctionWriter(f"define ptr @python.failing{BUILTIN}")
    write_context(writer)
    number = context_word(writer, FAILURE, "i64")
    cell = context_word(writer, FAILURE_CELL, "ptr")
    labels = _switch(writer, number, failures)
    after, broken = writer.new_label("after"), writer.new_label("broken")
    objects = []
    for name, label in labels.items():
        writer.begin(label)
        given = conversions.give(writer, failure_cell(name), cell)
        objects.append((given, label))
        writer.jump(after)
    if not objects:
        return writer.text()
    writer.begin(after)
    given = writer.phi("ptr", objects)
    there = writer.new_label("there")
    writer.branch(writer.value(f"icmp eq ptr {given}, null"), broken, there, UNLIKELY)
    writer.begin(there)
    catch_up(writer, broken)
    writer.do("call void @jadpo.end_conversion(ptr %context)")
    writer.end(f"ret ptr {given}")
    writer.begin(broken)
    writer.do("call void @jadpo.end_conversion(ptr %context)")
    writer.end("ret ptr null")
    return writer.text()
