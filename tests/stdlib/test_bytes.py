"""The boundary table of ``bytes`` (language.md §11)."""

import base64
import hashlib

import pytest

from jadpo.stdlib import OPERATIONS
from jadpo_runtime.faults import FaultCode

MEGA = 1 << 20
LONG = bytes(range(251)) * (2 * MEGA // 251)
"""Longer than what is done between two looks at the stop byte."""

CASES = [
    ("bytes.length", (b"",), 0),
    ("bytes.length", (bytes(MEGA),), MEGA),
    ("bytes.of_text", ("",), b""),
    ("bytes.of_text", ("a\0é😀",), b"a\0\xc3\xa9\xf0\x9f\x98\x80"),
    ("bytes.of_text", ("e\u0301",), b"e\xcc\x81"),
    ("bytes.to_text", (b"",), ""),
    ("bytes.to_text", (b"\xf0\x9f\x98\x80",), "😀"),
    ("bytes.to_text", (b"\xff",), None),
    ("bytes.to_text", (b"\xc0\x80",), None),
    ("bytes.to_text", (b"\xed\xa0\x80",), None),
    ("bytes.to_text", (b"\xf0\x9f\x98",), None),
    ("bytes.to_text", (b"\xef\xbb\xbfa",), "\ufeffa"),
    ("bytes.to_base64", (b"",), ""),
    ("bytes.to_base64", (b"\xff",), "/w=="),
    ("bytes.to_base64", (b"\xff\x00\xfe",), "/wD+"),
    ("bytes.to_base64", (bytes(250 * MEGA),), FaultCode.MEMORY_EXCEEDED),
    ("bytes.to_base64", (LONG,), base64.b64encode(LONG).decode()),
    ("bytes.of_base64", (base64.b64encode(LONG).decode(),), LONG),
    ("bytes.of_base64", (base64.b64encode(LONG[: 3 * (MEGA // 4) - 1]).decode() + "AAAA",), None),
    ("bytes.of_base64", ("",), b""),
    ("bytes.of_base64", ("/wD+",), b"\xff\x00\xfe"),
    ("bytes.of_base64", ("/w==",), b"\xff"),
    ("bytes.of_base64", ("/w",), None),
    ("bytes.of_base64", ("/x==",), None),
    ("bytes.of_base64", ("_w==",), None),
    ("bytes.of_base64", ("/w==\n",), None),
    ("bytes.of_base64", ("/w==/w==",), None),
    ("bytes.of_base64", ("====",), None),
    ("bytes.of_base64", ("é===",), None),
    (
        "bytes.sha256",
        (b"",),
        bytes.fromhex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ),
    ("bytes.sha256", (b"a" * (3 * MEGA + 1),), hashlib.sha256(b"a" * (3 * MEGA + 1)).digest()),
]


@pytest.mark.parametrize(
    ("key", "arguments", "expected"),
    CASES,
    ids=[f"{key}-{n}" for n, (key, _, _) in enumerate(CASES)],
)
def test_bytes(gives, key, arguments, expected):
    gives(key, arguments, expected)


def test_every_operation_has_its_cases():
    rows = [key for key, row in OPERATIONS.items() if row.namespace == "bytes"]
    assert list(dict.fromkeys(key for key, _, _ in CASES)) == rows
