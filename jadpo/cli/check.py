"""``jadpo check``: reports what is wrong in projects, or mends it, and runs nothing."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from jadpo.cli.exit_status import status_of
from jadpo.cli.rechecking import problems_at
from jadpo.cli.reporting import by_path, print_json, print_problems
from jadpo.diagnostics import Diagnostic, Diagnostics
from jadpo.diagnostics.json_form import diagnostic_as_json, diagnostics_as_json
from jadpo.diagnostics.plain import plain_line
from jadpo.source import Source

if TYPE_CHECKING:
    from jadpo.cli.checking import CheckedProject


@click.command("check")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--fix", is_flag=True, help="Make the edits that are safe, in the files.")
@click.option(
    "--database",
    "databases",
    metavar="URL",
    multiple=True,
    help="Tell whether this database needs a migration. NAME=URL where there are several stores.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(paths: tuple[Path, ...], fix: bool, databases: tuple[str, ...], as_json: bool) -> int:
    """Check the projects at PATHS and report what is wrong in them.

    Each path is a project of its own: one file, or a folder of files. No database is looked at
    but those that are given.
    """
    diagnostics = Diagnostics()
    sources: dict[str, Source] = {}
    mended: list[Diagnostic] = []
    for path in paths:
        # The checker is loaded where it is needed: not for help, wrong use, or what is known.
        if fix or databases:
            checked = _checked(path, mended if fix else None)
            diagnostics.extend(checked.diagnostics)
            sources.update(by_path(checked.project.sources))
            if databases and checked.program is not None:
                from jadpo.cli.database_checks import check_databases

                diagnostics.extend(check_databases(checked.program.manifest, databases))
        else:
            found = problems_at(path)
            diagnostics.extend(found.diagnostics)
            sources.update(by_path(found.project.sources))
    if as_json:
        document = diagnostics_as_json(diagnostics, sources)
        if fix:
            document["fixed"] = [diagnostic_as_json(each, {}) for each in mended]
        print_json(document)
    else:
        for each in mended:
            click.echo(f"fixed: {plain_line(each)}")
        print_problems(diagnostics, sources, sys.stdout)
        click.echo(_summary(len(paths), diagnostics, len(mended)), err=True)
    return status_of(diagnostics)


def _checked(path: Path, mended: list[Diagnostic] | None) -> "CheckedProject":
    """Check a project, and with ``mended`` mend it first: what was mended is added there."""
    if mended is None:
        from jadpo.cli.checking import check_path

        return check_path(path)
    from jadpo.cli.fixing import fix_project

    fixed = fix_project(path)
    mended += fixed.mended
    return fixed.checked


def _summary(projects: int, diagnostics: Diagnostics, mended: int) -> str:
    errors, warnings = diagnostics.error_count, diagnostics.warning_count
    found = [_counted(n, noun) for n, noun in ((errors, "error"), (warnings, "warning")) if n]
    problems = ", ".join(found) or "no problems"
    if mended:
        problems = f"{mended} fixed, {problems} left"
    return f"{_counted(projects, 'project')} checked: {problems}."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
