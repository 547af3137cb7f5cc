"""English for messages."""

from __future__ import annotations

from jadpo.diagnostics import nearest_name


def an(shown: object) -> str:
    """A name in backticks with its article: "an `Int`", "a `Unit`".

    Names in U are read as "you": Unit, Uuid, Url, User.
    """
    text = str(shown)
    return f"{'an' if text[:1] in 'aeioAEIO' else 'a'} `{text}`"


def nearest_of_case(wanted: str, names: list[str]) -> str | None:
    """The nearest name, preferring those that begin in the same case: values before types."""
    same = [name for name in names if name[:1].isupper() == wanted[:1].isupper()]
    return nearest_name(wanted, same) or nearest_name(wanted, names)
