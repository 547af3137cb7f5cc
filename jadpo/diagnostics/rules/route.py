"""Rules of the area ``route``: routes."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
