"""The engine that runs a checked program in a mode."""

from collections.abc import Mapping
from typing import Final

from jadpo.cache_folder import cache_folder
from jadpo.cli.modes import INTERPRETED
from jadpo.diagnostics import Diagnostic
from jadpo.interpret import interpret
from jadpo.ir.program import Program as CheckedProgram
from jadpo_runtime.program import Program

OBJECTS: Final = "objects"
"""The folder of object code in the user's cache folder."""


def engine_of(
    program: CheckedProgram, mode: str, tier: str, environment: Mapping[str, str], platform: str
) -> Program | Diagnostic:
    """The engine of a mode, or why there is none.

    Compiled code is kept in this user's cache folder, and taken from there.
    """
    if mode == INTERPRETED:
        return interpret(program)
    # LLVM is loaded only where something is compiled.
    from jadpo_codegen import NotCompiledError, Tier, compile_program
    from jadpo_codegen.object_cache import ObjectCache
    from jadpo_codegen.objects import NothingKept, Objects

    folder = cache_folder(environment, platform)
    objects: Objects = NothingKept() if folder is None else ObjectCache(folder / OBJECTS)
    try:
        return compile_program(program, Tier(tier), objects=objects)
    except NotCompiledError as error:
        return Diagnostic(
            rule="cli.not_compiled",
            span=error.span,
            summary=f"`{error.callable_name}` cannot be compiled: {error.what}",
            why="compiled mode has no code for this yet, and compiles nothing half",
            help="run it with `--mode interpreted`",
        )
