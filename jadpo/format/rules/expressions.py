"""Expressions, but for the persistence forms."""

from typing import cast

from jadpo.format.concrete import Child, Node, Tree, first_token
from jadpo.format.documents import (
    NOTHING_OR_LINE,
    SPACE_OR_LINE,
    Document,
    group,
    nest,
)
from jadpo.format.page import Page, Rules
from jadpo.syntax.tokens import Token

_LEVELS = {
    "or": 1,
    "and": 2,
    "==": 3, "!=": 3, "in": 3,
    "<": 4, "<=": 4, ">": 4, ">=": 4,
    "+": 5, "-": 5,
    "*": 6, "/": 6, "%": 6,
}  # fmt: skip
"""How tight each operator binds [C4]; those of one level make up one chain."""

_LITERALS = frozenset({"bool", "decimal", "duration", "int", "none", "text", "unary"})

_WITH_BRACKETS = frozenset({"create", "list", "match", "object", "query_expression"})


# ---- operators


def head(page: Page, condition: Node) -> Document:
    """What stands between `if` or such and its `{`, with the space before that.

    A chain of operators that is broken has the `{` on a line of its own.
    """
    if isinstance(condition, Tree) and condition.alias == "binary":
        first, *others = _chain(page, condition)
        return group(first, nest(*others), SPACE_OR_LINE)
    return (page.of(condition), " ")


def _binary(page: Page, *children: Node) -> Document:
    first, *others = _chain(page, Tree("binary", children))
    return group(first, nest(*others))


def _chain(page: Page, whole: Tree) -> list[Document]:
    """The operands of operators of one level, with these and lines between."""
    level = _level(whole)
    links: list[tuple[Token, Node]] = []
    left: Node = whole
    while isinstance(left, Tree) and left.alias == "binary" and _level(left) == level:
        left, operator, right = cast(tuple[Node, Token, Node], left.children)
        links.append((operator, right))
    parts = [page.of(left)]
    for operator, right in reversed(links):
        parts += (SPACE_OR_LINE, page.of(operator), " ", page.of(right))
    return parts


def _level(binary: Tree) -> int:
    return _LEVELS[cast(Token, binary.children[1]).text]


def _unary(page: Page, operator: Token, operand: Node) -> Document:
    """`not` stands apart from its operand, as does a minus from another, and else none."""
    apart = operator.text == "not" or first_token(operand).text == "-"
    return (page.of(operator), " " if apart else "", page.of(operand))


def _parenthesised(page: Page, opening: Token, inner: Node, closing: Token) -> Document:
    if _brings_brackets(inner) and not page.comments.are_within(opening, inner, None, closing):
        return page.hugged(opening, page.of(inner), closing, last_comma=False)

    def of(node: Node) -> Document:
        if isinstance(node, Tree) and node.alias == "binary":
            return group(*_chain(page, node))  # the parentheses have moved it to the right
        return page.of(node)

    return group(page.enclosed(opening, [inner], closing, edge=NOTHING_OR_LINE, of=of))


# ---- calls and literals


def _arguments(
    page: Page, opening: Token, arguments: list[Node], comma: Token | None, closing: Token
) -> Document:
    if len(arguments) == 1:
        (only,) = cast(list[Tree], arguments)
        if _brings_brackets(only.children[-1]) and not page.comments.are_within(
            opening, only, comma, closing
        ):
            return page.hugged(opening, page.of(only), closing, last_comma=True)
    return page.listed(opening, arguments, comma, closing)


def _brings_brackets(node: Child) -> bool:
    """Whether brackets around a node need no lines, since it has places to break in its own."""
    while isinstance(node, Tree) and node.alias in ("attempt", "boundary_call"):
        node = node.children[-1]
    if not isinstance(node, Tree):
        return False
    if node.alias == "call":
        callee, arguments = cast(tuple[Node, Tree], node.children)
        is_plain = isinstance(callee, Tree) and callee.alias == "path"
        return is_plain and arguments.alias == "arguments"
    return node.alias in _WITH_BRACKETS


def _labelled_argument(page: Page, label: Token, colon: Token, value: Node) -> Document:
    return (page.glued(label, colon), page.assigned(value))


def _list(
    page: Page, opening: Token, items: list[Node], comma: Token | None, closing: Token
) -> Document:
    filled = all(isinstance(each, Tree) and each.alias in _LITERALS for each in items[::2])
    return page.listed(opening, items, comma, closing, filled=filled)


def _empty_brackets(page: Page, opening: Token, closing: Token) -> Document:
    return page.listed(opening, [], None, closing)


RULES: Rules = {
    "argument": Page.row,
    "arguments": _arguments,
    "attempt": Page.row,
    "binary": _binary,
    "bool": Page.row,
    "boundary_call": Page.row,
    "call": Page.glued,
    "decimal": Page.row,
    "duration": Page.row,
    "empty_list": _empty_brackets,
    "exists": Page.row,
    "field_value": _labelled_argument,
    "int": Page.row,
    "labelled_argument": _labelled_argument,
    "list": _list,
    "member": Page.glued,
    "no_arguments": _empty_brackets,
    "none": Page.row,
    "object": Page.row,
    "parenthesised": _parenthesised,
    "supplied": Page.row,
    "text": Page.row,
    "unary": _unary,
}
