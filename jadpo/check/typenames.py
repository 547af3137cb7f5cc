"""Type expressions: from what is written to a type [T1] [T3], and what a type may be made of."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from jadpo.check.checking import Checking
from jadpo.check.foreign_names import FOREIGN_TYPES
from jadpo.check.naming import PRELUDE_TYPES, is_miscased
from jadpo.check.scope import Place
from jadpo.check.symbols import Symbol, SymbolKind
from jadpo.check.types import ERROR, UNIT, first_primitive, is_error, is_optional, is_scalar
from jadpo.check.words import shown
from jadpo.diagnostics import Edit, nearest_name
from jadpo.syntax import nodes
from jadpo_runtime.values import (
    FieldType,
    ListType,
    MapType,
    NamedType,
    OptionalType,
    Primitive,
    PrimitiveType,
    RefinedDefinition,
    SetType,
    Type,
)

_PRIMITIVES: Final = {kind.value: PrimitiveType(kind) for kind in Primitive}
_ARGUMENTS: Final = {"List": 1, "Set": 1, "Map": 2}
_FORMS: Final = {"List": "List<T>", "Set": "Set<T>", "Map": "Map<K, V>"}


def resolved_type(checking: Checking, place: Place, node: nodes.TypeExpression) -> Type:
    """The type that is written, checked inside too. Needs all declared types resolved."""
    type_ = name_type(checking, place, node)
    return type_ if check_inside(checking, place, node, type_) else ERROR


def name_type(checking: Checking, place: Place, node: nodes.TypeExpression) -> Type:
    """The type that is written, its names looked up and nothing else asked of it.

    For the stage that resolves types, when most are not known yet; :func:`check_inside` asks the
    rest later.
    """
    match node:
        case nodes.Path():
            return _plain(checking, place, node)
        case nodes.GenericType():
            return _generic(checking, place, node)
        case nodes.OptionalType():
            inner = name_type(checking, place, node.inner)
            if isinstance(inner, OptionalType):
                _report_double_optional(checking, place, node)
                return inner
            return inner if is_error(inner) else OptionalType(inner)


def _plain(checking: Checking, place: Place, path: nodes.Path) -> Type:
    first = path.names[0].text
    if first in PRELUDE_TYPES:
        if len(path.names) > 1:
            _report_no_fields(checking, place, path, f"`{first}` is a type of the prelude")
            return ERROR
        if first in _ARGUMENTS:
            checking.report(
                "type.arguments",
                place.span(path),
                f"`{first}` does not say of what",
                why=f"a collection's type is written `{_FORMS[first]}`",
                help=f"write `{_FORMS[first]}` with the types it holds",
            )
            return ERROR
        return _PRIMITIVES[first]
    symbol = place.module.find(first)
    if symbol is None:
        report_unknown_type(checking, place, path.names[0])
        return ERROR
    if symbol.kind not in (SymbolKind.TYPE, SymbolKind.ENTITY):
        checking.report(
            "type.not_a_type",
            place.span(path),
            f"`{path.text}` is no type: `{first}` is the {symbol.kind.value} `{first}`",
            why="a type is declared with `type` or `entity`, or is a field of one",
            help="name a type",
        )
        return ERROR
    if len(path.names) == 1:
        named = NamedType(symbol.qualified)
        return ERROR if named.name in checking.declarations.mistaken else named
    return _field_type(checking, place, path, symbol)


def _field_type(checking: Checking, place: Place, path: nodes.Path, owner: Symbol) -> Type:
    declaration = owner.declaration
    if len(path.names) > 2:
        _report_no_fields(checking, place, path, "a field's own fields belong to its type")
        return ERROR
    if isinstance(declaration, nodes.EnumDeclaration):
        step = _written_variant(declaration, path)
        _report_no_fields(checking, place, path, f"`{owner.name}` is an enum", step)
        return ERROR
    if not isinstance(declaration, nodes.EntityDeclaration | nodes.ObjectDeclaration):
        _report_no_fields(checking, place, path, f"`{owner.name}` is no Object")
        return ERROR
    name = path.names[1]
    fields = [field.name.text for field in declaration.fields]
    if name.text not in fields:
        report_unknown_field(checking, place, name, owner.name, fields)
        return ERROR
    mistaken = f"{owner.qualified}.{name.text}" in checking.declarations.mistaken
    return ERROR if mistaken else FieldType(owner.qualified, name.text)


def _generic(checking: Checking, place: Place, node: nodes.GenericType) -> Type:
    name = node.name.text
    arguments = [name_type(checking, place, argument) for argument in node.arguments]
    wanted = _ARGUMENTS.get(name)
    if wanted is None and name not in PRELUDE_TYPES and place.module.find(name) is None:
        report_unknown_type(checking, place, node.name.names[0])
        return ERROR
    if wanted is None:
        checking.report(
            "type.arguments",
            place.span(node),
            f"`{name}` takes no types in `<…>`",
            why="only `List`, `Set` and `Map` are made of other types",
            help=f"write `{name}` alone",
            edits=(Edit(place.span(node), name),),
        )
        return ERROR
    if len(arguments) != wanted:
        checking.report(
            "type.arguments",
            place.span(node),
            f"`{name}` takes {wanted} {'type' if wanted == 1 else 'types'}, not {len(arguments)}",
            why=f"it is written `{_FORMS[name]}`",
            help=f"write `{_FORMS[name]}` with the types it holds",
        )
        return ERROR
    if any(is_error(argument) for argument in arguments):
        return ERROR
    if name == "Map":
        return MapType(arguments[0], arguments[1])
    return ListType(arguments[0]) if name == "List" else SetType(arguments[0])


# ---- what types may be made of


def check_inside(checking: Checking, place: Place, node: nodes.TypeExpression, type_: Type) -> bool:
    """Report what a written type holds that it may not; true where there is nothing."""
    if is_error(type_):
        return True
    match node, type_:
        case nodes.OptionalType(inner=inner_node), OptionalType(inner=inner):
            if not check_inside(checking, place, inner_node, inner):
                return False
            if is_optional(checking.types, inner):
                _report_double_optional(checking, place, node)
                return False
            return _check_not_unit(checking, place, inner_node, inner)
        case nodes.GenericType(), ListType(element=element):
            return _check_argument(checking, place, node.arguments[0], element)
        case nodes.GenericType(), SetType(element=element):
            return _check_argument(checking, place, node.arguments[0], element) and _check_key(
                checking, place, node.arguments[0], element, "the members of a set"
            )
        case nodes.GenericType(), MapType(key=key, value=value):
            return (
                _check_argument(checking, place, node.arguments[0], key)
                and _check_argument(checking, place, node.arguments[1], value)
                and _check_key(checking, place, node.arguments[0], key, "the keys of a map")
            )
    return True


def _check_argument(
    checking: Checking, place: Place, node: nodes.TypeExpression, type_: Type
) -> bool:
    return check_inside(checking, place, node, type_) and _check_not_unit(
        checking, place, node, type_
    )


def _check_not_unit(
    checking: Checking, place: Place, node: nodes.TypeExpression, type_: Type
) -> bool:
    if type_ != UNIT:
        return True
    report_unit(checking, place, node)
    return False


def _check_key(
    checking: Checking, place: Place, node: nodes.TypeExpression, type_: Type, what: str
) -> bool:
    if is_scalar(checking.types, type_):
        return True
    checking.report(
        "type.key",
        place.span(node),
        f"`{shown(type_)}` cannot be the type of {what}",
        why="keys and members are scalars, or types built on them, so that they can be looked up",
        help="use a scalar that stands for it, such as an identity, or a `List`",
    )
    return False


def check_authored_signature(
    checking: Checking, place: Place, node: nodes.TypeExpression, type_: Type, what: str
) -> bool:
    """Report [T6] where a parameter or result is a representation primitive; true if it is not.

    ``what`` is what has the type: "the parameter `code`", "the result".
    """
    primitive = first_primitive(type_)
    if primitive is None:
        return True
    checking.report(
        "type.primitive_in_signature",
        place.span(node),
        f"{what} is a plain `{primitive}`",
        why="signatures say what a value means, and a representation does not: "
        "name a type or a field's type",
        help=f"declare `type Name = {primitive} {{ … }}` and use it here",
    )
    return False


def built_on_a_mistake(checking: Checking, name: str) -> bool:
    """Whether it is not known what a type is: what it is built on is a mistake."""
    definition = checking.declarations.definitions.get(name)
    return name in checking.declarations.mistaken or (
        isinstance(definition, RefinedDefinition) and is_error(definition.base)
    )


# ---- what can be wrong with names


def report_unknown_type(
    checking: Checking,
    place: Place,
    name: nodes.Name,
    *,
    prelude: Collection[str] = PRELUDE_TYPES,
    kinds: Collection[SymbolKind] = (SymbolKind.TYPE, SymbolKind.ENTITY),
) -> None:
    """Say that a type's name is not visible here, with the nearest one that is.

    ``prelude`` and ``kinds`` are what can stand there.
    """
    known = [*prelude, *place.module.of_kind(*kinds)]
    all_types = place.module.of_kind(SymbolKind.TYPE, SymbolKind.ENTITY)
    if is_miscased(name.text, all_types, upper=True):
        return
    foreign = FOREIGN_TYPES.get(name.text)
    wanted = import_of(checking, place, name.text)
    near = foreign if foreign in known else None if wanted else nearest_name(name.text, known)
    span = place.span(name)
    checking.report(
        "type.unknown",
        span,
        f"there is no type `{name.text}`",
        why=not_visible_because(checking, place, name.text, "no type of this name is declared"),
        help=f"did you mean `{near}`?"
        if near
        else f"write `{wanted}`"
        if wanted
        else f"declare `type {name.text} = …`",
        edits=(Edit(span, near),) if near else (),
        subject=name.text,
    )


def not_visible_because(checking: Checking, place: Place, name: str, otherwise: str) -> str:
    """Why a name is not visible: it may be declared in a module that was not imported."""
    for module in checking.modules.values():
        if name in module.declared and module.name != place.module.name:
            return f"`{name}` is declared in the module `{module.name}`, and not imported here"
    return otherwise


def import_of(checking: Checking, place: Place, name: str) -> str | None:
    """The line that would make a name visible, if a module declares it for others."""
    for module in checking.modules.values():
        symbol = module.declared.get(name)
        if symbol is not None and symbol.public and module.name not in ("", place.module.name):
            return f"import {module.name} {{ {name} }}"
    return None


def report_unknown_field(
    checking: Checking, place: Place, name: nodes.Name, owner: str, fields: list[str]
) -> None:
    """Say that a type has no field of that name, with the nearest one it has."""
    if is_miscased(name.text, fields, upper=False):
        return
    near = nearest_name(name.text, fields)
    span = place.span(name)
    listed = ", ".join(f"`{field}`" for field in fields[:12]) + (" …" if len(fields) > 12 else "")
    checking.report(
        "type.unknown_field",
        span,
        f"`{owner}` has no field `{name.text}`",
        why=f"its fields are {listed}" if fields else "it has no fields",
        help=f"did you mean `{near}`?" if near else "use one of its fields, or declare this one",
        edits=(Edit(span, near),) if near else (),
        subject=member_subject(owner, name.text, near),
    )


def member_subject(owner: str, name: str, near: str | None) -> str:
    """What an unknown member is said about, for :meth:`Checking.report`.

    Where one that is near is known, it may be the one that is misspelt, where it is declared: then
    it is missed wherever it is used, of whatever holds it there.
    """
    return f".{name}, not {near}" if near else f"{owner}.{name}"


def report_unit(checking: Checking, place: Place, node: nodes.TypeExpression) -> None:
    """Say that ``Unit`` stands where a value is wanted."""
    checking.report(
        "type.unit",
        place.span(node),
        "`Unit` cannot stand here",
        why="`Unit` is the result of what gives no value, and nothing else",
        help="choose the type of a value",
    )


def _written_variant(enum: nodes.EnumDeclaration, path: nodes.Path) -> str:
    """What to do about `Status.paid(…)`: a variant's payload is given by name [T8]."""
    name = path.names[1].text
    variant = next((each for each in enum.variants if each.name.text == name), None)
    if variant is None:
        return ""
    payload = "  ".join(f"{field.name.text}: …" for field in variant.fields)
    return f"write the variant `{path.text}{f' {{ {payload} }}' if payload else ''}`"


def _report_no_fields(
    checking: Checking, place: Place, path: nodes.Path, why: str, next_step: str = ""
) -> None:
    symbol = place.module.find(path.names[0].text)
    if symbol is not None and built_on_a_mistake(checking, symbol.qualified):
        return
    checking.report(
        "type.no_field_type",
        place.span(path),
        f"`{path.text}` is no field's type",
        why=f"`Owner.field` names a field of an entity or Object, and {why}",
        help=next_step or f"name `{path.names[0].text}` itself, or a type",
    )


def _report_double_optional(checking: Checking, place: Place, node: nodes.OptionalType) -> None:
    mark = place.source.span(node.end - 1, node.end)
    checking.report(
        "type.double_optional",
        place.span(node),
        "this type includes `none` already",
        why="there is one `none`: a `T??` could not tell two of them apart",
        help="remove the `?`",
        edits=(Edit(mark, ""),),
    )
