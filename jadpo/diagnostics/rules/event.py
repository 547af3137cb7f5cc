"""Rules of the area ``event``: events and ``emit``."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
