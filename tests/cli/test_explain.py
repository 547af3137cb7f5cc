"""``jadpo explain``: the pages of the rules."""

import json

import pytest
from click.testing import CliRunner, Result

from jadpo.cli.explain import command
from jadpo.diagnostics.rules import every_rule


def explain(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments, standalone_mode=False)


def test_a_page_has_title_explanation_and_both_examples() -> None:
    page = explain("syntax.byte_order_mark").output

    assert page.startswith("syntax.byte_order_mark\nA source file begins with its text")
    assert "Wrong:\n\n    \ufefftype Quantity" in page
    assert "Right:\n\n    type Quantity" in page
    assert all(len(line) <= 80 for line in page.splitlines())


@pytest.mark.parametrize("rule", [rule.id for rule in every_rule()])
def test_every_rule_has_a_page(rule: str) -> None:
    result = explain(rule)

    assert result.return_value == 0
    assert result.output.startswith(rule)


def test_the_page_as_json() -> None:
    document = json.loads(explain("cli.path_missing", "--json").output)

    assert set(document) == {"id", "title", "explanation", "wrong", "right"}
    assert document["id"] == "cli.path_missing"


def test_without_a_rule_all_are_listed() -> None:
    lines = explain().output.splitlines()

    assert [line.split()[0] for line in lines] == [rule.id for rule in every_rule()]


def test_an_area_lists_its_rules() -> None:
    listed = json.loads(explain("cli", "--json").output)

    assert {rule["id"].partition(".")[0] for rule in listed} == {"cli"}


def test_an_unknown_rule_is_wrong_use_with_the_nearest() -> None:
    result = explain("syntax.not_utf")

    assert result.return_value == 2
    assert "error[cli.unknown_rule]" in result.stderr
    assert "Did you mean `syntax.not_utf8`?" in result.stderr


@pytest.mark.parametrize("nonsense", ["", ".", "syntax.", "x.y.z", "../../etc/passwd", "__init__"])
def test_nonsense_is_an_unknown_rule(nonsense: str) -> None:
    assert explain(nonsense).return_value == 2
