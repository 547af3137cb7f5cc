"""Taking the steps of a migration, in the transaction that a connection is in.

What SQLite cannot alter is made anew: a table with the new columns is filled from the old one, row
by row with its rowid, and takes its place. References must be no constraints meanwhile, so they are
all looked at in the end.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, cast

import attrs

from jadpo_runtime.faults import Fault
from jadpo_runtime.store.schema import EntityRecord, Finding
from jadpo_runtime.store.schema.steps import (
    AddColumn,
    AddIndex,
    AddTable,
    AddUnique,
    DropIndex,
    DropTable,
    DropUnique,
    FinishBackfill,
    RelaxRules,
    RequireValue,
    TightenRules,
)
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.conversions import compared, converted
from jadpo_runtime.store.sqlite.definition import add_columns, trigger_name
from jadpo_runtime.store.sqlite.examination import Progress
from jadpo_runtime.store.sqlite.records import forget, remember
from jadpo_runtime.store.sqlite.schema import (
    drop_index,
    make_indexes,
    make_table,
    make_triggers,
    with_nullable,
)
from jadpo_runtime.store.sqlite.tables import Column, Table, quoted, table_name
from jadpo_runtime.store.store import StoreError

_CHUNK: Final = 20_000
"""Rows that are copied between reports of progress."""

_NAMED: Final = 10
"""Broken references that are named."""

_IN_PLACE: Final = (
    AddIndex,
    AddTable,
    AddUnique,
    DropIndex,
    DropTable,
    DropUnique,
    RelaxRules,
    TightenRules,
)
"""The steps that need no new table."""


class Rebuilding:
    """Takes steps on one database."""

    def __init__(
        self,
        connection: Connection,
        tables: Mapping[str, Table],
        stored: Mapping[str, EntityRecord],
        needed: Mapping[str, EntityRecord],
        progress: Progress,
    ) -> None:
        """Bring the tables of ``stored`` to ``needed``, whose tables are ``tables``."""
        self._connection: Final = connection
        self._tables: Final = tables
        self._stored: Final = stored
        self._needed: Final = needed
        self._progress: Final = progress

    def take(self, findings: Sequence[Finding]) -> None:
        """Take all steps."""
        # Renaming then neither looks into triggers and views nor changes any reference.
        self._connection.rows("PRAGMA legacy_alter_table = ON")
        self._drop_triggers()
        for finding in findings:
            self._drop(finding)
        for name in self._tables:
            own = [finding for finding in findings if finding.step.entity == name]
            if own:
                self._bring(name, own)
        for table in self._tables.values():
            make_indexes(self._connection, table)
            make_triggers(self._connection, table, self._tables)
        self._connection.rows("PRAGMA legacy_alter_table = OFF")

    def require(self, filled: Collection[tuple[str, str]]) -> None:
        """Require fields that are filled in all rows, by entity, whatever else is to be done."""
        self._connection.rows("PRAGMA legacy_alter_table = ON")
        self._drop_triggers()
        for name in dict.fromkeys(entity for entity, _ in filled):
            record = self._stored[name]
            unfilled = [field for field in record.unfilled if (name, field) not in filled]
            table = with_nullable(self._tables[name], unfilled)
            self._rebuild(table)
            make_indexes(self._connection, table)
            remember(self._connection, record.with_unfilled(unfilled))
        for table in self._tables.values():
            make_triggers(self._connection, table, self._tables)
        self._connection.rows("PRAGMA legacy_alter_table = OFF")

    def broken_references(self) -> list[str]:
        """The first rows that refer to none, in words."""
        found = []
        by_table = {table.name: table for table in self._tables.values()}
        for name, rowid, target, _ in self._connection.rows("PRAGMA foreign_key_check"):
            table = by_table.get(str(name))
            if table is None:
                continue
            ((identity,),) = self._connection.rows(
                f"SELECT {table.identity.readable} FROM {table.quoted} WHERE rowid = ?", (rowid,)
            )
            found.append(f"`{table.entity.name}` {identity} refers to a `{target}` that is not")
            if len(found) == _NAMED:
                break
        return found

    def _drop_triggers(self) -> None:
        for record in self._stored.values():
            for reference in record.references:
                name = quoted(trigger_name(table_name(record.name), reference.field))
                self._connection.rows(f"DROP TRIGGER IF EXISTS {name}")

    def _drop(self, finding: Finding) -> None:
        match finding.step:
            case DropTable(entity=entity):
                self._connection.rows(f"DROP TABLE {quoted(table_name(entity))}")
                forget(self._connection, entity)
            case DropIndex(entity=entity, group=group):
                drop_index(self._connection, table_name(entity), "index", group)
            case DropUnique(entity=entity, group=group):
                drop_index(self._connection, table_name(entity), "unique", group)

    def _bring(self, name: str, findings: Sequence[Finding]) -> None:
        """Bring one table to what is needed, without its indexes, and remember it."""
        unfilled = [field for finding in findings if (field := _left_unfilled(finding))]
        table = with_nullable(self._tables[name], unfilled)
        if name not in self._stored:
            make_table(self._connection, table, self._tables)
        else:
            self._alter(table, findings)
        remember(self._connection, self._needed[name].with_unfilled(unfilled))

    def _alter(self, table: Table, findings: Sequence[Finding]) -> None:
        referring = {reference.field for reference in table.entity.references}
        new: list[Column] = []
        for finding in findings:
            match finding.step:
                case AddColumn(field=field) if _is_added_in_place(
                    table.column(field), field in referring
                ):
                    new.append(table.column(field))
                case step if isinstance(step, _IN_PLACE) or _changes_nothing(finding):
                    pass
                case _:
                    self._rebuild(table)
                    return
        for column in new:
            for statement in add_columns(table, column):
                self._connection.rows(statement)

    def _rebuild(self, table: Table) -> None:
        """Make the table anew, keeping what others have put on it."""
        of_others = self._made_by_others(table)
        new = attrs.evolve(table, name=f"{table.name} migrated")
        make_table(self._connection, new, self._tables)
        self._copy(table, new)
        self._connection.rows(f"DROP TABLE {table.quoted}")
        self._connection.rows(f"ALTER TABLE {new.quoted} RENAME TO {table.quoted}")
        for name, statement in of_others:
            try:
                self._connection.rows(statement)
            except Fault as fault:
                raise StoreError(
                    f"`{name}`, which others have put on the table of `{table.entity.name}`, does "
                    f"not fit the new one: {fault.detail}. Nothing was changed. Drop it first."
                ) from fault

    def _copy(self, table: Table, new: Table) -> None:
        record = self._stored[table.entity.name]
        columns, values = ["rowid"], ["rowid"]
        if table.identity.form.storage == "INTEGER" and table.identity.key is None:
            columns, values = [], []  # The identity is the rowid.
        for column in table.columns:
            stored = record.fields.get(column.field)
            columns.append(column.readable)
            values.append(converted(column, stored))
            if column.stores_key:
                columns.append(column.comparable)
                values.append(compared(table, column, stored))
        copy = (
            f"INSERT INTO {new.quoted} ({', '.join(columns)}) "
            f"SELECT {', '.join(values)} FROM {table.quoted} WHERE rowid BETWEEN ? AND ?"
        )
        last_of_chunk = (
            f"SELECT max(rowid), count(*) FROM (SELECT rowid FROM {table.quoted} "
            f"WHERE rowid >= ? ORDER BY rowid LIMIT {_CHUNK})"
        )
        start, done = -(2**63), 0
        while start < 2**63:
            self._progress(f"copying `{table.entity.name}`", done)
            ((end, count),) = self._connection.rows(last_of_chunk, (start,))
            if end is None:
                return
            self._connection.rows(copy, (start, end))
            start, done = cast(int, end) + 1, done + cast(int, count)

    def _made_by_others(self, table: Table) -> list[tuple[str, str]]:
        """The indexes and triggers on a table that no program of ours made: name and statement."""
        own = tuple(f"{table.name} {kind} " for kind in ("unique", "index", "reference"))
        rows = self._connection.rows(
            "SELECT name, sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL "
            "AND type IN ('index', 'trigger')",
            (table.name,),
        )
        return [(str(name), str(sql)) for name, sql in rows if not str(name).startswith(own)]


def _left_unfilled(finding: Finding) -> str | None:
    """The field of a step that leaves rows for a backfill to fill."""
    match finding.step:
        case AddColumn(nullable=False, has_backfill=True, field=field):
            return field if finding.rows else None
        case RequireValue(has_backfill=True, field=field):
            return field if finding.rows else None
        case FinishBackfill(has_backfill=True, field=field):
            return field if finding.rows else None
    return None


def _changes_nothing(finding: Finding) -> bool:
    """Whether the table stays as it is: an optional column stays optional until it is filled."""
    return (
        isinstance(finding.step, RequireValue | FinishBackfill)
        and _left_unfilled(finding) is not None
    )


def _is_added_in_place(column: Column, is_referring: bool) -> bool:
    return column.nullable and not is_referring
