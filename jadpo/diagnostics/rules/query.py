"""Rules of the area ``query``: ``query``, ``create``, ``update`` and ``delete`` expressions."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
