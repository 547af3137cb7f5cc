"""The table of an entity: its columns, and how each is written, read and compared.

A table is named like its entity and a column like its field, so that other tools find them. A name
with a space in it cannot clash with either: keys and indexes have those.
"""

from collections.abc import Mapping, Sequence

import attrs

from jadpo_runtime.store.sqlite.forms import Comparison, Form, SqlValue, form_of
from jadpo_runtime.values import EntityDefinition, FieldType, TypeTable
from jadpo_runtime.values.internal_error import InternalError
from jadpo_runtime.values.layers import holds_none
from jadpo_runtime.values.validation import Validator, compile_validator


def quoted(name: str) -> str:
    """A name as an SQL identifier."""
    return '"' + name.replace('"', '""') + '"'


def table_name(entity: str) -> str:
    """The name of an entity's table: its own, unless SQLite keeps that for itself."""
    return f"_{entity}" if entity.lower().startswith(("sqlite_", "_jadpo_")) else entity


@attrs.frozen
class Column:
    """A field's column.

    ``readable`` is the quoted column, ``selected`` the SQL expression that it is read by, and
    ``comparable`` the one that is compared, sorted and kept unique; ``key`` is the name of the
    column that expression stands for where it is another one. ``check`` gives the rule of the
    field that a value breaks [E2].
    """

    field: str
    form: Form
    nullable: bool
    readable: str
    selected: str
    comparable: str
    key: str | None
    check: Validator

    @property
    def stored_key(self) -> str:
        """The quoted column of the key, where there is one."""
        return quoted(self.key or "")

    @property
    def stores_key(self) -> bool:
        """Whether the key is written with the value, not computed by the database."""
        return self.key is not None and self.form.comparison is Comparison.CANONICAL

    @property
    def compares_as_it_is(self) -> bool:
        """Whether a value is compared as Python has it."""
        return self.form.encode is None and self.form.comparable is None

    def encoded(self, value: object) -> SqlValue:
        """What the readable column holds for a value."""
        encode = self.form.encode
        if value is None or encode is None:
            return value  # type: ignore[return-value] # Forms without `encode` are SqlValues.
        return encode(value)

    def compared(self, value: object) -> SqlValue:
        """What the comparable expression is for a value."""
        comparable = self.form.comparable
        return self.encoded(value) if value is None or comparable is None else comparable(value)


@attrs.frozen
class Table:
    """An entity's table; ``columns`` are in the order of its fields."""

    entity: EntityDefinition
    name: str
    columns: tuple[Column, ...]
    identity: Column
    identity_index: int

    @property
    def quoted(self) -> str:
        """The quoted name."""
        return quoted(self.name)

    @property
    def selected(self) -> str:
        """The columns that make a snapshot, for a ``SELECT`` or ``RETURNING``."""
        return ", ".join(column.selected for column in self.columns)

    @property
    def keys(self) -> Sequence[tuple[str, ...]]:
        """The groups of fields that no two rows share: the identity, then the uniques [Q3]."""
        return ((self.entity.identity,), *self.entity.uniques)

    def column(self, field: str) -> Column:
        """The column of a field."""
        for column in self.columns:
            if column.field == field:
                return column
        raise InternalError(f"{self.entity.name} has no field {field!r}")

    def position(self, field: str) -> int:
        """The place of a field among the columns."""
        return self.columns.index(self.column(field))


def tables_of(
    types: TypeTable, entities: Mapping[str, EntityDefinition], store: str
) -> dict[str, Table]:
    """The tables of the entities that live in ``store``, by the entities' names."""
    keyed = _keyed_fields(entities)
    return {
        name: _table(types, entity, keyed)
        for name, entity in entities.items()
        if entity.store == store
    }


def _keyed_fields(entities: Mapping[str, EntityDefinition]) -> set[tuple[str, str]]:
    """The fields that indexes of any kind look up, by entity."""
    keyed = set()
    for name, entity in entities.items():
        for group in ((entity.identity,), *entity.uniques, *entity.indexes):
            keyed |= {(name, field) for field in group}
        for reference in entity.references:
            keyed.add((name, reference.field))
            keyed.add((reference.target_entity, reference.target_field))
    return keyed


def _table(types: TypeTable, entity: EntityDefinition, keyed: set[tuple[str, str]]) -> Table:
    columns = tuple(
        _column(types, entity, field.name, (entity.name, field.name) in keyed)
        for field in entity.fields
    )
    position = [field.name for field in entity.fields].index(entity.identity)
    return Table(entity, table_name(entity.name), columns, columns[position], position)


def _column(types: TypeTable, entity: EntityDefinition, field: str, is_keyed: bool) -> Column:
    type_ = FieldType(entity.name, field)
    form = form_of(types, type_)
    readable = quoted(field)
    key = None
    comparable = readable
    if form.comparison is Comparison.GENERATED_KEY or (
        form.comparison is Comparison.CANONICAL and is_keyed
    ):
        key = f"{field} key"
        comparable = quoted(key)
    elif form.comparison is Comparison.CANONICAL:
        comparable = f"{canonical_function(entity.name, field)}({readable})"
    return Column(
        field=field,
        form=form,
        nullable=holds_none(types, type_),
        readable=readable,
        selected=readable,
        comparable=comparable,
        key=key,
        check=compile_validator(types, type_),
    )


def canonical_function(entity: str, field: str) -> str:
    """The SQL function that computes what a composite column without a key is compared as."""
    return quoted(f"canonical {entity}.{field}")
