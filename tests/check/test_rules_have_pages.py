"""Every rule that the checker reports under is in the registry, and the registry has no others."""

import re
from pathlib import Path

from jadpo.diagnostics.rules import AREAS, every_rule

REPORTERS = [
    *(Path(__file__).parents[2] / "jadpo" / "check").rglob("*.py"),
    Path(__file__).parents[2] / "jadpo" / "cli" / "testing.py",
]
"""The checker, and what tells that modes differ."""

ELSEWHERE = {"syntax", "cli", "delivery", "fault"}
"""The areas that other stages report under."""

REPORTED = {
    rule
    for path in REPORTERS
    for rule in re.findall(rf'"((?:{"|".join(AREAS)})\.[a-z_]+)"', path.read_text("utf-8"))
} - {"schedule.due_at", "delivery.id", "delivery.event_id"}


def test_every_rule_that_is_reported_has_a_page() -> None:
    assert REPORTED - {rule.id for rule in every_rule()} == set()


def test_every_page_is_of_a_rule_that_is_reported() -> None:
    pages = {rule.id for rule in every_rule() if rule.id.partition(".")[0] not in ELSEWHERE}

    assert pages - REPORTED == set()
