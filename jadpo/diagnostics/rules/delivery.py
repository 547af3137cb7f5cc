"""Rules of the area ``delivery``: deliveries that wait or gave up."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
