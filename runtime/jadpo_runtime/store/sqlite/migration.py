"""Bringing a database to the schema that a program needs: all in one transaction, or nothing.

Another process sees the old schema until the end, and of two that migrate at once the second finds
what the first made. A process that is killed leaves the old schema.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from jadpo_runtime.manifest import Manifest
from jadpo_runtime.store.migration import FillingRuns
from jadpo_runtime.store.schema import Effect, EntityRecord, Finding, Migrated, Step, compare
from jadpo_runtime.store.schema.findings import may_apply
from jadpo_runtime.store.schema.steps import FinishBackfill
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.examination import Examination, Progress
from jadpo_runtime.store.sqlite.files import Database
from jadpo_runtime.store.sqlite.rebuilding import Rebuilding
from jadpo_runtime.store.sqlite.records import (
    SCHEMA_TABLE,
    backfilled_fields,
    needed_records,
    refuse_names_that_sqlite_confuses,
    stored_records,
)
from jadpo_runtime.store.sqlite.tables import tables_of
from jadpo_runtime.store.store import StoreError
from jadpo_runtime.values import Duration


class SqliteMigration:
    """The migration of one store's database; see :class:`~jadpo_runtime.store.Migration`."""

    def __init__(self, name: str, place: str, manifest: Manifest, lock_timeout: Duration) -> None:
        """Migrate the database at ``place`` for the entities of the store ``name``."""
        self._tables: Final = tables_of(manifest.types, manifest.entities, name)
        self._needed: Final = needed_records(manifest.types, self._tables)
        self._backfills: Final = backfilled_fields(manifest)
        self._database: Final = Database(place, self._tables, lock_timeout)

    @property
    def is_kept(self) -> bool:
        """Whether there is a database already."""
        return self._database.exists()

    def steps(self) -> tuple[Step, ...]:
        """The steps there are, without a look at any row."""
        if not self.is_kept:
            return compare({}, self._needed, self._backfills)
        connection = self._database.connect_to_read()
        try:
            connection.begin(write=False)
            stored = stored_records(connection, self._database.label)
            return compare(stored, self._needed, self._backfills)
        finally:
            connection.abandon()
            connection.close()

    def plan(self, progress: Progress) -> Migrated:
        """What would be done, changing nothing."""
        refuse_names_that_sqlite_confuses(self._tables)
        if not self.is_kept:
            return Migrated(self._findings_of_nothing(), applied=False)
        connection = self._database.connect_to_read()
        try:
            connection.begin(write=False)
            return Migrated(self._findings(connection, progress), applied=False)
        finally:
            connection.abandon()
            connection.close()

    def apply(
        self,
        record_tables: Sequence[str],
        progress: Progress,
        runs: FillingRuns,
        *,
        allow_loss: bool,
    ) -> Migrated:
        """Take all steps, if none is refused, and none loses values or that is allowed."""
        refuse_names_that_sqlite_confuses(self._tables)
        connection = self._database.connect_to_migrate()
        try:
            connection.begin(write=True)
            for statement in (SCHEMA_TABLE, *record_tables):
                connection.rows(statement)
            findings = self._findings(connection, progress)
            if not may_apply(findings, allow_loss=allow_loss):
                return Migrated(findings, applied=False)
            before = _unfilled(stored_records(connection, self._database.label))
            self._rebuild(connection, findings, progress)
            after = _unfilled(stored_records(connection, self._database.label))
            for entity, field in after:
                runs.start(connection.rows, entity, field)
            for entity, field in before:
                if (entity, field) not in after:
                    runs.cancel(connection.rows, entity, field)
            connection.commit()
        finally:
            connection.abandon()
            connection.close()
        self._database.prepared()
        return Migrated(findings, applied=True)

    def require_filled(self) -> None:
        """Require the fields that a backfill has filled in all rows, and change nothing else."""
        connection = self._database.connect_to_migrate()
        try:
            connection.begin(write=True)
            stored = stored_records(connection, self._database.label)
            steps = [
                step
                for step in compare(stored, self._needed, self._backfills)
                if isinstance(step, FinishBackfill) and step.entity in self._needed
            ]
            examination = Examination(
                connection, self._tables, stored, self._database.label, _tell_nobody
            )
            filled = [
                (step.entity, step.field)
                for step, finding in zip(steps, examination.findings(steps), strict=True)
                if not finding.rows
            ]
            if filled:
                self._rebuilding(connection, stored, _tell_nobody).require(filled)
                connection.commit()
        finally:
            connection.abandon()
            connection.close()

    def _findings(self, connection: Connection, progress: Progress) -> tuple[Finding, ...]:
        label = self._database.label
        stored = stored_records(connection, label)
        steps = compare(stored, self._needed, self._backfills)
        return Examination(connection, self._tables, stored, label, progress).findings(steps)

    def _findings_of_nothing(self) -> tuple[Finding, ...]:
        return tuple(
            Finding(step, Effect.KEEPS) for step in compare({}, self._needed, self._backfills)
        )

    def _rebuild(
        self, connection: Connection, findings: Sequence[Finding], progress: Progress
    ) -> None:
        label = self._database.label
        stored = stored_records(connection, label)
        rebuilding = self._rebuilding(connection, stored, progress)
        rebuilding.take(findings)
        broken = rebuilding.broken_references()
        if broken:
            raise StoreError(
                f"{label}: {'; '.join(broken)}. Nothing was changed. Other tools wrote these rows; "
                "mend them first."
            )

    def _rebuilding(
        self, connection: Connection, stored: Mapping[str, EntityRecord], progress: Progress
    ) -> Rebuilding:
        return Rebuilding(connection, self._tables, stored, self._needed, progress)


def _unfilled(records: Mapping[str, EntityRecord]) -> list[tuple[str, str]]:
    """The fields that are not filled in all rows, by entity."""
    return [(name, field) for name, record in records.items() for field in record.unfilled]


def _tell_nobody(_what: str, _rows: int) -> None:
    """Progress that nobody waits for."""
