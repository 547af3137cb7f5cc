"""Rules of the area ``subscriber``: subscribers and their handlers."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
