"""Making Objects and variants: `Name { field: value }`, `Enum.variant { … }` [T7] [T8]."""

from __future__ import annotations

from jadpo.check.body import Body, check_expression, error_expression
from jadpo.check.constants import report_unknown_variant
from jadpo.check.expected import Expected
from jadpo.check.fields_given import (
    as_pairs,
    check_given_fields,
    field_of_owner,
    is_needed,
    report_missing_fields,
    written_type,
)
from jadpo.check.naming import PRELUDE_TYPES
from jadpo.check.symbols import Symbol, SymbolKind
from jadpo.check.typenames import built_on_a_mistake, report_unknown_type
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import (
    OMITTED,
    EnumDefinition,
    Field,
    FieldType,
    NamedType,
    ObjectDefinition,
    Span,
    Variant,
)


def check_object_literal(
    body: Body, node: nodes.ObjectLiteral, expected: Expected
) -> ir.Expression:
    """``Name { … }`` of an Object, or ``Enum.variant { … }``."""
    names = node.type.names
    symbol = body.place.module.find(names[0].text)
    if symbol is not None and symbol.kind is SymbolKind.TYPE:
        definition = body.checking.declarations.definitions.get(symbol.qualified)
        if isinstance(definition, ObjectDefinition) and len(names) == 1:
            return _make_object(body, node, symbol, definition)
        if isinstance(definition, EnumDefinition) and len(names) == 2:
            return _make_variant_literal(body, node, definition, names[1])
    _report_not_made(body, node, symbol)
    for value in node.fields:
        check_expression(body, value.value)
    return error_expression(body.span(node))


# ---- Objects


def _make_object(
    body: Body, node: nodes.ObjectLiteral, symbol: Symbol, definition: ObjectDefinition
) -> ir.Expression:
    owner = definition.name
    given, right = check_given_fields(
        body, node.fields, definition.fields, symbol.name, field_of_owner(owner), owner
    )
    missing = [
        field
        for index, field in enumerate(definition.fields)
        if index not in given and is_needed(field)
    ]
    if missing and right:
        report_missing_fields(body, node.type, symbol.name, missing, braces=True)
        right = False
    span = body.span(node)
    if not right:
        return error_expression(span)
    pairs = as_pairs(given) + tuple(_defaults(owner, definition.fields, given, span))
    return ir.MakeObject(pairs, len(definition.fields), NamedType(owner), span)


def _defaults(
    owner: str, fields: tuple[Field, ...], given: dict[int, ir.Expression], span: Span
) -> list[tuple[int, ir.Expression]]:
    """The values of fields that were left out and have a default, after those given."""
    return [
        (index, ir.Constant(field.default, FieldType(owner, field.name), span))
        for index, field in enumerate(fields)
        if index not in given and field.default is not OMITTED
    ]


# ---- variants


def make_plain_variant(body: Body, node: nodes.Path, symbol: Symbol) -> ir.Expression:
    """``Enum.variant`` of a variant without a payload."""
    definition = body.checking.declarations.definitions.get(symbol.qualified)
    span = body.span(node)
    if not isinstance(definition, EnumDefinition):
        if definition is not None:
            _report_field_type_as_value(body, node)
        return error_expression(span)
    variant = _find_variant(body, definition, symbol.name, node.names[1])
    if variant is None:
        return error_expression(span)
    if variant.fields:
        report_missing_fields(body, node, node.text, variant.fields, braces=False)
        return error_expression(span)
    return ir.MakeVariant(
        variant.name, definition.is_plain, (), 0, NamedType(definition.name), span
    )


def _make_variant_literal(
    body: Body, node: nodes.ObjectLiteral, definition: EnumDefinition, name: nodes.Name
) -> ir.Expression:
    span = body.span(node)
    variant = _find_variant(body, definition, node.type.names[0].text, name)
    if variant is None:
        for value in node.fields:
            check_expression(body, value.value)
        return error_expression(span)
    shown = node.type.text
    given, right = check_given_fields(body, node.fields, variant.fields, shown, written_type)
    missing = [field for index, field in enumerate(variant.fields) if index not in given]
    if missing and right:
        report_missing_fields(body, node.type, shown, missing, braces=True)
        right = False
    if not right:
        return error_expression(span)
    return ir.MakeVariant(
        variant.name,
        definition.is_plain,
        as_pairs(given),
        len(variant.fields),
        NamedType(definition.name),
        span,
    )


def _find_variant(
    body: Body, definition: EnumDefinition, shown: str, name: nodes.Name
) -> Variant | None:
    for variant in definition.variants:
        if variant.name == name.text:
            return variant
    names = [variant.name for variant in definition.variants]
    report_unknown_variant(body.checking, body.place, name, shown, names)
    return None


# ---- what can be wrong


def _report_field_type_as_value(body: Body, node: nodes.Path) -> None:
    owner = node.names[0].text
    body.checking.report(
        "name.not_a_value",
        body.span(node),
        f"`{node.text}` is no value: `{owner}` is a type without variants",
        why="only an enum has variants, and only a value has fields to read",
        help=f"read the field of a value, or construct one with `{node.text}(…)`",
    )


_INSTEAD: dict[SymbolKind, str] = {
    SymbolKind.ENTITY: "an entity is made by `create`, in one of its own operations",
    SymbolKind.FAILURE: "a failure is raised: write `reject` before it",
    SymbolKind.EVENT: "an event is emitted: write `emit` before it",
}


def _report_not_made(body: Body, node: nodes.ObjectLiteral, symbol: Symbol | None) -> None:
    path = node.type
    if symbol is None:
        if path.names[0].text not in PRELUDE_TYPES:
            report_unknown_type(
                body.checking, body.place, path.names[0], prelude=(), kinds=(SymbolKind.TYPE,)
            )
            return
        why, step = f"`{path.text}` is a type of the prelude", f"write `{path.text}(…)`"
    elif symbol.kind in _INSTEAD:
        why, step = f"`{symbol.name}` is the {symbol.kind.value} `{symbol.name}`", ""
        step = _INSTEAD[symbol.kind]
    elif built_on_a_mistake(body.checking, symbol.qualified):
        return
    else:
        definition = body.checking.declarations.definitions.get(symbol.qualified)
        if isinstance(definition, EnumDefinition):
            why = f"`{symbol.name}` is an enum"
            step = f"name one of its variants, as in `{symbol.name}.{_first_variant(definition)}`"
        elif symbol.kind is SymbolKind.TYPE and not isinstance(definition, ObjectDefinition):
            why = f"`{symbol.name}` is built on another type"
            step = f"construct it: write `{symbol.name}(…)`"
        else:
            why = f"`{path.text}` is no type of an Object"
            step = "name an Object, or a variant of an enum"
    body.checking.report(
        "type.not_made",
        body.span(path),
        f"`{path.text} {{ … }}` makes no value",
        why=f"`{{ … }}` makes Objects and variants, and {why}",
        help=step,
    )


def _first_variant(definition: EnumDefinition) -> str:
    return definition.variants[0].name if definition.variants else "variant"
