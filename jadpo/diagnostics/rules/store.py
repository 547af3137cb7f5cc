"""Rules of the area ``store``: stores, and which of them an action writes."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
