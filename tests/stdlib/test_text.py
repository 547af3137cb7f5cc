"""The boundary table of ``text`` (language.md §11, §12)."""

import datetime
from decimal import Decimal

import pytest

from jadpo.stdlib import OPERATIONS
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.values import INT_MAX, INT_MIN, Duration, Instant

E_COMBINING = "e\u0301"
FAMILY = "👩\u200d👩"
MEGA = 1 << 20
MEMORY = FaultCode.MEMORY_EXCEEDED

CASES = [
    ("text.length", ("",), 0),
    ("text.length", ("a",), 1),
    ("text.length", ("é",), 1),
    ("text.length", (E_COMBINING,), 2),
    ("text.length", (FAMILY,), 3),
    ("text.length", ("\0",), 1),
    ("text.contains", ("", ""), True),
    ("text.contains", ("abc", ""), True),
    ("text.contains", ("", "a"), False),
    ("text.contains", ("abc", "bc"), True),
    ("text.contains", ("abc", "abcd"), False),
    ("text.contains", ("é", "e"), False),
    ("text.contains", (E_COMBINING, "e"), True),
    ("text.contains", ("a😀b", "😀"), True),
    ("text.starts_with", ("", ""), True),
    ("text.starts_with", ("abc", "ab"), True),
    ("text.starts_with", ("abc", "b"), False),
    ("text.starts_with", ("😀a", "😀"), True),
    ("text.ends_with", ("", ""), True),
    ("text.ends_with", ("abc", "bc"), True),
    ("text.ends_with", ("abc", "b"), False),
    ("text.ends_with", ("a" + E_COMBINING, "\u0301"), True),
    ("text.trim", ("",), ""),
    ("text.trim", (" \t\r\n\u00a0\u2003\u3000a b\x1f\x85",), "a b"),
    ("text.trim", ("\u200ba\ufeff",), "\u200ba\ufeff"),
    ("text.trim", (" " * 3,), ""),
    ("text.lower", ("",), ""),
    ("text.lower", ("ABC",), "abc"),
    ("text.lower", ("ÀΣ",), "àς"),
    ("text.lower", ("ΣΑ",), "σα"),
    ("text.lower", ("İ",), "i̇"),
    ("text.lower", ("𐐀",), "𐐨"),
    ("text.upper", ("",), ""),
    ("text.upper", ("straße",), "STRASSE"),
    ("text.upper", ("\u0149\u01f0\u0390",), "\u02bcNJ\u030c\u0399\u0308\u0301"),
    ("text.upper", ("𐐨",), "𐐀"),
    ("text.replace", ("", "a", "b"), ""),
    ("text.replace", ("", "", "b"), "b"),
    ("text.replace", ("ab", "", "-"), "-a-b-"),
    ("text.replace", ("aaa", "aa", "b"), "ba"),
    ("text.replace", ("a😀a", "😀", ""), "aa"),
    ("text.replace", (E_COMBINING, "e", "a"), "a\u0301"),
    ("text.replace", ("a" * 100_000, "a", "b" * 10_000), MEMORY),
    ("text.replace", ("a" * (2 * MEGA), "a", "b" * 1000), MEMORY),
    ("text.split", ("", ""), []),
    ("text.split", ("", ","), [""]),
    ("text.split", (",", ","), ["", ""]),
    ("text.split", ("a,b,,c", ","), ["a", "b", "", "c"]),
    ("text.split", (E_COMBINING + "😀", ""), ["e", "\u0301", "😀"]),
    ("text.split", ("aaa", "aa"), ["", "a"]),
    ("text.split", ("a b", "  "), ["a b"]),
    ("text.split", ("," * (10 * MEGA), ","), MEMORY),
    ("text.split", ("😀" * (10 * MEGA), ""), MEMORY),
    ("text.join", ([], ","), ""),
    ("text.join", (["a"], ","), "a"),
    ("text.join", (["a", "", "😀"], ", "), "a, , 😀"),
    ("text.join", (["e", "\u0301"], ""), E_COMBINING),
    ("text.join", (["a" * MEGA] * 300, ""), MEMORY),
    ("text.join", ([""] * 300, "a" * MEGA), MEMORY),
    ("text.slice", ("", 0, 1), ""),
    ("text.slice", ("abc", 0, 2), "ab"),
    ("text.slice", ("abc", -5, 2), "ab"),
    ("text.slice", ("abc", -5, -1), ""),
    ("text.slice", ("abc", 1, INT_MAX), "bc"),
    ("text.slice", ("abc", INT_MIN, INT_MAX), "abc"),
    ("text.slice", ("abc", 2, 1), ""),
    ("text.slice", ("a😀c", 1, 2), "😀"),
    ("text.index_of", ("", ""), 0),
    ("text.index_of", ("abc", "c"), 2),
    ("text.index_of", ("abc", "d"), None),
    ("text.index_of", ("😀abc", "b"), 2),
    ("text.repeat", ("", INT_MAX), ""),
    ("text.repeat", ("ab", 0), ""),
    ("text.repeat", ("ab", -1), ""),
    ("text.repeat", ("ab", INT_MIN), ""),
    ("text.repeat", ("😀", 2), "😀😀"),
    ("text.repeat", ("a", 1_000_000_000), MEMORY),
    ("text.repeat", ("a", INT_MAX), MEMORY),
    ("text.repeat", ("a", 256 * MEGA + 1), MEMORY),
    ("text.pad_start", ("7", 3, "0"), "007"),
    ("text.pad_start", ("7", 4, "ab"), "aba7"),
    ("text.pad_start", ("7", 3, ""), "7"),
    ("text.pad_start", ("777", 2, "0"), "777"),
    ("text.pad_start", ("7", INT_MIN, "0"), "7"),
    ("text.pad_start", ("é", 2, "😀"), "😀é"),
    ("text.pad_start", ("", 2, "x"), "xx"),
    ("text.pad_start", ("7", INT_MAX, "0"), MEMORY),
    ("text.of", ("a😀",), "a😀"),
    ("text.of", (True,), "true"),
    ("text.of", (False,), "false"),
    ("text.of", (INT_MIN,), "-9223372036854775808"),
    ("text.of", (Decimal("1E+3"),), "1000"),
    ("text.of", (Decimal("0.00"),), "0.00"),
    ("text.of", (Instant(0),), "1970-01-01T00:00:00.000000Z"),
    ("text.of", (Duration(300_000_000),), "PT5M"),
    ("text.of", (datetime.date(1, 1, 1),), "0001-01-01"),
    ("text.of", (b"\xff",), "/w=="),
    ("text.parse_int", ("",), None),
    ("text.parse_int", ("-",), None),
    ("text.parse_int", ("0",), 0),
    ("text.parse_int", ("-0",), 0),
    ("text.parse_int", ("007",), 7),
    ("text.parse_int", ("9223372036854775807",), INT_MAX),
    ("text.parse_int", ("9223372036854775808",), None),
    ("text.parse_int", ("-9223372036854775808",), INT_MIN),
    ("text.parse_int", ("-9223372036854775809",), None),
    ("text.parse_int", ("+1",), None),
    ("text.parse_int", (" 1",), None),
    ("text.parse_int", ("1_000",), None),
    ("text.parse_int", ("--1",), None),
    ("text.parse_int", ("١",), None),
    ("text.parse_int", ("²",), None),
    ("text.parse_int", ("1.0",), None),
    ("text.parse_int", ("1\n",), None),
    ("text.parse_int", ("0" * MEGA + "1",), 1),
    ("text.parse_int", ("1" * MEGA,), None),
    ("text.parse_decimal", ("",), None),
    ("text.parse_decimal", ("1",), Decimal(1)),
    ("text.parse_decimal", ("-12.50",), Decimal("-12.50")),
    ("text.parse_decimal", ("-0.00",), Decimal("0.00")),
    ("text.parse_decimal", ("00.5",), Decimal("0.5")),
    ("text.parse_decimal", (".5",), None),
    ("text.parse_decimal", ("5.",), None),
    ("text.parse_decimal", ("-",), None),
    ("text.parse_decimal", ("-.5",), None),
    ("text.parse_decimal", ("1e3",), None),
    ("text.parse_decimal", ("1.2.3",), None),
    ("text.parse_decimal", ("1,5",), None),
    ("text.parse_decimal", ("NaN",), None),
    ("text.parse_decimal", ("Infinity",), None),
    ("text.parse_decimal", ("١.٢",), None),
    ("text.parse_decimal", ("1." + "1" * 33,), Decimal("1." + "1" * 33)),
    ("text.parse_decimal", ("1." + "1" * 34,), None),
    ("text.parse_decimal", ("0." + "0" * 6175 + "1",), Decimal("1E-6176")),
    ("text.parse_decimal", ("0." + "0" * 6176 + "1",), None),
    ("text.parse_decimal", ("1" * MEGA,), None),
    ("text.matches", ("", ""), True),
    ("text.matches", ("abc", "[a-c]+"), True),
    ("text.matches", ("abcd", "[a-c]+"), False),
    ("text.matches", ("ab", "a|ab"), True),
    ("text.matches", ("a\n", "a"), False),
    ("text.matches", ("é", "\\w"), False),
    ("text.matches", ("😀", "."), True),
    ("text.matches", ("٣", "\\d"), False),
    ("text.matches", ("É", "(?i)é"), True),
    ("text.matches", ("a" * MEGA + "b", "(a*)*"), False),
]


@pytest.mark.parametrize(
    ("key", "arguments", "expected"),
    CASES,
    ids=[f"{key}-{n}" for n, (key, _, _) in enumerate(CASES)],
)
def test_text(gives, key, arguments, expected):
    gives(key, arguments, expected)


def test_every_operation_has_its_cases():
    rows = [key for key, row in OPERATIONS.items() if row.namespace == "text"]
    assert list(dict.fromkeys(key for key, _, _ in CASES)) == rows


def test_a_result_of_just_the_limit_is_made(run):
    assert len(run("text.repeat", ("a" * MEGA, 256))) == 256 * MEGA


LONG = {
    "text.contains": ("a" * (3 * MEGA) + "bc", "bc"),
    "text.index_of": ("a" * (2 * MEGA - 1) + "bc" + "a" * 10, "bc"),
    "text.trim": (" \t" * MEGA + "a b" + "\n " * MEGA,),
    "text.lower": ("ΑΣ Σ" * MEGA,),
    "text.upper": ("aß" * MEGA,),
    "text.replace": ("aab" * MEGA, "ab", "xyz"),
    "text.split": ("aab" * MEGA, "ab"),
    "text.join": (["a", "é"] * MEGA, "-"),
}
AS_PYTHON = {
    "text.contains": lambda text, part: part in text,
    "text.index_of": str.find,
    "text.trim": str.strip,
    "text.lower": str.lower,
    "text.upper": str.upper,
    "text.replace": str.replace,
    "text.split": str.split,
    "text.join": lambda parts, separator: separator.join(parts),
}


@pytest.mark.parametrize("key", LONG)
def test_long_texts_are_treated_as_short_ones(run, key):
    assert run(key, LONG[key]) == AS_PYTHON[key](*LONG[key])


@pytest.mark.parametrize("part", ["ab", "b" + "a" * 5, "a" * 7, "ba" * (MEGA // 2), "c"])
@pytest.mark.parametrize("shift", [0, 1, 2, 3])
def test_parts_over_the_edges_of_stretches_are_found(run, part, shift):
    text = "x" * shift + ("aaaaaab" * (MEGA // 2))[: 3 * MEGA]
    assert run("text.split", (text, part)) == text.split(part)
    assert run("text.replace", (text, part, "-")) == text.replace(part, "-")
    assert run("text.contains", (text, part)) == (part in text)


def test_long_texts_without_spaces_are_lowered_as_short_ones(run):
    for text in ("É" * (3 * MEGA), "ΑΣ" * MEGA, "ΑΣ" * MEGA + " Σ"):
        assert run("text.lower", (text,)) == text.lower()


def test_trimming_a_long_text_of_white_space_leaves_nothing(run):
    assert run("text.trim", (" " * (3 * MEGA),)) == ""
