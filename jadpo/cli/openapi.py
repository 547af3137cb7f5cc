"""``jadpo openapi``: the description of a project's routes, as OpenAPI 3.1."""

from pathlib import Path

import click

from jadpo.cli.checking import check_path
from jadpo.cli.reporting import by_path, refuse


@click.command("openapi")
@click.argument("path", type=click.Path(path_type=Path))
def command(path: Path) -> int:
    """Print the OpenAPI 3.1 document of the routes of the project at PATH, as JSON.

    A project without routes has a document without paths.
    """
    checked = check_path(path)
    if checked.program is None:
        return refuse(checked.diagnostics, by_path(checked.project.sources), as_json=False)
    import json

    from jadpo.openapi import openapi_document

    document = openapi_document(checked.program.manifest)
    click.echo(json.dumps(document, indent=2, ensure_ascii=False))
    return 0
