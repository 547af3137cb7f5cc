"""Resolving types: refinements, Objects, enums and the fields of entities [T1]–[T3], [T7]."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from jadpo.check.checking import Checking
from jadpo.check.constants import constant_of
from jadpo.check.declare.constraints import read_constraints
from jadpo.check.declare.crossed_layers import Tightest, report_crossed_layers
from jadpo.check.declare.cycles import break_cycles, report_endless
from jadpo.check.declare.fields import (
    check_field_names,
    check_modifiers,
    check_plain_fields,
    fields_of,
)
from jadpo.check.declare.mistaken import silence_mistaken
from jadpo.check.naming import check_case
from jadpo.check.scope import Place
from jadpo.check.typenames import check_inside, name_type, report_unit
from jadpo.check.types import ERROR, UNIT, is_optional
from jadpo.diagnostics import Edit, Related
from jadpo.syntax import nodes
from jadpo_runtime.values import (
    OMITTED,
    Definition,
    EntityDefinition,
    EnumDefinition,
    Field,
    FieldType,
    NamedType,
    ObjectDefinition,
    RefinedDefinition,
    Type,
    TypeTable,
    Variant,
)
from jadpo_runtime.values.types import NO_CONSTRAINTS


@attrs.frozen(eq=False)
class Declared:
    """A type's or entity's declaration with its qualified name."""

    name: str
    place: Place
    node: nodes.TypeDeclaration | nodes.EntityDeclaration


def resolve_types(checking: Checking) -> None:
    """Define every type and entity, their fields with constraints and defaults.

    Types refer to each other in any order, so their names are looked up first, then what widens
    in a circle is cut, and only then is it asked what they are built on. Of entities only the
    fields are resolved here.
    """
    declared = list(_declared(checking))
    for each in declared:
        checking.declarations.definitions[each.name] = _define(checking, each)
        checking.declarations.places[each.name] = each.place.span(each.node.name)
    break_cycles(checking)
    widest: dict[Type, Type] = {}
    for each in _bases_first(checking, declared):
        _complete(checking, each, widest)
    silence_mistaken(checking)
    for each in declared:
        _complete_defaults(checking, each)
    tightest: Tightest = {}
    for each in declared:
        _check_layers(checking, each, tightest)
    report_endless(checking)


def _declared(checking: Checking) -> list[Declared]:
    found = []
    for tree, place in checking.trees:
        for node in tree.declarations:
            if isinstance(
                node,
                nodes.RefinementDeclaration
                | nodes.ObjectDeclaration
                | nodes.EnumDeclaration
                | nodes.EntityDeclaration,
            ):
                symbol = place.module.symbol_of(node)
                if symbol is not None:
                    found.append(Declared(symbol.qualified, place, node))
    return found


# ---- names alone


def _define(checking: Checking, declared: Declared) -> Definition:
    name, place = declared.name, declared.place
    match declared.node:
        case nodes.RefinementDeclaration() as node:
            base = name_type(checking, place, node.base)
            return RefinedDefinition(name, base, NO_CONSTRAINTS, node.doc or "")
        case nodes.ObjectDeclaration() as node:
            fields = fields_of(checking, place, node.fields)
            _place_fields(checking, declared, node.fields)
            return ObjectDefinition(name, fields, node.doc or "")
        case nodes.EnumDeclaration() as node:
            variants = define_variants(checking, place, node.variants, node.name.text)
            return EnumDefinition(name, variants, node.doc or "")
        case nodes.EntityDeclaration() as node:
            fields = fields_of(checking, place, node.fields)
            _place_fields(checking, declared, node.fields)
            return EntityDefinition(name, fields, "", (), (), (), "", node.doc or "")


def _place_fields(checking: Checking, declared: Declared, fields: tuple[nodes.Field, ...]) -> None:
    for field in fields:
        checking.declarations.places.setdefault(
            f"{declared.name}.{field.name.text}", declared.place.span(field.name)
        )


def define_variants(
    checking: Checking, place: Place, variants: tuple[nodes.Variant, ...], owner: str
) -> tuple[Variant, ...]:
    """The variants of an enum or event, names and payload types looked up; reports doubles."""
    seen: dict[str, nodes.Name] = {}
    found = []
    for variant in variants:
        name = variant.name
        check_case(checking, place, name, "variant", upper=False)
        if name.text in seen:
            first = seen[name.text]
            checking.report(
                "name.duplicate",
                place.span(name),
                f"the variant `{name.text}` of `{owner}` is declared twice",
                why="a variant's name tells it from the others",
                help="rename one of the two, or remove it",
                related=(Related(place.span(first), "it is declared here first"),),
            )
            continue
        seen[name.text] = name
        check_field_names(checking, place, variant.fields, f"{owner}.{name.text}")
        fields = fields_of(checking, place, variant.fields)
        found.append(Variant(name.text, fields, variant.doc or ""))
    return tuple(found)


# ---- what they are built on


def _bases_first(checking: Checking, declared: list[Declared]) -> Iterator[Declared]:
    """Each declaration after the one it is built on, so that it is known what that widens to."""
    by_name = {each.name: each for each in declared}
    taken: set[str] = set()
    for first in declared:
        chain: list[Declared] = []
        each: Declared | None = first
        while each is not None and each.name not in taken:
            taken.add(each.name)
            chain.append(each)
            definition = checking.declarations.definitions[each.name]
            each = None
            if isinstance(definition, RefinedDefinition):
                each = by_name.get(_owner(definition.base))
        yield from reversed(chain)


def _owner(type_: Type) -> str:
    match type_:
        case NamedType(name=name):
            return name
        case FieldType(owner=owner):
            return owner
    return ""


def _base(types: TypeTable, type_: Type, widest: dict[Type, Type]) -> Type:
    """What a type widens to in the end, where ``widest`` has what was found before.

    Without it a chain of refinements of each other would be walked from each of them.
    """
    passed = []
    while type_ not in widest and (wider := types.widened(type_)) is not None:
        passed.append(type_)
        type_ = wider
    found = widest.get(type_, type_)
    widest.update(dict.fromkeys(passed, found))
    return found


def _complete(checking: Checking, declared: Declared, widest: dict[Type, Type]) -> None:
    """Check what the types are made of, and read constraints."""
    definitions, name, place = checking.declarations.definitions, declared.name, declared.place
    definition = definitions[name]
    match declared.node, definition:
        case nodes.RefinementDeclaration() as node, RefinedDefinition():
            definitions[name] = _complete_refinement(checking, place, node, definition, widest)
        case nodes.ObjectDeclaration() as node, ObjectDefinition():
            check_field_names(checking, place, node.fields, node.name.text)
            fields = complete_fields(checking, place, node.fields, definition.fields, node.name)
            definitions[name] = attrs.evolve(definition, fields=fields)
        case nodes.EnumDeclaration() as node, EnumDefinition():
            if not node.variants:
                _report_no_variants(checking, place, node)
            complete_variants(checking, place, node.variants, definition.variants)
        case nodes.EntityDeclaration() as node, EntityDefinition():
            check_field_names(checking, place, node.fields, node.name.text)
            for field in node.fields:
                check_modifiers(checking, place, field, allowed=())
            fields = complete_fields(
                checking, place, node.fields, definition.fields, node.name, ("generated",)
            )
            definitions[name] = attrs.evolve(definition, fields=fields)


def _complete_refinement(
    checking: Checking,
    place: Place,
    node: nodes.RefinementDeclaration,
    definition: RefinedDefinition,
    widest: dict[Type, Type],
) -> RefinedDefinition:
    owner = f"`{node.name.text}`"
    base = definition.base
    if not check_inside(checking, place, node.base, base):
        base = ERROR
    elif base == UNIT:
        report_unit(checking, place, node.base)
        base = ERROR
    elif is_optional(checking.types, base):
        _report_optional_base(checking, place, node)
        base = ERROR
    constrained = _base(checking.types, base, widest)
    constraints = read_constraints(checking, place, node.constraints, constrained, owner)
    return attrs.evolve(definition, base=base, constraints=constraints)


def complete_variants(
    checking: Checking,
    place: Place,
    written: tuple[nodes.Variant, ...],
    variants: tuple[Variant, ...],
) -> None:
    """Check the payloads of an enum's or event's variants, once all types are resolved."""
    payloads = {variant.name: variant.fields for variant in variants}
    for node in written:
        fields = payloads[node.name.text]
        if {field.name for field in fields} == {field.name.text for field in node.fields}:
            check_plain_fields(checking, place, node.fields, fields, "a variant's payload field")


def complete_fields(
    checking: Checking,
    place: Place,
    written: tuple[nodes.Field, ...],
    fields: tuple[Field, ...],
    owner: nodes.Name,
    other_clauses: tuple[str, ...] = (),
) -> tuple[Field, ...]:
    """The fields with their constraints. Defaults wait until all types are complete."""
    nodes_by_name: dict[str, nodes.Field] = {}
    for node in written:
        nodes_by_name.setdefault(node.name.text, node)
    completed = []
    for field in fields:
        node = nodes_by_name[field.name]
        type_ = field.type
        if not check_inside(checking, place, node.type, type_):
            type_ = ERROR
        elif type_ == UNIT:
            report_unit(checking, place, node.type)
            type_ = ERROR
        words = f"`{owner.text}.{field.name}`"
        constraints = read_constraints(
            checking, place, node.constraints, type_, words, other_clauses
        )
        completed.append(attrs.evolve(field, type=type_, constraints=constraints))
    return tuple(completed)


def _check_layers(checking: Checking, declared: Declared, tightest: Tightest) -> None:
    """Compare the bounds of a declaration with those of the types that it is built on."""
    place, node = declared.place, declared.node
    match checking.declarations.definitions[declared.name]:
        case RefinedDefinition() as definition:
            assert isinstance(node, nodes.RefinementDeclaration)  # it was made from one
            own, built_on = definition.constraints, definition.base
            report_crossed_layers(checking, place, node.constraints, own, built_on, tightest)
        case ObjectDefinition(fields=fields) | EntityDefinition(fields=fields):
            assert isinstance(node, nodes.ObjectDeclaration | nodes.EntityDeclaration)
            for written, field in _paired(node.fields, fields):
                clauses, own, built_on = written.constraints, field.constraints, field.type
                report_crossed_layers(checking, place, clauses, own, built_on, tightest)


def _complete_defaults(checking: Checking, declared: Declared) -> None:
    definition = checking.declarations.definitions[declared.name]
    if not isinstance(declared.node, nodes.ObjectDeclaration):
        return
    assert isinstance(definition, ObjectDefinition)  # it was made from this declaration
    fields = tuple(
        complete_default(checking, declared.place, node, field, declared.name)
        for node, field in _paired(declared.node.fields, definition.fields)
    )
    checking.declarations.definitions[declared.name] = attrs.evolve(definition, fields=fields)


def _paired(
    written: tuple[nodes.Field, ...], fields: tuple[Field, ...]
) -> list[tuple[nodes.Field, Field]]:
    """The fields with their declarations; of a repeated one the first counts."""
    first: dict[str, nodes.Field] = {}
    for node in written:
        first.setdefault(node.name.text, node)
    return [(first[field.name], field) for field in fields]


def complete_default(
    checking: Checking, place: Place, node: nodes.Field, field: Field, owner: str
) -> Field:
    """The field of an Object with its ``optional`` and ``default``, the latter validated [T7]."""
    check_modifiers(checking, place, node, allowed=("optional", "default"))
    default: object = OMITTED
    optional = False
    for modifier in node.modifiers:
        match modifier:
            case nodes.OptionalModifier():
                optional = True
            case nodes.DefaultModifier(value=value):
                known = constant_of(checking, place, value, FieldType(owner, field.name))
                # One with a mistake is one all the same: the field may be left out.
                default = None if known is None else known.value
    return attrs.evolve(field, optional=optional, default=default)


# ---- what can be wrong


def _report_no_variants(checking: Checking, place: Place, node: nodes.EnumDeclaration) -> None:
    checking.report(
        "type.no_variants",
        place.span(node.name),
        f"the enum `{node.name.text}` has no variants",
        why="a type without values cannot be used",
        help="give it a variant",
    )


def _report_optional_base(
    checking: Checking, place: Place, node: nodes.RefinementDeclaration
) -> None:
    mark = place.source.span(node.base.end - 1, node.base.end)
    written_mark = isinstance(node.base, nodes.OptionalType)
    checking.report(
        "type.optional_base",
        place.span(node.base),
        f"`{node.name.text}` is built on a type that includes `none`",
        why="whether a value may be missing is said where the type is used, with `?`",
        help=f"build it on the type without `none`, and write `{node.name.text}?` where it is used",
        edits=(Edit(mark, ""),) if written_mark else (),
    )
