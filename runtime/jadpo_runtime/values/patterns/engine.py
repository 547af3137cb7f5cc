"""Chooses the engine of patterns, and refuses what no engine takes."""

import functools
from collections.abc import Callable
from typing import Final, TypeAlias

from jadpo_runtime.values.patterns.failure import PatternError

Matcher: TypeAlias = Callable[[str], bool]
"""Whether the whole of a text matches."""

MAX_PATTERN_LENGTH: Final = 10_000
"""Code points of a pattern."""


@functools.lru_cache(maxsize=512)
def compile_pattern(pattern: str) -> Matcher:
    """The matcher of a pattern; raises :class:`PatternError` where it is none."""
    if len(pattern) > MAX_PATTERN_LENGTH:
        raise PatternError(f"a pattern has at most {MAX_PATTERN_LENGTH} characters")
    if _has_single_byte_class(pattern):
        # It would match half a character, which positions in code points cannot mean.
        raise PatternError("`\\C` matches single bytes, and a Text consists of characters")
    if any("\ud800" <= character <= "\udfff" for character in pattern):
        raise PatternError("a pattern cannot hold half of a surrogate pair")
    return _compiler()(pattern)


def _has_single_byte_class(pattern: str) -> bool:
    """Whether ``\\C`` stands in the pattern, outside of ``\\Q…\\E``."""
    position = 0
    while (position := pattern.find("\\", position)) >= 0:
        escaped = pattern[position + 1 : position + 2]
        if escaped == "C":
            return True
        if escaped == "Q":
            end = pattern.find("\\E", position + 2)
            if end < 0:
                return False
            position = end
        position += 2
    return False


@functools.cache
def _compiler() -> Callable[[str], Matcher]:
    """RE2's where it is installed, else ours."""
    try:
        from jadpo_runtime.values.patterns.re2_engine import compile_with_re2
    except ImportError:
        return compile_with_automaton
    return compile_with_re2


def compile_with_automaton(pattern: str) -> Matcher:
    """Our own matcher of a pattern; raises :class:`PatternError` where it is none."""
    from jadpo_runtime.values.patterns.automaton import Automaton
    from jadpo_runtime.values.patterns.parsing import parse

    return Automaton(parse(pattern)).matches
