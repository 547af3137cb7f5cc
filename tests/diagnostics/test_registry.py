"""Every rule has a complete page, in the table of its area."""

import re
from collections import Counter
from pathlib import Path

import pytest

import jadpo.diagnostics.rules as registry
from jadpo.diagnostics.rules import AREAS, every_rule, find_rule
from jadpo.diagnostics.rules.rule import Rule
from jadpo_runtime.faults import FaultCode

RULES = list(every_rule())


def test_each_area_has_its_module_and_each_module_its_area() -> None:
    found = [path for path in Path(registry.__file__).parent.iterdir() if path.stem[0] != "_"]

    assert {path.stem for path in found} - {"rule"} == set(AREAS)


def test_no_id_has_two_rows() -> None:
    from importlib import import_module

    rows = [
        rule.id for area in AREAS for rule in import_module(f"{registry.__name__}.{area}").RULES
    ]

    assert [rule_id for rule_id, count in Counter(rows).items() if count > 1] == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_row_is_complete(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z]+\.[a-z][a-z0-9_]*", rule.id)
    assert find_rule(rule.id) is rule, "the row stands in the table of another area"
    assert 10 <= len(rule.title) <= 100
    assert not rule.title.endswith(".")
    assert len(rule.explanation) >= 60
    assert rule.explanation.endswith((".", "?"))
    assert rule.wrong.strip()
    assert rule.right.strip()
    assert rule.wrong != rule.right


def test_an_unknown_rule_or_area_is_not_found() -> None:
    assert find_rule("syntax.no_such_rule") is None
    assert find_rule("nonsense.rule") is None
    assert find_rule("rule") is None
    assert find_rule("") is None


def test_each_fault_code_has_a_page() -> None:
    for code in FaultCode:
        assert find_rule(f"fault.{code.value}"), code
