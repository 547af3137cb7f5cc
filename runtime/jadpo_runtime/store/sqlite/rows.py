"""From stored rows to snapshots of entities, and back.

Each value that is read is decoded and checked by the rules of its field; one that does not fit is
the fault ``stored_value_invalid`` with the entity, the identity and the field [E2].
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, cast

from jadpo_runtime.faults import Fault, StoredValueInvalid
from jadpo_runtime.store.sqlite.connection import Connection, Row
from jadpo_runtime.store.sqlite.tables import Column, Table
from jadpo_runtime.store.sqlite.troubles import UnreadableText
from jadpo_runtime.values import Entity, Primitive, PrimitiveType, TypeTable
from jadpo_runtime.values.validation import Validator, compile_validator

_Convert: TypeAlias = Callable[[object], object]

_NO_RULES: Validator = compile_validator(TypeTable({}), PrimitiveType(Primitive.BOOL))
"""The validator of types without rules: there is one for all of them."""

_CHUNK: Final = 5000
"""Rows between looks for a stop while snapshots are made: about 10 ms of work [L6]."""

_SHOWN: Final = 60
"""Code points of a stored value that a fault shows."""


class RowReader:
    """Makes snapshots of one table's rows, whose columns are :attr:`Table.selected`."""

    def __init__(self, table: Table) -> None:
        """Compile how each column is read."""
        self._table: Final = table
        self._name: Final = table.entity.name
        self._identity_index: Final = table.identity_index
        self._conversions: Final = [
            (index, convert)
            for index, column in enumerate(table.columns)
            if (convert := reading(column)) is not None
        ]

    def entity(self, row: Row) -> Entity:
        """The snapshot of a row."""
        if not self._conversions:
            return Entity(self._name, row[self._identity_index], row)
        values: list[object] = list(row)
        index = 0
        try:
            for index, convert in self._conversions:
                value = values[index]
                if value is not None:
                    values[index] = convert(value)
        except ValueError as error:
            field = self._table.columns[index].field
            identity = row[self._identity_index]
            raise stored_value_invalid(
                self._table, identity, field, str(error), identity_of(self._table, identity)
            ) from None
        return Entity(self._name, values[self._identity_index], tuple(values))

    def entities(
        self, connection: Connection, sql: str, arguments: Sequence[object]
    ) -> list[Entity]:
        """The snapshots of a statement's rows."""
        try:
            rows = connection.rows(sql, arguments)
        except UnreadableText:
            raise unreadable_text(connection, self._table, self._table.columns) from None
        entity = self.entity
        if len(rows) <= _CHUNK:
            return [entity(row) for row in rows]
        entities: list[Entity] = []
        for start in range(0, len(rows), _CHUNK):
            connection.raise_if_halted()
            entities += [entity(row) for row in rows[start : start + _CHUNK]]
        return entities

    def in_order_of_identity(self, entities: list[Entity]) -> list[Entity]:
        """The snapshots as the database sorts their identities [Q2]."""
        if len(entities) > 1:
            compared = self._table.identity.compared
            entities.sort(key=lambda entity: compared(entity.identity))  # type: ignore[arg-type,return-value] # One form: all alike.
        return entities


def reading(column: Column) -> _Convert | None:
    """How a column's value other than ``NULL`` is read; ``None`` where it is as it is."""
    # Whatever the column holds is a SqlValue: saying so at each value would cost more than this.
    decode = cast(_Convert | None, column.form.decode)
    check = column.check
    if check is _NO_RULES or column.form.name == "json":  # The decoder of JSON checks by itself.
        return decode

    def decode_and_check(stored: object) -> object:
        value = stored if decode is None else decode(stored)
        broken = check(value)
        if broken is not None:
            raise ValueError(f"{stored!r} breaks the rule `{broken}`")
        return value

    return decode_and_check


def stored_value_invalid(
    table: Table, identity: object, field: str, why: str, value: object = None
) -> Fault:
    """The fault of a stored value that does not satisfy its field's type.

    ``identity`` is what is shown of the row's, ``value`` its value, where the row is the one read.
    """
    shown = why if len(why) <= 2 * _SHOWN else why[: 2 * _SHOWN] + "…"
    return StoredValueInvalid(
        f"{table.entity.name} {identity}: the stored `{field}` is invalid: {shown}", value
    )


def identity_of(table: Table, stored: object) -> object:
    """The value of a stored identity; ``None`` where it is itself what is invalid."""
    convert = reading(table.identity)
    try:
        return stored if convert is None else convert(stored)
    except ValueError:
        return None


def unreadable_text(connection: Connection, table: Table, columns: Sequence[Column]) -> Fault:
    """The fault of the first stored text of ``columns``, in order of identity, that is no text."""
    names = ", ".join(column.readable for column in (table.identity, *columns))
    sql = f"SELECT {names} FROM {table.quoted} ORDER BY {table.identity.comparable}"
    for identity, *values in connection.rows_with_raw_texts(sql, ()):
        for column, value in zip(columns, values, strict=True):
            if column.form.storage == "TEXT" and not _is_utf8(value):
                shown = _lossy(identity)
                return stored_value_invalid(table, shown, column.field, "it is no UTF-8")
    return UnreadableText(f"a stored text of {table.entity.name} is no UTF-8")


def _is_utf8(value: object) -> bool:
    if not isinstance(value, bytes):
        return True
    try:
        value.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _lossy(value: object) -> object:
    return value.decode("utf-8", "backslashreplace") if isinstance(value, bytes) else value


class RowWriter:
    """Makes the columns and arguments of statements that write some fields of a table."""

    def __init__(self, table: Table, fields: Sequence[str]) -> None:
        """Compile how the values of ``fields`` are written."""
        columns = [table.column(field) for field in fields]
        keyed = [(at, column) for at, column in enumerate(columns) if column.stores_key]
        self.columns: Final = [column.readable for column in columns] + [
            column.stored_key for _, column in keyed
        ]
        self._encodings: Final = [column.form.encode for column in columns]
        self._as_they_are: Final = not any(self._encodings)
        self._keys: Final = [(at, column.compared) for at, column in keyed]

    def arguments(self, values: Sequence[object]) -> list[object]:
        """What the columns are given for the fields' values."""
        arguments: list[object]
        if self._as_they_are:
            arguments = [*values]
        else:
            arguments = [
                value if encode is None or value is None else encode(value)
                for value, encode in zip(values, self._encodings, strict=True)
            ]
        if self._keys:
            arguments += [compared(values[at]) for at, compared in self._keys]
        return arguments
