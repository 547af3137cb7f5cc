"""``jadpo check``: reports what is wrong in projects, and runs nothing."""

import sys
from pathlib import Path

import click

from jadpo.cli.exit_status import status_of
from jadpo.cli.reporting import by_path, print_json, print_problems
from jadpo.diagnostics import Diagnostics
from jadpo.diagnostics.json_form import diagnostics_as_json
from jadpo.source import Source


@click.command("check")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(paths: tuple[Path, ...], as_json: bool) -> int:
    """Check the projects at PATHS and report what is wrong in them.

    Each path is a project of its own: one file, or a folder of files.
    """
    # The checker is loaded here, so that help and wrong use do not wait for it.
    from jadpo.cli.checking import check_path

    diagnostics = Diagnostics()
    sources: dict[str, Source] = {}
    for path in paths:
        checked = check_path(path)
        diagnostics.extend(checked.diagnostics)
        sources.update(by_path(checked.project.sources))
    if as_json:
        print_json(diagnostics_as_json(diagnostics, sources))
    else:
        print_problems(diagnostics, sources, sys.stdout)
        click.echo(_summary(len(paths), diagnostics), err=True)
    return status_of(diagnostics)


def _summary(projects: int, diagnostics: Diagnostics) -> str:
    errors, warnings = diagnostics.error_count, diagnostics.warning_count
    found = [_counted(n, noun) for n, noun in ((errors, "error"), (warnings, "warning")) if n]
    return f"{_counted(projects, 'project')} checked: {', '.join(found) or 'no problems'}."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
