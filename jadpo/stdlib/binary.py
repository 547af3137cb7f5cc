"""``bytes``: operations on Bytes."""

import codecs
from typing import Final

from jadpo.stdlib.growing import joined
from jadpo.stdlib.limits import TEXT_WINDOW, check_bytes, check_text, windows
from jadpo.stdlib.operation import Cost, Operation, operation
from jadpo_runtime.values.base64 import base64_text, strict_base64

_GROUPS: Final = TEXT_WINDOW // 4
"""Groups of base64 (three bytes, four characters) between two looks at the stop byte."""


def _of_text(stop: bytearray, text: str) -> bytes:
    check_text(len(text), text.isascii())
    if len(text) <= TEXT_WINDOW:
        return text.encode("utf-8")
    return b"".join(
        [text[start:end].encode("utf-8") for start, end in windows(len(text), TEXT_WINDOW, stop)]
    )


def _to_text(stop: bytearray, value: bytes) -> str | None:
    if len(value) <= TEXT_WINDOW:
        return _decoded(value)
    decoder = codecs.getincrementaldecoder("utf-8")()
    text = ""
    try:
        for start, end in windows(len(value), TEXT_WINDOW, stop):
            text += decoder.decode(value[start:end], final=end == len(value))
    except UnicodeDecodeError:
        return None
    return text


def _decoded(value: bytes) -> str | None:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return None


def to_base64(stop: bytearray, value: bytes) -> str:
    """The bytes in base64, padded."""
    check_bytes((len(value) + 2) // 3 * 4)
    groups = windows(len(value), 3 * _GROUPS, stop)
    return joined((base64_text(value[start:end]) for start, end in groups), stop)


def _of_base64(stop: bytearray, text: str) -> bytes | None:
    parts: list[bytes] = []
    for start, end in windows(len(text), 4 * _GROUPS, stop):
        part = strict_base64(text[start:end])
        # Only the last group may be padded.
        if part is None or (end < len(text) and len(part) < 3 * _GROUPS):
            return None
        parts.append(part)
    return b"".join(parts)


def _sha256(stop: bytearray, value: bytes) -> bytes:
    import hashlib  # takes 3 ms, and most programs hash nothing

    digest = hashlib.sha256()
    view = memoryview(value)
    for start, end in windows(len(value), TEXT_WINDOW, stop):
        digest.update(view[start:end])
    return digest.digest()


BINARY_OPERATIONS: Final[tuple[Operation, ...]] = (
    operation(
        "bytes.length",
        "(value: Bytes) -> Int",
        len,
        "The number of bytes.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "bytes.of_text",
        "(text: Text) -> Bytes",
        _of_text,
        "The text in UTF-8.",
        takes_stop=True,
    ),
    operation(
        "bytes.to_text",
        "(value: Bytes) -> Text?",
        _to_text,
        "The text that the bytes are in UTF-8, or `none`.",
        takes_stop=True,
    ),
    operation(
        "bytes.to_base64",
        "(value: Bytes) -> Text",
        to_base64,
        "The bytes in base64 (RFC 4648, padded).",
        takes_stop=True,
    ),
    operation(
        "bytes.of_base64",
        "(text: Text) -> Bytes?",
        _of_base64,
        "The bytes of a text in base64, canonical and padded; `none` for anything else.",
        takes_stop=True,
    ),
    operation(
        "bytes.sha256",
        "(value: Bytes) -> Bytes",
        _sha256,
        "The SHA-256 digest, 32 bytes.",
        takes_stop=True,
    ),
)
"""The rows of ``bytes``."""
