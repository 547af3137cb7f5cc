"""``jadpo run``: one action, query or function, then the work that it set off."""

import os
import sys
from pathlib import Path

import click

from jadpo.cli.arguments import arguments_from
from jadpo.cli.callables import find_callable
from jadpo.cli.checking import check_path
from jadpo.cli.databases import databases_from
from jadpo.cli.modes import INTERPRETED, Running, mode_option, running, tier_option
from jadpo.cli.reporting import by_path, refuse
from jadpo.diagnostics import Diagnostic

_USUAL = Running(INTERPRETED, "balanced")
"""How what was not built is run."""


@click.command("run")
@click.argument("path", type=click.Path(path_type=Path))
@click.argument("action")
@click.option(
    "--input",
    "input_text",
    metavar="JSON",
    help="The value of the parameter, or an object of several by name.",
)
@click.option(
    "--database",
    "databases",
    metavar="URL",
    multiple=True,
    help="Use this database: sqlite:PATH. NAME=URL where there are several stores.",
)
@mode_option("How to run it: interpreted, unless it was built with `jadpo build`.")
@tier_option("With --mode compiled, how much time goes into making code fast; else balanced.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    path: Path,
    action: str,
    input_text: str | None,
    databases: tuple[str, ...],
    mode: str | None,
    tier: str | None,
    as_json: bool,
) -> int:
    """Run the action, query or function ACTION of the project at PATH.

    Its result is printed. After an action, what is due in the database is run, and what that sets
    off, until nothing is due; what is due later stays there. A query or function reads: nothing is
    run after it, whatever is due.
    """
    checked = check_path(path)
    how = running(mode, tier, checked.code and checked.code.tier, _USUAL)
    sources = by_path(checked.project.sources)
    program = checked.program
    if program is None:
        return refuse(checked.diagnostics, sources, as_json=as_json)
    signature = find_callable(program.manifest, action)
    if isinstance(signature, Diagnostic):
        return refuse([signature], sources, as_json=as_json)
    arguments = arguments_from(program.manifest.types, signature, input_text)
    if isinstance(arguments, Diagnostic):
        return refuse([arguments], sources, as_json=as_json)
    urls = databases_from(program.manifest, databases)
    if isinstance(urls, Diagnostic):
        return refuse([urls], sources, as_json=as_json)
    # An engine and the runtime are loaded only now: what is mistyped is told at once.
    from jadpo.cli.engines import engine_of
    from jadpo.cli.run_views import JsonView, PrintedView
    from jadpo.cli.running import View, run_and_follow

    engine = engine_of(checked, how.mode, how.tier, os.environ, sys.platform)
    if isinstance(engine, Diagnostic):
        return refuse([engine], sources, as_json=as_json)
    view: View = (
        JsonView(program.manifest, signature, sources)
        if as_json
        else PrintedView(program.manifest, signature, sources, sys.stdout)
    )
    ended = run_and_follow(
        engine, signature, arguments, environment=os.environ, urls=urls, view=view
    )
    return ended if isinstance(ended, int) else refuse(ended, sources, as_json=as_json)
