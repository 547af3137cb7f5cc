"""Rules of the area ``failure``: failures, ``fails``, ``attempt`` and ``match`` on outcomes."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = ()
