"""Rules of the area ``pattern``: the patterns of ``pattern`` and ``text.matches``."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
