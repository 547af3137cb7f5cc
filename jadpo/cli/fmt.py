"""``jadpo fmt``: lays out source files canonically."""

import os
import sys
from pathlib import Path
from typing import NamedTuple

import click

from jadpo.cli.exit_status import PROBLEMS, status_of
from jadpo.cli.replacing import replace_file
from jadpo.cli.reporting import by_path, print_problems
from jadpo.diagnostics import Diagnostic, Diagnostics
from jadpo.project import files_of_project, read_source, read_source_bytes
from jadpo.source import Source

_STANDARD_INPUT = Path("-")


@click.command("fmt")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help="Write nothing; list the files that would change.")
def command(paths: tuple[Path, ...], check: bool) -> int:
    """Lay out the source files at PATHS canonically.

    Each path is one file, or a folder of files. With - standard input is laid out to standard
    output. A file with mistakes in its syntax is left as it is.
    """
    if _STANDARD_INPUT in paths:
        if len(paths) > 1:
            raise click.UsageError("'-' is given alone: standard input has one file.")
        return _format_standard_input(check)
    diagnostics = Diagnostics()
    files = _files_at(paths, diagnostics)
    changed = unchanged = 0
    sources = []
    for file in files:
        source = read_source(file, diagnostics)
        if source is None:
            continue
        sources.append(source)
        text = _canonical_text(source, diagnostics)
        if text == source.text:
            unchanged += 1
        elif text is not None:
            if not check:
                refused = replace_file(file, source, text)
                if refused is not None:
                    diagnostics.add(refused)
                    continue
            changed += 1
            click.echo(source.path)
    print_problems(diagnostics, by_path(sources), sys.stderr)
    if files:
        click.echo(_summary(_Counts(changed, unchanged, len(files)), check), err=True)
    return status_of(diagnostics) or (PROBLEMS if check and changed else 0)


def _files_at(paths: tuple[Path, ...], diagnostics: Diagnostics) -> list[Path]:
    """The files of all paths, each once."""
    files: dict[str, Path] = {}
    for path in paths:
        for file in files_of_project(path, diagnostics):
            files.setdefault(os.path.realpath(file), file)
    return list(files.values())


def _canonical_text(source: Source, diagnostics: Diagnostics) -> str | None:
    """The source laid out; ``None`` if it has mistakes, which are added to ``diagnostics``."""
    # The parser is loaded here, so that help and wrong use do not wait for it.
    from jadpo.format import Formatted, format_source

    result = format_source(source)
    if isinstance(result, Formatted):
        return result.text
    diagnostics.extend(result.diagnostics)
    return None


def _format_standard_input(check: bool) -> int:
    """Lay out what is read from standard input; what cannot be laid out is not written."""
    diagnostics = Diagnostics()
    source = read_source_bytes("<stdin>", sys.stdin.buffer.read())
    if isinstance(source, Diagnostic):
        diagnostics.add(source)
        print_problems(diagnostics, {}, sys.stderr)
        return status_of(diagnostics)
    text = _canonical_text(source, diagnostics)
    if text is None:
        print_problems(diagnostics, by_path([source]), sys.stderr)
        return status_of(diagnostics)
    if not check:
        click.echo(text.encode("utf-8"), nl=False)
        return 0
    if text != source.text:
        click.echo(source.path)
        return PROBLEMS
    return 0


# The last line


class _Counts(NamedTuple):
    """How many files were or would be changed, how many need not be, and how many
    there are."""

    changed: int
    unchanged: int
    files: int


def _summary(counts: _Counts, check: bool) -> str:
    """What became of the files, as `2 files changed, 1 unchanged, 1 left.`"""
    changed, unchanged, files = counts
    parts = []
    if changed:
        parts.append(f"{_files(changed)} {'would change' if check else 'changed'}")
    if unchanged:
        parts.append(f"{_files(unchanged)} unchanged")
    if changed + unchanged < files:
        parts.append(f"{_files(files - changed - unchanged)} left as found")
    return f"{', '.join(parts)}."


def _files(number: int) -> str:
    return "1 file" if number == 1 else f"{number} files"
