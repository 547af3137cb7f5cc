"""Every construct of the language has a rule, and the programs laid out here show each."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from jadpo.format import Formatted, format_source
from jadpo.format.concrete import Child, Tree, top_level_trees
from jadpo.format.rendering import WIDTH
from jadpo.format.rules import RULES
from jadpo.source import Source
from jadpo.syntax import nodes, parse
from jadpo.syntax.tables import load_tables
from jadpo.syntax.tokenizer import tokenize

TREE = Path(__file__).parents[2]
PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*.jadpo"))
WHOLE_LANGUAGE = TREE / "tests/syntax/programs/whole_language.jadpo"

OF_LISTS = {"absent", "first_item", "next_item", "next_listed", "no_items"}
OF_PATHS = {"longer_path", "path_of_two"}
"""Laid out as `path`."""

UNBREAKABLE = "route GET /orders/{number_of_the_order}/"


def read(path: Path) -> Source:
    return Source(path.name, path.read_text("utf-8"))


def layout(source: Source) -> str:
    result = format_source(source)
    assert isinstance(result, Formatted), result
    return result.text


def test_each_production_of_the_grammar_has_a_rule() -> None:
    aliases = {production.alias for production in load_tables().productions}

    assert set(RULES) == aliases - OF_LISTS - OF_PATHS - {"file"}


def test_the_programs_show_each_rule() -> None:
    shown = set()
    for path in (WHOLE_LANGUAGE, *PROGRAMS):
        source = read(path)
        for tree in top_level_trees(source, tokenize(source).tokens):
            shown |= set(aliases_in(tree))

    assert set(RULES) - shown == set()


def test_the_programs_show_each_class_of_nodes() -> None:
    every = {name for name in nodes.__all__ if isinstance(getattr(nodes, name), type)}
    tree = parse(read(WHOLE_LANGUAGE)).tree
    shown = set(classes_in((tree.module, tree.imports, tree.declarations)))

    assert every - shown - {"Comment", "SyntaxTree"} == set()


def aliases_in(node: Child) -> Iterator[str]:
    if isinstance(node, Tree):
        yield node.alias
        for child in node.children:
            yield from aliases_in(child)
    elif isinstance(node, list):
        for child in node:
            yield from aliases_in(child)


def classes_in(node: object) -> Iterator[str]:
    if isinstance(node, tuple):
        yield type(node).__name__
        for child in node:
            yield from classes_in(child)


@pytest.mark.parametrize("path", [WHOLE_LANGUAGE, *PROGRAMS], ids=lambda path: path.stem)
def test_the_layout_of_a_program(path: Path, snapshot: SnapshotAssertion) -> None:
    text = layout(read(path))

    assert layout(Source(path.name, text)) == text
    assert text == snapshot


@pytest.mark.parametrize("path", [WHOLE_LANGUAGE, *PROGRAMS], ids=lambda path: path.stem)
def test_lines_fit(path: Path) -> None:
    lines = layout(read(path)).splitlines()

    assert [line for line in lines if len(line) > WIDTH and UNBREAKABLE not in line] == []
