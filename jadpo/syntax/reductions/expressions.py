"""Builds expressions, but for the persistence forms."""

from typing import cast

from jadpo.syntax.building import Braced, Building, Reductions
from jadpo.syntax.literals import duration_microseconds, int_value, text_value
from jadpo.syntax.nodes import (
    Argument,
    Attempt,
    Binary,
    BinaryOperator,
    BoolLiteral,
    BoundaryCall,
    Call,
    DecimalLiteral,
    DurationLiteral,
    Exists,
    Expression,
    FieldValue,
    IntLiteral,
    ListLiteral,
    Member,
    Name,
    NoneLiteral,
    ObjectLiteral,
    Parenthesised,
    Path,
    Supplied,
    TextLiteral,
    Unary,
)
from jadpo.syntax.tokens import Mark, Token

# ---- literals


def _int(_: Building, mark: Mark) -> IntLiteral:
    return IntLiteral(int_value(mark.text), mark.text, mark.start, mark.end)


def _decimal(_: Building, mark: Mark) -> DecimalLiteral:
    return DecimalLiteral(mark.text.replace("_", ""), mark.text, mark.start, mark.end)


def _duration(_: Building, mark: Mark) -> DurationLiteral:
    return DurationLiteral(duration_microseconds(mark.text), mark.text, mark.start, mark.end)


def _text(_: Building, mark: Mark) -> TextLiteral:
    return TextLiteral(text_value(mark.text), mark.text, mark.start, mark.end)


def _bool(_: Building, word: Name) -> BoolLiteral:
    return BoolLiteral(word.text == "true", word.start, word.end)


def _none(_: Building, word: Name) -> NoneLiteral:
    return NoneLiteral(word.start, word.end)


def _empty_list(_: Building, opening: Mark, closing: Mark) -> ListLiteral:
    return ListLiteral((), opening.start, closing.end)


def _list(
    _: Building, opening: Mark, items: list[Expression], comma: Mark | None, closing: Mark
) -> ListLiteral:
    return ListLiteral(tuple(items), opening.start, closing.end)


# ---- operators


def _binary(_: Building, left: Expression, operator: Token, right: Expression) -> Binary:
    text = cast(BinaryOperator, operator.text)
    return Binary(text, left, right, operator.start, left.start, right.end)


def _unary(_: Building, operator: Token, operand: Expression) -> Expression:
    if operator.text == "not":
        return Unary("not", operand, operator.start, operand.end)
    start, end = operator.start, operand.end
    match operand:
        case IntLiteral(value, text) if not text.startswith("-"):
            return IntLiteral(-value, f"-{text}", start, end)
        case DecimalLiteral(digits, text) if not text.startswith("-"):
            return DecimalLiteral(f"-{digits}", f"-{text}", start, end)
        case DurationLiteral(microseconds, text) if not text.startswith("-"):
            return DurationLiteral(-microseconds, f"-{text}", start, end)
        case _:
            return Unary("-", operand, start, end)


def _attempt(_: Building, word: Name, operand: Expression) -> Attempt:
    return Attempt(operand, word.start, operand.end)


def _boundary_call(_: Building, word: Name, operand: Expression) -> BoundaryCall:
    return BoundaryCall(operand, word.start, operand.end)


def _exists(_: Building, operand: Expression, word: Name) -> Exists:
    return Exists(operand, operand.start, word.end)


def _supplied(_: Building, operand: Expression, word: Name) -> Supplied:
    return Supplied(operand, operand.start, word.end)


def _parenthesised(_: Building, opening: Mark, inner: Expression, closing: Mark) -> Parenthesised:
    return Parenthesised(inner, opening.start, closing.end)


# ---- members, calls and Objects


def _member(_: Building, target: Expression, dot: Mark, name: Name) -> Member:
    return Member(target, name, target.start, name.end)


def _call(_: Building, callee: Path | Member, arguments: Braced[Argument]) -> Call:
    return Call(callee, tuple(arguments.items), callee.start, arguments.end)


def _no_arguments(_: Building, opening: Mark, closing: Mark) -> Braced[Argument]:
    return Braced([], opening.start, closing.end)


def _arguments(
    _: Building, opening: Mark, items: list[Argument], comma: Mark | None, closing: Mark
) -> Braced[Argument]:
    return Braced(items, opening.start, closing.end)


def _argument(_: Building, value: Expression) -> Argument:
    return Argument(None, value, value.start, value.end)


def _labelled_argument(_: Building, label: Name, colon: Mark, value: Expression) -> Argument:
    return Argument(label, value, label.start, value.end)


def _object(_: Building, path: Path, fields: Braced[FieldValue]) -> ObjectLiteral:
    return ObjectLiteral(path, tuple(fields.items), path.start, fields.end)


def _field_value(_: Building, name: Name, colon: Mark, value: Expression) -> FieldValue:
    return FieldValue(name, value, name.start, value.end)


REDUCTIONS: Reductions = {
    "argument": _argument,
    "arguments": _arguments,
    "attempt": _attempt,
    "binary": _binary,
    "bool": _bool,
    "boundary_call": _boundary_call,
    "call": _call,
    "decimal": _decimal,
    "duration": _duration,
    "empty_list": _empty_list,
    "exists": _exists,
    "field_value": _field_value,
    "int": _int,
    "labelled_argument": _labelled_argument,
    "list": _list,
    "member": _member,
    "no_arguments": _no_arguments,
    "none": _none,
    "object": _object,
    "parenthesised": _parenthesised,
    "supplied": _supplied,
    "text": _text,
    "unary": _unary,
}
