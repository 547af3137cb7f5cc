"""Reading the outboxes of a program's databases, without changing or making any."""

import os
from collections.abc import Mapping
from pathlib import Path

import attrs

from jadpo.cli.databases import IN_MEMORY, sqlite_path
from jadpo.cli.faults import config_problems, fault_as_diagnostic
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.config import ConfigInvalid, config_from_environment
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.hosts.stores import fields_not_needed, store_url
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
    try:
        config = config_from_environment(manifest, environment, _not_needed(manifest, urls))
    except ConfigInvalid as invalid:
        return config_problems(invalid)
    found = [
        _read(definition.name, store_url(definition, config, urls))
        for definition in manifest.stores.values()
    ]
    problems = [each for each in found if isinstance(each, Diagnostic)]
    return problems or tuple(each for each in found if isinstance(each, Outbox))


def _not_needed(manifest: Manifest, urls: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    """The config fields that no store takes its URL from: nothing is run here."""
    needed = {store.config_field for store in manifest.stores.values()}
    return fields_not_needed(manifest, urls) | {
        (config.name, field.name)
        for config in manifest.configs.values()
        for field in config.fields
        if (config.name, field.name) not in needed
    }


def _read(store: str, url: str) -> Outbox | Diagnostic:
    if url == IN_MEMORY:
        return Outbox(store, None, ())
    path = sqlite_path(url)
    if path is None:
        # The URL is not shown: it may hold a password [G2].
        detail = f"the store `{store}` is at no URL of the form `sqlite:PATH`"
        return fault_as_diagnostic(Faulted(FaultCode.STORE_UNAVAILABLE, None, detail))
    if not os.path.lexists(path):
        return _missing(store, path)
    try:
        with read_records(Path(path)) as records:
            return Outbox(store, path, tuple(events(records)) if records is not None else ())
    except Fault as fault:
        return fault_as_diagnostic(Faulted(fault.code, None, fault.detail))


def _missing(store: str, path: str) -> Diagnostic:
    return Diagnostic(
        rule="cli.database_missing",
        span=None,
        summary=f"there is no database `{path}`",
        why=f"it is where the store `{store}` is, and reading makes none",
        help="give another with `--database`, or run an action first",
    )
