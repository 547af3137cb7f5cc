"""The SQL that makes an entity's table and indexes."""

from collections.abc import Iterator, Mapping, Sequence

from jadpo_runtime.store.sqlite.decimal_order import order_key_sql
from jadpo_runtime.store.sqlite.forms import Comparison
from jadpo_runtime.store.sqlite.tables import Column, Table, quoted
from jadpo_runtime.values import Reference

# A restriction is looked at when the statement has ended: a row may go together with those that
# refer to it. SQLite's own RESTRICT would look at each row in turn.
_ON_DELETE: Mapping[str, str] = {
    "restrict": "NO ACTION",
    "cascade": "CASCADE",
    "set_null": "SET NULL",
}


def create_table(table: Table, tables: Mapping[str, Table]) -> str:
    """The statement that makes the table of an entity, without its indexes."""
    lines = [line for column in table.columns for line in _columns(table, column)]
    lines += [
        _foreign_key(table.column(reference.field), reference, tables)
        for reference in table.entity.references
    ]
    return f"CREATE TABLE {table.quoted} (\n    " + ",\n    ".join(lines) + "\n) STRICT"


def _columns(table: Table, column: Column) -> Iterator[str]:
    line = f"{column.readable} {column.form.storage}"
    if not column.nullable:
        line += " NOT NULL"
    if column is table.identity and column.key is None:
        line += " PRIMARY KEY"
    yield line
    if column.key is not None:
        key = f"{quoted(column.key)} TEXT"
        if column.form.comparison is Comparison.GENERATED_KEY:
            key += f" GENERATED ALWAYS AS ({order_key_sql(column.readable)}) VIRTUAL"
        yield key


def add_columns(table: Table, column: Column) -> Iterator[str]:
    """The statements that add a column, which is ``none`` in all rows, to a table."""
    for line in _columns(table, column):
        yield f"ALTER TABLE {table.quoted} ADD COLUMN {line}"


def _foreign_key(column: Column, reference: Reference, tables: Mapping[str, Table]) -> str:
    target = tables[reference.target_entity]
    action = _ON_DELETE[reference.on_delete]
    if reference.on_delete == "set_null" and column.key is not None:
        action = "NO ACTION"  # A trigger does it: SQLite would only clear the key.
    return (
        f"FOREIGN KEY ({column.comparable}) REFERENCES {target.quoted} "
        f"({target.column(reference.target_field).comparable}) ON DELETE {action}"
    )


def create_triggers(table: Table, tables: Mapping[str, Table]) -> Iterator[str]:
    """The statements that clear referring fields which have a key of their own."""
    for reference in table.entity.references:
        column = table.column(reference.field)
        if reference.on_delete != "set_null" or column.key is None:
            continue
        target = tables[reference.target_entity]
        cleared = [column.readable, *([column.comparable] if column.stores_key else [])]
        name = quoted(trigger_name(table.name, reference.field))
        yield (
            f"CREATE TRIGGER {name} BEFORE DELETE ON {target.quoted} BEGIN "
            f"UPDATE {table.quoted} SET {', '.join(f'{space} = NULL' for space in cleared)} "
            f"WHERE {column.comparable} = OLD.{target.column(reference.target_field).comparable}; "
            "END"
        )


def unique_index(table: Table, group: tuple[str, ...]) -> str:
    """The statement that keeps a group of fields unique; ``none`` never collides [E1]."""
    return _index(table, "unique", "UNIQUE INDEX", group)


def plain_index(table: Table, group: tuple[str, ...]) -> str:
    """The statement of an ``index:``."""
    return _index(table, "index", "INDEX", group)


def reference_index(table: Table, field: str) -> str:
    """The statement of the index by which the rows that refer to another are found."""
    return _index(table, "reference", "INDEX", (field,))


def index_name(table_name: str, kind: str, group: Sequence[str]) -> str:
    """The name of an index: what it is for, in words."""
    return f"{table_name} {kind} {', '.join(group)}"


def trigger_name(table_name: str, field: str) -> str:
    """The name of the trigger that clears a referring field."""
    return f"{table_name} clears {field}"


def _index(table: Table, kind: str, what: str, group: tuple[str, ...]) -> str:
    columns = ", ".join(table.column(field).comparable for field in group)
    return (
        f"CREATE {what} IF NOT EXISTS {quoted(index_name(table.name, kind, group))} "
        f"ON {table.quoted} ({columns})"
    )


def referring_fields_without_index(table: Table) -> list[str]:
    """The fields of references that no unique, index or identity begins with."""
    first = {group[0] for group in (*table.keys, *table.entity.indexes)}
    return list(
        dict.fromkeys(
            reference.field for reference in table.entity.references if reference.field not in first
        )
    )
