"""Makes what a program's entities need in a database, or refuses a database that has another.

Everything happens in one transaction, so another process sees all or nothing, and of two that start
together on a new database the second finds what the first made. What is not automatic is for
``migration``.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import attrs

from jadpo_runtime.store.schema import EntityRecord, Step, compare
from jadpo_runtime.store.schema.rules import Rules, implies
from jadpo_runtime.store.schema.steps import AddIndex, AddUnique, DropIndex, TightenRules
from jadpo_runtime.store.sqlite import definition
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.records import (
    SCHEMA_TABLE,
    has_table,
    refuse_names_that_sqlite_confuses,
    remember,
    stored_records,
)
from jadpo_runtime.store.sqlite.tables import Table, quoted
from jadpo_runtime.store.sqlite.troubles import ConstraintRefused
from jadpo_runtime.store.store import StoreError

_SHOWN: Final = 10
"""Differences that a refusal names."""


class Schema:
    """The tables of one store, in one transaction of one connection."""

    def __init__(
        self,
        connection: Connection,
        tables: Mapping[str, Table],
        needed: Mapping[str, EntityRecord],
        backfills: Collection[tuple[str, str]],
        database: str,
    ) -> None:
        """Work in the writing transaction that ``connection`` is in."""
        self._connection: Final = connection
        self._tables: Final = tables
        self._needed: Final = needed
        self._backfills: Final = backfills
        self._database: Final = database

    def prepare(self, record_tables: Sequence[str]) -> Mapping[str, EntityRecord]:
        """Make what is missing, and give what is stored then.

        Raises :class:`StoreError` where what is there does not fit.
        """
        refuse_names_that_sqlite_confuses(self._tables)
        self._connection.rows(SCHEMA_TABLE)
        for statement in record_tables:
            self._connection.rows(statement)
        stored = stored_records(self._connection, self._database)
        steps = compare(stored, self._needed, self._backfills)
        self._refuse_other_schema(stored, steps)
        for name, table in self._tables.items():
            if name in stored:
                self._extend(table, stored[name], [step for step in steps if step.entity == name])
            else:
                self._make(table)
        return stored_records(self._connection, self._database)

    def refuse_other(self) -> None:
        """Raise :class:`StoreError` where what is there does not fit; nothing is made."""
        stored = stored_records(self._connection, self._database)
        self._refuse_other_schema(stored, compare(stored, self._needed, self._backfills))

    def _refuse_other_schema(
        self, stored: Mapping[str, EntityRecord], steps: Sequence[Step]
    ) -> None:
        found = [step.difference for step in steps if not is_taken_or_borne(step)]
        found += [
            f"the table of `{name}` is gone"
            for name in stored
            if name in self._tables and not has_table(self._connection, self._tables[name].name)
        ]
        if found:
            more = f"; and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
            raise StoreError(
                f"{self._database} holds another schema than the program's: "
                f"{'; '.join(found[:_SHOWN])}{more}. Nothing was changed. `jadpo migrate` brings "
                "it to the program's, and with `--plan` shows what that takes."
            )
        for name, table in self._tables.items():
            if name not in stored and has_table(self._connection, table.name):
                raise StoreError(table_of_others(self._database, table))

    def _make(self, table: Table) -> None:
        make_table(self._connection, table, self._tables)
        make_indexes(self._connection, table)
        make_triggers(self._connection, table, self._tables)
        remember(self._connection, self._needed[table.entity.name])

    def _extend(self, table: Table, stored: EntityRecord, steps: Sequence[Step]) -> None:
        """Add the uniques and indexes that are new, and drop indexes that are needed no more."""
        for step in steps:
            match step:
                case AddUnique(group=group):
                    try:
                        self._connection.rows(definition.unique_index(table, group))
                    except ConstraintRefused:
                        raise StoreError(
                            f"{self._database}: rows of {table.entity.name} are alike in "
                            f"({', '.join(group)}), which the program declares unique. Nothing was "
                            "changed. `jadpo migrate --plan` names the rows."
                        ) from None
                case AddIndex(group=group):
                    self._connection.rows(definition.plain_index(table, group))
                case DropIndex(group=group):
                    drop_index(self._connection, table.name, "index", group)
        record = known_of(stored, self._needed[table.entity.name])
        if record != stored:
            make_reference_indexes(self._connection, table)
            remember(self._connection, record)


def is_taken_or_borne(step: Step) -> bool:
    """Whether a program may be started that needs the step.

    Values that were stored under other rules are looked at when they are read [E2].
    """
    return step.is_automatic or isinstance(step, TightenRules)


def known_of(stored: EntityRecord, needed: EntityRecord) -> EntityRecord:
    """The record of a table that a program uses whose rows were stored under other rules.

    Rules are kept only as far as the rows that there are obey them, and those that it will write.
    """
    rules: dict[str, Rules | None] = {}
    for name, field in needed.fields.items():
        known, wanted = stored.fields[name].rules, field.rules
        if known is None or wanted is None:
            rules[name] = None
        elif implies(known, wanted):
            rules[name] = wanted
        else:
            rules[name] = known if implies(wanted, known) else None
    return needed.with_rules(rules).with_unfilled(stored.unfilled)


def table_of_others(database: str, table: Table) -> str:
    """What is wrong where an entity's table would be, and something else is."""
    return (
        f"{database} has a table {table.name!r} that was not made for the entity "
        f"`{table.entity.name}`. Nothing was changed. Use another database, or rename one."
    )


def make_table(connection: Connection, table: Table, tables: Mapping[str, Table]) -> None:
    """Make the table of an entity, without its indexes."""
    connection.rows(definition.create_table(table, tables))


def make_indexes(connection: Connection, table: Table) -> None:
    """Make the indexes of a table that are not there yet."""
    if table.identity.key is not None:
        connection.rows(definition.unique_index(table, (table.entity.identity,)))
    for group in table.entity.uniques:
        connection.rows(definition.unique_index(table, group))
    for group in table.entity.indexes:
        connection.rows(definition.plain_index(table, group))
    make_reference_indexes(connection, table)


def make_reference_indexes(connection: Connection, table: Table) -> None:
    """Make the indexes by which rows are found that refer to another."""
    for field in definition.referring_fields_without_index(table):
        connection.rows(definition.reference_index(table, field))


def make_triggers(connection: Connection, table: Table, tables: Mapping[str, Table]) -> None:
    """Make the triggers that clear referring fields."""
    for trigger in definition.create_triggers(table, tables):
        connection.rows(trigger)


def drop_index(connection: Connection, table_name: str, kind: str, group: Sequence[str]) -> None:
    """Drop an index of a table."""
    name = quoted(definition.index_name(table_name, kind, group))
    connection.rows(f"DROP INDEX IF EXISTS {name}")


def with_nullable(table: Table, fields: Collection[str]) -> Table:
    """The table as it is while some fields are not filled in all rows [V6]."""
    if not fields:
        return table
    columns = tuple(
        attrs.evolve(column, nullable=True) if column.field in fields else column
        for column in table.columns
    )
    return attrs.evolve(table, columns=columns)
