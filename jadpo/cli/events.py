"""``jadpo events``: the events of a database, and what became of their deliveries."""

import os
import sys
from pathlib import Path

import click

from jadpo.cli.checking import check_path
from jadpo.cli.databases import databases_from
from jadpo.cli.reporting import by_path, print_problems, refuse
from jadpo.diagnostics import Diagnostic, Diagnostics


@click.command("events")
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--database",
    "databases",
    metavar="URL",
    multiple=True,
    help="Read this database: sqlite:PATH. NAME=URL where there are several stores.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(path: Path, databases: tuple[str, ...], as_json: bool) -> int:
    """List the events in the databases of the project at PATH, the newest last.

    Under each stand its deliveries: done, waiting for a time that is shown, or given up. The
    databases are only read.
    """
    checked = check_path(path)
    sources = by_path(checked.project.sources)
    if checked.program is None:
        return refuse(checked.diagnostics, sources, as_json=as_json)
    manifest = checked.program.manifest
    urls = databases_from(manifest, databases)
    if isinstance(urls, Diagnostic):
        return refuse([urls], sources, as_json=as_json)
    from jadpo.cli.migrations import needed_migrations
    from jadpo.cli.outbox_views import print_outboxes, print_outboxes_as_json
    from jadpo.cli.outboxes import read_outboxes

    outboxes = read_outboxes(manifest, os.environ, urls)
    if isinstance(outboxes, list):
        return refuse(outboxes, sources, as_json=as_json)
    print_problems(Diagnostics(needed_migrations(manifest, os.environ, urls)), sources, sys.stderr)
    if as_json:
        print_outboxes_as_json(outboxes)
    else:
        print_outboxes(outboxes, sys.stdout)
    return 0
