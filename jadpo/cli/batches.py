"""``jadpo batches``: looking at runs of batches and backfills, and resuming them [K1]."""

import os
import sys
from pathlib import Path

import click

from jadpo.cli.deliveries import place_options, places_of
from jadpo.cli.exit_status import PROBLEMS
from jadpo.cli.reporting import refuse
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.clock import SystemClock
from jadpo_runtime.records.intervening import Intervention
from jadpo_runtime.records.tables import PIECE_STATES


@click.group("batches")
def command() -> None:
    """Look at the runs of batches and backfills, and resume them."""


@command.command("list")
@place_options
@click.option("--state", "states", type=click.Choice(PIECE_STATES), multiple=True)
@click.option("--batch", "name", metavar="NAME", help="Runs of this batch.")
def list_command(
    path: Path, databases: tuple[str, ...], states: tuple[str, ...], name: str | None, as_json: bool
) -> int:
    """List the runs, the oldest first: how far each is, and what stopped it.

    The databases are only read.
    """
    from jadpo.cli.batches_views import print_runs, print_runs_as_json, read_runs

    places = places_of(path, databases, as_json)
    if isinstance(places, int):
        return places
    runs = read_runs(places)
    if isinstance(runs, Diagnostic):
        return refuse([runs], {}, as_json=as_json)
    wanted = [
        each
        for each in runs
        if (not states or each.run.state in states) and name in (None, each.run.batch)
    ]
    if as_json:
        print_runs_as_json(wanted)
    else:
        print_runs(wanted, sys.stdout)
    return 0


@command.command("show")
@place_options
@click.argument("run")
def show_command(path: Path, databases: tuple[str, ...], run: str, as_json: bool) -> int:
    """Show the run of an id, with the rows that it passed over."""
    from jadpo.cli.batches_views import print_run, print_run_as_json, read_runs
    from jadpo.cli.deliveries_found import unknown_piece

    places = places_of(path, databases, as_json)
    if isinstance(places, int):
        return places
    runs = read_runs(places)
    if isinstance(runs, Diagnostic):
        return refuse([runs], {}, as_json=as_json)
    found = next((each for each in runs if each.run.id == run), None)
    if found is None:
        return refuse([unknown_piece("batch run", run)], {}, as_json=as_json)
    if as_json:
        print_run_as_json(found)
    else:
        print_run(found, sys.stdout)
    return 0


@command.command("resume")
@place_options
@click.argument("runs", nargs=-1, required=True)
def resume_command(
    path: Path, databases: tuple[str, ...], runs: tuple[str, ...], as_json: bool
) -> int:
    """Let runs go on from the last row they reached: those given up, and those that wait.

    The row that stopped one is tried again, with a new retry budget.
    """
    from jadpo.cli.interventions import Done, intervene_all, print_done, print_done_as_json, said_by

    places = places_of(path, databases, as_json)
    if isinstance(places, int):
        return places
    resume = Intervention.RESUME
    now = SystemClock().now()
    done = intervene_all(places, resume, runs, now=now, by=said_by(os.environ))
    if isinstance(done, Diagnostic):
        return refuse([done], {}, as_json=as_json)
    if as_json:
        print_done_as_json(resume, done)
    else:
        print_done(resume, done, sys.stdout)
    return 0 if all(each is Done.DONE for each in done.values()) else PROBLEMS
