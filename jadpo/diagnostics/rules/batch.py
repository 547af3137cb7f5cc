"""Rules of the area ``batch``: batches and ``start``."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
