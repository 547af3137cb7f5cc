"""Reading the outboxes of a program's databases, without changing or making any."""

import os
from collections.abc import Mapping
from pathlib import Path

import attrs

from jadpo.cli.databases import IN_MEMORY, sqlite_path
from jadpo.cli.faults import fault_as_diagnostic
from jadpo.cli.places import store_urls
from jadpo.cli.record_places import missing_database
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.outcome import Faulted
from jadpo_runtime.records.opening import read_records
from jadpo_runtime.records.queries import EventRecord, events


@attrs.frozen
class Outbox:
    """The events of one store, in order of emission; ``path`` is ``None`` for one in memory."""

    store: str
    path: str | None
    events: tuple[EventRecord, ...]


def read_outboxes(
    manifest: Manifest, environment: Mapping[str, str], urls: Mapping[str, str]
) -> tuple[Outbox, ...] | list[Diagnostic]:
    """The outbox of each store, or what is in the way."""
    places = store_urls(manifest, environment, urls)
    if isinstance(places, list):
        return places
    found = [_read(store, url) for store, url in places.items()]
    problems = [each for each in found if isinstance(each, Diagnostic)]
    return problems or tuple(each for each in found if isinstance(each, Outbox))


def _read(store: str, url: str) -> Outbox | Diagnostic:
    if url == IN_MEMORY:
        return Outbox(store, None, ())
    path = sqlite_path(url)
    if path is None:
        # The URL is not shown: it may hold a password [G2].
        detail = f"the store `{store}` is at no URL of the form `sqlite:PATH`"
        return fault_as_diagnostic(Faulted(FaultCode.STORE_UNAVAILABLE, None, detail))
    if not os.path.lexists(path):
        return missing_database(store, path)
    try:
        with read_records(Path(path)) as records:
            return Outbox(store, path, tuple(events(records)) if records is not None else ())
    except Fault as fault:
        return fault_as_diagnostic(Faulted(fault.code, None, fault.detail))
