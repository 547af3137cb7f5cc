"""lark, with its own lexer and driver, accepts the same texts with the same trees."""

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

import jadpo_grammar
from jadpo.source import Source
from jadpo.syntax.building import Building
from jadpo.syntax.driver import Built, drive
from jadpo.syntax.nodes import Name
from jadpo.syntax.reductions import REDUCTIONS
from jadpo.syntax.tokenizer import tokenize
from jadpo.syntax.tokens import Mark

ROOT = Path(__file__).parents[2]
PROGRAMS = sorted(
    path
    for folder in ("examples", "corpus", "tests/syntax/programs")
    for path in (ROOT / folder).rglob("*.jadpo")
)
GRAMMAR = Path(jadpo_grammar.__file__).with_name("jadpo.lark")
WORDS_AND_MARKS = [
    "if",
    "else",
    "match",
    "var",
    "return",
    "query",
    "action",
    "type",
    "on",
    "set:",
    "input:",
    "name:",
    ",",
    ".",
    ":",
    "=",
    "==",
    ">=",
    ">",
    "<",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "->",
    "=>",
    "-",
    "not",
    "and",
    "in",
    "exists",
    "supplied",
    "none",
    "3",
    "1.5",
    "5s",
    '"t"',
    "x",
    "Order",
    "self",
    "start",
    "tick",
    "create",
    "attempt",
    "conflict",
    "conflict:",
    "where:",
    "optional",
    "required",
    "many",
    "?",
]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_trees_of_a_program_are_the_same(path: Path) -> None:
    source = read(path)

    # Nodes of two classes can be equal as tuples, their texts not.
    assert repr(tree_by_driver(source)) == repr(tree_by_lark(source))


@pytest.mark.parametrize("seed", range(8))
def test_mutated_programs_are_accepted_or_refused_alike(seed: int) -> None:
    chosen = random.Random(seed)
    accepted = 0
    for path in chosen.sample(PROGRAMS, 10):
        for source in mutants(read(path), chosen, count=6):
            ours, theirs = tree_by_driver(source), tree_by_lark(source)
            assert repr(ours) == repr(theirs), source.text
            accepted += ours is not None
    assert accepted, "mutants that are all refused prove little"


def tree_by_driver(source: Source) -> object | None:
    """The nodes of a file as our own tokenizer and driver parse it, or `None` if they refuse."""
    tokenized = tokenize(source)
    tokens, kinds = tokenized.tokens.tokens, tokenized.tokens.kinds
    result = drive("file", tokens, kinds, Building(source, tokenized.tokens.docs))
    if tokenized.diagnostics or not isinstance(result, Built):
        return None
    return result.node


@cache
def lark_parser() -> Lark:
    return Lark(
        GRAMMAR.read_text(encoding="utf-8"),
        parser="lalr",
        lexer="contextual",
        start="file",
        keep_all_tokens=True,
        maybe_placeholders=False,
    )


def tree_by_lark(source: Source) -> object | None:
    """The nodes of a file as lark parses it, or `None` if lark refuses it."""
    try:
        tree = lark_parser().parse(source.text)
    except UnexpectedInput:
        return None
    return _built(tree, Building(source, tokenize(source).tokens.docs))


def _built(tree: Tree[Token] | Token, building: Building) -> object:
    if isinstance(tree, Token):
        assert tree.start_pos is not None
        assert tree.end_pos is not None
        kind = Name if tree[0].isalpha() or tree[0] == "_" else Mark
        return kind(str(tree), tree.start_pos, tree.end_pos)
    values = [_built(child, building) for child in tree.children]
    if tree.data in REDUCTIONS:
        return REDUCTIONS[tree.data](building, *values)
    assert len(values) == 1, f"`{tree.data}` builds nothing, so it has one value to pass on"
    return values[0]


def read(path: Path) -> Source:
    return Source(str(path), path.read_text(encoding="utf-8").removeprefix("\ufeff"))


def mutants(source: Source, chosen: random.Random, count: int) -> Iterator[Source]:
    """The text with one token deleted, doubled, replaced, or swapped with the next."""
    tokens = tokenize(source).tokens.tokens
    text = source.text
    for _ in range(count):
        index = chosen.randrange(len(tokens) - 1)
        token, following = tokens[index], tokens[index + 1]
        between = text[token.end : following.start]
        replacement = chosen.choice(
            (
                between + following.text,
                token.text + " " + token.text + between + following.text,
                chosen.choice(WORDS_AND_MARKS) + between + following.text,
                token.text + " " + chosen.choice(WORDS_AND_MARKS) + between + following.text,
                following.text + between + token.text,
            )
        )
        yield Source(source.path, text[: token.start] + replacement + text[following.end :])
