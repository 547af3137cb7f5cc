"""Which constraint a refused write broke: the first, in the order of [Q3].

SQLite undoes a statement that breaks a constraint, and names at most one of those it breaks, not
the first declared; for a reference it names none. So after a refusal the constraints are looked at
one by one, as if the write had been done. That costs only those that are refused.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias, cast

from jadpo_runtime.context import ConstraintConflict
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.forms import SqlValue
from jadpo_runtime.store.sqlite.tables import Table
from jadpo_runtime.values import Entity, Reference
from jadpo_runtime.values.internal_error import InternalError

Change: TypeAlias = tuple[Entity, Sequence[object]]
"""A row as it is, and all its values as a write would have them."""

_Key: TypeAlias = tuple[SqlValue, ...]


class Conflicts:
    """Finds broken constraints among the tables of one store."""

    def __init__(self, tables: Mapping[str, Table]) -> None:
        """Look at ``tables``, which are by the names of their entities."""
        self._tables: Final = tables

    # ---- create

    def of_create(
        self, connection: Connection, table: Table, row: Sequence[object]
    ) -> ConstraintConflict:
        """The constraint that inserting ``row`` breaks."""
        for group in table.keys:
            key = _key(table, group, row)
            if key is not None and _find(connection, table, group, key) is not None:
                return ConstraintConflict(table.entity.name, group)
        for reference in table.entity.references:
            key = _key(table, (reference.field,), row)
            target = self._tables[reference.target_entity]
            field = (reference.target_field,)
            if key is None or (target is table and key == _key(table, field, row)):
                continue
            if _find(connection, target, field, key) is None:
                return ConstraintConflict(table.entity.name, (reference.field,))
        raise InternalError(f"creating a {table.entity.name} was refused for no known reason")

    # ---- update

    def of_update(
        self, connection: Connection, table: Table, changes: Sequence[Change]
    ) -> ConstraintConflict | None:
        """The constraint that all ``changes`` together break; ``None`` if they break none."""
        changed = {table.identity.compared(old.identity) for old, _ in changes}
        for group in table.keys:
            if self._collides(connection, table, group, changes, changed):
                return ConstraintConflict(table.entity.name, group)
        for reference in table.entity.references:
            if self._dangles(connection, table, reference, changes, changed):
                return ConstraintConflict(table.entity.name, (reference.field,))
        for child, reference in self._referring(table):
            if self._leaves_behind(connection, table, child, reference, changes, changed):
                return ConstraintConflict(child.entity.name, (reference.field,))
        return None

    def _collides(
        self,
        connection: Connection,
        table: Table,
        group: tuple[str, ...],
        changes: Sequence[Change],
        changed: set[SqlValue],
    ) -> bool:
        """Whether two rows would have the same key."""
        taken: set[_Key] = set()
        for _, new in changes:
            key = _key(table, group, new)
            if key is None:
                continue
            if key in taken:
                return True
            taken.add(key)
            holder = _find(connection, table, group, key)
            if holder is not None and holder[0] not in changed:
                return True
        return False

    def _dangles(
        self,
        connection: Connection,
        table: Table,
        reference: Reference,
        changes: Sequence[Change],
        changed: set[SqlValue],
    ) -> bool:
        """Whether a changed row would refer to no row."""
        target = self._tables[reference.target_entity]
        field = (reference.target_field,)
        changed_targets = changed if target is table else set()
        new_targets = {_key(table, field, new) for _, new in changes} if target is table else set()
        for _, new in changes:
            key = _key(table, (reference.field,), new)
            if key is None or key in new_targets:
                continue
            holder = _find(connection, target, field, key)
            if holder is None or holder[0] in changed_targets:
                return True
        return False

    def _leaves_behind(
        self,
        connection: Connection,
        table: Table,
        child: Table,
        reference: Reference,
        changes: Sequence[Change],
        changed: set[SqlValue],
    ) -> bool:
        """Whether a row that is not changed would refer to a value that no row has any more."""
        field = (reference.target_field,)
        kept = {_key(table, field, new) for _, new in changes}
        changed_children = changed if child is table else set()
        for old, _ in changes:
            key = _key(table, field, old.values)
            if key is None or key in kept:
                continue
            for (referring,) in _holders(connection, child, (reference.field,), key):
                if referring not in changed_children:
                    return True
        return False

    # ---- delete

    def of_delete(
        self, connection: Connection, table: Table, where: str, arguments: Sequence[object]
    ) -> ConstraintConflict:
        """The reference that deleting the rows of ``where`` breaks: the referring field."""
        deleted = self._deleted_with(connection, table, where, arguments)
        for child, reference in self._references():
            if reference.on_delete != "restrict" or reference.target_entity not in deleted:
                continue
            gone = deleted[reference.target_entity]
            going = deleted.get(child.entity.name, {})
            for fields in gone.values():
                key = (fields[reference.target_field],)
                for (referring,) in _holders(connection, child, (reference.field,), key):
                    if referring not in going:
                        return ConstraintConflict(child.entity.name, (reference.field,))
        raise InternalError(f"deleting a {table.entity.name} was refused for no known reason")

    def _deleted_with(
        self, connection: Connection, table: Table, where: str, arguments: Sequence[object]
    ) -> dict[str, dict[SqlValue, dict[str, SqlValue]]]:
        """All rows that would go, cascades included.

        By entity and identity, with the fields that references may point at (as compared).
        """
        deleted: dict[str, dict[SqlValue, dict[str, SqlValue]]] = {}
        waiting: list[tuple[Table, str, Sequence[object]]] = [(table, where, arguments)]
        while waiting:
            current, condition, given = waiting.pop()
            fields = self._targets(current)
            seen = deleted.setdefault(current.entity.name, {})
            for identity, *values in _compared(connection, current, fields, condition, given):
                if identity in seen:
                    continue
                seen[identity] = dict(zip(fields, values, strict=True))
                for child, reference in self._referring(current):
                    if reference.on_delete == "cascade":
                        referring = f"{child.column(reference.field).comparable} = ?"
                        key = seen[identity][reference.target_field]
                        waiting.append((child, referring, (key,)))
        return deleted

    def _targets(self, table: Table) -> list[str]:
        """The fields of a table that references point at."""
        return sorted({reference.target_field for _, reference in self._referring(table)})

    def _references(self) -> Iterator[tuple[Table, Reference]]:
        for table in self._tables.values():
            for reference in table.entity.references:
                yield table, reference

    def _referring(self, table: Table) -> Iterator[tuple[Table, Reference]]:
        for child, reference in self._references():
            if reference.target_entity == table.entity.name:
                yield child, reference


def _key(table: Table, group: Sequence[str], row: Sequence[object]) -> _Key | None:
    """What a row's fields are compared as; ``None`` if one is ``none``, which never collides."""
    key = tuple(table.column(field).compared(row[table.position(field)]) for field in group)
    return None if None in key else key


def _find(
    connection: Connection, table: Table, group: Sequence[str], key: _Key
) -> tuple[SqlValue, ...] | None:
    """The identity, as compared, of the row that has a key."""
    return next(iter(_holders(connection, table, group, key)), None)


def _holders(
    connection: Connection, table: Table, group: Sequence[str], key: _Key
) -> Iterable[tuple[SqlValue, ...]]:
    where = " AND ".join(f"{table.column(field).comparable} = ?" for field in group)
    return _compared(connection, table, (), where, key)


def _compared(
    connection: Connection,
    table: Table,
    fields: Sequence[str],
    where: str,
    arguments: Sequence[object],
) -> Iterable[tuple[SqlValue, ...]]:
    """The identity and some fields, all as compared, of the rows of ``where``."""
    columns = [table.identity, *(table.column(field) for field in fields)]
    selected = ", ".join(column.comparable for column in columns)
    sql = f"SELECT {selected} FROM {table.quoted} WHERE {where}"
    return cast(list[tuple[SqlValue, ...]], connection.rows(sql, arguments))
