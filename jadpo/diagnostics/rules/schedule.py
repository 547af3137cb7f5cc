"""Rules of the area ``schedule``: schedules."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
