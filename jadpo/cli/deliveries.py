"""``jadpo deliveries``: looking at deliveries, replaying and discarding them [Y3]."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from jadpo.cli.checking import check_path
from jadpo.cli.choosing import Chosen, choosing_options
from jadpo.cli.databases import databases_from
from jadpo.cli.exit_status import PROBLEMS
from jadpo.cli.reporting import by_path, refuse
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.clock import SystemClock
from jadpo_runtime.records.intervening import WAITING, Intervention

if TYPE_CHECKING:
    from jadpo.cli.record_places import RecordPlace

_Command = TypeVar("_Command", bound=Callable[..., Any])

_LISTED = 100
"""Deliveries that are listed where nobody asks for more."""


def place_options(command: _Command) -> _Command:
    """The project, its databases, and the form of what is printed."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print one JSON document."),
        click.option(
            "--database",
            "databases",
            metavar="URL",
            multiple=True,
            help="Use this database: sqlite:PATH. NAME=URL where there are several stores.",
        ),
        click.argument("path", type=click.Path(path_type=Path)),
    ):
        command = option(command)
    return command


@click.group("deliveries")
def command() -> None:
    """Look at the deliveries of a project's databases, replay and discard them."""


@command.command("list")
@place_options
@choosing_options
@click.option("--limit", type=click.IntRange(1), default=_LISTED, show_default=True)
def list_command(
    path: Path, databases: tuple[str, ...], limit: int, as_json: bool, **choosing: Any
) -> int:
    """List the deliveries that the options choose, the oldest first.

    The databases are only read.
    """
    from jadpo.cli.deliveries_found import read_found
    from jadpo.cli.deliveries_views import print_found, print_found_as_json

    chosen = Chosen(**choosing)
    places = places_of(path, databases, as_json)
    if isinstance(places, int):
        return places
    found = read_found(places, chosen.filter(SystemClock().now()), limit)
    if isinstance(found, Diagnostic):
        return refuse([found], {}, as_json=as_json)
    if as_json:
        print_found_as_json(found)
    else:
        print_found(found, sys.stdout)
    return 0


@command.command("show")
@place_options
@click.argument("delivery")
def show_command(path: Path, databases: tuple[str, ...], delivery: str, as_json: bool) -> int:
    """Show the delivery of an id: its event, its attempts, what was done to it.

    One that was discarded is known by what was recorded of that.
    """
    from jadpo.cli.deliveries_found import read_one
    from jadpo.cli.deliveries_views import print_one, print_one_as_json

    places = places_of(path, databases, as_json)
    if isinstance(places, int):
        return places
    found = read_one(places, delivery)
    if isinstance(found, Diagnostic):
        return refuse([found], {}, as_json=as_json)
    if as_json:
        print_one_as_json(found)
    else:
        print_one(found, sys.stdout)
    return 0


@command.command("replay")
@place_options
@choosing_options
@click.argument("deliveries", nargs=-1)
@click.option("--yes", is_flag=True, help="Do not ask whether the chosen ones are meant.")
def replay_command(
    path: Path,
    databases: tuple[str, ...],
    deliveries: tuple[str, ...],
    yes: bool,
    as_json: bool,
    **choosing: Any,
) -> int:
    """Deliver again: those of the ids, or those that the options choose.

    A delivery is due at once, of the same event, with a new retry budget. Options choose among
    those that were given up, unless --state says otherwise.
    """
    return _intervene(
        Intervention.REPLAY, path, databases, deliveries, Chosen(**choosing), yes, as_json
    )


@command.command("discard")
@place_options
@choosing_options
@click.argument("deliveries", nargs=-1)
@click.option("--yes", is_flag=True, help="Do not ask whether the chosen ones are meant.")
def discard_command(
    path: Path,
    databases: tuple[str, ...],
    deliveries: tuple[str, ...],
    yes: bool,
    as_json: bool,
    **choosing: Any,
) -> int:
    """Give up for good: those of the ids, or those that the options choose.

    A delivery is deleted, and what it was is recorded. Options choose among those that were given
    up, unless --state says otherwise.
    """
    return _intervene(
        Intervention.DISCARD, path, databases, deliveries, Chosen(**choosing), yes, as_json
    )


def places_of(path: Path, databases: Sequence[str], as_json: bool) -> "list[RecordPlace] | int":
    """The databases, or the exit status where there is something in the way."""
    from jadpo.cli.record_places import Problems, record_places

    checked = check_path(path)
    sources = by_path(checked.project.sources)
    if checked.program is None:
        return refuse(checked.diagnostics, sources, as_json=as_json)
    urls = databases_from(checked.program.manifest, databases)
    if isinstance(urls, Diagnostic):
        return refuse([urls], sources, as_json=as_json)
    places = record_places(checked.program.manifest, os.environ, urls)
    if isinstance(places, Problems):
        return refuse(places.diagnostics, {}, as_json=as_json)
    return places


def _intervene(
    intervention: Intervention,
    path: Path,
    databases: Sequence[str],
    ids: Sequence[str],
    chosen: Chosen,
    yes: bool,
    as_json: bool,
) -> int:
    from jadpo.cli.deliveries_found import ids_of
    from jadpo.cli.interventions import Done, intervene_all, print_done, print_done_as_json, said_by

    if bool(ids) == chosen.chooses:
        raise click.UsageError(
            "Say which deliveries are meant: by their ids, or by options such as --subscriber, "
            "--event and --older-than; --state failed are all that were given up."
        )
    places = places_of(path, databases, as_json)
    if isinstance(places, int):
        return places
    clock = SystemClock()
    if not ids:
        found = ids_of(places, chosen.filter(clock.now(), WAITING[1:]))
        if isinstance(found, Diagnostic):
            return refuse([found], {}, as_json=as_json)
        ids = found
        if ids and not yes:
            _confirm(intervention, len(ids))
    done = intervene_all(places, intervention, ids, now=clock.now(), by=said_by(os.environ))
    if isinstance(done, Diagnostic):
        return refuse([done], {}, as_json=as_json)
    if as_json:
        print_done_as_json(intervention, done)
    else:
        print_done(intervention, done, sys.stdout)
    return 0 if all(each is Done.DONE for each in done.values()) else PROBLEMS


def _confirm(intervention: Intervention, count: int) -> None:
    """Ask on a terminal; elsewhere there is nobody to ask."""
    what = "1 delivery" if count == 1 else f"{count:,} deliveries"
    verb = "Replay" if intervention is Intervention.REPLAY else "Discard"
    if not sys.stdin.isatty():
        raise click.UsageError(f"The options choose {what}. Say --yes if that is meant.")
    click.confirm(f"{verb} {what}?", abort=True, err=True)
