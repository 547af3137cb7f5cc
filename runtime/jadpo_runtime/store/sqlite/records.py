"""The records of a program's tables, and those that a database keeps of its own."""

from collections.abc import Mapping
from typing import Final, cast

from jadpo_runtime.manifest import Manifest
from jadpo_runtime.store.schema.record import (
    EntityRecord,
    FieldRecord,
    ReferenceRecord,
    record_from,
    record_text,
)
from jadpo_runtime.store.schema.rules import describe
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.tables import Table
from jadpo_runtime.store.store import StoreError
from jadpo_runtime.values import FieldType, TypeTable

SCHEMA_TABLE: Final = """
    CREATE TABLE IF NOT EXISTS _jadpo_schema (
        entity TEXT PRIMARY KEY NOT NULL,
        shape TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
"""


def needed_records(types: TypeTable, tables: Mapping[str, Table]) -> dict[str, EntityRecord]:
    """The schema that a program needs, by entity."""
    return {name: _record(types, table) for name, table in tables.items()}


def _record(types: TypeTable, table: Table) -> EntityRecord:
    entity = table.entity
    return EntityRecord(
        name=entity.name,
        fields={
            column.field: FieldRecord(
                column.form.name,
                column.nullable,
                describe(types, FieldType(entity.name, column.field)),
            )
            for column in table.columns
        },
        identity=entity.identity,
        uniques=entity.uniques,
        indexes=entity.indexes,
        references=tuple(
            ReferenceRecord(each.field, each.target_entity, each.target_field, each.on_delete)
            for each in entity.references
        ),
    )


def backfilled_fields(manifest: Manifest) -> frozenset[tuple[str, str]]:
    """The (entity, field) that the program can compute where rows lack them [V6]."""
    return frozenset((each.entity, each.field) for each in manifest.backfills)


def stored_records(connection: Connection, database: str) -> dict[str, EntityRecord]:
    """The schema that the database was made for; raises :class:`StoreError` if it is damaged."""
    if not has_table(connection, "_jadpo_schema"):
        return {}
    records = {}
    rows = connection.rows("SELECT entity, shape FROM _jadpo_schema")
    for entity, text in cast("list[tuple[str, str]]", rows):
        try:
            records[entity] = record_from(entity, text)
        except ValueError as error:
            raise StoreError(f"{database}: {error} ({entity}).") from None
    return records


def remember(connection: Connection, record: EntityRecord) -> None:
    """Keep the record of an entity in the database."""
    connection.rows(
        "INSERT INTO _jadpo_schema (entity, shape) VALUES (?, ?) "
        "ON CONFLICT (entity) DO UPDATE SET shape = excluded.shape",
        (record.name, record_text(record)),
    )


def forget(connection: Connection, entity: str) -> None:
    """Forget an entity whose table is dropped."""
    connection.rows("DELETE FROM _jadpo_schema WHERE entity = ?", (entity,))


def has_table(connection: Connection, name: str) -> bool:
    """Whether there is a table or view of a name, which SQLite takes in any case."""
    return bool(
        connection.rows(
            "SELECT 1 FROM sqlite_schema WHERE name = ? COLLATE NOCASE "
            "AND type IN ('table', 'view')",
            (name,),
        )
    )


def refuse_names_that_sqlite_confuses(tables: Mapping[str, Table]) -> None:
    """Raise :class:`StoreError` for entities whose tables would be one."""
    seen: dict[str, str] = {}
    for name, table in tables.items():
        other = seen.setdefault(table.name.lower(), name)
        if other != name:
            raise StoreError(
                f"The entities {other} and {name} differ only in case, which SQLite does not "
                "tell apart in the names of tables. Rename one of them."
            )
