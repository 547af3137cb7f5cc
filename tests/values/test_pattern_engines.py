"""Both engines of patterns take the same patterns and give the same answers (language.md §12)."""

import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from jadpo_runtime.values.patterns import PatternError
from jadpo_runtime.values.patterns.engine import compile_with_automaton

pytest.importorskip("re2")
from jadpo_runtime.values.patterns.re2_engine import compile_with_re2

_LETTERS = "abkKsSßẞſ\u212aéÉΣσςıİ_ 0-\n\t字😀ǅᲀ"

_atoms = st.sampled_from(
    [*_LETTERS.replace("\n", "").replace("\t", ""), ".", "^", "$", "\\A", "\\z", "\\b", "\\B",
     "\\d", "\\D", "\\w", "\\W", "\\s", "\\S", "\\n", "\\x41", "\\x{e9}", "\\101", "\\pL", "\\PL",
     "\\p{Greek}", "\\P{^Lu}", "\\p{Nd}", "\\Qa*\\E", "\\_", "[[:alpha:]]", "[^[:^upper:]]", "[]a]",
     "[^a]", "[a-k]", "[^\\d_]", "[k-]", "[\\pLl\\W]", "[^\\n]", "[ſ-ƀ]", "[\\P{Lu}]"]
)  # fmt: skip
_patterns = st.recursive(
    _atoms,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=4).map("".join),
        st.lists(inner, min_size=1, max_size=3).map("|".join),
        inner.map(lambda each: f"({each})"),
        st.tuples(
            st.sampled_from(
                ["(?:", "(?i)", "(?i:", "(?m:", "(?s:", "(?-i:", "(?P<n>", "(?ms)", "(?U)"]
            ),
            inner,
        ).map(lambda pair: f"{pair[0]}{pair[1]}" + ("" if pair[0].endswith(")") else ")")),
        st.tuples(
            inner, st.sampled_from(["*", "+", "?", "*?", "{2}", "{0,2}", "{1,}", "{2,3}?", "{0}"])
        ).map(lambda pair: f"(?:{pair[0]}){pair[1]}"),
    ),
    max_leaves=8,
)
_signs = st.lists(
    st.sampled_from([*"ab()[]{}?*+|\\^$.-:<>P=!,0123QEpLdwbxzAi#&~é", "[:alpha:]", "(?", "\\p{"]),
    max_size=12,
).map("".join)


def _compiled(compile_pattern, pattern):
    try:
        return compile_pattern(pattern), ""
    except PatternError as error:
        return None, str(error)


@settings(max_examples=300, deadline=None)
@given(_patterns, st.lists(st.text(_LETTERS, max_size=8), min_size=4, max_size=12))
def test_both_engines_give_the_same_answers(pattern, texts):
    own, own_message = _compiled(compile_with_automaton, pattern)
    other, other_message = _compiled(compile_with_re2, pattern)
    assert own_message == other_message
    if own is not None and other is not None:
        for text in texts:
            assert own(text) is other(text), (pattern, text)


@settings(max_examples=1000, deadline=None)
@given(_signs)
@example("\\x{")
@example("\\x{4-}")
@example("\\x{1100000}")
@example("[\\P")
@example("(?<")
@example("(?i<a")
@example("(?<=a)")
def test_both_engines_refuse_the_same_patterns_in_the_same_words(pattern):
    if "\\C" not in pattern:
        own, own_message = _compiled(compile_with_automaton, pattern)
        other, other_message = _compiled(compile_with_re2, pattern)
        assert (own is None, own_message) == (other is None, other_message)


@pytest.mark.parametrize("pattern", ["(a|a)*b", "(a*)*b", "(x+x+)+y", "(a|aa|a*)*(x+x+)+y"])
@pytest.mark.parametrize("letter", ["a", "x"])
def test_patterns_that_ruin_backtracking_engines_take_linear_time(pattern, letter):
    matches = compile_with_automaton(pattern)
    assert not matches(letter * 100_000)


@pytest.mark.parametrize("pattern", ["\\pL{1000}", "((a{100}){100}){100}", "(?i)\\PL{900}"])
def test_both_engines_refuse_patterns_that_grow_too_large(pattern):
    own, own_message = _compiled(compile_with_automaton, pattern)
    other, other_message = _compiled(compile_with_re2, pattern)
    assert own is None
    assert other is None
    assert own_message == other_message


def test_without_re2_the_tests_of_patterns_hold_too():
    program = (
        "import sys, pytest\n"
        "class Absent:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 're2':\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Absent())\n"
        "code = pytest.main(['-q', '-p', 'no:cacheprovider', 'tests/values/test_patterns.py'])\n"
        "assert 're2' not in sys.modules\n"
        "sys.exit(code)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_what_the_automaton_keeps_is_bounded_where_each_character_leads_elsewhere():
    pattern = "(?:a|b)*a(?:a|b){12}"  # its sets of steps are as many as there are texts of 13
    own, other = compile_with_automaton(pattern), compile_with_re2(pattern)
    text = "".join("ab"[(number * number // 7 + number // 3) % 2] for number in range(20_000))
    assert own(text) is other(text)
    assert own(text + "a" * 13) is other(text + "a" * 13)
