"""Bytes as text: base64 of RFC 4648 §4, in its one canonical form."""

import binascii


def base64_text(value: bytes) -> str:
    """The bytes in base64, padded."""
    return binascii.b2a_base64(value, newline=False).decode("ascii")


def strict_base64(text: str) -> bytes | None:
    """The bytes of canonical base64 (RFC 4648 §4, padded, no other bits set), or ``None``."""
    if not text.isascii():
        return None
    try:
        decoded = binascii.a2b_base64(text, strict_mode=True)
    except binascii.Error:
        return None
    # The decoder ignores the bits after the last whole byte, so write the bytes again to see them.
    return decoded if base64_text(decoded) == text else None
