"""Modules and imports [S3]."""

import pytest

from jadpo.diagnostics import Diagnostic
from tests.support.marked_source import checked, diagnostics_of

BASE = "module base\npublic type Title = Text {}\ntype Hidden = Int {}\n"


def only(rule: str, *texts: str) -> Diagnostic:
    found = list(diagnostics_of(*texts))
    assert [each.rule for each in found] == [rule], found
    return found[0]


def test_names_are_qualified_by_their_modules() -> None:
    program = checked(
        "module shop.orders\nimport base { Title }\n"
        "function f(title: Title) -> Title { return title }",
        BASE,
    )

    assert set(program.callables) == {"shop.orders.f"}
    assert "base.Title" in program.manifest.types.definitions


def test_several_files_make_one_module_and_imports_are_a_files_own() -> None:
    checked(
        "module shop\nfunction f(n: Number) -> Number { return g(n) }",
        "module shop\ntype Number = Int {}\nfunction g(n: Number) -> Number { return n }",
    )
    only(
        "type.unknown",
        "module shop\nimport base { Title }\nfunction f(t: Title) -> Unit { }",
        BASE,
        "module shop\nfunction g(t: Title) -> Unit { }",
    )


def test_two_modules_may_declare_one_name() -> None:
    checked("module a\ntype Title = Text {}", "module b\ntype Title = Int {}")


@pytest.mark.parametrize(
    ("rule", "imports"),
    [
        ("module.unknown", "import bases { Title }"),
        ("module.name_unknown", "import base { Titel }"),
        ("module.not_public", "import base { Hidden }"),
        ("module.import_needless", "import base { Title, Title }"),
        ("name.duplicate", "import base { Title }\ntype Title = Int {}"),
        ("module.cycle", "import shop { Thing }"),
    ],
)
def test_an_import_names_what_another_module_offers(rule: str, imports: str) -> None:
    only(rule, f"module shop\n{imports}\ntype Thing = Int {{}}", BASE)


def test_imports_of_a_project_without_modules_are_refused() -> None:
    only("module.unknown", "import base { Title }\ntype Thing = Int {}")


def test_every_file_declares_a_module_or_none_does() -> None:
    diagnostic = only("module.missing", "module a\ntype A = Int {}", "type B = Int {}")

    assert diagnostic.span is not None
    assert diagnostic.span.path == "1.jadpo"


def test_imports_do_not_go_round_in_a_circle() -> None:
    diagnostic = only(
        "module.cycle",
        "module a\nimport b { B }\npublic type A = Int {}",
        "module b\nimport c { C }\npublic type B = Int {}",
        "module c\nimport a { A }\npublic type C = Int {}",
    )

    assert "`a` → `b` → `c` → `a`" in diagnostic.summary
    assert len(diagnostic.related) == 2


def test_an_operation_of_another_module_is_called_if_it_is_public() -> None:
    entity = (
        "module base\npublic entity Todo {{ id: Uuid {{ generated: identity }}  identity: id\n"
        "  {}action add() -> Todo {{ return attempt create Todo {{ }} }}\n}}"
    )
    user = "module shop\nimport base { Todo }\naction f() -> Unit { var _ = Todo.add() }"

    checked(user, entity.format("public "))
    only("module.not_public", user, entity.format(""))


def test_a_name_of_a_module_that_is_not_imported_says_so() -> None:
    diagnostic = only("type.unknown", "module shop\nfunction f(t: Title) -> Unit { }", BASE)

    assert diagnostic.why == "`Title` is declared in the module `base`, and not imported here"


def test_enums_and_failures_of_another_module_are_used_by_their_names() -> None:
    checked(
        "module shop\nimport base { Status, Gone, check }\n"
        "function f(s: Status) fails Gone -> Status {\n"
        "  return match check(s) { success(x) => x failure Gone => propagate }\n}\n"
        "function g(s: Status) -> Status {\n"
        "  return match s { Status.open => Status.closed Status.closed => Status.open }\n}",
        "module base\npublic type Status = Enum { open closed }\n"
        'public failure Gone { kind: NotFound  code: "gone" }\n'
        "public function check(s: Status) fails Gone -> Status {\n"
        "  if s == Status.open { reject Gone }\n  return s\n}",
    )


def test_types_of_other_modules_are_shown_as_they_are_written() -> None:
    diagnostic = only(
        "type.needs_construction",
        "module shop\nimport base { Title, Page }\n"
        "function f(title: Title) -> Page.title { return title }",
        "module base\npublic type Title = Text {}\npublic type Page = Object { title: Title }",
    )

    assert diagnostic.summary == "this is a `Title`, where a `Page.title` is wanted"
    assert [edit.replacement for edit in diagnostic.edits] == ["Page.title(", ")"]
