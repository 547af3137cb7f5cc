"""Rules of the area ``name``: names: declaring, finding, reserving them."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
