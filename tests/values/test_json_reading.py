"""Strict JSON text, before any type is looked at [R4]."""

from decimal import Decimal

import pytest

from jadpo_runtime.values.json import INVALID_REQUEST, MAX_DEPTH, JsonError, parse_json


def test_json_text_is_read_with_exact_numbers():
    assert parse_json(b' {"a": [1, -2.50, 1e3, true, null, "\\u00e9\\ud83d\\ude00"]}\n') == {
        "a": [1, Decimal("-2.50"), Decimal("1E+3"), True, None, "é😀"]
    }


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b" ",
        b"\xef\xbb\xbf{}",
        b"\xff",
        b'"\xed\xa0\x80"',
        b"NaN",
        b"Infinity",
        b"-Infinity",
        b"[1,]",
        b"{'a': 1}",
        b"01",
        b"1.",
        b".5",
        b"+1",
        b"0x10",
        b"1 2",
        b'"a\nb"',
        b'"\\x41"',
        b"// a\n1",
        b"truE",
        b'{"a"}',
        b"1e99999999999999999999",
        b"1" * 5000,
        b"0." + b"1" * 5000,
        "１".encode(),
        "\u00a01".encode(),
    ],
)
def test_what_is_no_json_is_an_invalid_request(text):
    with pytest.raises(JsonError) as caught:
        parse_json(text)
    assert caught.value.code == INVALID_REQUEST


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('{"a": 1, "a": 1}', "a"),
        ('{"x": [0, {"b c": 1, "b c": 2}]}', 'x[1]["b c"]'),
        ('{"a": {"b": 1, "b": 2}, "a": 3}', "a"),
        ('{"a": 1, "\\u0061": 1}', "a"),
    ],
)
def test_a_name_that_stands_twice_is_refused_with_its_path(text, path):
    with pytest.raises(JsonError) as caught:
        parse_json(text)
    assert (caught.value.code, caught.value.path) == (INVALID_REQUEST, path)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ('"\\ud800"', ""),
        ('"\\uDFFF\\uD83D"', ""),
        ('{"a": ["x", "\\ud800"]}', "a[1]"),
        ('{"\\udc00": 1}', ""),
        ('"\ud800"', ""),
    ],
)
def test_half_a_surrogate_pair_is_refused(text, path):
    with pytest.raises(JsonError) as caught:
        parse_json(text)
    assert (caught.value.code, caught.value.path) == (INVALID_REQUEST, path)


def test_depth_is_bounded_and_brackets_in_strings_do_not_count():
    assert parse_json("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    assert parse_json("[" + ",".join(['"[{\\"["'] * 200) + "]") == ['[{"['] * 200
    assert parse_json("[" + ",".join(["[]"] * 500) + "]") == [[]] * 500
    for text in ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), "[" * 1_000_000, '{"a":' * 100_000):
        with pytest.raises(JsonError) as caught:
            parse_json(text)
        assert "nested" in caught.value.message


def test_the_message_says_where_json_ends():
    with pytest.raises(JsonError) as caught:
        parse_json('{"a": }')
    assert str(caught.value) == "this is not JSON: expecting value (line 1, column 7)"
