"""``jadpo work``: a process that does a program's background work until it is stopped."""

import os
import sys
from pathlib import Path

import click

from jadpo.cli.checking import check_path
from jadpo.cli.databases import databases_from
from jadpo.cli.durations import duration_given
from jadpo.cli.modes import INTERPRETED, Running, mode_option, running, tier_option
from jadpo.cli.reporting import by_path, refuse
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.program import Program
from jadpo_runtime.values import Duration

_MOST_THREADS = 64

_USUAL = Running(INTERPRETED, "balanced")
"""How what was not built is run."""


@click.command("work")
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--database",
    "databases",
    metavar="URL",
    multiple=True,
    help="Use this database: sqlite:PATH. NAME=URL where there are several stores.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, _MOST_THREADS),
    default=1,
    show_default=True,
    help="Work on so many threads, each with a program and connections of its own.",
)
@click.option(
    "--budget",
    callback=duration_given,
    metavar="TIME",
    default="15m",
    show_default=True,
    help="The longest time of one invocation, and so of one action: at most 15m.",
)
@mode_option("How to run it: interpreted, unless it was built with `jadpo build`.")
@tier_option("With --mode compiled, how much time goes into making code fast; else balanced.")
@click.option("--quiet", is_flag=True, help="Print only what did not succeed.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object a line.")
def command(
    path: Path,
    databases: tuple[str, ...],
    threads: int,
    budget: Duration,
    mode: str | None,
    tier: str | None,
    quiet: bool,
    as_json: bool,
) -> int:
    """Do the background work of the project at PATH until SIGTERM or SIGINT comes.

    Events are delivered, schedules, batches and backfills run, and old records purged. A line is
    printed for each attempt. The signal ends what runs: what is not finished is given back to the
    database, and the exit status is 0. A second one ends the process at once.
    """
    _check_budget(budget)
    checked = check_path(path)
    how = running(mode, tier, checked.code and checked.code.tier, _USUAL)
    sources = by_path(checked.project.sources)
    program = checked.program
    if program is None:
        return refuse(checked.diagnostics, sources, as_json=as_json)
    urls = databases_from(program.manifest, databases)
    if isinstance(urls, Diagnostic):
        return refuse([urls], sources, as_json=as_json)
    # An engine and the runtime are loaded only now: what is mistyped is told at once.
    from jadpo.cli.engines import engine_of
    from jadpo.cli.work_views import JsonLines, Lines, PrintedLines
    from jadpo.cli.working import work_until_stopped

    def new_engine() -> Program | Diagnostic:
        return engine_of(checked, how.mode, how.tier, os.environ, sys.platform)

    engine = new_engine()
    if isinstance(engine, Diagnostic):
        return refuse([engine], sources, as_json=as_json)
    lines: Lines = JsonLines(sys.stdout) if as_json else PrintedLines(sys.stdout, quiet=quiet)
    ended = work_until_stopped(
        engine,
        lambda: _again(new_engine()),
        threads=threads,
        budget=budget,
        environment=os.environ,
        urls=urls,
        lines=lines,
    )
    return ended if isinstance(ended, int) else refuse(ended, sources, as_json=as_json)


def _again(engine: Program | Diagnostic) -> Program:
    """Another engine for the program of the first one, which there was."""
    assert not isinstance(engine, Diagnostic), engine.summary
    return engine


def _check_budget(budget: Duration) -> None:
    from jadpo_runtime.runner.budget import RUN_LIMIT

    if not 0 < budget <= RUN_LIMIT:
        raise click.BadParameter("it is more than 0 and at most 15m.", param_hint="'--budget'")
