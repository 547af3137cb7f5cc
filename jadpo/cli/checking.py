"""From a path on the command line to a checked program: what most commands begin with."""

from pathlib import Path
from typing import NamedTuple

from jadpo.artefact.form import SUFFIX, BuiltCode
from jadpo.cli.garbage import collected_seldom
from jadpo.diagnostics import Diagnostics
from jadpo.ir.program import Program
from jadpo.project import Project, load_project


class CheckedProject(NamedTuple):
    """A project as read and checked.

    ``program`` is ``None`` where there are errors among ``diagnostics``. ``code`` came with a
    program that was built.
    """

    project: Project
    program: Program | None
    diagnostics: Diagnostics
    code: BuiltCode | None = None


def check_path(path: Path) -> CheckedProject:
    """Read the project at ``path`` and check it, or read the artefact there.

    A project with files that cannot be read is not checked: each name declared in them would
    be reported as unknown.
    """
    if is_artefact(path):
        from jadpo.cli.artefacts import read_checked

        return read_checked(path)
    return check_loaded(load_project(path))


def is_artefact(path: Path) -> bool:
    """Whether a path is meant as that of a built program; whether it is one is seen when read."""
    return path.suffix == SUFFIX and not path.is_dir()


@collected_seldom()
def check_loaded(project: Project) -> CheckedProject:
    """Check a project that was read."""
    if project.diagnostics.has_errors:
        return CheckedProject(project, None, project.diagnostics)
    # Loaded only now, so that a mistyped path is told at once.
    from jadpo.check import check_project

    result = check_project(project.sources, project.name)
    diagnostics = Diagnostics([*project.diagnostics, *result.diagnostics])
    return CheckedProject(project, result.program, diagnostics)
