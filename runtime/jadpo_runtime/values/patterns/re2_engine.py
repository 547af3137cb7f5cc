"""Patterns matched by RE2."""

from collections.abc import Callable
from typing import Final

import re2

from jadpo_runtime.values.patterns.failure import PatternError
from jadpo_runtime.values.patterns.patience import LONG, match_apart

_MAX_MEMORY: Final = 8 * 1024 * 1024
"""Bytes that RE2 may use for one pattern, its own default; a pattern that needs more is refused."""


def _options() -> re2.Options:
    options = re2.Options()
    options.max_mem = _MAX_MEMORY
    options.log_errors = False
    options.never_capture = True
    return options


def compile_with_re2(pattern: str) -> Callable[[str], bool]:
    """RE2's matcher of a pattern; raises :class:`PatternError` where it is none."""
    try:
        match = re2.compile(pattern, _options()).fullmatch
    except re2.error as error:
        raise PatternError(_reason(error)) from None

    def matches_encoded(encoded: bytes) -> bool:
        return match(encoded) is not None

    def matches(text: str) -> bool:
        if len(text) > LONG:
            return match_apart(matches_encoded, text)
        return match(text) is not None

    return matches


def _reason(error: re2.error) -> str:
    """RE2's message, which arrives as bytes."""
    message = error.args[0] if error.args else b""
    text = message.decode("utf-8", "replace") if isinstance(message, bytes) else str(message)
    if text == "invalid UTF-8":
        # A `str` has none: RE2 says it of a pattern that ends after this.
        return "invalid escape sequence: \\x{"
    return text or "the pattern is malformed"
