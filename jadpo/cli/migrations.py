"""The migrations of a program's databases: what they need, and bringing them to it."""

from collections.abc import Callable, Iterable, Mapping

import attrs

from jadpo.cli.databases import IN_MEMORY, sqlite_path
from jadpo.cli.faults import fault_as_diagnostic
from jadpo.cli.places import store_urls
from jadpo.diagnostics import Diagnostic, Severity
from jadpo_runtime.clock import SystemClock
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.outcome import Faulted
from jadpo_runtime.randomness import system_randomness
from jadpo_runtime.records.tables import SQLITE_RECORD_TABLES
from jadpo_runtime.runner.backfills import FillingRuns
from jadpo_runtime.store import Migration, open_migration
from jadpo_runtime.store.schema import Migrated
from jadpo_runtime.store.schema.findings import Effect, may_apply
from jadpo_runtime.store.schema.steps import AddUnique, Step

_NAMED = 3
"""Differences that a warning names."""

Progress = Callable[[str, int], None]
"""Is told what goes on, and how many rows of it are done."""


@attrs.frozen
class StoreMigration:
    """The migration of one store; ``path`` is that of its database's file."""

    store: str
    path: str
    migration: Migration


@attrs.frozen
class StoreMigrated:
    """What became of the migration of one store."""

    store: str
    path: str
    migrated: Migrated


def migrations_of(
    manifest: Manifest, environment: Mapping[str, str], urls: Mapping[str, str]
) -> tuple[StoreMigration, ...] | list[Diagnostic]:
    """The migration of each store, or what is in the way."""
    places = store_urls(manifest, environment, urls)
    return places if isinstance(places, list) else _migrations_at(manifest, places)


def _migrations_at(
    manifest: Manifest, places: Mapping[str, str]
) -> tuple[StoreMigration, ...] | list[Diagnostic]:
    found: list[StoreMigration] = []
    problems: list[Diagnostic] = []
    for store, url in places.items():
        path = sqlite_path(url)
        if path is None:
            problems.append(_no_file(store, url))
        else:
            found.append(StoreMigration(store, path, open_migration(url, store, manifest)))
    return problems or tuple(found)


def plan_all(migrations: Iterable[StoreMigration], progress: Progress) -> tuple[StoreMigrated, ...]:
    """What each migration would do; raises :class:`~jadpo_runtime.faults.Fault`."""
    return tuple(
        StoreMigrated(each.store, each.path, each.migration.plan(progress)) for each in migrations
    )


def apply_all(
    manifest: Manifest,
    migrations: Iterable[StoreMigration],
    progress: Progress,
    *,
    allow_loss: bool,
) -> tuple[StoreMigrated, ...]:
    """Take all steps of all stores, or none where one store may not be migrated.

    Each store is migrated in a transaction of its own, which also records the batch runs that
    fill what backfills compute. Raises :class:`~jadpo_runtime.faults.Fault`.
    """
    migrations = tuple(migrations)
    if len(migrations) > 1:
        planned = plan_all(migrations, progress)
        if not may_apply_all(planned, allow_loss=allow_loss):
            return planned
    runs = FillingRuns(manifest, SystemClock(), system_randomness())
    return tuple(
        StoreMigrated(
            each.store,
            each.path,
            each.migration.apply(SQLITE_RECORD_TABLES, progress, runs, allow_loss=allow_loss),
        )
        for each in migrations
    )


def may_apply_all(planned: Iterable[StoreMigrated], *, allow_loss: bool) -> bool:
    """Whether all steps may be taken."""
    return all(may_apply(each.migrated.findings, allow_loss=allow_loss) for each in planned)


def needed_migrations(
    manifest: Manifest, environment: Mapping[str, str], urls: Mapping[str, str]
) -> list[Diagnostic]:
    """A warning for each database that is there and holds another schema than the program's.

    What a program does by itself when it is started (new tables and indexes) needs no migration.
    Rows are looked at only where there is a new unique, which they may break. Also gives what keeps
    a database from being looked at.
    """
    places = store_urls(manifest, environment, urls)
    if isinstance(places, list):
        return places
    kept = {store: url for store, url in places.items() if url != IN_MEMORY}
    migrations = _migrations_at(manifest, kept)
    if isinstance(migrations, list):
        return migrations
    found: list[Diagnostic] = []
    for each in migrations:
        if not each.migration.is_kept:
            continue
        try:
            needed = _needed_steps(each.migration)
        except Fault as fault:
            found.append(fault_as_diagnostic(Faulted(fault.code, None, fault.detail)))
            continue
        if needed:
            found.append(_needed(each, [step.difference for step in needed]))
    return found


def _needed_steps(migration: Migration) -> list[Step]:
    """The steps that a program does not take by itself when it is started."""
    steps = migration.steps()
    needed = [step for step in steps if not step.is_automatic]
    if needed or not any(isinstance(step, AddUnique) for step in steps):
        return needed
    findings = migration.plan(lambda doing, rows: None).findings
    return [finding.step for finding in findings if finding.effect is Effect.REFUSED]


def _needed(migration: StoreMigration, differences: list[str]) -> Diagnostic:
    more = len(differences) - _NAMED
    named = "; ".join(differences[:_NAMED]) + (f"; and {more} more" if more > 0 else "")
    return Diagnostic(
        rule="cli.migration_needed",
        span=None,
        summary=f"the database `{migration.path}` needs a migration: {named}",
        why=f"the store `{migration.store}` of the program has another schema",
        help="`jadpo migrate --plan` shows the steps, and `jadpo migrate` takes them",
        severity=Severity.WARNING,
    )


def _no_file(store: str, url: str) -> Diagnostic:
    if url == IN_MEMORY:
        return Diagnostic(
            "cli.database_url",
            None,
            f"the store `{store}` is at `{IN_MEMORY}`, where nothing is kept to be migrated",
            "a database in memory is gone when the command ends",
            "use `--database` with `sqlite:PATH`",
        )
    # The URL is not shown: it may hold a password [G2].
    detail = f"the store `{store}` is at no URL of the form `sqlite:PATH`"
    return fault_as_diagnostic(Faulted(FaultCode.STORE_UNAVAILABLE, None, detail))
