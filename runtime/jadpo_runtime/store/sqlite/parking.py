"""Updates whose rows are in each other's way only until all of them are written.

SQLite checks uniqueness row by row, so `set: { place: current.place + 1 }` would break
`unique: place` in the middle although the result does not. Then the rows' keys are first moved to
values that no row has, and the real values are written after that.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, cast

from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.forms import SqlValue
from jadpo_runtime.store.sqlite.rows import RowWriter
from jadpo_runtime.store.sqlite.tables import Column, Table
from jadpo_runtime.values import INT_MIN, Entity


class Parking:
    """Writes some fields of several rows in two steps."""

    def __init__(self, table: Table, fields: Sequence[str], writer: RowWriter) -> None:
        """Park the keys among ``fields``, which ``writer`` writes."""
        keys = {field for group in table.keys for field in group}
        parked = [field for field in fields if field in keys]
        self._table: Final = table
        self._columns: Final = [table.column(field) for field in parked]
        self._places: Final = [list(fields).index(field) for field in parked]
        self._writer: Final = writer
        spaces = [column.readable for column in self._columns]
        spaces += [column.stored_key for column in self._columns if column.stores_key]
        self._park: Final = (
            f"UPDATE {table.quoted} SET {', '.join(f'{space} = ?' for space in spaces)} "
            f"WHERE {table.identity.comparable} = ?"
        )
        # A parked identity is what its row is found by.
        self._moves_identity: Final = table.entity.identity in parked
        found_by = table.identity.readable if self._moves_identity else table.identity.comparable
        self._write: Final = (
            f"UPDATE {table.quoted} SET {', '.join(f'{name} = ?' for name in writer.columns)} "
            f"WHERE {found_by} = ?"
        )

    def write(
        self, connection: Connection, rows: Sequence[Entity], values: Sequence[Sequence[object]]
    ) -> None:
        """Give each row its values, knowing that the result breaks no constraint."""
        # References may point nowhere until all rows are written.
        connection.rows("PRAGMA defer_foreign_keys = ON")
        identities = [self._table.identity.compared(row.identity) for row in rows]
        if self._columns:
            places = [
                _free_values(
                    connection, self._table, column, [column.encoded(given[at]) for given in values]
                )
                for at, column in zip(self._places, self._columns, strict=True)
            ]
            for at, identity in enumerate(identities):
                spots = [next(place) for place in places]
                keys = [
                    spot
                    for column, spot in zip(self._columns, spots, strict=True)
                    if column.stores_key
                ]
                connection.change(self._park, [*spots, *keys, identity])
                if self._moves_identity:
                    identities[at] = spots[self._columns.index(self._table.identity)]
        for identity, given in zip(identities, values, strict=True):
            connection.change(self._write, [*self._writer.arguments(given), identity])
        connection.rows("PRAGMA defer_foreign_keys = OFF")


def _free_values(
    connection: Connection, table: Table, column: Column, coming: Collection[SqlValue]
) -> Iterator[SqlValue]:
    """Values that no row has in the column, or is about to get; one for each of ``coming``.

    They need not be values of the field, for nobody reads them.
    """
    ((stored,),) = connection.rows(f"SELECT count(*) FROM {table.quoted}")
    # Among so many candidates enough are free.
    last = cast(int, stored) + 2 * len(coming)
    candidate = _CANDIDATES[column.form.storage]
    taken = {
        value
        for (value,) in connection.rows(
            f"SELECT {column.readable} FROM {table.quoted} WHERE {column.readable} BETWEEN ? AND ?",
            (candidate(0), candidate(last)),
        )
    }
    taken.update(coming)
    candidates = map(candidate, range(last + 1))
    return (value for value in candidates if value not in taken)


# By storage, in ascending order.
_CANDIDATES: Final[Mapping[str, Callable[[int], SqlValue]]] = {
    "INTEGER": lambda number: INT_MIN + number,
    "TEXT": lambda number: f"parked {number:09}.",
    "BLOB": lambda number: b"parked %09d." % number,
}
