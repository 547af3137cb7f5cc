"""Builds types, fields, variants and clauses."""

from jadpo.syntax.building import Braced, Building, Reductions
from jadpo.syntax.literals import text_value
from jadpo.syntax.nodes import (
    Clause,
    DefaultModifier,
    Expression,
    Field,
    FieldModifier,
    FromModifier,
    GenericType,
    Name,
    OptionalModifier,
    OptionalType,
    Path,
    TextLiteral,
    TypeExpression,
    Variant,
)
from jadpo.syntax.reductions.reserved import refuse_reserved
from jadpo.syntax.tokens import Mark


def _generic_type(
    _: Building, name: Path, opening: Mark, arguments: list[TypeExpression], closing: Mark
) -> GenericType:
    return GenericType(name, tuple(arguments), name.start, closing.end)


def _optional_type(_: Building, inner: TypeExpression, mark: Mark) -> OptionalType:
    return OptionalType(inner, inner.start, mark.end)


def _clause(_: Building, name: Name, colon: Mark, value: Expression) -> Clause:
    return Clause(name, value, name.start, value.end)


def _field(
    building: Building,
    name: Name,
    colon: Mark,
    written_type: TypeExpression,
    constraints: Braced[Clause] | None,
    modifiers: list[FieldModifier],
) -> Field:
    refuse_reserved(building, name)
    last = modifiers[-1] if modifiers else constraints or written_type
    return Field(
        name,
        written_type,
        building.once_each(constraints.items) if constraints else (),
        tuple(modifiers),
        building.docs.get(name.start),
        name.start,
        last.end,
    )


def _optional_modifier(_: Building, word: Name) -> OptionalModifier:
    return OptionalModifier(word.start, word.end)


def _default_modifier(_: Building, word: Name, value: Expression) -> DefaultModifier:
    return DefaultModifier(value, word.start, value.end)


def _from_modifier(_: Building, word: Name, header: Mark) -> FromModifier:
    name = TextLiteral(text_value(header.text), header.text, header.start, header.end)
    return FromModifier(name, word.start, header.end)


def _plain_variant(building: Building, name: Name) -> Variant:
    return Variant(name, (), building.docs.get(name.start), name.start, name.end)


def _variant(
    building: Building, name: Name, opening: Mark, fields: list[Field], closing: Mark
) -> Variant:
    doc = building.docs.get(name.start)
    return Variant(name, tuple(fields), doc, name.start, closing.end)


REDUCTIONS: Reductions = {
    "clause": _clause,
    "default_modifier": _default_modifier,
    "field": _field,
    "from_modifier": _from_modifier,
    "generic_type": _generic_type,
    "optional_modifier": _optional_modifier,
    "optional_type": _optional_type,
    "plain_variant": _plain_variant,
    "variant": _variant,
}
