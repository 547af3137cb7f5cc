"""A file that is parsed again is parsed anew only where it changed."""

from pathlib import Path

from jadpo.source import Source
from jadpo.syntax import DeclarationCache, parse

PROGRAM = Path(__file__).with_name("programs") / "whole_language.jadpo"
TEXT = PROGRAM.read_text(encoding="utf-8")


def test_an_unchanged_file_gives_the_same_nodes() -> None:
    cache = DeclarationCache()
    first = parse(Source("a.jadpo", TEXT), cache)
    second = parse(Source("a.jadpo", TEXT), cache)

    pairs = zip(first.tree.declarations, second.tree.declarations, strict=True)
    assert all(one is other for one, other in pairs)


def test_what_moved_is_as_if_parsed_there() -> None:
    cache = DeclarationCache()
    parse(Source("a.jadpo", TEXT), cache)
    edited = Source("a.jadpo", TEXT.replace("\napplication", "\n// A new line.\napplication"))

    # Nodes of two classes can be equal as tuples, their texts not.
    assert repr(parse(edited, cache).tree) == repr(parse(edited).tree)


def test_only_what_changed_is_new() -> None:
    cache = DeclarationCache()
    text = "type A = Int\ntype B = Int\ntype C = Int\n"
    first = parse(Source("a.jadpo", text), cache).tree.declarations
    second = parse(Source("a.jadpo", text.replace("B", "D")), cache).tree.declarations

    assert second[0] is first[0]
    assert second[1] != first[1]
    assert second[2] is first[2]


def test_a_changed_doc_comment_is_seen() -> None:
    cache = DeclarationCache()
    parse(Source("a.jadpo", "/// Old\ntype A = Int"), cache)
    (declaration,) = parse(Source("a.jadpo", "/// New\ntype A = Int"), cache).tree.declarations

    assert declaration.doc == "New"


def test_mistakes_are_found_again() -> None:
    cache = DeclarationCache()
    text = "type A = Object { match: Int }\nstore s { url: a url: b }\nentity {"
    first = parse(Source("a.jadpo", text), cache)

    assert len(first.diagnostics) == 3
    assert parse(Source("a.jadpo", text), cache).diagnostics == first.diagnostics


def test_declarations_of_the_same_text_keep_their_places() -> None:
    cache = DeclarationCache()
    source = Source("a.jadpo", "type A = Int\ntype A = Int\n")
    parse(source, cache)

    assert repr(parse(source, cache).tree) == repr(parse(source).tree)
