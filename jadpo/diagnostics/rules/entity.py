"""Rules of the area ``entity``: entities and their persistence."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
