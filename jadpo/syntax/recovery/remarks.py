"""What to say of a token that is left out and that has no repair, but that many people write."""

from typing import NamedTuple

from jadpo.syntax.recovery.stack import cells_of
from jadpo.syntax.recovery.stops import Stop


class Remark(NamedTuple):
    """Why something cannot stand there, and what to do."""

    why: str
    help: str


_NO_CONDITIONAL = Remark(
    "there is no conditional expression, and `if` has no value",
    "use `match`, or assign to a `var mut` in each branch",
)
_AS_VALUE = {
    "if": _NO_CONDITIONAL,
    "function": Remark(
        "functions have names, and are given to others by them",
        "declare it with `function` outside of this one",
    ),
    "for": Remark("`for` is a statement and has no value", "use `collection.map`, or a loop"),
}
"""By the word that stands where an expression is expected."""

_AFTER_VALUE = {
    "?": _NO_CONDITIONAL,
    "as": Remark("a value is never cast", "construct the type: `Type(value)`"),
    "extends": Remark("there is no inheritance", "give the field that both have to both"),
    "implements": Remark("there are no interfaces", "leave it out"),
}
"""By the token that stands where something else was expected to go on."""

_ALIAS = Remark(
    "what is imported keeps its name, so that one thing has one name in all modules",
    "leave out `as` and what follows it",
)

_AT_STATEMENT = Remark(
    "a statement begins with a word, never with a bracket, a minus or a literal",
    "bind the value with `var`, or write a call",
)


def remark_on(stop: Stop) -> Remark | None:
    """What to say of the token at a stop, if it is one that many people write."""
    if stop.token is None:
        return None
    text = stop.token.text
    if text == "else" and not stop.starts_line and stop.previous and stop.previous.text != "}":
        return _NO_CONDITIONAL
    if {"STRING", "LPAR"} <= stop.expected:
        return _AS_VALUE.get(text)
    if "VAR" in stop.expected and stop.starts_line and not text[0].isalpha():
        return _AT_STATEMENT
    if text == "as" and any(cell.terminal == "IMPORT" for cell in cells_of(stop.cell)):
        return _ALIAS
    previous = stop.previous.text if stop.previous else ""
    return _AFTER_VALUE.get(text) or (_AFTER_VALUE[previous] if previous == "as" else None)
