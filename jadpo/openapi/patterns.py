r"""From the patterns of the language to those of JSON Schema: from RE2 to ECMA 262.

The two agree but for details: RE2's ``\s`` is ASCII, ``.`` stops at ``\n`` only, ``\A``, ``\z``,
``\Q…\E`` and ``[[:alpha:]]`` are its own, and ECMA escapes nothing but its own signs. What has no
counterpart (flags, Unicode properties) is told as text, since half a pattern would be wrong.
"""

import re
from collections.abc import Iterator
from typing import Final

_SPACE: Final = r"\t\n\f\r "
_NOT_SPACE: Final = "\\x00-\\x08\\x0b\\x0e-\\x1f!-\U0010ffff"

_POSIX: Final = {
    "alnum": "0-9A-Za-z",
    "alpha": "A-Za-z",
    "ascii": r"\x00-\x7f",
    "blank": r"\t ",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\t\n\v\f\r ",
    "upper": "A-Z",
    "word": "0-9A-Za-z_",
    "xdigit": "0-9A-Fa-f",
}

_TOKEN: Final = re.compile(
    r"""
      (?P<quoted>\\Q(?P<text>.*?)(?:\\E|$))
    | (?P<hex>\\x(?:\{(?P<long>[0-9A-Fa-f]+)\}|(?P<short>[0-9A-Fa-f]{2})))
    | (?P<octal>\\[0-7]{1,3})
    | (?P<escape>\\.)
    | (?P<posix>\[:(?P<not>\^?)(?P<posix_name>[a-z]+):\])
    | (?P<group>\(\?(?:P?<[A-Za-z0-9_]+>|:))
    | (?P<flags>\(\?)
    | (?P<repeat>\{[0-9]+(?:,[0-9]*)?\})
    | (?P<one>.)
    """,
    re.VERBOSE | re.DOTALL,
)

_KEPT_ESCAPES: Final = frozenset("dDwWbBtnfrv")
_SYNTAX: Final = frozenset(r"^$\.*+?()[]{}|/")


def ecma_pattern(pattern: str) -> str | None:
    """The ECMA 262 pattern for the whole of a text, or ``None`` where there is none.

    ``pattern`` is one that the checker accepted.
    """
    try:
        return f"^(?:{''.join(_translated(pattern))})$"
    except _NoCounterpart:
        return None


class _NoCounterpart(Exception):  # noqa: N818 - told to no one
    """Something in the pattern cannot be said in ECMA 262."""


def _translated(pattern: str) -> Iterator[str]:
    in_class = first_in_class = False
    for token in _TOKEN.finditer(pattern):
        text, kind = token[0], token.lastgroup
        opening = first_in_class
        first_in_class = False
        if token["quoted"] is not None:
            yield "".join(_literal(each, in_class) for each in token["text"])
        elif token["hex"] is not None:
            yield _literal(chr(int(token["long"] or token["short"], 16)), in_class)
        elif token["octal"] is not None:
            yield _literal(chr(int(text[1:], 8)), in_class)
        elif token["escape"] is not None:
            yield _escape(text[1], in_class)
        elif in_class:
            if token["posix"] is not None:
                if token["not"] or token["posix_name"] not in _POSIX:
                    raise _NoCounterpart
                yield _POSIX[token["posix_name"]]
            elif text == "]" and not opening:
                in_class = False
                yield "]"
            elif text == "^" and opening and pattern[token.start() - 1] == "[":
                first_in_class = True
                yield "^"
            elif kind == "one":
                yield text if text == "-" else _literal(text, in_class=True)
            else:
                yield "".join(_literal(each, in_class=True) for each in text)
        elif token["flags"] is not None:
            raise _NoCounterpart
        elif token["group"] is not None:
            yield "(?:"
        elif token["repeat"] is not None:
            yield text
        elif text == "[" or token["posix"] is not None:
            if token["posix"] is not None:
                raise _NoCounterpart
            in_class = first_in_class = True
            yield "["
        elif text == ".":
            yield r"[^\n]"
        elif text in "]{}":
            yield f"\\{text}"
        else:
            yield text


def _escape(letter: str, in_class: bool) -> str:
    """What an escape of one character means."""
    if letter == "s":
        return _SPACE if in_class else f"[{_SPACE}]"
    if letter == "S":
        return _NOT_SPACE if in_class else f"[^{_SPACE}]"
    if letter == "a":
        return r"\x07"
    if not in_class and letter in "Az":
        return "^" if letter == "A" else "$"
    if letter in _KEPT_ESCAPES and not (in_class and letter in "bB"):
        return f"\\{letter}"
    if letter.isalnum():
        raise _NoCounterpart
    return _literal(letter, in_class)


def _literal(character: str, in_class: bool) -> str:
    if character in _SYNTAX or (in_class and character == "-"):
        return f"\\{character}"
    if character < " ":
        return f"\\x{ord(character):02x}"
    return character
