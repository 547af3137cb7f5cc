"""Rules of the area ``connection``: connections to outside systems."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
