"""The engine that runs a checked program in a mode."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from jadpo.cache_folder import OBJECTS, cache_folder
from jadpo.cli.checking import CheckedProject
from jadpo.cli.garbage import collected_seldom
from jadpo.cli.modes import INTERPRETED
from jadpo.diagnostics import Diagnostic
from jadpo.interpret import interpret
from jadpo.ir.program import Program as CheckedIr
from jadpo_runtime.program import Program

if TYPE_CHECKING:
    from jadpo_codegen import NotCompiledError


def engine_of(
    checked: CheckedProject, mode: str, tier: str, environment: Mapping[str, str], platform: str
) -> Program | Diagnostic:
    """The engine of a mode for a project without errors, or why there is none.

    Object code comes with the program where it was built for this machine, or from this user's
    cache folder; what is made is kept there.
    """
    program = checked.program
    assert program is not None, "a program with errors has no engine"
    if mode == INTERPRETED:
        return interpret(program)
    with collected_seldom():
        return _compiled(checked, program, tier, environment, platform)


def _compiled(
    checked: CheckedProject,
    program: CheckedIr,
    tier: str,
    environment: Mapping[str, str],
    platform: str,
) -> Program | Diagnostic:
    # LLVM is loaded only where something is compiled.
    from jadpo_codegen import NotCompiledError, Tier, compile_program
    from jadpo_codegen.object_cache import ObjectCache
    from jadpo_codegen.objects import BuiltObject, NothingKept, Objects

    folder = cache_folder(environment, platform)
    objects: Objects = NothingKept() if folder is None else ObjectCache(folder / OBJECTS)
    if checked.code is not None:
        objects = BuiltObject(checked.code.key, checked.code.code, objects)
    try:
        return compile_program(program, Tier(tier), objects=objects)
    except NotCompiledError as error:
        return not_compiled(error)


def not_compiled(error: "NotCompiledError") -> Diagnostic:
    """What a person is told of a program that holds what has no code."""
    return Diagnostic(
        rule="cli.not_compiled",
        span=error.span,
        summary=f"`{error.callable_name}` cannot be compiled: {error.what}",
        why="compiled mode has no code for this yet, and compiles nothing half",
        help="run it with `--mode interpreted`",
    )
