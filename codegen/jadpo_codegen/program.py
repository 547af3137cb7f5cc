"""A compiled program, as the runtime runs it."""

import contextlib
import sys
import weakref
from collections.abc import Collection, Sequence
from typing import Final

from jadpo.ir.program import Program
from jadpo_codegen.bridge.ending import Ending
from jadpo_codegen.bridge.equality import Equality
from jadpo_codegen.bridge.loading import Linked
from jadpo_codegen.bridge.reading import Reading
from jadpo_codegen.bridge.run import Builtin, Engine, Leaving, Run
from jadpo_codegen.bridge.spans import Spans
from jadpo_codegen.compiling import CompiledModule, compile_module
from jadpo_codegen.jit import LoadedCode, compile_text, this_machine
from jadpo_codegen.lowering.persistence import violated
from jadpo_codegen.native_faults import NATIVE_FAULTS
from jadpo_codegen.objects import NothingKept, Objects, object_key
from jadpo_codegen.support.context import (
    DETAIL_0,
    DETAIL_1,
    FAULT,
    FAULTED,
    LEFT_OVER,
    REJECTED,
    SITE,
    STATUS,
    STOPPED,
)
from jadpo_codegen.support.stack import has_own_stack
from jadpo_codegen.tier import Tier
from jadpo_runtime.context import ConstraintConflict, Context
from jadpo_runtime.faults import Fault, FaultCode, Stopped
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.outcome import Faulted, Outcome, Rejected, Returned, StoppedEarly
from jadpo_runtime.values import Span
from jadpo_runtime.values.internal_error import InternalError

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


class CompiledProgram:
    """Implements :class:`jadpo_runtime.program.Program` by native code.

    A run has a pool and a context struct of its own, so the program is ready for the next run
    however the last one ended, and a test's body may run other callables in the middle of its own.
    """

    def __init__(self, manifest: Manifest, module: CompiledModule, code: bytes) -> None:
        """Load the object code of a module into this process."""
        self._manifest = manifest
        self._module = module
        linked = Linked(LoadedCode(code, module.exports), module.objects)
        self._engine = Engine(
            entries={
                name: (linked.function(entry.symbol), len(entry.parameters))
                for name, entry in module.entries.items()
            },
            fail=linked.function("python.fail"),
            failing=linked.function("python.failing"),
            drop=linked.function("python.drop"),
            failures=module.failures,
            failure_names={number: name for name, number in module.failures.items()},
            spans=Spans(module.spans),
            equality=Equality(module.layouts, Reading(module.layouts)),
            stack_size=module.stack_size if has_own_stack(this_machine().triple) else None,
        )
        self._entries = self._engine.entries
        self._idle: list[Run] = []
        weakref.finalize(self, _free, linked.function("python.free"), self._idle)

    @property
    def manifest(self) -> Manifest:
        """What the program declares."""
        return self._manifest

    def run(self, name: str, arguments: Sequence[object], context: Context) -> Outcome:
        """Run a callable; the stop byte counts before the body begins, too."""
        found = self._entries.get(name)
        if found is None:
            raise InternalError(f"the program has no callable {name!r}")
        entry, parameters = found
        if len(arguments) != parameters:
            raise InternalError(f"{name!r} takes {parameters} arguments, not {len(arguments)}")
        stop = context.stop
        if stop[0]:
            return StoppedEarly()
        if sys.getrecursionlimit() < _RECURSION_ROOM:
            sys.setrecursionlimit(_RECURSION_ROOM)
        run = self._idle.pop() if self._idle else Run(self._engine)
        run.context = context
        run.stop = stop
        try:
            value = entry(run.address, 1, stop, *arguments)
            if value is not Ending.LEFT:
                return Returned(value)
            return self._outcome(run, run.word(STATUS))
        except Fault as fault:
            return Faulted(fault.code, self._site_span(run), fault.detail)
        except ConstraintConflict as conflict:
            broken = violated(conflict)
            return Faulted(broken.code, self._site_span(run), broken.detail)
        except Stopped:
            return StoppedEarly()
        except Leaving as leaving:
            return self._outcome(run, leaving.status)
        except MemoryError:
            if run.stop[0]:
                return StoppedEarly()
            return Faulted(FaultCode.MEMORY_EXCEEDED, None, "there was no more memory")
        except RecursionError:
            return Faulted(FaultCode.MEMORY_EXCEEDED, None, "values were nested too deeply")
        finally:
            # Nothing of the boundary outlives it.
            del run.context
            if run.updates or run.kept or run.faulted is not None:
                run.forget()
            self._idle.append(run)

    @property
    def left_over(self) -> int:
        """Bytes of the values that were alive when a run ended last: what its result took."""
        return self._idle[-1].word(LEFT_OVER)

    def _site_span(self, run: Run) -> Span | None:
        """Where the exception arose that left the run."""
        site = run.word(SITE)
        return None if site < 0 else self._module.sites[site].span

    def _outcome(self, run: Run, status: int) -> Outcome:
        """How a run ended that did not return, and whose pool is there still."""
        try:
            if status == STOPPED:
                return StoppedEarly()
            if status == REJECTED:
                return Rejected(*run.failure)
            if status != FAULTED:
                raise InternalError(f"compiled code ended with the status {status}")
            run.drop_stack()
            if run.faulted is not None:
                return run.faulted
            fault, span = divmod(run.word(FAULT), 1 << 32)
            code, sentence = NATIVE_FAULTS[fault]
            if code is FaultCode.MEMORY_EXCEEDED and run.stop[0]:
                # A large cell is refused, too, where the stop byte is set.
                return StoppedEarly()
            detail = sentence.format(run.word(DETAIL_0), run.word(DETAIL_1))
            return Faulted(code, self._module.spans[span], detail)
        finally:
            run.drop()


def _free(free: Builtin, runs: list[Run]) -> None:
    """Give back what a program's runs kept between them."""
    for run in runs:
        free(run.address)
