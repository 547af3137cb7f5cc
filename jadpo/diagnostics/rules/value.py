"""Rules of the area ``value``: literals and constructions that break a type's constraints."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
