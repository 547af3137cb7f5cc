"""Makes what a program's entities need in a database, or refuses a database that has another.

Everything happens in one transaction, so another process sees all or nothing, and of two that start
together on a new database the second finds what the first made.
"""

from collections.abc import Mapping, Sequence
from typing import Final, cast

from jadpo_runtime.store.sqlite import definition
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.shapes import (
    Shape,
    added,
    differences,
    shape_from,
    shape_of,
    text_of,
)
from jadpo_runtime.store.sqlite.tables import Table, quoted
from jadpo_runtime.store.sqlite.troubles import ConstraintRefused
from jadpo_runtime.store.store import StoreError

_SCHEMA_TABLE: Final = """
    CREATE TABLE IF NOT EXISTS _jadpo_schema (
        entity TEXT PRIMARY KEY NOT NULL,
        shape TEXT NOT NULL
    ) STRICT, WITHOUT ROWID
"""


class Schema:
    """The tables of one store, in one transaction of one connection."""

    def __init__(self, connection: Connection, tables: Mapping[str, Table], database: str) -> None:
        """Work in the writing transaction that ``connection`` is in."""
        self._connection: Final = connection
        self._tables: Final = tables
        self._database: Final = database

    def prepare(self, record_tables: Sequence[str]) -> None:
        """Make what is missing; raises :class:`StoreError` where what is there does not fit."""
        self._refuse_names_that_sqlite_confuses()
        self._connection.rows(_SCHEMA_TABLE)
        for statement in record_tables:
            self._connection.rows(statement)
        stored = self._stored_shapes()
        self._refuse_other_schema(stored)
        for name, table in self._tables.items():
            if name in stored:
                self._extend(table, stored[name])
            else:
                self._make(table)

    def _refuse_names_that_sqlite_confuses(self) -> None:
        seen: dict[str, str] = {}
        for name, table in self._tables.items():
            other = seen.setdefault(table.name.lower(), name)
            if other != name:
                raise StoreError(
                    f"The entities {other} and {name} differ only in case, which SQLite does not "
                    "tell apart in the names of tables. Rename one of them."
                )

    def _stored_shapes(self) -> dict[str, Shape]:
        shapes = {}
        rows = self._connection.rows("SELECT entity, shape FROM _jadpo_schema")
        for entity, text in cast(list[tuple[str, str]], rows):
            try:
                shapes[entity] = shape_from(text)
            except ValueError as error:
                raise StoreError(f"{self._database}: {error} ({entity}).") from None
        return shapes

    def _refuse_other_schema(self, stored: Mapping[str, Shape]) -> None:
        found: list[str] = []
        for name, shape in stored.items():
            if name not in self._tables:
                found.append(f"the entity `{name}` is stored, and the program has none")
            else:
                found += differences(name, shape, shape_of(self._tables[name]))
                if not self._has_table(self._tables[name]):
                    found.append(f"the table of `{name}` is gone")
        if found:
            raise StoreError(
                f"{self._database} holds another schema than the program's: {'; '.join(found)}. "
                "Nothing was changed. Use another database, or the program that made this one."
            )
        for name, table in self._tables.items():
            if name not in stored and self._has_table(table):
                raise StoreError(
                    f"{self._database} has a table {table.name!r} that was not made for the "
                    f"entity `{name}`. Nothing was changed. Use another database, or rename one."
                )

    def _has_table(self, table: Table) -> bool:
        return bool(
            self._connection.rows(
                "SELECT 1 FROM sqlite_schema WHERE name = ? COLLATE NOCASE "
                "AND type IN ('table', 'view')",
                (table.name,),
            )
        )

    def _make(self, table: Table) -> None:
        self._connection.rows(definition.create_table(table, self._tables))
        if table.identity.key is not None:
            self._connection.rows(definition.unique_index(table, (table.entity.identity,)))
        for group in table.entity.uniques:
            self._connection.rows(definition.unique_index(table, group))
        for group in table.entity.indexes:
            self._connection.rows(definition.plain_index(table, group))
        self._make_reference_indexes(table)
        for trigger in definition.create_triggers(table, self._tables):
            self._connection.rows(trigger)
        self._remember(table)

    def _extend(self, table: Table, stored: Shape) -> None:
        """Add the uniques and indexes that are new, and drop indexes that are needed no more."""
        needed = shape_of(table)
        if stored == needed:
            return
        for group in added(stored, needed, "uniques"):
            try:
                self._connection.rows(definition.unique_index(table, group))
            except ConstraintRefused:
                raise StoreError(
                    f"{self._database}: rows of {table.entity.name} are alike in "
                    f"({', '.join(group)}), which the program declares unique. Nothing was changed."
                ) from None
        for group in added(stored, needed, "indexes"):
            self._connection.rows(definition.plain_index(table, group))
        for group in added(needed, stored, "indexes"):
            name = quoted(definition.index_name(table, "index", group))
            self._connection.rows(f"DROP INDEX IF EXISTS {name}")
        self._make_reference_indexes(table)
        self._remember(table)

    def _make_reference_indexes(self, table: Table) -> None:
        for field in definition.referring_fields_without_index(table):
            self._connection.rows(definition.reference_index(table, field))

    def _remember(self, table: Table) -> None:
        self._connection.rows(
            "INSERT INTO _jadpo_schema (entity, shape) VALUES (?, ?) "
            "ON CONFLICT (entity) DO UPDATE SET shape = excluded.shape",
            (table.entity.name, text_of(shape_of(table))),
        )
