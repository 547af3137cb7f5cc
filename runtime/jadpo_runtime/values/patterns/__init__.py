"""Patterns: RE2 syntax without look-around or back-references, the whole text must match (§12).

RE2 matches where it can be imported; elsewhere an automaton of ours, for the same syntax and with
the same answers. Neither backtracks.
"""

from jadpo_runtime.values.patterns.engine import MAX_PATTERN_LENGTH, Matcher, compile_pattern
from jadpo_runtime.values.patterns.failure import PatternError

__all__ = ["MAX_PATTERN_LENGTH", "Matcher", "PatternError", "compile_pattern"]
