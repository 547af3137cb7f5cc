"""Rules of the area ``fault``: faults of running programs."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
