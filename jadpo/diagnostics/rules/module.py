"""Rules of the area ``module``: modules and imports."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
