"""Patterns: RE2 syntax, whole match, ASCII classes, linear time (language.md §12)."""

import pytest

from jadpo_runtime.values.patterns import MAX_PATTERN_LENGTH, PatternError, compile_pattern


@pytest.mark.parametrize(
    ("pattern", "text", "matches"),
    [
        ("", "", True),
        ("", "a", False),
        ("a|ab", "ab", True),
        ("a", "ba", False),
        ("^a$", "a", True),
        ("a", "a\n", False),
        (".", "\n", False),
        ("(?s).", "\n", True),
        (".", "😀", True),
        ("[é-ñ]+", "éñ", True),
        ("\\d", "٣", False),
        ("\\w+", "aé", False),
        ("\\s", "\u00a0", False),
        ("\\pL+", "aé字", True),
        ("(?i)straße", "STRAßE", True),
        ("a\0b", "a\0b", True),
        ("\\Qa\\Cb\\E", "a\\Cb", True),
        ("\\\\C", "\\C", True),
        ("(?P<year>[0-9]{4})-(?P<month>[0-9]{2})", "2026-01", True),
        ("[[:alpha:]]+", "abc", True),
        ("a{2,3}", "aaaa", False),
    ],
)
def test_a_pattern_matches_the_whole_text_or_not(pattern, text, matches):
    assert compile_pattern(pattern)(text) is matches


@pytest.mark.parametrize(
    "pattern",
    ["(?=a)", "(?!a)", "(?<=a)", "(a)\\1", "(a", "a)", "[a", "a{2000}", "*a", "\\Ca", "a\\", "\\Z",
     "\ud800", "(?>a)", "a++", "a" * (MAX_PATTERN_LENGTH + 1),
     "((a{100}){100}){100}"],
)  # fmt: skip
def test_what_is_no_pattern_is_refused_with_a_reason(pattern, capfd):
    with pytest.raises(PatternError) as caught:
        compile_pattern(pattern)
    assert str(caught.value)
    assert capfd.readouterr() == ("", "")


def test_matching_takes_time_linear_in_the_text():
    # A backtracking engine would not come back from this.
    matches = compile_pattern("(a|aa|a*)*(x+x+)+y")
    assert not matches("a" * 100_000 + "x" * 100_000)
