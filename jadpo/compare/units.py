"""The programs at a path that are compared: each case that runs, and each project."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from jadpo.compare.corpus import FOLDERS, corpus_of
from jadpo.compare.finding import find_cases
from jadpo.diagnostics import Diagnostics
from jadpo.project import Project, load_project

NOT_RUN = ("syntax", "reject", "several")
"""The kinds of case in which both modes have nothing to run."""


class Unit(NamedTuple):
    """A program to be compared: a case, or what is left at a path as its project."""

    path: Path
    is_case: bool


def units_at(path: Path) -> Iterator[Unit]:
    """The programs at a path.

    A folder that holds no source itself, and is no program as a whole, is taken as a folder of
    projects: each folder in it is one.
    """
    if path.suffix == ".jadpoc" and not path.is_dir():
        yield Unit(path, is_case=False)
        return
    loaded = load_project(path)
    found = find_cases(path, loaded.sources)
    for case in found.cases:
        if _kind(case.path) not in NOT_RUN:
            yield Unit(case.path, is_case=True)
    if found.cases and not found.project and not loaded.diagnostics:
        return
    rest = Project(loaded.name, found.project, loaded.diagnostics)
    if not found.cases and _is_folder_of_projects(path, rest):
        for folder in sorted(each for each in path.iterdir() if each.is_dir()):
            if load_project(folder).sources:
                yield from units_at(folder)
        return
    yield Unit(path, is_case=False)


def _kind(case: Path) -> str:
    """The folder of the corpus that a case is in; another word for one elsewhere."""
    parts = case.absolute().relative_to(corpus_of(case).absolute()).parts
    return parts[0] if parts and parts[0] in FOLDERS else ""


def _is_folder_of_projects(path: Path, project: Project) -> bool:
    if not path.is_dir() or project.diagnostics or not project.sources:
        return False
    if any(each.suffix == ".jadpo" for each in path.iterdir()):
        return False
    return errors_of(project).has_errors


def errors_of(project: Project) -> Diagnostics:
    """What the checker says of a project."""
    from jadpo.check import check_project

    return check_project(project.sources, project.name).diagnostics
