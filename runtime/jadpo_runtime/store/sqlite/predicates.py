"""Predicates as SQL that is two-valued: a comparison with a row's ``none`` is false [Q1].

In SQL it would be neither true nor false. At the top of a ``WHERE`` that is as good as false, so
plain comparisons stay plain, and use indexes; a ``not`` is pushed inwards to the comparisons.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Final, TypeAlias, cast

from jadpo_runtime.manifest import (
    All,
    And,
    FieldComparison,
    FieldIn,
    FieldIsNone,
    Not,
    Or,
    Predicate,
)
from jadpo_runtime.store.sqlite.forms import Encode, SqlValue
from jadpo_runtime.store.sqlite.tables import Table
from jadpo_runtime.values import INT_MAX, INT_MIN, ListType, Primitive, SetType, Type, TypeTable
from jadpo_runtime.values.internal_error import InternalError
from jadpo_runtime.values.layers import base_primitive, base_without_none, holds_none

Argument: TypeAlias = tuple[int, Encode | None]
"""Which of a plan's parameters a placeholder takes, and what is made of it (``None``: nothing)."""

_SQL_OPERATORS: Final[Mapping[str, str]] = {
    "==": "=",
    "!=": "<>",
    "<": "<",
    "<=": "<=",
    ">": ">",
    ">=": ">=",
}

_COMPLEMENTS: Final[Mapping[str, str]] = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
}


class Condition:
    """A predicate as SQL, and the arguments of its placeholders in their order."""

    def __init__(
        self, types: TypeTable, table: Table, predicate: Predicate, parameters: Sequence[Type]
    ) -> None:
        """Compile ``predicate`` for the rows of ``table``; ``parameters`` are the plan's."""
        self._types = types
        self._table = table
        self._parameters = parameters
        self.arguments: list[Argument] = []
        self.sql = self._holds(predicate)

    def _holds(self, predicate: Predicate) -> str:
        """SQL that is true where the predicate holds, and false or null where it does not."""
        match predicate:
            case All():
                return "1"
            case FieldIsNone(field=field):
                return f"{self._table.column(field).selected} IS NULL"
            case FieldComparison():
                return self._compares(predicate)
            case FieldIn():
                return self._is_in(predicate)
            case And():
                return _joined("AND", [self._holds(part) for part in _parts(predicate, And)])
            case Or():
                return _joined("OR", [self._holds(part) for part in _parts(predicate, Or)])
            case Not(predicate=inner):
                return self._fails(inner)

    def _fails(self, predicate: Predicate) -> str:
        """SQL that is true where the predicate does not hold, and false or null where it does."""
        match predicate:
            case All():
                return "0"
            case FieldIsNone(field=field):
                return f"{self._table.column(field).selected} IS NOT NULL"
            case FieldComparison():
                return self._does_not_compare(predicate)
            case FieldIn():
                return f"{self._is_in(predicate)} IS NOT TRUE"
            case And():
                return _joined("OR", [self._fails(part) for part in _parts(predicate, And)])
            case Or():
                return _joined("AND", [self._fails(part) for part in _parts(predicate, Or)])
            case Not(predicate=inner):
                return self._holds(inner)

    def _compares(self, comparison: FieldComparison) -> str:
        if comparison.operator == "!=":
            return self._does_not_compare(comparison, complement="==")
        return self._plain(comparison, comparison.operator)

    def _does_not_compare(self, comparison: FieldComparison, complement: str = "") -> str:
        operator = complement or comparison.operator
        if operator == "!=":
            return self._plain(comparison, "==")
        if self._may_be_null(comparison, operator):
            return f"({self._plain(comparison, operator)}) IS NOT TRUE"
        return self._plain(comparison, _COMPLEMENTS[operator])

    def _plain(self, comparison: FieldComparison, operator: str) -> str:
        column = self._table.column(comparison.field)
        encode: Encode | None = None if column.compares_as_it_is else column.compared
        if column.form.name == "int" and self._is_decimal(self._parameters[comparison.parameter]):
            encode = _unless_none(_AS_INT[operator])
        self.arguments.append((comparison.parameter, encode))
        return f"{column.comparable} {_SQL_OPERATORS[operator]} ?"

    def _may_be_null(self, comparison: FieldComparison, operator: str) -> bool:
        """Whether the plain comparison may be neither true nor false."""
        column = self._table.column(comparison.field)
        parameter = self._parameters[comparison.parameter]
        return (
            column.nullable
            or holds_none(self._types, parameter)
            # An Int that equals a Decimal with a fraction is asked for as null.
            or (operator == "==" and column.form.name == "int" and self._is_decimal(parameter))
        )

    def _is_decimal(self, type_: Type) -> bool:
        return base_primitive(self._types, type_) is Primitive.DECIMAL

    def _is_in(self, membership: FieldIn) -> str:
        column = self._table.column(membership.field)
        members = base_without_none(self._types, self._parameters[membership.parameter])
        if not isinstance(members, ListType | SetType):
            raise InternalError(f"`in` needs a list, not {members}")
        member: Encode = column.compared
        left = column.comparable
        value = "value"
        if column.form.name == "int" and self._is_decimal(members.element):
            member = _AS_INT["=="]
        elif column.form.name == "text":
            member = _without_nul
            value = _WITH_NUL
        elif column.form.name == "bytes":
            # JSON holds no bytes; hex() of null is the empty text.
            member = _hex
            left = f"CASE WHEN {column.selected} IS NULL THEN NULL ELSE hex({column.selected}) END"
        self.arguments.append((membership.parameter, _json_list(member)))
        return f"({left} IN (SELECT {value} FROM json_each(?)))"


def _parts(predicate: And | Or, kind: type[And] | type[Or]) -> list[Predicate]:
    """The operands of a chain of the same connective, from left to right."""
    parts: list[Predicate] = []
    waiting: list[Predicate] = [predicate]
    while waiting:
        part = waiting.pop()
        if isinstance(part, kind):
            waiting += (part.right, part.left)
        else:
            parts.append(part)
    return parts


def _joined(connective: str, parts: Sequence[str]) -> str:
    """The parts connected, as a balanced tree: SQLite bounds how deep an expression is."""
    if len(parts) == 1:
        return parts[0]
    middle = len(parts) // 2
    left, right = _joined(connective, parts[:middle]), _joined(connective, parts[middle:])
    return f"({left} {connective} {right})"


# ---- Int against Decimal: the Ints for which the comparison holds


def _equal_int(value: object) -> SqlValue:
    number = cast(Decimal, value)
    if number != number.to_integral_value() or not INT_MIN <= number <= INT_MAX:
        return None
    return int(number)


def _bound(rounding: str) -> Encode:
    def encode(value: object) -> SqlValue:
        number = cast(Decimal, value)
        # SQLite compares an Int with an infinity rightly.
        if number > INT_MAX:
            return float("inf")
        if number < INT_MIN:
            return float("-inf")
        return int(number.to_integral_value(rounding))

    return encode


_AS_INT: Final[Mapping[str, Encode]] = {
    "==": _equal_int,
    "!=": _equal_int,
    "<": _bound(ROUND_CEILING),
    "<=": _bound(ROUND_FLOOR),
    ">": _bound(ROUND_FLOOR),
    ">=": _bound(ROUND_CEILING),
}


def _unless_none(encode: Encode) -> Encode:
    return lambda value: None if value is None else encode(value)


# ---- lists


def _json_list(member: Encode) -> Encode:
    def encode(value: object) -> SqlValue:
        members = (member(item) for item in cast(Iterable[object], value) if item is not None)
        return json.dumps([item for item in members if item is not None], ensure_ascii=False)

    return encode


# SQLite's JSON functions end a text at U+0000, so it travels as two other code points.
_ESCAPE: Final = "\x1b"
_WITH_NUL: Final = "replace(replace(value, char(27) || '0', char(0)), char(27) || '1', char(27))"


def _without_nul(value: object) -> SqlValue:
    text = cast(str, value)
    return text.replace(_ESCAPE, _ESCAPE + "1").replace("\0", _ESCAPE + "0")


def _hex(value: object) -> SqlValue:
    return cast(bytes, value).hex().upper()


# ---- arguments


def binding(arguments: Sequence[Argument]) -> Callable[[Sequence[object]], Sequence[object]]:
    """The function from a plan's parameters to the arguments of its placeholders."""
    if all(encode is None for _, encode in arguments):
        places = [place for place, _ in arguments]
        if not places:
            return lambda parameters: ()
        if len(places) == 1:
            (place,) = places
            return lambda parameters: (parameters[place],)
        return lambda parameters: [parameters[place] for place in places]
    fixed = list(arguments)
    return lambda parameters: [
        parameters[place] if encode is None else encode(parameters[place])
        for place, encode in fixed
    ]
