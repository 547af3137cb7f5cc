"""Where nodes, doc comments and comments stand."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from jadpo.source import Source
from jadpo.syntax import nodes, parse

ROOT = Path(__file__).parents[2]
PROGRAMS = [
    ROOT / "tests/syntax/programs/whole_language.jadpo",
    *sorted((ROOT / "examples").rglob("*.jadpo")),
    *sorted((ROOT / "corpus/syntax").rglob("*.jadpo")),
]


def children(node: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    """The nodes directly in a node or in a tuple of nodes."""
    for item in node:
        if isinstance(item, tuple):
            if hasattr(item, "_fields"):
                yield item
            else:
                yield from children(item)


def every_node(node: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    yield node
    for child in children(node):
        yield from every_node(child)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)
def test_a_node_begins_and_ends_with_a_token_and_holds_its_children(path: Path) -> None:
    source = Source(str(path), path.read_text(encoding="utf-8"))
    tree = parse(source).tree

    for node in (each for top in tree.declarations for each in every_node(top)):
        start, end = node.start, node.end  # type: ignore[attr-defined]  # each node has them
        text = source.text[start:end]
        assert text, node
        assert text == text.strip(), node
        places = [(each.start, each.end) for each in children(node)]  # type: ignore[attr-defined]
        assert all(start <= first and last <= end for first, last in places), node


def test_every_node_ends_with_its_offsets() -> None:
    classes = [getattr(nodes, name) for name in nodes.__all__]
    fields = {each.__name__: each._fields for each in classes if hasattr(each, "_fields")}
    del fields["SyntaxTree"]

    assert [name for name, names in fields.items() if names[-2:] != ("start", "end")] == []


def test_a_doc_comment_belongs_to_what_stands_under_it() -> None:
    tree = parse(
        Source(
            "docs.jadpo",
            """
/// An order.
///   Indented.
public entity Order {
    /// Its key.
    id: Uuid
    number: Int /// Behind a field, so of the next.
    total: Decimal
    /// Whether it is large.
    // An ordinary comment between.
    public function is_large(self: value) -> Large { return Large(true) }
}
//// Four slashes are no doc comment.
type Status = Enum {
    /// It is open.
    open
}
/// Of nothing.
""",
        )
    ).tree
    order, status = tree.declarations

    assert isinstance(order, nodes.EntityDeclaration)
    assert order.doc == "An order.\n  Indented."
    assert [field.doc for field in order.fields] == [
        "Its key.", None, "Behind a field, so of the next.",
    ]  # fmt: skip
    assert order.operations[0].doc == "Whether it is large."
    assert isinstance(status, nodes.EnumDeclaration)
    assert status.doc is None
    assert status.variants[0].doc == "It is open."


def test_a_comment_knows_where_it_belongs() -> None:
    text = """// first
type A = Int // behind
/// doc
type B = Object {
    // inside
}
// last"""
    source = Source("comments.jadpo", text)
    comments = parse(source).tree.comments

    assert [(each.text, each.kind, each.placement) for each in comments] == [
        ("// first", "line", "leading"),
        ("// behind", "line", "trailing"),
        ("/// doc", "doc", "leading"),
        ("// inside", "line", "inner"),
        ("// last", "line", "inner"),
    ]
    assert [text[each.anchor :].partition("\n")[0] for each in comments] == [
        "type A = Int // behind", " // behind", "type B = Object {", "}", "",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "\n", "// only a comment", "  \t\r\n/// doc\n", "\n" * 9])
def test_a_file_without_declarations_is_empty(text: str) -> None:
    parsed = parse(Source("empty.jadpo", text))

    assert parsed.diagnostics == ()
    assert parsed.tree.declarations == ()


def test_line_ends_and_tabs_carry_no_meaning() -> None:
    text = "type A = Object {\n\tx: Int // comment\n\ty: Text\n}\n"

    variants = [text.replace("\n", "\r\n"), text.rstrip("\n"), text.replace("\t", "        ")]

    for variant in variants:
        parsed = parse(Source("layout.jadpo", variant))
        assert parsed.diagnostics == ()
        (declaration,) = parsed.tree.declarations
        assert isinstance(declaration, nodes.ObjectDeclaration)
        assert [field.name.text for field in declaration.fields] == ["x", "y"]
        assert parsed.tree.comments[0].text == "// comment"


def test_module_and_imports_are_kept_apart() -> None:
    tree = parse(
        Source("m.jadpo", "module a.b\nimport c.d { E, f, }\nimport g { H }\ntype A = Int")
    ).tree

    assert tree.module is not None
    assert tree.module.path.text == "a.b"
    assert [(each.module.text, [name.text for name in each.names]) for each in tree.imports] == [
        ("c.d", ["E", "f"]),
        ("g", ["H"]),
    ]
    assert len(tree.declarations) == 1
