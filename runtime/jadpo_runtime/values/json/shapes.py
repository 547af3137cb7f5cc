"""What decides the shape of a type's JSON, for writing and reading alike."""

from typing import Final

from jadpo_runtime.values.layers import base_without_none
from jadpo_runtime.values.types import (
    EnumDefinition,
    NamedType,
    Primitive,
    PrimitiveType,
    Type,
    TypeTable,
)

EXACT_IN_DOUBLE: Final = 2**53
"""The largest integer that every JSON reader takes exactly."""

_TEXT_LIKE = frozenset(
    {Primitive.TEXT, Primitive.UUID, Primitive.EMAIL, Primitive.URL, Primitive.ZONE}
)


def has_text_keys(types: TypeTable, key: Type) -> bool:
    """Whether a map with such keys is a JSON object: keys are represented by text."""
    base = base_without_none(types, key)
    if isinstance(base, PrimitiveType):
        return base.kind in _TEXT_LIKE
    return isinstance(base, NamedType) and isinstance(types.definition(base.name), EnumDefinition)


def tag_name(definition: EnumDefinition) -> str:
    """The name of the tag in the objects of an enum; ``$`` is in no identifier."""
    for variant in definition.variants:
        if any(field.name == "tag" for field in variant.fields):
            return "$tag"
    return "tag"
