"""Patterns: RE2 syntax without look-around or back-references, the whole text must match (§12).

The one place that knows the engine, so that another linear one can stand in where RE2 has no
build.
"""

import functools
from collections.abc import Callable
from typing import Final, TypeAlias

import re2

Matcher: TypeAlias = Callable[[str], bool]
"""Whether the whole of a text matches."""

MAX_PATTERN_LENGTH: Final = 10_000
"""Code points of a pattern."""

_MAX_MEMORY: Final = 8 * 1024 * 1024
"""Bytes that RE2 may use for one pattern, its own default; a pattern that needs more is refused."""


class PatternError(ValueError):
    """The text is no pattern; the message is a sentence that says why."""


def _options() -> re2.Options:
    options = re2.Options()
    options.max_mem = _MAX_MEMORY
    options.log_errors = False
    options.never_capture = True
    return options


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


@functools.lru_cache(maxsize=512)
def compile_pattern(pattern: str) -> Matcher:
    """The matcher of a pattern; raises :class:`PatternError` where it is none."""
    if len(pattern) > MAX_PATTERN_LENGTH:
        raise PatternError(f"a pattern has at most {MAX_PATTERN_LENGTH} characters")
    if _has_single_byte_class(pattern):
        # It would match half a character, which positions in code points cannot mean.
        raise PatternError("`\\C` matches single bytes, and a Text consists of characters")
    try:
        match = re2.compile(pattern, _options()).fullmatch
    except re2.error as error:
        raise PatternError(_reason(error)) from None
    except UnicodeEncodeError:
        raise PatternError("a pattern cannot hold half of a surrogate pair") from None

    def matches(text: str) -> bool:
        return match(text) is not None

    return matches


def _reason(error: re2.error) -> str:
    """RE2's message, which arrives as bytes."""
    message = error.args[0] if error.args else b""
    text = message.decode("utf-8", "replace") if isinstance(message, bytes) else str(message)
    return text or "the pattern is malformed"
