"""What a person reads: each snapshot holds the program and what is said of it.

Every diagnostic names what the author wrote, says why, and gives one next step.
"""

import pytest
from syrupy.assertion import SnapshotAssertion

from jadpo.diagnostics import Diagnostic
from jadpo.diagnostics.rules import every_rule
from jadpo.diagnostics.rules.rule import Rule
from tests.support.marked_source import diagnostics_of

AREAS = {"name", "type", "value", "pattern", "failure", "effect", "flow", "entity"}

RULES = [
    rule
    for rule in every_rule()
    if rule.id.partition(".")[0] in AREAS and not rule.wrong.startswith("// file")
]


def told(diagnostic: Diagnostic) -> str:
    related = "".join(f"\n  also {each.span}: {each.text}" for each in diagnostic.related)
    edits = "".join(
        f"\n  edit {each.span.start}..{each.span.end}: {each.replacement!r}"
        for each in diagnostic.edits
    )
    return (
        f"{diagnostic.span} {diagnostic.severity.value} {diagnostic.rule}: {diagnostic.summary}\n"
        f"  why: {diagnostic.why}\n  help: {diagnostic.help}{edits}{related}"
    )


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_a_mistake_is_told_in_these_words(rule: Rule, snapshot: SnapshotAssertion) -> None:
    found = [told(each) for each in diagnostics_of(rule.wrong)]

    assert "\n".join([rule.wrong, "", *found]) == snapshot


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_the_texts_have_their_form(rule: Rule) -> None:
    for each in diagnostics_of(rule.wrong):
        for text in (each.summary, each.why, each.help):
            assert text
            assert not text.endswith(".")
            assert text[0] == "`" or not text[0].isupper() or text.startswith(("Object", "Int"))
            assert text.count("`") % 2 == 0
