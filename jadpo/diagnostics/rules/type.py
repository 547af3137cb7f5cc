"""Rules of the area ``type``: types, and values where a type is expected."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
