"""Reporting diagnostics: for a terminal, for a pipe, as JSON."""

import json
import sys
from collections.abc import Iterable, Mapping
from typing import TextIO

import click

from jadpo.cli.exit_status import status_of
from jadpo.diagnostics import Diagnostic, Diagnostics
from jadpo.diagnostics.json_form import Json, diagnostics_as_json
from jadpo.diagnostics.plain import plain_line
from jadpo.source import Source


def by_path(sources: Iterable[Source]) -> dict[str, Source]:
    """The sources as the renderers take them."""
    return {source.path: source for source in sources}


def print_problems(diagnostics: Diagnostics, sources: Mapping[str, Source], stream: TextIO) -> None:
    """Print diagnostics on a stream: with their lines on a terminal, else one line each.

    They go to standard output where they are what was asked for, else to standard error.
    """
    if not diagnostics:
        return
    if stream.isatty():
        from rich.console import Console

        from jadpo.diagnostics.terminal import print_diagnostics

        print_diagnostics(Console(file=stream), diagnostics, sources)
    else:
        for diagnostic in diagnostics:
            click.echo(plain_line(diagnostic), file=stream)


def refuse(problems: Iterable[Diagnostic], sources: Mapping[str, Source], *, as_json: bool) -> int:
    """Report why a command does not do what it was asked to; its exit status."""
    diagnostics = Diagnostics(problems)
    if as_json:
        print_json(diagnostics_as_json(diagnostics, sources))
    else:
        print_problems(diagnostics, sources, sys.stderr)
    return status_of(diagnostics)


def print_json(document: Json) -> None:
    """Print one JSON document on standard output, ASCII only so that any pipe carries it."""
    click.echo(json.dumps(document, indent=2))
