"""Rules of the area ``effect``: what each kind of callable may do."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
