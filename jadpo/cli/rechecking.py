"""`jadpo check` of a project that was checked before: what did not change is not looked at again.

Where nothing has changed, what was reported is reported again, and the checker is not even loaded.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from jadpo.cache_folder import cache_folder
from jadpo.cli.checking import check_path, is_artefact
from jadpo.cli.garbage import collected_seldom
from jadpo.diagnostics import Diagnostics
from jadpo.digest import digest
from jadpo.project import Project, load_project
from jadpo_runtime.values.span import Span

if TYPE_CHECKING:
    from jadpo.cli.kept_checks import KeptChecks

FOLDER = "checks"
"""The folder in that of the caches."""


class ProblemsOfProject(NamedTuple):
    """A project as read, and all that is wrong with it."""

    project: Project
    diagnostics: Diagnostics


@collected_seldom()
def problems_at(path: Path) -> ProblemsOfProject:
    """Read the project at ``path``, and tell what is wrong with it.

    That is what :func:`~jadpo.cli.checking.check_path` tells, which makes the program as well.
    """
    if is_artefact(path):
        checked = check_path(path)
        return ProblemsOfProject(checked.project, checked.diagnostics)
    project = load_project(path)
    if project.diagnostics.has_errors:
        return ProblemsOfProject(project, project.diagnostics)
    kept = _kept_checks()
    found = _problems_anew(project) if kept is None else _problems(path, project, kept)
    return ProblemsOfProject(project, Diagnostics([*project.diagnostics, *found]))


def _kept_checks() -> "KeptChecks | None":
    folder = cache_folder(os.environ, sys.platform)
    if folder is None:
        return None
    from jadpo.cli.kept_checks import KeptChecks
    from jadpo.toolchain import toolchain_digest

    toolchain = toolchain_digest()
    return None if toolchain is None else KeptChecks(folder / FOLDER, toolchain)


def _problems_anew(project: Project) -> Diagnostics:
    from jadpo.check import check_project

    return check_project(project.sources, project.name).diagnostics


def _problems(path: Path, project: Project, kept: "KeptChecks") -> Diagnostics:
    texts = [text for source in project.sources for text in (source.path, source.text)]
    key = digest(project.name, *texts)
    document = kept.get(path)
    found = _told_before(document, key)
    if found is not None:
        return found
    from jadpo.check.rechecking import Memory, problems_of_project

    memory = Memory.from_json(document)
    found = problems_of_project(project.sources, project.name, memory)
    kept.put(path, {**memory.as_json(), "told": [key, _rows(found)]})
    return found


# ---- the diagnostics of a project, as they are kept


def _rows(diagnostics: Diagnostics) -> list[object]:
    from jadpo.diagnostics.rows import row_of

    return [row_of(each, list) for each in diagnostics]


def _told_before(document: object, key: str) -> Diagnostics | None:
    """What was told of the same texts, if that is kept."""
    told = document.get("told") if isinstance(document, dict) else None
    match told:
        case [str(known), list(rows)] if known == key:
            from jadpo.diagnostics.rows import diagnostic_from

            try:
                return Diagnostics(diagnostic_from(row, _span) for row in rows)
            except ValueError:
                return None
    return None


def _span(place: object) -> Span:
    match place:
        case [str(path), int(start), int(end), int(line), int(column)]:
            return Span(path, start, end, line, column)
    raise ValueError("this is no place")
