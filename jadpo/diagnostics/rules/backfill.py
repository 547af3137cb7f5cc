"""Rules of the area ``backfill``: backfills."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
