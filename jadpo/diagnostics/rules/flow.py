"""Rules of the area ``flow``: conditions, ``match``, loops and paths through a body."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
