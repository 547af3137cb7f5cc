"""The steps from the schema that is stored to the one that a program needs."""

from collections.abc import Collection, Iterator, Mapping

from jadpo_runtime.store.schema.record import (
    EntityRecord,
    FieldRecord,
    Group,
    keyed_fields,
)
from jadpo_runtime.store.schema.rules import are_alike, implies
from jadpo_runtime.store.schema.steps import (
    AddColumn,
    AddIndex,
    AddReference,
    AddTable,
    AddUnique,
    AllowNone,
    ChangeIdentity,
    ChangeOnDelete,
    ChangeType,
    DropColumn,
    DropIndex,
    DropReference,
    DropTable,
    DropUnique,
    FinishBackfill,
    RelaxRules,
    RequireValue,
    Step,
    TightenRules,
    WriteKeys,
)

Records = Mapping[str, EntityRecord]
"""The schema of a store: its entities' records by their names."""


def compare(
    stored: Records, needed: Records, backfills: Collection[tuple[str, str]]
) -> tuple[Step, ...]:
    """The steps from ``stored`` to ``needed``, by entity; none where they are the same.

    ``backfills`` are the (entity, field) that the program can compute [V6].
    """
    comparison = _Comparison(stored, needed, backfills)
    steps: list[Step] = []
    for name, record in stored.items():
        if name not in needed:
            steps.append(DropTable(name, comparison.renamed_entity(record)))
        else:
            steps += comparison.entity(record, needed[name])
    steps += [AddTable(name) for name in needed if name not in stored]
    return tuple(steps)


class _Comparison:
    def __init__(
        self, stored: Records, needed: Records, backfills: Collection[tuple[str, str]]
    ) -> None:
        self._stored = stored
        self._needed = needed
        self._backfills = backfills
        self._stored_keys = keyed_fields(stored)
        self._needed_keys = keyed_fields(needed)

    def renamed_entity(self, dropped: EntityRecord) -> str | None:
        """The one new entity with the fields of one that is dropped."""
        alike = [
            name
            for name, record in self._needed.items()
            if name not in self._stored and _forms(record) == _forms(dropped)
        ]
        return alike[0] if len(alike) == 1 else None

    def entity(self, stored: EntityRecord, needed: EntityRecord) -> Iterator[Step]:
        """The steps of one entity that is stored and needed."""
        yield from _identity(stored, needed)
        for field, old in stored.fields.items():
            if field not in needed.fields:
                yield DropColumn(stored.name, field, _renamed(stored, needed, old))
            else:
                yield from self._field(stored, field, old, needed.fields[field])
        for field, new in needed.fields.items():
            if field not in stored.fields:
                yield AddColumn(
                    needed.name, field, new.type_text, new.nullable, self._has(needed, field)
                )
        yield from _references(stored, needed)
        name = stored.name
        yield from (AddUnique(name, group) for group in _added(stored.uniques, needed.uniques))
        yield from (DropUnique(name, group) for group in _added(needed.uniques, stored.uniques))
        yield from (AddIndex(name, group) for group in _added(stored.indexes, needed.indexes))
        yield from (DropIndex(name, group) for group in _added(needed.indexes, stored.indexes))

    def _field(
        self, record: EntityRecord, field: str, old: FieldRecord, new: FieldRecord
    ) -> Iterator[Step]:
        name = record.name
        if old.form != new.form:
            # A change of the identity's form is told with the identity.
            if field != record.identity:
                yield ChangeType(name, field, old.type_text, new.type_text)
        elif not _have_same_rules(old, new):
            if old.rules and new.rules and implies(old.rules, new.rules):
                yield RelaxRules(name, field)
            else:
                yield TightenRules(name, field)
        if new.nullable and not old.nullable:
            yield AllowNone(name, field, new.form)
        elif old.is_unfilled:
            yield FinishBackfill(name, field, self._has(record, field))
        elif old.nullable and not new.nullable:
            yield RequireValue(name, field, new.form, self._has(record, field))
        is_looked_up = new.form == old.form == "json" and (name, field) in self._needed_keys
        has_keys = (name, field) in self._stored_keys and _have_same_rules(old, new)
        if is_looked_up and not has_keys:
            yield WriteKeys(name, field)

    def _has(self, record: EntityRecord, field: str) -> bool:
        return (record.name, field) in self._backfills


def _have_same_rules(old: FieldRecord, new: FieldRecord) -> bool:
    return old.rules is not None and new.rules is not None and are_alike(old.rules, new.rules)


def _identity(stored: EntityRecord, needed: EntityRecord) -> Iterator[Step]:
    name, old, new = stored.name, stored.identity, needed.identity
    if old != new:
        yield ChangeIdentity(
            name, f"`{name}` is stored with the identity `{old}`, and the program has `{new}`"
        )
    elif old in stored.fields and stored.fields[old].form != needed.fields[new].form:
        yield ChangeIdentity(
            name,
            f"the identity `{name}.{old}` is stored as `{stored.fields[old].form}`, "
            f"and the program has `{needed.fields[new].form}`",
        )


def _references(stored: EntityRecord, needed: EntityRecord) -> Iterator[Step]:
    old = {reference.text: reference for reference in stored.references}
    new = {reference.text: reference for reference in needed.references}
    for text, reference in old.items():
        if text not in new:
            yield DropReference(stored.name, reference)
        elif new[text].on_delete != reference.on_delete:
            yield ChangeOnDelete(stored.name, new[text], reference.on_delete)
    yield from (AddReference(needed.name, new[text]) for text in new if text not in old)


def _added(old: Collection[Group], new: Collection[Group]) -> list[Group]:
    return list(dict.fromkeys(group for group in new if group not in old))


def _renamed(stored: EntityRecord, needed: EntityRecord, dropped: FieldRecord) -> str | None:
    """The one new field of the form of one that is dropped, if none of the two has a rival."""
    new = [
        name
        for name, field in needed.fields.items()
        if name not in stored.fields and field.form == dropped.form
    ]
    gone = [
        name
        for name, field in stored.fields.items()
        if name not in needed.fields and field.form == dropped.form
    ]
    return new[0] if len(new) == len(gone) == 1 else None


def _forms(record: EntityRecord) -> dict[str, str]:
    return {name: field.type_text for name, field in record.fields.items()}
