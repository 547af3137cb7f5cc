"""Texts over one stretch are made as Python makes them at once, seeing the stop byte [L6]."""

import pytest

from jadpo.stdlib import OPERATIONS
from jadpo.stdlib.limits import TEXT_WINDOW

RUNNING = bytearray(1)
LARGE = TEXT_WINDOW + 17


def call(operation: str, *arguments: object) -> object:
    row = OPERATIONS[operation]
    assert row.implement is not None
    return row.implement(RUNNING, *arguments) if row.takes_stop else row.implement(*arguments)


@pytest.mark.parametrize("text", ["a", "abc", "äΣ✓\N{GRINNING FACE}", "x" * LARGE])
def test_repeating_and_cutting(text: str) -> None:
    times = 3 * LARGE // len(text)
    assert call("text.repeat", text, times) == text * times
    assert call("text.repeat", text, 0) == call("text.repeat", text, -1) == ""
    whole = text * times
    for start, end in ((0, len(whole)), (1, -1), (5, 2), (-7, 2 * LARGE), (3, len(whole) + 9)):
        expected = whole[max(start, 0) : max(end, 0)]
        assert call("text.slice", whole, start, end) == expected


def test_padding() -> None:
    for fill in ("-", "äb", "abc"):
        for text in ("", "✓", "z" * LARGE):
            padded = call("text.pad_start", text, 2 * LARGE, fill)
            missing = 2 * LARGE - len(text)
            assert padded == (fill * missing)[:missing] + text


def test_joining_and_replacing_nothing() -> None:
    parts = ["ab", "", "ä"] * LARGE
    assert call("text.join", parts, "✓") == "✓".join(parts)
    assert call("text.join", parts, "") == "".join(parts)
    text = "aä" * LARGE
    assert call("text.replace", text, "", "✓-") == text.replace("", "✓-")


def test_bytes_of_texts_and_back() -> None:
    for text in ("a" * LARGE, "äΣ✓\N{GRINNING FACE}" * LARGE):
        encoded = text.encode()
        assert call("bytes.of_text", text) == encoded
        assert call("bytes.to_text", encoded) == text
        assert call("bytes.to_text", encoded[:-1] + b"\xff") is None
        # Cut in the middle of a character at the end.
        assert call("bytes.to_text", ("a" * LARGE).encode() + "✓".encode()[:2]) is None


def test_numbers_after_many_zeros() -> None:
    zeros = "0" * LARGE
    assert call("text.parse_int", f"-{zeros}12") == -12
    assert call("text.parse_int", zeros) == 0
    assert call("text.parse_int", f"{zeros}{'9' * 20}") is None
    assert str(call("text.parse_decimal", f"-{zeros}1.5")) == "-1.5"
    assert call("text.parse_decimal", f"{zeros}.") is None
    assert call("text.parse_decimal", ".5") is None
    assert call("text.parse_decimal", f"1.{zeros}") is None
