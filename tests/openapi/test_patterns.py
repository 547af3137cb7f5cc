"""Patterns say the same in a schema as in the language (language.md §12)."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadpo.openapi.patterns import ecma_pattern
from jadpo_runtime.values.patterns import PatternError, compile_pattern

PATTERNS = [
    r"[A-Z0-9-]+",
    r"a|bc",
    r"\d{2,3}\.\w*",
    r"\s\S",
    r"[\s\d]+|[^\S]x",
    r"\Qa.b[\E+",
    r"[[:alpha:]_][[:alnum:]]*",
    r"[]a]|[^]a]b",
    r"[\]^-]*",
    r"(?P<year>\d+)-(?:x|y)",
    r"(a)(?:b)?",
    r"\x41\x{42}\101\a",
    r"\Aab\z",
    r".\n.",
    r"a{,2}|}|]",
    r"\bfoo\b",
    r"a+?b??",
    r"\@\-\/",
    r"[a\-z]",
    r"é+|[α-ω]",
]

TEXTS = ["", "a", "ab", "b", "a\n", "\n", "\r", "\u2028", " x", "]", "^", "-", "}", "a{,2}"]
TEXTS += ["foo", "AB-12", "12.x", "a.b[[", "_9", "ABA\x07", "é", "αβ", "@-/", "\xa0x"]


def matches(pattern: str, text: str) -> bool:
    """As ECMA 262 matches: its `$` ends the text, its classes are ASCII but `\\s` (unused)."""
    return re.search(re.sub(r"\$$", r"\\Z", pattern), text, re.ASCII) is not None


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_pattern_matches_the_same_texts_in_a_schema(pattern):
    translated = ecma_pattern(pattern)
    assert translated is not None

    for text in TEXTS:
        assert matches(translated, text) == compile_pattern(pattern)(text), (translated, text)


@given(
    st.lists(st.sampled_from([*r"ab.-]^[|*+?(){}1,$\s", "[a-", r"\d", "(?:", "[^"]), max_size=8),
    st.text("ab.-]^ \n1s$|{}", max_size=5),
)
def test_any_pattern_that_compiles_matches_the_same_texts(parts, text):
    pattern = "".join(parts)
    try:
        meant = compile_pattern(pattern)
    except PatternError:
        return
    translated = ecma_pattern(pattern)
    if translated is None:
        return
    try:
        re.compile(translated)
    except re.error:
        return  # Python alone refuses repeats of repeats
    assert matches(translated, text) == meant(text), translated


@pytest.mark.parametrize("pattern", [r"(?i)a", r"\pL", r"\p{Greek}", "(?s:.)", r"[[:^digit:]]"])
def test_what_schemas_cannot_say_has_no_pattern(pattern):
    compile_pattern(pattern)

    assert ecma_pattern(pattern) is None
