"""The concrete syntax tree: each production of the grammar with all of its tokens, in order.

The tree that the checker reads leaves out what means nothing: commas, the order of clauses. A
layout needs it, so the driver runs the same tables with functions that keep everything.
"""

from typing import NamedTuple, TypeAlias, cast

from jadpo.source import Source
from jadpo.syntax.building import Building, Reductions
from jadpo.syntax.driver import Built, drive
from jadpo.syntax.reductions import REDUCTIONS
from jadpo.syntax.splitting import split
from jadpo.syntax.tokens import Token, Tokens


class Tree(NamedTuple):
    """What a production builds: its alias in the grammar, and a value for each of its symbols."""

    alias: str
    children: tuple["Child", ...]


Node: TypeAlias = Tree | Token

Child: TypeAlias = "Node | list[Node] | None"
"""`None` is something optional that is absent. Lists with commas have these between the items."""


def top_level_trees(source: Source, tokens: Tokens) -> list[Tree]:
    """The trees of a file's header lines and declarations. The file must have no mistakes."""
    building = Building(source, {})
    trees = []
    for begin, end in split(tokens.tokens, tokens.kinds):
        built = drive(
            "chunk",
            tokens.tokens[begin:end],
            tokens.kinds[begin:end],
            building,
            _KEEPING_EVERYTHING,
        )
        assert isinstance(built, Built), "the same tables have accepted the text before"
        trees.append(cast(Tree, built.node))
    return trees


def first_token(node: Node) -> Token:
    """The token a node begins with."""
    while isinstance(node, Tree):
        node = next(_nodes(child)[0] for child in node.children if child)
    return node


def last_token(node: Node) -> Token:
    """The token a node ends with."""
    while isinstance(node, Tree):
        node = next(_nodes(child)[-1] for child in reversed(node.children) if child)
    return node


def has_braces(node: Node) -> bool:
    """Whether a `{` is somewhere in a node."""
    nodes = [node]
    while nodes:
        inner = nodes.pop()
        if isinstance(inner, Tree):
            nodes += [each for child in inner.children if child for each in _nodes(child)]
        elif inner.text == "{":
            return True
    return False


def _nodes(child: "Node | list[Node]") -> list[Node]:
    return child if isinstance(child, list) else [child]


def _keeping(alias: str) -> object:
    def keep(_: Building, *children: Child) -> Tree:
        return Tree(alias, children)

    return keep


def _longer_path(_: Building, path: Tree, dot: Token, member: Token) -> Tree:
    return Tree("path", (*path.children, dot, member))


def _next_listed(_: Building, items: list[Node], comma: Token, item: Node) -> list[Node]:
    items += (comma, item)
    return items


_KEEPING_EVERYTHING = cast(
    Reductions,
    {alias: _keeping(alias) for alias in REDUCTIONS}
    | {alias: REDUCTIONS[alias] for alias in ("absent", "first_item", "next_item", "no_items")}
    | {
        "longer_path": _longer_path,
        "next_listed": _next_listed,
        "path_of_two": _keeping("path"),
    },
)
