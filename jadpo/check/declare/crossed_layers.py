"""A bound that contradicts one of a type further down: no value satisfies both [T2].

Bounds within one declaration are compared where they are read; these are compared once all types
are complete, since what a type is built on may stand anywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple, TypeAlias

from jadpo.check.checking import Checking
from jadpo.check.scope import Place
from jadpo.check.words import shown
from jadpo.syntax import nodes
from jadpo_runtime.values import (
    FieldType,
    NamedType,
    OptionalType,
    RefinedDefinition,
    Type,
    TypeTable,
)
from jadpo_runtime.values.types import NO_CONSTRAINTS, Constraints

Tightest: TypeAlias = dict[Type, Constraints]
"""Of types looked at, the tightest bounds among all their layers, so that none is walked twice."""


class _Bound(NamedTuple):
    """A bound by its clause and its attribute, and the opposite one."""

    clause: str
    attribute: str
    opposite_clause: str
    opposite: str
    is_upper: bool


_BOUNDS: Final = (
    _Bound("min", "minimum", "max", "maximum", is_upper=False),
    _Bound("max", "maximum", "min", "minimum", is_upper=True),
    _Bound("min_length", "min_length", "max_length", "max_length", is_upper=False),
    _Bound("max_length", "max_length", "min_length", "min_length", is_upper=True),
)


def report_crossed_layers(
    checking: Checking,
    place: Place,
    clauses: Iterable[nodes.Clause],
    own: Constraints,
    built_on: Type,
    tightest: Tightest,
) -> None:
    """Say which of the clauses, read as ``own``, crosses a bound of what it is ``built_on``.

    ``tightest`` is filled on the way.
    """
    written = {clause.name.text: clause for clause in clauses}
    if not written:
        return
    inherited = _tightest(checking.types, built_on, tightest)
    for bound in _BOUNDS:
        value: Any = getattr(own, bound.attribute)
        opposite: Any = getattr(inherited, bound.opposite)
        if value is None or opposite is None:
            continue
        if value < opposite if bound.is_upper else value > opposite:
            _report(checking, place, written[bound.clause], bound, built_on)
            return


def _tightest(types: TypeTable, type_: Type, known: Tightest) -> Constraints:
    layers: list[Type] = []
    current: Type | None = type_
    while current is not None and current not in known:
        layers.append(current)
        current = current.inner if isinstance(current, OptionalType) else types.widened(current)
    bounds = NO_CONSTRAINTS if current is None else known[current]
    for layer in reversed(layers):
        bounds = known[layer] = _tighter(bounds, _own(types, layer))
    return bounds


def _own(types: TypeTable, type_: Type) -> Constraints:
    """The constraints of the outermost layer of a type alone."""
    match type_:
        case FieldType(owner=owner, field=field):
            return types.field(owner, field).constraints
        case NamedType(name=name):
            definition = types.definitions[name]
            if isinstance(definition, RefinedDefinition):
                return definition.constraints
    return NO_CONSTRAINTS


def _tighter(left: Constraints, right: Constraints) -> Constraints:
    if right is NO_CONSTRAINTS:
        return left
    found: dict[str, Any] = {}
    for bound in _BOUNDS:
        values = [getattr(each, bound.attribute) for each in (left, right)]
        given: list[Any] = [each for each in values if each is not None]
        found[bound.attribute] = (min if bound.is_upper else max)(given) if given else None
    return Constraints(**found)


def _report(
    checking: Checking, place: Place, clause: nodes.Clause, bound: _Bound, built_on: Type
) -> None:
    side = "less" if bound.is_upper else "greater"
    other = shown(built_on)
    checking.report(
        "type.constraint_crossed",
        place.span(clause),
        f"`{bound.clause}` is {side} than the `{bound.opposite_clause}` of `{other}`: no value "
        "satisfies both",
        why="a value satisfies the constraints of each type that its own is built on, and a type "
        "without values cannot be used",
        help=f"correct the bound, or that of `{other}`",
    )
