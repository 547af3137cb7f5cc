"""``jadpo ir``: the typed intermediate representation of a project."""

from pathlib import Path
from typing import cast

import click

from jadpo.cli.checking import check_path
from jadpo.cli.reporting import by_path, print_json, refuse
from jadpo.diagnostics.json_form import Json
from jadpo.diagnostics.passwords import without_passwords

_WITH_PASSWORDS = ("postgres:", "postgresql:")
"""How URLs begin that may hold one; other texts of a program are printed as they are."""


@click.command("ir")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the serialised form.")
def command(path: Path, as_json: bool) -> int:
    """Print the typed intermediate representation of the project at PATH.

    It is what both engines run: names, types, validations, widenings and query plans resolved.
    """
    checked = check_path(path)
    if checked.program is None:
        return refuse(checked.diagnostics, by_path(checked.project.sources), as_json=as_json)
    if as_json:
        from jadpo.ir.serialise import program_as_json

        print_json(_printable(cast(Json, program_as_json(checked.program))))
    else:
        from jadpo.ir.printer import print_program

        click.echo(print_program(checked.program), nl=False)
    return 0


def _printable(document: Json) -> Json:
    """The document without the passwords in its URLs, defaults of stores and config say."""
    match document:
        case str():
            is_url = document.startswith(_WITH_PASSWORDS)
            return without_passwords(document) if is_url else document
        case list():
            return [_printable(each) for each in document]
        case dict():
            return {key: _printable(each) for key, each in document.items()}
    return document
