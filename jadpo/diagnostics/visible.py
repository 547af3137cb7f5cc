"""Making text safe to show: no character of a program may steer the terminal that shows it."""

import unicodedata

_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def visible(text: str) -> str:
    """The text with its control and invisible characters written as ``\\u{…}`` escapes.

    Among them are line ends, the escape that starts a terminal sequence, and the marks that
    reverse the direction of what follows. A tab becomes one space.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_visible_character, text))


def _visible_character(character: str) -> str:
    if character == "\t":
        return " "
    if unicodedata.category(character) in _HIDDEN_CATEGORIES and character != "\u200d":
        return f"\\u{{{ord(character):x}}}"
    return character


def visible_in_ascii(text: str) -> str:
    """The same for terminals that show ASCII alone: everything else is written as an escape."""
    return "".join(
        character if character.isascii() else f"\\u{{{ord(character):x}}}"
        for character in visible(text)
    )
