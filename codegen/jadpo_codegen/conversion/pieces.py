"""Instructions that entries, sites and failures share."""

from typing import Final

from jadpo_codegen.support.python_api import api_address
from jadpo_codegen.writer import LIKELY, FunctionWriter

BUILTIN: Final = "(ptr %self, ptr %given, i64 %count)"
"""The parameters of a builtin function of Python that takes its arguments as an array."""


def catch_up(writer: FunctionWriter, broken: str) -> None:
    """Do what was put off in a conversion; control goes to ``broken`` where that fails."""
    status = writer.value("call i32 @jadpo.catch_up(ptr %context)")
    well = writer.new_label("well")
    writer.branch(writer.value(f"icmp eq i32 {status}, 0"), well, broken, LIKELY)
    writer.begin(well)


def write_context(writer: FunctionWriter) -> None:
    """Write ``%context``, which the first argument has."""
    address = writer.value("load ptr, ptr %given, align 8")
    function = writer.value(f"load ptr, ptr {api_address('PyLong_AsVoidPtr')}, align 8")
    writer.do(f"%context = call ptr {function}(ptr {address})")


def argument_at(writer: FunctionWriter, number: int) -> str:
    """Write the read of an argument of a builtin function."""
    place = writer.value(f"getelementptr inbounds ptr, ptr %given, i64 {number}")
    return writer.value(f"load ptr, ptr {place}, align 8")


def context_word(writer: FunctionWriter, offset: int, llvm: str) -> str:
    """Write the read of a word of the context struct."""
    place = writer.value(f"getelementptr inbounds i8, ptr %context, i64 {offset}")
    return writer.value(f"load {llvm}, ptr {place}, align 8")


def store_context(writer: FunctionWriter, offset: int, llvm: str, value: str) -> None:
    """Write the store of a word of the context struct."""
    place = writer.value(f"getelementptr inbounds i8, ptr %context, i64 {offset}")
    writer.do(f"store {llvm} {value}, ptr {place}, align 8")
