"""The statements that read: `query optional | required | many | count | exists | sum | …`."""

import decimal
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final, cast

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import AggregatePlan, CountPlan, ExistsPlan, SelectPlan
from jadpo_runtime.store.sqlite.connection import Connection
from jadpo_runtime.store.sqlite.forms import SqlValue
from jadpo_runtime.store.sqlite.predicates import Argument, Condition, binding
from jadpo_runtime.store.sqlite.rows import (
    RowReader,
    reading,
    stored_value_invalid,
    unreadable_text,
)
from jadpo_runtime.store.sqlite.tables import Table
from jadpo_runtime.store.sqlite.troubles import UnreadableText
from jadpo_runtime.values import DECIMAL128, INT_MAX, INT_MIN, Entity, TypeTable

_EXACT_SUM: Final = decimal.Context(
    prec=13_000, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[decimal.Inexact]
)
"""Sums of Decimals are exact however many there are: decimal128 spans 12,321 powers of ten."""


def at_least_zero(value: object) -> SqlValue:
    """A limit or offset; a negative one counts as 0, as it does when a list is sliced."""
    return max(0, cast(int, value))


def cardinality_exceeded(table: Table) -> Fault:
    """The fault of a statement for at most one row that more rows match [Q2]."""
    return Fault(
        FaultCode.CARDINALITY_EXCEEDED, f"more than one {table.entity.name} matches the `where:`"
    )


class SelectStatement:
    """A SelectPlan: its rows, sorted with the identity as the last key [Q2]."""

    def __init__(self, types: TypeTable, table: Table, plan: SelectPlan) -> None:
        """Compile ``plan`` for ``table``."""
        condition = Condition(types, table, plan.predicate, plan.parameters)
        sql = f"SELECT {table.selected} FROM {table.quoted} WHERE {condition.sql}"
        arguments = list(condition.arguments)
        if plan.at_most_one:
            sql += " LIMIT 2"
        else:
            sql += f" ORDER BY {order_by(table, plan.order)}" + limit(plan, arguments)
        self._sql: Final = sql
        self._bind: Final = binding(arguments)
        self._reader: Final = RowReader(table)
        self._table: Final = table
        self._at_most_one: Final = plan.at_most_one

    def entities(self, connection: Connection, parameters: Sequence[object]) -> list[Entity]:
        """The rows."""
        found = self._reader.entities(connection, self._sql, self._bind(parameters))
        if self._at_most_one and len(found) > 1:
            raise cardinality_exceeded(self._table)
        return found


def order_by(table: Table, order: Sequence[tuple[str, bool]]) -> str:
    """The keys of an ``ORDER BY``. SQLite has nulls as the smallest, so ``none`` is first."""
    keys = [
        f"{table.column(field).comparable} {'DESC' if descends else 'ASC'}"
        for field, descends in order
    ]
    return ", ".join([*keys, f"{table.identity.comparable} ASC"])


def limit(plan: SelectPlan, arguments: list[Argument]) -> str:
    """The ``LIMIT`` and ``OFFSET`` of a plan, whose placeholders are added to ``arguments``."""
    if plan.limit is None and plan.offset is None:
        return ""
    sql = " LIMIT -1"
    if plan.limit is not None:
        arguments.append((plan.limit, at_least_zero))
        sql = " LIMIT ?"
    if plan.offset is not None:
        arguments.append((plan.offset, at_least_zero))
        sql += " OFFSET ?"
    return sql


class CountStatement:
    """A CountPlan."""

    def __init__(self, types: TypeTable, table: Table, plan: CountPlan) -> None:
        """Compile ``plan`` for ``table``."""
        condition = Condition(types, table, plan.predicate, plan.parameters)
        self._sql: Final = f"SELECT count(*) FROM {table.quoted} WHERE {condition.sql}"
        self._bind: Final = binding(condition.arguments)

    def count(self, connection: Connection, parameters: Sequence[object]) -> int:
        """The number of rows."""
        return cast(int, connection.rows(self._sql, self._bind(parameters))[0][0])


class ExistsStatement:
    """An ExistsPlan."""

    def __init__(self, types: TypeTable, table: Table, plan: ExistsPlan) -> None:
        """Compile ``plan`` for ``table``."""
        condition = Condition(types, table, plan.predicate, plan.parameters)
        self._sql: Final = f"SELECT 1 FROM {table.quoted} WHERE {condition.sql} LIMIT 1"
        self._bind: Final = binding(condition.arguments)

    def exists(self, connection: Connection, parameters: Sequence[object]) -> bool:
        """Whether there is a row."""
        return bool(connection.rows(self._sql, self._bind(parameters)))


class AggregateStatement:
    """An AggregatePlan. Values are read like any other, so an invalid one is a fault [E2]."""

    def __init__(self, types: TypeTable, table: Table, plan: AggregatePlan) -> None:
        """Compile ``plan`` for ``table``."""
        condition = Condition(types, table, plan.predicate, plan.parameters)
        column = table.column(plan.field)
        sql = (
            f"SELECT {column.selected}, {table.identity.readable} FROM {table.quoted} "
            f"WHERE {condition.sql} AND {column.selected} IS NOT NULL"
        )
        if plan.function == "sum":
            self._aggregate = _sum_of_decimals if column.form.name == "decimal" else _sum_of_ints
        else:
            sql += (
                f" ORDER BY {order_by(table, [(plan.field, plan.function == 'maximum')])} LIMIT 1"
            )
            self._aggregate = _the_one
        self._sql: Final = sql
        self._bind: Final = binding(condition.arguments)
        self._table: Final = table
        self._column: Final = column
        self._read: Final = reading(column)

    def value(self, connection: Connection, parameters: Sequence[object]) -> object:
        """The sum; or the least or greatest value, ``None`` over no rows [Q1]."""
        return self._aggregate(self._values(connection, parameters))

    def _values(self, connection: Connection, parameters: Sequence[object]) -> Iterator[object]:
        read = self._read
        identity: object = None
        rows = connection.each_row(self._sql, self._bind(parameters))
        try:
            for stored, identity in rows:  # noqa: B007 - the fault names it
                yield stored if read is None else read(stored)
        except ValueError as error:
            raise stored_value_invalid(
                self._table, identity, self._column.field, str(error)
            ) from None
        except UnreadableText:
            raise unreadable_text(connection, self._table, [self._column]) from None


def _the_one(values: Iterator[object]) -> object:
    return next(values, None)


def _sum_of_ints(values: Iterator[object]) -> object:
    total = sum(cast(Iterator[int], values))
    if not INT_MIN <= total <= INT_MAX:
        raise Fault(FaultCode.INTEGER_OVERFLOW, "the sum is outside of the range of Int")
    return total


def _sum_of_decimals(values: Iterator[object]) -> object:
    total = Decimal(0)
    for value in cast(Iterator[Decimal], values):
        total = _EXACT_SUM.add(total, value)
    try:
        rounded = DECIMAL128.plus(total)
    except decimal.Overflow:
        raise Fault(FaultCode.DECIMAL_OVERFLOW, "the sum does not fit a Decimal") from None
    return rounded if rounded else rounded.copy_abs()
