"""Rules of the area ``test``: tests and fixtures."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
