"""From a path on the command line to a checked program: what most commands begin with."""

from pathlib import Path
from typing import NamedTuple

from jadpo.diagnostics import Diagnostics
from jadpo.ir.program import Program
from jadpo.project import Project, load_project


class CheckedProject(NamedTuple):
    """A project as read and checked.

    ``program`` is ``None`` where there are errors among ``diagnostics``.
    """

    project: Project
    program: Program | None
    diagnostics: Diagnostics


def check_path(path: Path) -> CheckedProject:
    """Read the project at ``path`` and check it.

    A project with files that cannot be read is not checked: each name declared in them would
    be reported as unknown.
    """
    return check_loaded(load_project(path))


def check_loaded(project: Project) -> CheckedProject:
    """Check a project that was read."""
    if project.diagnostics.has_errors:
        return CheckedProject(project, None, project.diagnostics)
    # Loaded only now, so that a mistyped path is told at once.
    from jadpo.check import check_project

    result = check_project(project.sources, project.name)
    diagnostics = Diagnostics([*project.diagnostics, *result.diagnostics])
    return CheckedProject(project, result.program, diagnostics)
