"""``jadpo cache``: where what can be made again is kept, how much it is, and removing it."""

import contextlib
import os
import stat
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

import click

from jadpo.cache_folder import OBJECTS, cache_folder
from jadpo.cli.rechecking import FOLDER as CHECKS
from jadpo.cli.reporting import print_json

_UNFINISHED: Final = ".unfinished-"
"""Begins the names of files that are being written, of every kind."""


class Usage(NamedTuple):
    """How many files of a kind there are, and their bytes together."""

    entries: int
    size: int


class KeptFiles(NamedTuple):
    """One kind of what is kept: the files in a folder whose names end in ``suffix``."""

    folder: Path
    suffix: str

    def usage(self) -> Usage:
        """What there is."""
        sizes = [status.st_size for path, status in self._files() if path.suffix == self.suffix]
        return Usage(len(sizes), sum(sizes))

    def clear(self) -> Usage:
        """Remove what there is, and what was never finished; what was removed of the former."""
        removed = []
        for path, status in list(self._files()):
            with contextlib.suppress(OSError):
                path.unlink()
                removed += [status.st_size] if path.suffix == self.suffix else []
        with contextlib.suppress(OSError):
            self.folder.rmdir()
        return Usage(len(removed), sum(removed))

    def _files(self) -> Iterator[tuple[Path, os.stat_result]]:
        """The files that Jadpo made; others may remove some meanwhile."""
        with contextlib.suppress(OSError):
            for path in self.folder.iterdir():
                if path.suffix != self.suffix and not path.name.startswith(_UNFINISHED):
                    continue
                with contextlib.suppress(OSError):
                    status = path.lstat()
                    if stat.S_ISREG(status.st_mode):
                        yield path, status


@click.group("cache", invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_context
def command(context: click.Context, as_json: bool) -> int:
    """Say where Jadpo keeps what it can make again, and how much it is."""
    if context.invoked_subcommand is None:
        folder = _folder()
        usages = (
            {} if folder is None else {what: kept.usage() for what, kept in kinds(folder).items()}
        )
        _print(folder, usages, "holds", as_json=as_json)
    return 0


@command.command("clear")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def clear(as_json: bool) -> int:
    """Remove all that is kept; whatever else is in the folder stays."""
    folder = _folder()
    removed = {} if folder is None else {what: kept.clear() for what, kept in kinds(folder).items()}
    _print(folder, removed, "held", as_json=as_json)
    return 0


def kinds(folder: Path) -> Mapping[str, KeptFiles]:
    """All that is kept in the cache folder, by what it is called."""
    return {
        "compiled code": KeptFiles(folder / OBJECTS, ".o"),
        "checked projects": KeptFiles(folder / CHECKS, ".check"),
    }


def _folder() -> Path | None:
    return cache_folder(os.environ, sys.platform)


def _print(folder: Path | None, usages: Mapping[str, Usage], verb: str, *, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "folder": None if folder is None else str(folder),
                "kinds": [
                    {"what": what, "entries": usage.entries, "bytes": usage.size}
                    for what, usage in usages.items()
                ],
            }
        )
        return
    if folder is None:
        click.echo("Nothing is kept: there is no cache folder.")
        return
    click.echo(f"{folder} {verb}")
    for what, usage in usages.items():
        plural = "entry" if usage.entries == 1 else "entries"
        click.echo(f"  {what}: {usage.entries} {plural}, {usage.size:,} bytes")
