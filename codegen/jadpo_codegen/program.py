"""A compiled program, as the runtime runs it."""

import contextlib
import ctypes
import sys
from collections.abc import Callable, Collection, Sequence
from typing import Final

from jadpo.ir.program import Program
from jadpo_codegen.bridge.equality import Equality
from jadpo_codegen.bridge.memory import Memory
from jadpo_codegen.bridge.reading import Reading
from jadpo_codegen.bridge.run import Failing, Leaving, Run
from jadpo_codegen.bridge.writing import Writing
from jadpo_codegen.compiling import CompiledModule, Entry, compile_module
from jadpo_codegen.jit import LoadedCode, compile_text, this_machine
from jadpo_codegen.layouts import Layout, TableCell, packed, size_of
from jadpo_codegen.module import Site
from jadpo_codegen.native_faults import NATIVE_FAULTS
from jadpo_codegen.objects import NothingKept, Objects, object_key
from jadpo_codegen.support.context import (
    DETAIL_0,
    DETAIL_1,
    FAULT,
    FAULTED,
    RAISED,
    REJECTED,
    RETURNED,
    STOPPED,
)
from jadpo_codegen.tier import Tier
from jadpo_runtime.context import Context
from jadpo_runtime.faults import Fault, FaultCode, Stopped
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.outcome import Faulted, Outcome, Rejected, Returned, StoppedEarly
from jadpo_runtime.values.internal_error import InternalError

_ENTRY: Final = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p
)
"""Releases Python's lock while compiled code runs, so that a watchdog can set the stop byte."""

_CALLBACK: Final = ctypes.CFUNCTYPE(
    ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p
)

_INSERT: Final = ctypes.PYFUNCTYPE(
    ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p
)

_NOTHING_KEPT: Final = NothingKept()

_RECURSION_ROOM: Final = 20_000
"""Frames of Python for 1,000 calls that go through the standard library, and nested values."""


def compile_program(
    program: Program,
    tier: Tier = Tier.BALANCED,
    wanted: Collection[str] | None = None,
    objects: Objects = _NOTHING_KEPT,
) -> "CompiledProgram":
    """Compile a verified program, or the callables ``wanted`` of it and all that they use.

    What ``objects`` keeps is loaded, and not made again. Raises
    :class:`~jadpo_codegen.not_compiled.NotCompiledError` where a node is not compiled.
    """
    module = compile_module(program, wanted)
    key = object_key(module.text, tier, this_machine())
    kept = objects.get(key)
    if kept is not None:
        # Whatever was kept and cannot be loaded is made again.
        with contextlib.suppress(RuntimeError, InternalError):
            return CompiledProgram(program.manifest, module, kept)
    code = compile_text(module.text, tier)
    objects.put(key, code)
    return CompiledProgram(program.manifest, module, code)


class _Values:
    """Writes a sequence of values where compiled code reads them, and reads one it wrote."""

    def __init__(self, layouts: Sequence[Layout], reading: Reading, writing: Writing) -> None:
        shape = packed(layouts)
        self.size = shape.size
        self.count = len(layouts)
        self._places = [
            (place.offset, reading.of(place.layout), writing.of(place.layout))
            for place in shape.places
        ]

    def write(self, values: Sequence[object]) -> bytes:
        memory = bytearray(self.size)
        for (offset, _, write), value in zip(self._places, values, strict=True):
            write(memory, offset, value)
        return bytes(memory)

    def read(self, address: int) -> list[object]:
        if not self._places:
            return []
        memory = ctypes.string_at(address, self.size)
        return [read(memory, offset) for offset, read, _ in self._places]


def _is_recursion(exception: BaseException) -> bool:
    """Whether Python's stack was too small; ctypes wraps that where it converts arguments."""
    if isinstance(exception, ctypes.ArgumentError):
        return "RecursionError" in str(exception)
    return isinstance(exception, RecursionError)


class CompiledProgram:
    """Implements :class:`jadpo_runtime.program.Program` by native code.

    A run has a pool and a context struct of its own, so the program is ready for the next run
    however the last one ended, and a test's body may run other callables in the middle of its own.
    """

    def __init__(self, manifest: Manifest, module: CompiledModule, code: bytes) -> None:
        """Load the object code of a module into this process."""
        self._manifest = manifest
        self._module = module
        self._code = LoadedCode(code, module.exports)
        self._memory = Memory(self._code)
        self._reading = Reading(module.layouts)
        self._equality = Equality(module.layouts, self._reading)
        self._writing = Writing(module.layouts, module.kinds, self._memory, self._inserting)
        self._runs: list[Run] = []
        # Kept for as long as the code that calls it.
        self._callback = _CALLBACK(self._called_back)
        address = ctypes.cast(self._callback, ctypes.c_void_p).value
        if address is None:
            raise InternalError("a callback has no address")
        self._callback_address = address
        self._sites: dict[int, Callable[[Run, int, int], None]] = {}
        self._functions: dict[str, tuple[Entry, Callable[..., int], _Values, _Values]] = {}

    @property
    def manifest(self) -> Manifest:
        """What the program declares."""
        return self._manifest

    def run(self, name: str, arguments: Sequence[object], context: Context) -> Outcome:
        """Run a callable; the stop byte counts before the body begins, too."""
        if name not in self._module.entries:
            raise InternalError(f"the program has no callable {name!r}")
        parameters = len(self._module.entries[name].parameters)
        if len(arguments) != parameters:
            raise InternalError(f"{name!r} takes {parameters} arguments, not {len(arguments)}")
        if context.stop[0]:
            return StoppedEarly()
        if sys.getrecursionlimit() < _RECURSION_ROOM:
            sys.setrecursionlimit(_RECURSION_ROOM)
        run = Run(
            context,
            self._module.failures,
            self._memory,
            self._callback_address,
            self._invoke,
            self._equality,
        )
        self._runs.append(run)
        run.enter()
        try:
            return Returned(self._invoke(run, name, arguments, 1))
        except Leaving as leaving:
            return self._outcome(run, leaving.status)
        except Fault as fault:
            return Faulted(fault.code, None, fault.detail)
        except MemoryError:
            return Faulted(FaultCode.MEMORY_EXCEEDED, None, "there was no more memory")
        except (RecursionError, ctypes.ArgumentError) as error:
            if not _is_recursion(error):
                raise
            return Faulted(FaultCode.MEMORY_EXCEEDED, None, "values were nested too deeply")
        finally:
            run.drop()
            self._runs.pop()
            if self._runs:
                self._runs[-1].enter()

    def _outcome(self, run: Run, status: int) -> Outcome:
        if status == STOPPED:
            return StoppedEarly()
        if status == REJECTED:
            failure = run.failure
            return Rejected(failure.name, failure.context, tuple(failure.trail))
        if status == RAISED and run.pending is not None:
            if isinstance(run.pending, MemoryError):
                return Faulted(FaultCode.MEMORY_EXCEEDED, None, "there was no more memory")
            raise run.pending
        if status != FAULTED:
            raise InternalError(f"compiled code ended with the status {status}")
        if run.faulted is not None:
            return run.faulted
        fault, span = divmod(run.word(FAULT), 1 << 32)
        code, sentence = NATIVE_FAULTS[fault]
        detail = sentence.format(run.word(DETAIL_0), run.word(DETAIL_1))
        return Faulted(code, self._module.spans[span], detail)

    def _invoke(self, run: Run, name: str, arguments: Sequence[object], depth: int) -> object:
        """Call a compiled function; raises :class:`Leaving` unless it returns."""
        entry, function, parameters, result = self._function(name)
        given = parameters.write(arguments)
        answer = ctypes.create_string_buffer(size_of(entry.result))
        status = function(run.address, depth, given, answer)
        if status != RETURNED:
            raise Leaving(status)
        return result.read(ctypes.addressof(answer))[0]

    def _function(self, name: str) -> tuple[Entry, Callable[..., int], _Values, _Values]:
        found = self._functions.get(name)
        if found is None:
            entry = self._module.entries[name]
            found = self._functions[name] = (
                entry,
                _ENTRY(self._code.address(entry.symbol)),
                _Values(entry.parameters, self._reading, self._writing),
                _Values((entry.result,), self._reading, self._writing),
            )
        return found

    def _inserting(self, table: TableCell) -> Callable[[int, bytes], int]:
        insert = _INSERT(self._code.address(f"insert.{self._module.kinds[table]}"))

        def put(cell: int, entry: bytes) -> int:
            changed: int | None = insert(self._memory.context, cell, entry)
            if changed is None:
                raise Fault(FaultCode.MEMORY_EXCEEDED, "there was no more memory")
            return changed

        return put

    # ---- calls of Python by compiled code

    def _called_back(self, context: int, site: int, arguments: int | None, answer: int) -> int:
        """Do what a site asks for; the status. No exception may leave this function."""
        run = self._runs[-1]
        try:
            self._site(site)(run, arguments or 0, answer)
        except Failing:
            return REJECTED
        except Fault as fault:
            run.fault(fault.code, self._module.sites[site].span, fault.detail)
            return FAULTED
        except Stopped:
            return STOPPED
        except Leaving as leaving:
            return leaving.status
        except BaseException as exception:  # noqa: BLE001 - `run` raises it again
            if not _is_recursion(exception):
                run.pending = exception
                return RAISED
            span = self._module.sites[site].span
            run.fault(FaultCode.MEMORY_EXCEEDED, span, "a value is nested too deeply")
            return FAULTED
        return RETURNED

    def _site(self, number: int) -> Callable[[Run, int, int], None]:
        found = self._sites.get(number)
        if found is None:
            found = self._sites[number] = self._made_site(self._module.sites[number])
        return found

    def _made_site(self, site: Site) -> Callable[[Run, int, int], None]:
        operands = _Values(site.operands, self._reading, self._writing)
        result = _Values((site.result,), self._reading, self._writing)
        perform = site.perform
        size = size_of(site.result)

        def act(run: Run, arguments: int, answer: int) -> None:
            value = perform(run, operands.read(arguments))
            ctypes.memmove(answer, result.write((value,)), size)

        return act
