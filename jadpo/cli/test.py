"""``jadpo test``: the tests of projects, and the cases of a corpus."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

from jadpo.artefact.form import BuiltCode
from jadpo.cli.cases import FoundCase, judged
from jadpo.cli.exit_status import PROBLEMS, status_of
from jadpo.cli.modes import MODES, TIERS, mode_option, refuse_tier_without_code, tier_option
from jadpo.cli.printing import Printer
from jadpo.cli.reporting import refuse
from jadpo.cli.test_views import JsonView, PrintedView, View
from jadpo.cli.testing import TestProject, no_test_matches, problem_in_modes, tests_at
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.program import Program

_SOONEST = TIERS[0]


@click.command("test")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--filter",
    "wanted",
    metavar="TEXT",
    help="Only tests whose names contain TEXT, and cases whose path or test names do.",
)
@mode_option("Run them in this mode only. Without it they run in both, which must do the same.")
@tier_option("How much time goes into making compiled code fast: fast, unless this says otherwise.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    paths: tuple[Path, ...],
    wanted: str | None,
    mode: str | None,
    tier: str | None,
    as_json: bool,
) -> int:
    """Run the tests of the projects at PATHS.

    Each path is a project of its own: one file, or a folder of files. Every test runs in a world
    of its own, so that it is repeatable. It runs interpreted and compiled, and fails where the two
    do not do the same.

    A file that begins with `//!` is a case: a program of its own that says itself what is to come
    of it. So is a folder named *.project with such a file. Cases are judged one by one, and the
    other files of a path are its project.
    """
    refuse_tier_without_code(mode, tier)
    running = Running(MODES if mode is None else (mode,), tier)
    found = [tests_at(path, wanted) for path in paths]
    projects = [each.project for each in found if each.project is not None]
    cases = [case for each in found for case in each.cases]
    if wanted is not None:
        nothing = no_test_matches(found, wanted)
        if nothing is not None:
            return refuse([nothing], {}, as_json=as_json)
        cases = [case for case in cases if case.is_chosen(wanted)]
    if as_json:
        return _run_all(projects, cases, running, JsonView())
    view = PrintedView(Printer(sys.stdout), names_projects=len(projects) > 1 or bool(cases))
    with view.progress(sum(len(project.tests) for project in projects) + len(cases)):
        return _run_all(projects, cases, running, view)


class Running(NamedTuple):
    """How tests are to be run: in which modes, and the tier of compiled code if one was given."""

    modes: tuple[str, ...]
    tier: str | None

    def tier_of(self, built: BuiltCode | None) -> str:
        """The tier of compiled code: the one asked for, what was built, or soonest made."""
        return self.tier or (_SOONEST if built is None else built.tier)


def _run_all(
    projects: Sequence[TestProject], cases: Sequence[FoundCase], running: Running, view: View
) -> int:
    """Run the tests of all projects, then judge the cases; the exit status."""
    statuses = [0, *(_run_project(project, running, view) for project in projects)]
    for case in cases:
        end = judged(case, running.modes, running.tier_of(None))
        view.case_ended(case, end)
        statuses.append(0 if end.passed else PROBLEMS)
    view.finished()
    return max(statuses)


def _run_project(project: TestProject, running: Running, view: View) -> int:
    from jadpo.cli.engines import engine_of
    from jadpo.compare.transcript import transcript_of

    view.project(project)
    program = project.checked.program
    if program is None:
        return status_of(project.checked.diagnostics)
    if not project.tests:
        return 0
    tier = running.tier_of(project.checked.code)
    engines: dict[str, Program] = {}
    for mode in running.modes:
        engine = engine_of(project.checked, mode, tier, os.environ, sys.platform)
        if isinstance(engine, Diagnostic):
            view.cannot_run(engine)
            return PROBLEMS
        engines[mode] = engine
    status = 0
    for test in project.tests:
        transcripts = {mode: transcript_of(engine, test) for mode, engine in engines.items()}
        problem = problem_in_modes(program, test, transcripts)
        view.ended(test, problem)
        status = status if problem is None else PROBLEMS
    return status
