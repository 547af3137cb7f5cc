"""Stored values in another form, as SQL: only where the value stays the same one.

A conversion may give something that is no value of the new type; rows are read by it before any is
written.
"""

from collections.abc import Mapping
from typing import Final

from jadpo_runtime.store.schema import FieldRecord
from jadpo_runtime.store.sqlite.decimal_order import order_key_sql
from jadpo_runtime.store.sqlite.forms import Comparison
from jadpo_runtime.store.sqlite.tables import Column, Table, canonical_function

_SAME: Final = "{0}"

_CONVERSIONS: Final[Mapping[tuple[str, str], str]] = {
    ("int", "decimal"): "CAST({0} AS TEXT)",
    # A variant without a payload is the text of its name, in JSON too.
    ("enum", "json"): "json_quote({0})",
    ("json", "enum"): (
        "CASE WHEN json_valid({0}) THEN CASE json_type({0}) WHEN 'text' "
        "THEN json_extract({0}, '$') ELSE {0} END ELSE {0} END"
    ),
    **{(form, "text"): _SAME for form in ("enum", "uuid", "date", "instant")},
    **{("text", form): _SAME for form in ("enum", "uuid", "date", "instant")},
}


def is_convertible(old: str, new: str) -> bool:
    """Whether values of one form can become values of another."""
    return old == new or (old, new) in _CONVERSIONS


def converted(column: Column, stored: FieldRecord | None) -> str:
    """What a column will hold, as an expression over the stored table.

    It is ``NULL`` for a column that is not stored, or in a form that none of the new one comes of.
    """
    if stored is None or not is_convertible(stored.form, column.form.name):
        return "NULL"
    return _CONVERSIONS.get((stored.form, column.form.name), _SAME).format(column.readable)


def compared(table: Table, column: Column, stored: FieldRecord | None) -> str:
    """What a column will be compared as, as an expression over the stored table."""
    value = converted(column, stored)
    if value == "NULL" or column.form.comparison is Comparison.READABLE:
        return value
    if column.form.comparison is Comparison.GENERATED_KEY:
        return order_key_sql(value)
    return f"{canonical_function(table.entity.name, column.field)}({value})"
