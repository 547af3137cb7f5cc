"""``jadpo test``: the tests of projects."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from jadpo.cli.checking import check_path
from jadpo.cli.exit_status import PROBLEMS, status_of
from jadpo.cli.printing import Printer
from jadpo.cli.reporting import refuse
from jadpo.cli.test_views import JsonView, PrintedView, View
from jadpo.cli.testing import TestProject, no_test_matches, problem_of, test_project


@click.command("test")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--filter", "wanted", metavar="TEXT", help="Only tests whose names contain TEXT.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(paths: tuple[Path, ...], wanted: str | None, as_json: bool) -> int:
    """Run the tests of the projects at PATHS.

    Each path is a project of its own: one file, or a folder of files. Every test runs in a world
    of its own, so that it is repeatable.
    """
    projects = [test_project(path, check_path(path), wanted) for path in paths]
    if wanted is not None:
        nothing = no_test_matches(projects, wanted)
        if nothing is not None:
            return refuse([nothing], {}, as_json=as_json)
    if as_json:
        return _run_all(projects, JsonView())
    view = PrintedView(Printer(sys.stdout), projects)
    with view.progress(sum(len(project.tests) for project in projects)):
        return _run_all(projects, view)


def _run_all(projects: Sequence[TestProject], view: View) -> int:
    """Run the tests of all projects; the exit status."""
    from jadpo.interpret import interpret
    from jadpo_runtime.hosts.test import run_test

    statuses = [0]
    for project in projects:
        view.project(project)
        program = project.checked.program
        if program is None:
            statuses.append(status_of(project.checked.diagnostics))
            continue
        engine = interpret(program)
        for test in project.tests:
            problem = problem_of(program.manifest, test, run_test(engine, test))
            view.ended(test, problem)
            statuses.append(0 if problem is None else PROBLEMS)
    view.finished()
    return max(statuses)
