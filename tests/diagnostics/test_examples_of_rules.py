"""The examples on the pages of the rules are real: the wrong one breaks the rule, the right none.

Rules of the areas that speak of running programs and of the command line have fragments and
command lines for examples, which only a reader can judge.
"""

import re

import pytest

from jadpo.check import check_project
from jadpo.diagnostics import Diagnostic, Diagnostics
from jadpo.diagnostics.rules import every_rule, require_rule
from jadpo.diagnostics.rules.rule import Rule
from jadpo.project import read_source_bytes
from jadpo.source import Source

NO_PROGRAMS = {"cli", "delivery", "fault"}
"""Areas."""

CANNOT_BE_SHOWN = {"syntax.not_utf8", "syntax.file_too_large", "test.modes_differ"}
"""Rules that no text can break, but bytes, a size, or a mistake in Jadpo."""

PROGRAMS = [
    rule
    for rule in every_rule()
    if rule.id.partition(".")[0] not in NO_PROGRAMS and rule.id not in CANNOT_BE_SHOWN
]


FILE = re.compile(r"^// file (\S+)\n", re.MULTILINE)
"""Begins a file in an example of several."""


def diagnostics_of(program: str) -> Diagnostics:
    _, *parts = FILE.split(program) if FILE.search(program) else ["", "example.jadpo", program]
    read = [
        read_source_bytes(path, text.encode())
        for path, text in zip(parts[::2], parts[1::2], strict=True)
    ]
    if unreadable := [each for each in read if isinstance(each, Diagnostic)]:
        return Diagnostics(unreadable)
    sources = [each for each in read if isinstance(each, Source)]
    return check_project(sources, "example").diagnostics


@pytest.mark.parametrize("rule", PROGRAMS, ids=lambda rule: rule.id)
def test_the_wrong_example_breaks_the_rule_and_no_other(rule: Rule) -> None:
    assert {each.rule for each in diagnostics_of(rule.wrong)} == {rule.id}


@pytest.mark.parametrize("rule", PROGRAMS, ids=lambda rule: rule.id)
def test_the_right_example_has_no_errors(rule: Rule) -> None:
    assert [each.rule for each in diagnostics_of(rule.right) if each.is_error] == []


def test_the_bytes_of_the_example_that_is_no_utf8_are_refused_and_the_right_ones_are_not() -> None:
    rule = require_rule("syntax.not_utf8")

    wrong = read_source_bytes("a.jadpo", rule.wrong.replace("\\xe9", "é").encode("latin-1"))

    assert isinstance(wrong, Diagnostic)
    assert wrong.rule == rule.id
    assert isinstance(read_source_bytes("a.jadpo", rule.right.encode()), Source)
