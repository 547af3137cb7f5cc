"""The databases whose records a command reads or changes: those of a program that are there."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from jadpo.cli.databases import IN_MEMORY, sqlite_path
from jadpo.cli.faults import fault_as_diagnostic
from jadpo.cli.places import store_urls
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.outcome import Faulted


class RecordPlace(NamedTuple):
    """The file in which a store's records are."""

    store: str
    path: Path


class Problems(NamedTuple):
    """Why records cannot be read."""

    diagnostics: tuple[Diagnostic, ...]


def record_places(
    manifest: Manifest, environment: Mapping[str, str], urls: Mapping[str, str]
) -> "list[RecordPlace] | Problems":
    """The file of each store but those in memory, or what is in the way."""
    places = store_urls(manifest, environment, urls)
    if isinstance(places, list):
        return Problems(tuple(places))
    found: list[RecordPlace] = []
    problems: list[Diagnostic] = []
    for store, url in places.items():
        path = sqlite_path(url)
        if url == IN_MEMORY:
            continue
        if path is None:
            # The URL is not shown: it may hold a password [G2].
            detail = f"the store `{store}` is at no URL of the form `sqlite:PATH`"
            problems.append(fault_as_diagnostic(Faulted(FaultCode.STORE_UNAVAILABLE, None, detail)))
        elif os.path.lexists(path):
            found.append(RecordPlace(store, Path(path)))
        else:
            problems.append(missing_database(store, path))
    return Problems(tuple(problems)) if problems else found


def missing_database(store: str, path: str) -> Diagnostic:
    """There is no database where a store's is to be read."""
    return Diagnostic(
        rule="cli.database_missing",
        span=None,
        summary=f"there is no database `{path}`",
        why=f"it is where the store `{store}` is, and reading makes none",
        help="give another with `--database`, or run an action first",
    )
