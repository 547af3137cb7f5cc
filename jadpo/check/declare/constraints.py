"""Constraints as they are written on types and fields [T2]."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any, Final, NamedTuple

from jadpo.check.checking import Checking
from jadpo.check.constants import decimal_value, duration_value, int_value
from jadpo.check.scope import Place
from jadpo.check.types import BYTES, DECIMAL, DURATION, INT, TEXT, is_error, present
from jadpo.check.words import shown
from jadpo.diagnostics import Edit, Related, nearest_name
from jadpo.syntax import nodes
from jadpo_runtime.values import (
    INT_MAX,
    Constraints,
    Duration,
    ListType,
    MapType,
    SetType,
    Type,
    TypeTable,
)
from jadpo_runtime.values.patterns import PatternError, compile_pattern


class _Kind(NamedTuple):
    """One constraint: what it applies to, what value it takes, and where the value goes."""

    applies_to: str
    applies: Callable[[Type], bool]
    takes: str
    read: Callable[[Checking, Place, nodes.Expression, Type], Any]
    """The value where it is well formed, ``None`` otherwise; reports only numbers too long."""
    attribute: str


def _is_measured(base: Type) -> bool:
    return base in (INT, DECIMAL, DURATION)


def _has_length(base: Type) -> bool:
    return base in (TEXT, BYTES) or isinstance(base, ListType | SetType | MapType)


def _bound(
    checking: Checking, place: Place, value: nodes.Expression, base: Type
) -> int | Decimal | Duration | None:
    match value:
        case nodes.IntLiteral() if base == INT:
            return int_value(checking, place, value)
        case nodes.IntLiteral() | nodes.DecimalLiteral() if base == DECIMAL:
            return decimal_value(checking, place, value)
        case nodes.DurationLiteral() if base == DURATION:
            return duration_value(checking, place, value)
    return None


def _length(checking: Checking, place: Place, value: nodes.Expression, base: Type) -> int | None:
    if isinstance(value, nodes.IntLiteral) and 0 <= value.value <= INT_MAX:
        return value.value
    return None


def _text(checking: Checking, place: Place, value: nodes.Expression, base: Type) -> str | None:
    return value.value if isinstance(value, nodes.TextLiteral) else None


def _format(checking: Checking, place: Place, value: nodes.Expression, base: Type) -> str | None:
    if isinstance(value, nodes.Path) and value.text in ("email", "url"):
        return value.text
    return None


_MEASURED: Final = "Int, Decimal and Duration"
_LONG: Final = "Text, Bytes, List, Set and Map"
_A_BOUND: Final = "a literal of the type's base"
_A_COUNT: Final = "a whole number that is not negative"

_KINDS: Final[Mapping[str, _Kind]] = {
    "min": _Kind(_MEASURED, _is_measured, _A_BOUND, _bound, "minimum"),
    "max": _Kind(_MEASURED, _is_measured, _A_BOUND, _bound, "maximum"),
    "min_length": _Kind(_LONG, _has_length, _A_COUNT, _length, "min_length"),
    "max_length": _Kind(_LONG, _has_length, _A_COUNT, _length, "max_length"),
    "pattern": _Kind("Text", lambda base: base == TEXT, "a text literal", _text, "pattern"),
    "format": _Kind("Text", lambda base: base == TEXT, "`email` or `url`", _format, "format"),
}

FOREIGN_CONSTRAINTS: Final[Mapping[str, str]] = {
    "env": "binding",
    "name": "binding",
    "variable": "binding",
    "environment": "binding",
    "key": "binding",
    "minimum": "min",
    "maximum": "max",
    "gte": "min",
    "ge": "min",
    "lte": "max",
    "le": "max",
    "minLength": "min_length",
    "maxLength": "max_length",
    "regex": "pattern",
    "regexp": "pattern",
    "matches": "pattern",
    "sensitive": "secret",
    "fallback": "default",
}
"""The clause that is meant, by what other languages call it."""

CONSTRAINT_NAMES: Final = tuple(_KINDS)
"""The names of all constraints."""


def base_for_constraints(types: TypeTable, type_: Type) -> Type:
    """What the constraints of a type or field apply to: its base, without ``?``."""
    while True:
        type_ = types.base(type_)
        inner = present(types, type_)
        if inner is None:
            return type_
        type_ = inner


def read_constraints(
    checking: Checking,
    place: Place,
    clauses: Iterable[nodes.Clause],
    type_: Type,
    owner: str,
    others: tuple[str, ...] = (),
) -> Constraints:
    """The constraints among these clauses, on a type or on a field of the type ``type_``.

    ``owner`` is what has them, in words; ``others`` are clauses that the caller reads itself.
    Those with a mistake are reported and left out.
    """
    base = base_for_constraints(checking.types, type_)
    if is_error(base):
        return Constraints()
    read: dict[str, Any] = {}
    written: dict[str, nodes.Clause] = {}
    for clause in clauses:
        name = clause.name.text
        if name in others:
            continue
        kind = _KINDS.get(name)
        if kind is None:
            checking.unread_constraints.append(place.span(clause))
            _report_unknown(checking, place, clause, owner, others)
        elif not kind.applies(base):
            _report_misapplied(checking, place, clause, kind, owner, base)
        else:
            said = len(checking.diagnostics)
            value = kind.read(checking, place, clause.value, base)
            if value is None and len(checking.diagnostics) == said:
                _report_value(checking, place, clause, kind, base)
            elif value is not None and _is_right(checking, place, clause, value):
                read[kind.attribute] = value
                written[kind.attribute] = clause
                continue
            checking.unread_constraints.append(place.span(clause))
    _check_not_crossed(checking, place, read, written)
    return Constraints(**read)


def _is_right(checking: Checking, place: Place, clause: nodes.Clause, value: object) -> bool:
    """Whether a well-formed value can be used: a pattern is compiled (language.md §12)."""
    if clause.name.text != "pattern":
        return True
    assert isinstance(value, str)  # it was read as a text literal
    try:
        compile_pattern(value)
    except PatternError as error:
        report_pattern(checking, place, clause.value, error)
        return False
    return True


def report_pattern(
    checking: Checking, place: Place, node: nodes.Expression, error: PatternError
) -> None:
    """Say that a text is no pattern (language.md §12)."""
    checking.report(
        "pattern.invalid",
        place.span(node),
        f"this is no pattern: {error}",
        why="patterns are those of RE2, which match in time linear in the text: no look-around "
        "and no back-references",
        help="write it without these, or check the rest in a function",
    )


def _check_not_crossed(
    checking: Checking, place: Place, read: dict[str, Any], written: dict[str, nodes.Clause]
) -> None:
    for least, most in (("minimum", "maximum"), ("min_length", "max_length")):
        if least in read and most in read and read[least] > read[most]:
            low, high = written[least], written[most]
            checking.report(
                "type.constraint_crossed",
                place.span(high),
                f"`{high.name.text}` is less than `{low.name.text}`: no value satisfies both",
                why="a type without values cannot be used",
                help="exchange the two, or correct one",
                related=(Related(place.span(low), f"`{low.name.text}` is here"),),
            )
            del read[most]


def _report_unknown(
    checking: Checking, place: Place, clause: nodes.Clause, owner: str, others: tuple[str, ...]
) -> None:
    name = clause.name.text
    known = [*CONSTRAINT_NAMES, *others]
    near = nearest_name(name, known) or FOREIGN_CONSTRAINTS.get(name)
    if near not in known:
        near = None
    step = _STEPS.get(name)
    span = place.span(clause.name)
    checking.report(
        "type.constraint_unknown",
        span,
        f"{owner} cannot have `{name}`",
        why=f"what may stand here is {', '.join(f'`{each}`' for each in known)}",
        help=f"did you mean `{near}`?" if near else step or f"remove `{name}`",
        edits=(Edit(span, near),) if near else (),
    )


_UNIQUE: Final = "write `persistence { unique: field }` in the entity"
_ABSENT: Final = "write `?` after the type of what may be `none`"
_PRESENT: Final = "leave it out: what is written without `?` is always there"
_REFERENCE: Final = (
    "write `persistence { reference field: Other.field on_delete: … }` in the entity"
)
_DEFAULT: Final = "give the value where one is made; fields of an Object have `Type default value`"
_IDENTITY: Final = "write `identity: field` in the entity"

_STEPS: Final[Mapping[str, str]] = {
    "unique": _UNIQUE,
    "index": "write `persistence { index: field }` in the entity",
    "nullable": _ABSENT,
    "null": _ABSENT,
    "not_null": _PRESENT,
    "required": _PRESENT,
    "optional": _ABSENT,
    "default": _DEFAULT,
    "primary_key": _IDENTITY,
    "primary": _IDENTITY,
    "references": _REFERENCE,
    "foreign_key": _REFERENCE,
    "enum": "declare `type Name = Enum { variant }`",
}
"""What to do instead of what other systems write on a field."""


def _report_misapplied(
    checking: Checking, place: Place, clause: nodes.Clause, kind: _Kind, owner: str, base: Type
) -> None:
    name = clause.name.text
    instead = {"min": "min_length", "max": "max_length", "min_length": "min", "max_length": "max"}
    other = instead.get(name)
    swap = other is not None and _KINDS[other].applies(base)
    checking.report(
        "type.constraint_misapplied",
        place.span(clause.name),
        f"`{name}` does not apply to {owner}, whose base is `{shown(base)}`",
        why=f"`{name}` is a constraint of {kind.applies_to}",
        help=f"write `{other}`" if swap else f"remove `{name}`",
        edits=(Edit(place.span(clause.name), other),) if swap and other else (),
    )


_BOUNDS: Final[Mapping[Type, str]] = {
    INT: "an Int such as `10`",
    DECIMAL: "a Decimal such as `9.50`",
    DURATION: "a Duration such as `15m`",
}


def _report_value(
    checking: Checking, place: Place, clause: nodes.Clause, kind: _Kind, base: Type
) -> None:
    takes = _BOUNDS.get(base, kind.takes) if kind.takes == _A_BOUND else kind.takes
    checking.report(
        "type.constraint_value",
        place.span(clause.value),
        f"this is no value for `{clause.name.text}`",
        why=f"`{clause.name.text}` takes {kind.takes}",
        help=f"write {takes}",
    )
