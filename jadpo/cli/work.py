"""``jadpo work``: a process that does a program's background work until it is stopped."""

import os
import sys
from pathlib import Path

import click

from jadpo.cli.durations import duration_given
from jadpo.cli.modes import mode_option, tier_option
from jadpo.cli.reporting import refuse
from jadpo.cli.starting import refuse_budget_out_of_bounds, start_of
from jadpo_runtime.values import Duration

_MOST_THREADS = 64


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
    refuse_budget_out_of_bounds(budget)
    start = start_of(path, databases, mode, tier, as_json=as_json)
    if isinstance(start, int):
        return start
    # The runtime is loaded only now: what is mistyped is told at once.
    from jadpo.cli.work_views import JsonLines, Lines, PrintedLines
    from jadpo.cli.working import work_until_stopped

    lines: Lines = JsonLines(sys.stdout) if as_json else PrintedLines(sys.stdout, quiet=quiet)
    ended = work_until_stopped(
        start.engine,
        start.new_engine,
        threads=threads,
        budget=budget,
        environment=os.environ,
        urls=start.urls,
        lines=lines,
    )
    return ended if isinstance(ended, int) else refuse(ended, start.sources, as_json=as_json)
