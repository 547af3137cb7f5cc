"""Links a module's object code to Python: tables filled in, builtin functions made."""

import ctypes
from collections.abc import Sequence
from typing import Final

from jadpo_codegen.bridge.run import Builtin
from jadpo_codegen.jit import LoadedCode
from jadpo_codegen.support.python_api import (
    API,
    API_SYMBOL,
    OBJECTS_SYMBOL,
    TUPLE_START_SYMBOL,
)
from jadpo_runtime.values.internal_error import InternalError

_FASTCALL: Final = 0x0080
"""``METH_FASTCALL``: arguments come as an array and their number."""


class _MethodDefinition(ctypes.Structure):
    """``PyMethodDef``."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_new_function: Final = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p
)(("PyCFunction_NewEx", ctypes.pythonapi))


class Linked:
    """Object code with all that it uses of Python; it lives as long as its functions do."""

    def __init__(self, code: LoadedCode, objects: Sequence[object]) -> None:
        """Fill in the tables of ``code``."""
        self._code = code
        self._objects = objects
        self._definitions: list[_MethodDefinition] = []
        _fill(code.address(API_SYMBOL), [_address(name) for name in API])
        # CPython's `id` is the address of an object.
        # Items follow the fixed part of a tuple, whose size differs between versions of Python.
        _fill(code.address(TUPLE_START_SYMBOL), [tuple.__basicsize__])
        _fill(code.address(OBJECTS_SYMBOL), [id(each) for each in objects])

    def function(self, symbol: str) -> Builtin:
        """A builtin function of Python that is the exported one of that name."""
        definition = _MethodDefinition(symbol.encode(), self._code.address(symbol), _FASTCALL, None)
        self._definitions.append(definition)
        # The function holds its `self`, and with it the code.
        made: Builtin = _new_function(ctypes.addressof(definition), self, None)
        return made


def _address(name: str) -> int:
    address = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value
    if address is None:
        raise InternalError(f"Python has no {name!r}")
    return address


def _fill(place: int, addresses: Sequence[int]) -> None:
    table = (ctypes.c_void_p * max(len(addresses), 1)).from_address(place)
    for number, address in enumerate(addresses):
        table[number] = address
