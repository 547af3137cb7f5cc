"""Mending a project by the safe edits of its diagnostics, never making it worse.

Works on sources in memory: they are checked after each change, and a change after which there are
more errors is taken back. Mistakes of syntax hide those of types, and mistakes of bodies hide
what ``fails`` lacks, so errors are compared stage by stage: what only comes to light is not new.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from jadpo.check import check_project
from jadpo.cli.checking import CheckedProject
from jadpo.cli.replacing import replace_file
from jadpo.diagnostics import Diagnostic, Diagnostics
from jadpo.diagnostics.editing import compatible, with_edits
from jadpo.diagnostics.safe_edits import has_safe_edits
from jadpo.project import Project, load_project
from jadpo.source import Source

Check: TypeAlias = Callable[[tuple[Source, ...]], Diagnostics]
"""Checks the sources of a project."""

_MOST_ROUNDS: Final = 50
"""One mistake may hide another, but not many times over."""

_LAST_STAGE: Final = frozenset({"failure.undeclared", "failure.stale"})
"""Rules whose mistakes are looked for only where there are no others."""


class Fixed(NamedTuple):
    """What became of a project: its sources, what was mended, and what is left."""

    sources: tuple[Source, ...]
    mended: tuple[Diagnostic, ...]
    left: Diagnostics


class FixedProject(NamedTuple):
    """A project as its files are now, checked, and what was mended in them."""

    checked: CheckedProject
    mended: tuple[Diagnostic, ...]


def fix_project(path: Path) -> FixedProject:
    """Mend the project at ``path`` in its files, each replaced at once.

    A project with files that cannot be read is left alone, and so is a file that cannot be written.
    """
    project = load_project(path)
    if project.diagnostics.has_errors:
        return FixedProject(CheckedProject(project, None, project.diagnostics), ())

    def check(sources: tuple[Source, ...]) -> Diagnostics:
        return check_project(sources, project.name).diagnostics

    fixed = fix_sources(project.sources, check)
    unwritten = {}
    for before, after in zip(project.sources, fixed.sources, strict=True):
        if after.text != before.text:
            refused = replace_file(Path(before.path), before, after.text)
            if refused is not None:
                unwritten[after.path] = refused
    # What could not be written is as it was, and so is what is wrong with it.
    sources = tuple(
        before if before.path in unwritten else after
        for before, after in zip(project.sources, fixed.sources, strict=True)
    )
    result = check_project(sources, project.name)
    problems = [*project.diagnostics, *result.diagnostics, *unwritten.values()]
    mended = [each for each in fixed.mended if each.span and each.span.path not in unwritten]
    now = Project(project.name, sources, project.diagnostics)
    return FixedProject(
        CheckedProject(now, None if unwritten else result.program, Diagnostics(problems)),
        tuple(mended),
    )


def fix_sources(sources: tuple[Source, ...], check: Check) -> Fixed:
    """Make all safe edits, and those of what comes to light by them."""
    left = check(sources)
    mended: list[Diagnostic] = []
    refused: set[tuple[str, str]] = set()
    for _ in range(_MOST_ROUNDS):
        wanted = [each for each in left if has_safe_edits(each) and _key(each) not in refused]
        if not wanted:
            break
        batch = compatible(wanted)
        tried = _tried(sources, left, batch, check)
        if tried is None:
            # Some of them do harm: one after the other shows which.
            batch = batch[:1]
            tried = _tried(sources, left, batch, check)
        if tried is None:
            refused.add(_key(batch[0]))
            continue
        sources, left = tried
        mended += batch
    return Fixed(sources, tuple(mended), left)


def _tried(
    sources: tuple[Source, ...], before: Diagnostics, batch: Sequence[Diagnostic], check: Check
) -> tuple[tuple[Source, ...], Diagnostics] | None:
    """The sources with the edits of ``batch``, and what is wrong then; ``None`` if that is more."""
    edits = [edit for diagnostic in batch for edit in diagnostic.edits]
    edited = tuple(with_edits(source, edits) for source in sources)
    after = check(edited)
    return None if _errors_by_stage(after) > _errors_by_stage(before) else (edited, after)


def _errors_by_stage(diagnostics: Diagnostics) -> tuple[int, int, int]:
    errors = [each.rule for each in diagnostics if each.is_error]
    syntax = sum(rule.startswith("syntax.") for rule in errors)
    last = sum(rule in _LAST_STAGE for rule in errors)
    return syntax, len(errors) - syntax - last, last


def _key(diagnostic: Diagnostic) -> tuple[str, str]:
    """What a refused edit is known by, wherever earlier edits moved it to."""
    path = diagnostic.span.path if diagnostic.span else ""
    return f"{path}: {diagnostic.rule}", diagnostic.summary
