"""What the rows of a database make of the steps of a migration: nothing is changed here."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from jadpo_runtime.store.schema import Effect, EntityRecord, Finding, RowProblem, Step
from jadpo_runtime.store.schema.record import Group, ReferenceRecord
from jadpo_runtime.store.schema.steps import (
    AddColumn,
    AddReference,
    AddTable,
    AddUnique,
    ChangeIdentity,
    ChangeType,
    DropColumn,
    DropTable,
    FinishBackfill,
    RequireValue,
    TightenRules,
)
from jadpo_runtime.store.sqlite.connection import Connection, Row
from jadpo_runtime.store.sqlite.conversions import compared, converted, is_convertible
from jadpo_runtime.store.sqlite.records import has_table
from jadpo_runtime.store.sqlite.rows import reading, unreadable_text
from jadpo_runtime.store.sqlite.schema import table_of_others
from jadpo_runtime.store.sqlite.tables import Column, Table, quoted, table_name
from jadpo_runtime.store.sqlite.troubles import UnreadableText
from jadpo_runtime.store.store import StoreError

Progress: TypeAlias = Callable[[str, int], None]
"""Is told what goes on, and how many rows of it are done."""

_NAMED: Final = 10
"""Rows in the way of one step that are named; the others are counted."""

_MOST_ARGUMENTS: Final = 100
"""Arguments that every build of SQLite takes for a function."""

_LOOK_EVERY: Final = 5_000
"""Rows between reports of progress, each a few µs' work."""

_SHOWN: Final = 120
"""Code points of what is wrong with a value."""


class Examination:
    """Looks at the rows of one database, in one transaction."""

    def __init__(
        self,
        connection: Connection,
        tables: Mapping[str, Table],
        stored: Mapping[str, EntityRecord],
        database: str,
        progress: Progress,
    ) -> None:
        """Look at the entities ``stored``, which are to become ``tables``."""
        self._connection: Final = connection
        self._tables: Final = tables
        self._stored: Final = stored
        self._database: Final = database
        self._progress: Final = progress

    def findings(self, steps: Sequence[Step]) -> tuple[Finding, ...]:
        """What each step does to the rows."""
        for name in self._stored:
            if not has_table(self._connection, table_name(name)):
                raise StoreError(
                    f"{self._database}: the table of `{name}` is gone. Restore it from a backup."
                )
        return tuple(self._finding(step) for step in steps)

    def _finding(self, step: Step) -> Finding:
        match step:
            case AddTable(entity=entity):
                table = self._tables[entity]
                if has_table(self._connection, table.name) and not self._is_dropped(table.name):
                    note = table_of_others(self._database, table)
                    return Finding(step, Effect.REFUSED, note=note)
            case DropTable(entity=entity):
                return _loss(step, self._count(entity))
            case DropColumn(entity=entity, field=field):
                return _loss(step, self._count(entity, f"{quoted(field)} IS NOT NULL"))
            case AddColumn(entity=entity, nullable=False):
                return self._added(step)
            case ChangeType():
                return self._changed_type(step)
            case RequireValue() | FinishBackfill():
                return self._required(step)
            case TightenRules(entity=entity, field=field):
                rows, problems = self._invalid(self._tables[entity], field)
                return _checked(step, rows, problems)
            case AddUnique(entity=entity, group=group):
                return _checked(step, *self._alike(self._tables[entity], group))
            case AddReference(entity=entity, reference=reference):
                return _checked(step, *self._dangling(self._tables[entity], reference))
            case ChangeIdentity(entity=entity):
                count = self._count(entity)
                if count:
                    note = (
                        f"{_rows(count)} and what was recorded of them go by the old identity; "
                        "keep it, or start with another database"
                    )
                    return Finding(step, Effect.REFUSED, count, note=note)
        return Finding(step, Effect.KEEPS)

    def _is_dropped(self, name: str) -> bool:
        """Whether a table of that name, in any case, is that of an entity that goes."""
        gone = {table_name(entity).lower() for entity in self._stored if entity not in self._tables}
        return name.lower() in gone

    # ---- the steps whose rows are looked at

    def _added(self, step: AddColumn) -> Finding:
        count = self._count(step.entity)
        if step.has_backfill or not count:
            return self._filled(step, count)
        name = f"{step.entity}.{step.field}"
        note = (
            f"{_rows(count)} would have no value of it; declare `{step.field}` with `?`, or "
            f"compute it from the row with `backfill {name}(row) {{ … }}`"
        )
        problems = self._named(self._stored[step.entity], "1", (step.field,), "has no value of it")
        return Finding(step, Effect.REFUSED, count, problems, note)

    def _changed_type(self, step: ChangeType) -> Finding:
        table = self._tables[step.entity]
        column, stored = table.column(step.field), self._stored[step.entity].fields[step.field]
        if is_convertible(stored.form, column.form.name):
            return _checked(step, *self._invalid(table, step.field))
        present = f"{column.readable} IS NOT NULL"
        count = self._count(step.entity, present)
        if not count:
            return Finding(step, Effect.KEEPS)
        note = (
            f"no {stored.form} becomes {_one(column.form.name)} without a choice; add a field "
            f"of the new type with `backfill {step.entity}.…(row) {{ … }}`, and drop "
            f"`{step.field}` in a later migration"
        )
        problems = self._named(
            self._stored[step.entity], present, (step.field,), f"holds {_one(stored.form)}"
        )
        return Finding(step, Effect.REFUSED, count, problems, note)

    def _required(self, step: RequireValue | FinishBackfill) -> Finding:
        missing = f"{quoted(step.field)} IS NULL"
        count = self._count(step.entity, missing)
        if step.has_backfill or not count:
            return self._filled(step, count)
        note = (
            f"keep `{step.field}` with `?`, or compute it from the row with "
            f"`backfill {step.entity}.{step.field}(row) {{ … }}`"
        )
        problems = self._named(self._stored[step.entity], missing, (step.field,), "is `none`")
        return Finding(step, Effect.REFUSED, count, problems, note)

    def _filled(self, step: AddColumn | RequireValue | FinishBackfill, rows: int) -> Finding:
        """A step that leaves some rows to a backfill, if their columns fit its function."""
        if rows and len(self._tables[step.entity].columns) > _MOST_ARGUMENTS:
            note = f"a backfill computes fields of entities with at most {_MOST_ARGUMENTS} fields"
            return Finding(step, Effect.REFUSED, rows, note=note)
        return Finding(step, Effect.KEEPS, rows)

    # ---- rows

    def _count(self, entity: str, condition: str = "1") -> int:
        sql = f"SELECT count(*) FROM {quoted(table_name(entity))} WHERE {condition}"
        ((count,),) = self._connection.rows(sql)
        assert isinstance(count, int)
        return count

    def _named(
        self, record: EntityRecord, condition: str, fields: Group, why: str
    ) -> tuple[RowProblem, ...]:
        identity = quoted(record.identity)
        sql = (
            f"SELECT {identity} FROM {quoted(table_name(record.name))} WHERE {condition} "
            f"ORDER BY {identity} LIMIT {_NAMED}"
        )
        return tuple(
            RowProblem(_shown_identity(row[0]), fields, why) for row in self._connection.rows(sql)
        )

    def _invalid(self, table: Table, field: str) -> tuple[int, tuple[RowProblem, ...]]:
        """The rows whose value is none of the field's type: how many, and the first."""
        column = table.column(field)
        read = reading(column)
        if read is None:
            return 0, ()
        record = self._stored[table.entity.name]
        value = converted(column, record.fields[field])
        identity = quoted(record.identity)
        sql = (
            f"SELECT {identity}, {value} FROM {table.quoted} WHERE {value} IS NOT NULL "
            f"ORDER BY {identity}"
        )
        count, problems = 0, list[RowProblem]()
        what = f"checking `{table.entity.name}.{field}`"
        try:
            for number, (key, stored) in enumerate(self._connection.each_row(sql, ())):
                if number % _LOOK_EVERY == 0:
                    self._progress(what, number)
                try:
                    read(stored)
                except ValueError as error:
                    count += 1
                    if len(problems) < _NAMED:
                        why = _short(str(error))
                        problems.append(RowProblem(_shown_identity(key), (field,), why))
        except UnreadableText:
            raise unreadable_text(self._connection, table, [column]) from None
        return count, tuple(problems)

    def _alike(self, table: Table, group: Group) -> tuple[int, tuple[RowProblem, ...]]:
        """The rows that share the values of fields that are to be unique [E1]."""
        record = self._stored[table.entity.name]
        columns = [table.column(field) for field in group]
        if any(field not in record.fields for field in group):
            return 0, ()  # A new column is `none` in all rows, and `none` never collides.
        keys = [self._compared(table, column) for column in columns]
        present = " AND ".join(f"{key} IS NOT NULL" for key in keys)
        identity = quoted(record.identity)
        self._progress(f"looking for rows of `{table.entity.name}` that are alike", 0)
        sql = (
            f"SELECT identity, {', '.join(f'v{at}' for at, _ in enumerate(columns))}, "
            f"count(*) OVER () FROM (SELECT {identity} AS identity, "
            + ", ".join(f"{column.readable} AS v{at}" for at, column in enumerate(columns))
            + f", count(*) OVER (PARTITION BY {', '.join(keys)}) AS alike, "
            + ", ".join(f"{key} AS k{at}" for at, key in enumerate(keys))
            + f" FROM {table.quoted} WHERE {present}) WHERE alike > 1 "
            f"ORDER BY {', '.join(f'k{at}' for at, _ in enumerate(keys))}, identity LIMIT {_NAMED}"
        )
        return self._counted(self._connection.rows(sql), group, "is that of another row too")

    def _dangling(
        self, table: Table, reference: ReferenceRecord
    ) -> tuple[int, tuple[RowProblem, ...]]:
        """The rows that refer to one that is not there."""
        record = self._stored[table.entity.name]
        if reference.field not in record.fields:
            return 0, ()
        key = self._compared(table, table.column(reference.field))
        found = ""
        if reference.target_entity in self._stored:
            target = self._tables[reference.target_entity]
            target_key = self._compared(target, target.column(reference.target_field))
            found = (
                f"SELECT {target_key} FROM {target.quoted} WHERE {target_key} IS NOT NULL"
                if target_key != "NULL"
                else ""
            )
        column = table.column(reference.field).readable
        identity = quoted(record.identity)
        self._progress(f"following `{table.entity.name}.{reference.field}`", 0)
        sql = (
            f"SELECT {identity}, {column}, count(*) OVER () FROM {table.quoted} "
            f"WHERE {key} IS NOT NULL AND {key} NOT IN ({found}) "
            f"ORDER BY {identity} LIMIT {_NAMED}"
        )
        why = f"is that of no `{reference.target_entity}`"
        return self._counted(self._connection.rows(sql), (reference.field,), why)

    def _compared(self, table: Table, column: Column) -> str:
        return compared(table, column, self._stored[table.entity.name].fields.get(column.field))

    @staticmethod
    def _counted(
        rows: Sequence[Row], fields: Group, why: str
    ) -> tuple[int, tuple[RowProblem, ...]]:
        """Problems of rows of an identity, the values, and the number of all such rows."""
        if not rows:
            return 0, ()
        problems = tuple(
            RowProblem(
                _shown_identity(identity), fields, f"{', '.join(map(_shown_value, values))} {why}"
            )
            for identity, *values, _ in rows
        )
        count = rows[0][-1]
        assert isinstance(count, int)
        return count, problems


def _loss(step: Step, rows: int) -> Finding:
    return Finding(step, Effect.LOSES if rows else Effect.KEEPS, rows)


def _checked(step: Step, rows: int, problems: tuple[RowProblem, ...]) -> Finding:
    return Finding(step, Effect.REFUSED if rows else Effect.KEEPS, rows, problems)


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count} rows"


def _shown_identity(stored: object) -> str:
    return stored.hex() if isinstance(stored, bytes) else str(stored)


def _shown_value(stored: object) -> str:
    return _short(repr(stored))


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _one(form: str) -> str:
    return f"{'an' if form[0] in 'aeiou' else 'a'} {form}"
