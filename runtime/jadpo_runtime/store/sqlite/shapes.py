"""What is remembered of a table that was made, and how it differs from what a program needs.

A *shape* is the JSON of what decides how rows are stored: the fields with the form of their
columns, the identity, keys, indexes and references. Rules such as ``min:`` are not part of it; rows
are checked by them whenever they are read [E2].
"""

import json
from collections.abc import Iterator, Mapping
from typing import TypeAlias, cast

from jadpo_runtime.store.sqlite.tables import Table

Shape: TypeAlias = Mapping[str, object]
"""The JSON object of a table's shape."""


def shape_of(table: Table) -> Shape:
    """The shape that a program needs."""
    entity = table.entity
    return {
        "fields": {
            column.field: column.form.name + ("?" if column.nullable else "")
            for column in table.columns
        },
        "identity": entity.identity,
        "uniques": [list(group) for group in entity.uniques],
        "indexes": [list(group) for group in entity.indexes],
        "references": {
            f"{reference.field} -> {reference.target_entity}.{reference.target_field}": (
                reference.on_delete
            )
            for reference in entity.references
        },
    }


def text_of(shape: Shape) -> str:
    """A shape as it is stored."""
    return json.dumps(shape)


def shape_from(text: str) -> Shape:
    """A stored shape; raises ``ValueError`` where it is none."""
    shape = json.loads(text)
    if not isinstance(shape, dict) or not shape.keys() >= _KEYS:
        raise ValueError("the stored schema is damaged")
    return shape


_KEYS = frozenset(("fields", "identity", "uniques", "indexes", "references"))


def differences(entity: str, stored: Shape, needed: Shape) -> Iterator[str]:
    """What stands in the way of using a stored table as it is, in words.

    Uniques and indexes that are only needed are no difference: they can be added.
    """
    yield from _changed(f"field `{entity}.{{}}`", stored, needed, "fields")
    if stored["identity"] != needed["identity"]:
        yield (
            f"`{entity}` is stored with the identity `{stored['identity']}`, "
            f"and the program has `{needed['identity']}`"
        )
    for group in added(needed, stored, "uniques"):
        yield f"`{entity}` is stored with `unique: ({', '.join(group)})`, which the program has not"
    yield from _changed(f"reference `{entity}.{{}}`", stored, needed, "references")


def added(old: Shape, new: Shape, what: str) -> list[tuple[str, ...]]:
    """The groups of fields among ``new``'s ``what`` that ``old`` has not."""
    had = cast(list[list[str]], old[what])
    return [tuple(group) for group in cast(list[list[str]], new[what]) if group not in had]


def _changed(subject: str, stored: Shape, needed: Shape, part: str) -> Iterator[str]:
    old, new = (cast(dict[str, str], shape[part]) for shape in (stored, needed))
    for name in {**old, **new}:
        if name not in new:
            yield f"the {subject.format(name)} is stored, and the program has none"
        elif name not in old:
            yield f"the {subject.format(name)} is not stored"
        elif old[name] != new[name]:
            yield (
                f"the {subject.format(name)} is stored as `{old[name]}`, "
                f"and the program has `{new[name]}`"
            )
