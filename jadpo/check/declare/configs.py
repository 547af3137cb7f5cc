"""Resolving `config` blocks: typed values from the environment [G1]."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import attrs

from jadpo.check.checking import Checking
from jadpo.check.constants import constant_of
from jadpo.check.declare.constraints import (
    CONSTRAINT_NAMES,
    FOREIGN_CONSTRAINTS,
    read_constraints,
)
from jadpo.check.declare.crossed_layers import report_crossed_layers
from jadpo.check.declare.fields import check_field_names, check_modifiers, fields_of
from jadpo.check.declared import declared
from jadpo.check.scope import Place
from jadpo.check.symbols import is_repeated
from jadpo.check.typenames import check_inside
from jadpo.check.types import ERROR, is_error, is_scalar
from jadpo.check.words import an
from jadpo.diagnostics import Edit, Related, nearest_name
from jadpo.syntax import nodes
from jadpo_runtime.manifest import ConfigDefinition
from jadpo_runtime.values import OMITTED, Field, FieldType, ObjectDefinition, Span

_SETTINGS: Final = ("binding", "default", "secret")
"""The clauses of a config field that are no constraints."""

_KNOWN: Final = frozenset((*CONSTRAINT_NAMES, *_SETTINGS))

_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
"""A portable name of an environment variable."""


class ConfigField(NamedTuple):
    """A field of a config, with the qualified name of the config it belongs to."""

    config: str
    field: Field


def find_config_field(checking: Checking, name: str) -> ConfigField | None:
    """What ``config.name`` stands for: fields of all configs share one name space."""
    for config in checking.declarations.configs.values():
        for field in config.fields:
            if field.name == name:
                return ConfigField(config.name, field)
    return None


def resolve_configs(checking: Checking) -> None:
    """Resolve every config; its fields have nominal types, like those of an Object."""
    seen = _Seen({}, {})
    for place, node, qualified in declared(checking, nodes.ConfigDeclaration):
        # One that is declared twice is one mistake, whatever its fields.
        _resolve(
            checking, place, node, qualified, _Seen({}, {}) if is_repeated(qualified) else seen
        )


class _Seen(NamedTuple):
    """Where each field's name and each environment variable was declared first."""

    names: dict[str, Span]
    variables: dict[str, Span]


def _resolve(
    checking: Checking,
    place: Place,
    node: nodes.ConfigDeclaration,
    qualified: str,
    seen: _Seen,
) -> None:
    check_field_names(checking, place, node.fields, node.name.text)
    own: dict[str, nodes.Field] = {}
    for written in node.fields:
        own.setdefault(written.name.text, written)
    for name, written in own.items():
        _check_name(checking, place, written, name, seen)
    plain = [
        _plain_field(checking, place, own[field.name], field)
        for field in fields_of(checking, place, node.fields)
    ]
    definitions = checking.declarations.definitions
    definitions[qualified] = ObjectDefinition(qualified, tuple(plain), node.doc or "")
    fields = tuple(
        _with_settings(checking, place, own[field.name], field, qualified, seen) for field in plain
    )
    definitions[qualified] = ObjectDefinition(qualified, fields, node.doc or "")
    checking.declarations.configs[qualified] = ConfigDefinition(qualified, fields)


def _check_name(
    checking: Checking, place: Place, written: nodes.Field, name: str, seen: _Seen
) -> None:
    first = seen.names.setdefault(name, place.span(written.name))
    if first != place.span(written.name):
        checking.report(
            "config.field_repeated",
            place.span(written.name),
            f"`config.{name}` is declared in another config already",
            why="`config.name` does not say in which config, so a name stands in one of them",
            help="rename one of the two",
            related=(Related(first, f"`{name}` is declared here first"),),
        )


def _plain_field(checking: Checking, place: Place, node: nodes.Field, field: Field) -> Field:
    """The field with its constraints, its type checked: one value in a variable is a scalar."""
    check_modifiers(checking, place, node, allowed=())
    type_ = field.type
    if not check_inside(checking, place, node.type, type_):
        type_ = ERROR
    if not is_error(type_) and not is_scalar(checking.types, type_):
        checking.report(
            "config.field_type",
            place.span(node.type),
            f"`config.{field.name}` cannot be {an(type_)}",
            why="a config value is read from one environment variable, and is always there, so "
            "it is a scalar without `?`",
            help="use a scalar type, with a `default:` where it need not be set",
        )
        type_ = ERROR
    constraints = read_constraints(
        checking, place, node.constraints, type_, f"`config.{field.name}`", _SETTINGS
    )
    report_crossed_layers(checking, place, node.constraints, constraints, type_, {})
    return attrs.evolve(field, type=type_, constraints=constraints)


def _with_settings(
    checking: Checking,
    place: Place,
    node: nodes.Field,
    field: Field,
    qualified: str,
    seen: _Seen,
) -> Field:
    clauses = {_meant(clause): clause for clause in node.constraints}
    default: object = OMITTED
    if "default" in clauses:
        value = clauses["default"].value
        known = constant_of(checking, place, value, FieldType(qualified, field.name))
        if known is not None:
            default = known.value
    return attrs.evolve(
        field,
        default=default,
        secret=_secret(checking, place, clauses.get("secret")),
        binding=_binding(checking, place, node, clauses.get("binding"), seen),
    )


def _meant(clause: nodes.Clause) -> str:
    """The name of a clause; of a misspelt one, which is reported, that of the clause meant."""
    name = clause.name.text
    if name in CONSTRAINT_NAMES:
        return name
    return nearest_name(name, _SETTINGS) or FOREIGN_CONSTRAINTS.get(name, name)


def _secret(checking: Checking, place: Place, clause: nodes.Clause | None) -> bool:
    if clause is None:
        return False
    if isinstance(clause.value, nodes.BoolLiteral):
        return clause.value.value
    checking.report(
        "config.secret_value",
        place.span(clause.value),
        "`secret` is `true` or `false`",
        why="whether a value is secret is known before the program runs",
        help="write `secret: true`",
        edits=(Edit(place.span(clause.value), "true"),),
    )
    return True


def _binding(
    checking: Checking,
    place: Place,
    node: nodes.Field,
    clause: nodes.Clause | None,
    seen: _Seen,
) -> str | None:
    name = node.name.text
    if clause is None:
        if any(each.name.text not in _KNOWN for each in node.constraints):
            return None  # it is told of that one, which may be meant
        checking.report(
            "config.binding_missing",
            place.span(node.name),
            f"`config.{name}` does not say which environment variable it is read from",
            why="config comes from the environment, and nothing is read that is not named",
            help=f'add `binding: "{name.upper()}"`',
        )
        return None
    value = clause.value
    if not isinstance(value, nodes.TextLiteral) or not _VARIABLE.fullmatch(value.value):
        checking.report(
            "config.binding_invalid",
            place.span(value),
            f"the binding of `config.{name}` names no environment variable",
            why="the name of a variable is made of letters, digits and `_`, and begins with no "
            "digit",
            help=f'write `binding: "{name.upper()}"`',
            edits=(Edit(place.span(value), f'"{name.upper()}"'),),
        )
        return None
    first = seen.variables.setdefault(value.value, place.span(value))
    if first != place.span(value):
        checking.report(
            "config.binding_repeated",
            place.span(value),
            f"`{value.value}` is the binding of another value already",
            why="two values from one variable are one value under two names",
            help="use one of the two, or name another variable",
            related=(Related(first, "it is bound here first"),),
        )
    return value.value
