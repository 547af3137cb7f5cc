"""What is remembered of an entity's table: all that decides how its rows are stored and read.

In a database a record is readable JSON. One whose ``rules`` are missing was written when they were
not recorded, or rows were written since under other rules: then nothing is known of the values.
"""

import json
from collections.abc import Mapping, Sequence
from typing import cast

import attrs

from jadpo_runtime.store.schema.rules import Rules
from jadpo_runtime.values.json import JsonError, refuse_depth

_KEYS = frozenset(("fields", "identity", "uniques", "indexes", "references"))

Group = tuple[str, ...]
"""Fields that are unique or indexed together."""


@attrs.frozen
class FieldRecord:
    """A field's column: the name of its form, whether it may be ``none``, and its rules.

    ``is_unfilled`` marks a required field that a backfill has not filled in all rows yet [V6].
    """

    form: str
    nullable: bool
    rules: Rules | None
    is_unfilled: bool = False

    @property
    def type_text(self) -> str:
        """The form as it stands in messages: `text`, `int?`."""
        return self.form + ("?" if self.nullable else "")


@attrs.frozen
class ReferenceRecord:
    """A reference from ``field`` to another entity's field [E1]."""

    field: str
    target_entity: str
    target_field: str
    on_delete: str

    @property
    def text(self) -> str:
        """The reference as it stands in messages and in the stored JSON."""
        return f"{self.field} -> {self.target_entity}.{self.target_field}"


@attrs.frozen
class EntityRecord:
    """The schema of one entity's table."""

    name: str
    fields: Mapping[str, FieldRecord]
    identity: str
    uniques: tuple[Group, ...]
    indexes: tuple[Group, ...]
    references: tuple[ReferenceRecord, ...]

    @property
    def unfilled(self) -> tuple[str, ...]:
        """The fields that a backfill has not filled in all rows yet."""
        return tuple(name for name, field in self.fields.items() if field.is_unfilled)

    def with_rules(self, rules: Mapping[str, Rules | None]) -> "EntityRecord":
        """The record with other knowledge of some fields."""
        fields = {
            name: attrs.evolve(field, rules=rules[name]) if name in rules else field
            for name, field in self.fields.items()
        }
        return attrs.evolve(self, fields=fields)

    def with_unfilled(self, unfilled: Sequence[str]) -> "EntityRecord":
        """The record with exactly these fields unfilled."""
        fields = {
            name: attrs.evolve(field, is_unfilled=name in unfilled)
            for name, field in self.fields.items()
        }
        return attrs.evolve(self, fields=fields)


def record_text(record: EntityRecord) -> str:
    """A record as it is stored."""
    document: dict[str, object] = {
        "fields": {name: field.type_text for name, field in record.fields.items()},
        "identity": record.identity,
        "uniques": [list(group) for group in record.uniques],
        "indexes": [list(group) for group in record.indexes],
        "references": {each.text: each.on_delete for each in record.references},
        "rules": {
            name: field.rules for name, field in record.fields.items() if field.rules is not None
        },
    }
    if record.unfilled:
        document["unfilled"] = list(record.unfilled)
    return json.dumps(document)


def record_from(entity: str, text: str) -> EntityRecord:
    """The record of ``entity`` from its stored text; raises ``ValueError`` where it is none."""
    try:
        refuse_depth(text)
        document = json.loads(text)
        if not isinstance(document, dict) or not document.keys() >= _KEYS:
            raise ValueError("keys are missing")
        return _record(entity, document)
    except (JsonError, ValueError, TypeError, AttributeError) as error:
        raise ValueError("the stored schema is damaged") from error


def _record(entity: str, document: Mapping[str, object]) -> EntityRecord:
    rules = cast("dict[str, Rules]", document.get("rules", {}))
    unfilled = cast("list[str]", document.get("unfilled", []))
    return EntityRecord(
        name=entity,
        fields={
            name: FieldRecord(
                form.removesuffix("?"), form.endswith("?"), rules.get(name), name in unfilled
            )
            for name, form in cast("dict[str, str]", document["fields"]).items()
        },
        identity=str(document["identity"]),
        uniques=_groups(document["uniques"]),
        indexes=_groups(document["indexes"]),
        references=tuple(
            _reference(text, on_delete)
            for text, on_delete in cast("dict[str, str]", document["references"]).items()
        ),
    )


def _groups(groups: object) -> tuple[Group, ...]:
    return tuple(tuple(group) for group in cast("list[list[str]]", groups))


def _reference(text: str, on_delete: str) -> ReferenceRecord:
    field, _, target = text.partition(" -> ")
    entity, _, target_field = target.rpartition(".")
    return ReferenceRecord(field, entity, target_field, on_delete)


def keyed_fields(records: Mapping[str, EntityRecord]) -> set[tuple[str, str]]:
    """The fields that indexes of any kind look up, by entity: they may have a key of their own."""
    keyed = set()
    for name, record in records.items():
        for group in ((record.identity,), *record.uniques, *record.indexes):
            keyed |= {(name, field) for field in group}
        for reference in record.references:
            keyed.add((name, reference.field))
            keyed.add((reference.target_entity, reference.target_field))
    return keyed
