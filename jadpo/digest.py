"""Digests of texts: what is remembered is found by them."""

try:
    # The same function; `hashlib` loads OpenSSL besides, which takes longer than all digests.
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

_BYTES = 16


def digest(*texts: str) -> str:
    """The digest of several texts, as 32 hexadecimal digits; no two lists of texts share one."""
    hashing = blake2b(digest_size=_BYTES)
    for text in texts:
        content = text.encode("utf-8", "surrogatepass")
        hashing.update(b"%d:" % len(content))
        hashing.update(content)
    return hashing.hexdigest()


def digest_of_bytes(content: bytes) -> str:
    """The digest of bytes, as 32 hexadecimal digits."""
    return blake2b(content, digest_size=_BYTES).hexdigest()
