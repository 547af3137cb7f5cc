"""Where things stand in a source: offsets, lines and columns in code points."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadpo.source import Source


def test_the_first_character_is_line_1_column_1() -> None:
    span = Source("a.jadpo", "type A = Int {}").span(0, 4)

    assert span == ("a.jadpo", 0, 4, 1, 1)


def test_columns_count_code_points_not_bytes() -> None:
    source = Source("a.jadpo", "// 漢字 😀\n// é x")

    assert source.position(source.text.index("😀")) == (1, 7)
    assert source.position(source.text.index("x")) == (2, 6)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("a", ["a"]),
        ("a\n", ["a", ""]),
        ("a\r\nb", ["a", "b"]),
        ("a\rb", ["a\rb"]),
        ("\n\n", ["", "", ""]),
        ("a\x0bb\x85c\u2028d", ["a\x0bb\x85c\u2028d"]),
    ],
)
def test_only_a_line_feed_ends_a_line(text: str, lines: list[str]) -> None:
    source = Source("a.jadpo", text)

    shown = [source.line_text(line) for line in range(1, len(source.line_starts) + 1)]

    assert shown == lines


@given(st.text(alphabet="ab\n\r漢"), st.data())
def test_a_position_leads_back_to_its_offset(text: str, data: st.DataObject) -> None:
    source = Source("a.jadpo", text)
    offset = data.draw(st.integers(0, len(text)))

    line, column = source.position(offset)

    assert source.line_starts[line - 1] + column - 1 == offset
    assert text[:offset].count("\n") == line - 1
