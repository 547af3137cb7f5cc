"""Rules of the area ``config``: config and the application."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
