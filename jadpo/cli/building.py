"""From a project on the disk to the bytes of an artefact."""

from pathlib import Path, PurePath
from typing import NamedTuple

import attrs

from jadpo.artefact.form import Artefact, BuiltCode
from jadpo.artefact.writing import write_artefact
from jadpo.cli.checking import check_loaded
from jadpo.cli.engines import not_compiled
from jadpo.diagnostics import Diagnostic, Diagnostics
from jadpo.ir.program import Program
from jadpo.project import Project, load_project, shown_path
from jadpo.source import Source
from jadpo_codegen import NotCompiledError, Tier
from jadpo_codegen.compiling import compile_module
from jadpo_codegen.jit import compile_text, this_machine
from jadpo_codegen.objects import object_key


class Build(NamedTuple):
    """What came of building a project.

    ``artefact`` is a problem where the program cannot be compiled, and ``None`` where there are
    errors among ``diagnostics``.
    """

    project: Project
    diagnostics: Diagnostics
    artefact: Artefact | Diagnostic | None
    content: bytes = b""


def built(path: Path, tier: str) -> Build:
    """Check and compile the project at ``path``."""
    project = load_project(path)
    checked = check_loaded(project)
    if checked.program is None:
        return Build(project, checked.diagnostics, None)
    # Where a project was on the disk is no part of it: a file is named from the project's folder.
    inside = attrs.evolve(
        project, sources=tuple(_named_from(path, source) for source in project.sources)
    )
    program = check_loaded(inside).program
    assert program is not None, "the names of files make no errors"
    try:
        code = code_of(program, Tier(tier))
    except NotCompiledError as error:
        return Build(inside, checked.diagnostics, not_compiled(error))
    artefact = Artefact(inside.name, inside.sources, program, code)
    return Build(inside, checked.diagnostics, artefact, write_artefact(artefact))


def _named_from(root: Path, source: Source) -> Source:
    path, shown_root = PurePath(source.path), PurePath(shown_path(root))
    name = PurePath(path.name) if path == shown_root else path.relative_to(shown_root)
    return Source(name.as_posix(), source.text)


def code_of(program: Program, tier: Tier) -> BuiltCode:
    """Object code of all callables; raises :class:`~jadpo_codegen.NotCompiledError`."""
    module = compile_module(program)
    machine = this_machine()
    return BuiltCode(
        tier.value,
        object_key(module.text, tier, machine),
        machine._asdict(),
        compile_text(module.text, tier),
    )
