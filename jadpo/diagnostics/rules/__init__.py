"""The registry of diagnostic rules: every rule id that Jadpo may say, with its page.

One module per area, named as the area, holds a table ``RULES``. To add a rule, add a row to the
table of its area; nothing else is needed. An area's module is imported when a rule of it is
first asked for, since a program without mistakes needs none.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module

from jadpo.diagnostics.rules.rule import Rule
from jadpo_runtime.values.internal_error import InternalError

AREAS = {
    "syntax": "how source text is written",
    "name": "names: declaring, finding, reserving them",
    "type": "types, and values where a type is expected",
    "value": "literals and constructions that break a type's constraints",
    "pattern": "the patterns of `pattern` and `text.matches`",
    "failure": "failures, `fails`, `attempt` and `match` on outcomes",
    "effect": "what each kind of callable may do",
    "flow": "conditions, `match`, loops and paths through a body",
    "entity": "entities and their persistence",
    "query": "`query`, `create`, `update` and `delete` expressions",
    "store": "stores, and which of them an action writes",
    "event": "events and `emit`",
    "subscriber": "subscribers and their handlers",
    "schedule": "schedules",
    "batch": "batches and `start`",
    "backfill": "backfills",
    "connection": "connections to outside systems",
    "route": "routes",
    "config": "config and the application",
    "test": "tests and fixtures",
    "module": "modules and imports",
    "cli": "the command line, and what it is given",
    "delivery": "deliveries that wait or gave up",
    "fault": "faults of running programs",
}


def find_rule(rule_id: str) -> Rule | None:
    """The rule of that id, or ``None`` if there is none."""
    area = rule_id.partition(".")[0]
    return _table_of(area).get(rule_id) if area in AREAS else None


def require_rule(rule_id: str) -> Rule:
    """The rule of that id; an unknown one is an :class:`InternalError`."""
    found = find_rule(rule_id)
    if found is None:
        raise InternalError(f"the rule {rule_id!r} has no row in jadpo/diagnostics/rules/")
    return found


def every_rule() -> Iterator[Rule]:
    """All rules, area by area in the order of :data:`AREAS`, each in alphabetical order."""
    for area in AREAS:
        table = _table_of(area)
        yield from (table[rule_id] for rule_id in sorted(table))


@cache
def _table_of(area: str) -> dict[str, Rule]:
    rows: tuple[Rule, ...] = import_module(f"{__name__}.{area}").RULES
    return {row.id: row for row in rows}
