"""What a route reads of a request: its body, path, query and headers, as Objects [R1] [T7]."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Final

import attrs

from jadpo.check.checking import Checking
from jadpo.check.constants import constant_of
from jadpo.check.declare.constraints import read_constraints
from jadpo.check.declare.crossed_layers import report_crossed_layers
from jadpo.check.declare.fields import check_field_names, check_modifiers, fields_of
from jadpo.check.scope import Place, Spanned
from jadpo.check.typenames import check_inside, resolved_type
from jadpo.check.types import ERROR, is_error, is_scalar
from jadpo.check.words import an
from jadpo.diagnostics import Edit, Related, nearest_name
from jadpo.syntax import nodes
from jadpo_runtime.values import (
    OMITTED,
    Field,
    FieldType,
    NamedType,
    ObjectDefinition,
    Type,
)

_HEADER: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
"""A header's name: a token of RFC 9110."""

_BODILESS: Final = frozenset({"GET", "HEAD"})
"""The methods whose requests have no body."""


@attrs.frozen
class RouteInputs:
    """The types of a route's inputs; ``None`` for what it does not declare."""

    input: Type | None
    path: Type | None
    query: Type | None
    headers: Type | None

    def named(self) -> list[tuple[str, Type]]:
        """The inputs that are declared, by the names that the route's bodies read them by."""
        inputs = (
            ("input", self.input),
            ("path", self.path),
            ("query", self.query),
            ("headers", self.headers),
        )
        return [(name, type_) for name, type_ in inputs if type_ is not None]


def check_inputs(
    checking: Checking,
    place: Place,
    node: nodes.RouteDeclaration,
    name: str,
    misspelt: Container[str],
) -> RouteInputs:
    """Resolve the inputs of the route that messages call ``name``.

    ``misspelt`` are items that stand under another name, which is reported; their types are not
    known.
    """
    path_fields = node.path_fields.fields if node.path_fields else ()
    missing = [] if "path" in misspelt else _check_placeholders(checking, place, node, path_fields)
    query: Type | None = None
    if isinstance(node.query, nodes.TypeClause):
        query = _query_type(checking, place, node.query)
    elif node.query is not None:
        query = _object(checking, place, node.query, f"{name} query", ("optional", "default"))
    headers = None
    if node.headers is not None:
        allowed = ("optional", "default", "from")
        headers = _object(checking, place, node.headers, f"{name} headers", allowed)
        _name_headers(checking, place, node.headers, headers)
    path = None
    if node.path_fields is not None:
        path = _object(checking, place, node.path_fields, f"{name} path", ())
        _add_unknown_fields(checking, f"{name} path", missing)
    elif missing:
        path = ERROR
    return RouteInputs(
        _input(checking, place, node) or _unknown("input", misspelt),
        path or _unknown("path", misspelt),
        query or _unknown("query", misspelt),
        headers or _unknown("headers", misspelt),
    )


def _unknown(item: str, misspelt: Container[str]) -> Type | None:
    return ERROR if item in misspelt else None


# ---- placeholders


def _check_placeholders(
    checking: Checking,
    place: Place,
    node: nodes.RouteDeclaration,
    fields: tuple[nodes.Field, ...],
) -> list[str]:
    """Placeholders and ``path:`` fields correspond exactly; the placeholders without a field."""
    placeholders: dict[str, nodes.Name] = {}
    for segment in node.path.segments:
        if isinstance(segment, str):
            continue
        first = placeholders.setdefault(segment.text, segment)
        if first is not segment:
            checking.report(
                "route.placeholder_repeated",
                place.span(segment),
                f"the placeholder `{segment.text}` stands twice in the path",
                why="a field of `path` has one value",
                help="rename one of the two",
                related=(Related(place.span(first), "it stands here first"),),
            )
    declared = {field.name.text for field in fields}
    missing = {text: segment for text, segment in placeholders.items() if text not in declared}
    unused = [field.name for field in fields if field.name.text not in placeholders]
    for text, segment in missing.items():
        near = nearest_name(text, [name.text for name in unused])
        # One placeholder and one field without each other are one mistake, in one of the names.
        meant = next(
            (
                name
                for name in unused
                if name.text == near or not (near or nearest_name(name.text, missing))
            ),
            None,
        )
        if meant is not None:
            unused.remove(meant)
        checking.report(
            "route.placeholder_undeclared",
            place.span(segment),
            f"`path` has no field for the placeholder `{text}`",
            why="each part of the path that varies is decoded by a type",
            help=f"did you mean `{near}`?"
            if near
            else f"give it and the field `{meant.text}` one name"
            if meant
            else f"add `{text}: …` to `path: {{ … }}`",
            edits=(Edit(place.span(segment), near),) if near else (),
            related=(Related(place.span(meant), f"`{meant.text}` has no placeholder"),)
            if meant
            else (),
        )
    for name in unused:
        checking.report(
            "route.path_field_unused",
            place.span(name),
            f"the path has no placeholder `{{{name.text}}}`",
            why="a field of `path` is read from the placeholder of its name",
            help=f"add `{{{name.text}}}` to the path, or remove the field",
        )
    return list(missing)


def _add_unknown_fields(checking: Checking, owner: str, names: list[str]) -> None:
    """Let placeholders without a field be read: it was said that their types are missing."""
    definition = checking.declarations.definitions[owner]
    assert isinstance(definition, ObjectDefinition)  # it was made from the fields
    unknown = tuple(Field(name, ERROR) for name in names)
    checking.declarations.definitions[owner] = attrs.evolve(
        definition, fields=definition.fields + unknown
    )


# ---- bodies and declared types


def _input(checking: Checking, place: Place, node: nodes.RouteDeclaration) -> Type | None:
    if node.input is None:
        return None
    if node.method.text in _BODILESS:
        checking.report(
            "route.input_without_body",
            place.span(node.input),
            f"a {node.method.text} request has no body to read `input` from",
            why=f"HTTP gives the body of a {node.method.text} request no meaning, and proxies "
            "drop it",
            help="use `query:` or `path:`, or another method",
        )
    return _object_type(checking, place, node.input.type, "input", "the body of a request")


def _query_type(checking: Checking, place: Place, clause: nodes.TypeClause) -> Type:
    type_ = _object_type(checking, place, clause.type, "query", "the query of a request")
    if isinstance(type_, NamedType) and not is_error(type_):
        definition = checking.declarations.definitions[type_.name]
        assert isinstance(definition, ObjectDefinition)  # it was asked for just now
        for field in definition.fields:
            if not is_error(field.type) and not is_scalar(checking.types, field.type):
                _report_field_type(checking, place, clause.type, field, "query")
                break
    return type_


def _object_type(
    checking: Checking, place: Place, node: nodes.TypeExpression, clause: str, what: str
) -> Type:
    type_ = resolved_type(checking, place, node)
    if is_error(type_):
        return ERROR
    if isinstance(type_, NamedType) and isinstance(
        checking.declarations.definitions.get(type_.name), ObjectDefinition
    ):
        return type_
    checking.report(
        "route.input_type",
        place.span(node),
        f"`{clause}` is {an(type_)}, which is no Object",
        why=f"{what} has fields by name",
        help="name a type that is declared as an Object",
    )
    return ERROR


# ---- Objects declared in the route


def _object(
    checking: Checking,
    place: Place,
    clause: nodes.FieldsClause,
    name: str,
    modifiers: tuple[str, ...],
) -> Type:
    """The Object of the fields written in the route; no source can name it."""
    shown = name.rpartition(" ")[2]
    check_field_names(checking, place, clause.fields, shown)
    written: dict[str, nodes.Field] = {}
    for field in clause.fields:
        written.setdefault(field.name.text, field)
    plain = tuple(
        _plain_field(checking, place, written[field.name], field, shown, modifiers)
        for field in fields_of(checking, place, clause.fields)
    )
    definitions = checking.declarations.definitions
    definitions[name] = ObjectDefinition(name, plain)
    fields = tuple(
        _with_modifiers(checking, place, written[field.name], field, name) for field in plain
    )
    definitions[name] = ObjectDefinition(name, fields)
    return NamedType(name)


def _plain_field(
    checking: Checking,
    place: Place,
    node: nodes.Field,
    field: Field,
    shown: str,
    modifiers: tuple[str, ...],
) -> Field:
    check_modifiers(checking, place, node, allowed=modifiers)
    type_ = field.type
    if not check_inside(checking, place, node.type, type_):
        type_ = ERROR
    elif not is_error(type_) and not is_scalar(checking.types, type_):
        _report_field_type(checking, place, node.type, field, shown)
        type_ = ERROR
    constraints = read_constraints(
        checking, place, node.constraints, type_, f"`{shown}.{field.name}`"
    )
    report_crossed_layers(checking, place, node.constraints, constraints, type_, {})
    return attrs.evolve(field, type=type_, constraints=constraints)


def _report_field_type(
    checking: Checking, place: Place, node: Spanned, field: Field, shown: str
) -> None:
    checking.report(
        "route.field_type",
        place.span(node),
        f"`{shown}.{field.name}` cannot be {an(field.type)}",
        why="a part of a path, a query or a header is one text, which is decoded as a scalar",
        help="use a scalar type"
        + ("" if shown == "path" else "; what may be left out is `optional`, not a `?`"),
    )


def _with_modifiers(
    checking: Checking, place: Place, node: nodes.Field, field: Field, owner: str
) -> Field:
    optional, default, header = False, field.default, None
    for modifier in node.modifiers:
        match modifier:
            case nodes.OptionalModifier():
                optional = True
            case nodes.DefaultModifier(value=value) if default is OMITTED:
                known = constant_of(checking, place, value, FieldType(owner, field.name))
                default = None if known is None else known.value
            case nodes.FromModifier(header=written):
                header = written.value
    return attrs.evolve(field, optional=optional, default=default, header=header)


def _name_headers(
    checking: Checking, place: Place, clause: nodes.FieldsClause, headers: Type
) -> None:
    """Give each field its header: that after ``from``, or its own name with hyphens."""
    assert isinstance(headers, NamedType)  # it was made from the fields
    definition = checking.declarations.definitions[headers.name]
    assert isinstance(definition, ObjectDefinition)
    fields = tuple(
        attrs.evolve(field, header=field.header or field.name.replace("_", "-"))
        for field in definition.fields
    )
    checking.declarations.definitions[headers.name] = attrs.evolve(definition, fields=fields)
    seen: dict[str, nodes.Field] = {}
    by_name = {field.name: field for field in fields}
    for node in clause.fields:
        header = by_name[node.name.text].header or ""
        written = next((m for m in node.modifiers if isinstance(m, nodes.FromModifier)), None)
        span = place.span(written.header if written else node.name)
        if not _HEADER.fullmatch(header):
            checking.report(
                "route.header_invalid",
                span,
                f"`{header}` is no name of a header",
                why="a header's name is made of letters, digits and a few signs such as `-`",
                help='write a name such as `"X-Tenant"`',
            )
            continue
        first = seen.setdefault(header.casefold(), node)
        if first is not node and first.name.text != node.name.text:
            checking.report(
                "route.header_repeated",
                span,
                f"`{first.name.text}` reads the header `{header}` already",
                why="the names of headers do not differ by case, and each is read once",
                help=f"use `headers.{first.name.text}`, or name another header",
                edits=(Edit(place.span(node), ""),),
                related=(Related(place.span(first), "it is read here"),),
            )
