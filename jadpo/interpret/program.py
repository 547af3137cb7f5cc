"""A program in the interpreter, as the runtime runs it."""

from collections.abc import Sequence
from typing import Any

from jadpo.interpret.calls import blanks
from jadpo.interpret.frame import Frame
from jadpo.interpret.statements import translate_body
from jadpo.interpret.tables import INLININGS, OPERATIONS, TRANSLATIONS
from jadpo.interpret.translator import Translator
from jadpo.interpret.unwinding import FaultAt, Leaving
from jadpo.ir.program import Program
from jadpo_runtime.context import Context
from jadpo_runtime.faults import FaultCode, Stopped
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.outcome import Faulted, Outcome, Rejected, Returned, StoppedEarly
from jadpo_runtime.values.internal_error import InternalError


class InterpretedProgram:
    """Implements :class:`jadpo_runtime.program.Program` by interpreting the typed IR.

    A run keeps all that it changes in frames of its own, so the program is ready for the next run
    however the last one ended, and a test's body may run other callables in the middle of its own.
    """

    def __init__(self, program: Program) -> None:
        """Interpret a verified program; callables are translated when they are first called."""
        self._program = program
        self._translator = Translator(
            program,
            inlinings=INLININGS,
            operations=OPERATIONS,
            translations=TRANSLATIONS,
            body=translate_body,
        )

    @property
    def manifest(self) -> Manifest:
        """What the program declares."""
        return self._program.manifest

    def run(self, name: str, arguments: Sequence[object], context: Context) -> Outcome:
        """Run a callable; the stop byte counts before the body begins, too."""
        callable_ = self._translator.callable(name)
        if len(arguments) != callable_.parameters:
            raise InternalError(
                f"{name!r} takes {callable_.parameters} arguments, not {len(arguments)}"
            )
        stop = context.stop
        if stop[0]:
            return StoppedEarly()
        self._translator.room.make()
        frame: Frame = [1, stop, context, *arguments, *blanks(callable_)]
        try:
            value: Any = self._translator.body(name)[0](frame)
        except Leaving as leaving:
            raised = leaving.raised
            return Rejected(raised.failure, raised.context, tuple(raised.trail))
        except FaultAt as fault:
            return Faulted(fault.code, fault.span, fault.detail)
        except Stopped:
            return StoppedEarly()
        except MemoryError:
            return Faulted(FaultCode.MEMORY_EXCEEDED, None, "there was no more memory")
        except RecursionError:
            return Faulted(FaultCode.MEMORY_EXCEEDED, None, "values were nested too deeply")
        return Returned(value)


def interpret(program: Program) -> InterpretedProgram:
    """The program, ready to be run."""
    return InterpretedProgram(program)
