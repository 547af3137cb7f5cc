"""What is no token: told in a human's words, with the repair where it is exact.

Each kind of mishap has a row: the text it applies to, and a function that says what is wrong and
which tokens take the place, so that the parser goes on as if it had been written right.
"""

import re
import unicodedata
from collections.abc import Callable

from jadpo.diagnostics import Diagnostic, Edit
from jadpo.source import Source
from jadpo.syntax.foreign_operators import (
    foreign_assignment,
    foreign_binding,
    foreign_operator,
    unknown_operator,
)
from jadpo.syntax.literals import BadEscape, bad_escapes
from jadpo.syntax.mishap import Mishap, Substitute
from jadpo.syntax.misread_numbers import number_meant
from jadpo.syntax.nodes import Name
from jadpo.syntax.tokens import Mark, Token

ROUTE_PATH = re.compile(
    r"/(?:(?:[A-Za-z0-9._~-]+|\{[A-Za-z_]\w*\})(?:/(?:[A-Za-z0-9._~-]+|\{[A-Za-z_]\w*\}))*)?"
    r"(?![/\w.~{-])",
    re.ASCII,
)
"""A route's path: segments that are plain or a placeholder, and no `/` at the end."""


def mishap_at(source: Source, start: int, previous: Token | None) -> Mishap:
    """The mishap that begins at ``start``, where no token does. ``previous`` is the last token."""
    for pattern, explain in _MISHAPS:
        found = pattern.match(source.text, start)
        if found:
            return explain(source, found, previous)
    raise AssertionError("the last row matches any character")


# ---- other languages' comments and quotes


def foreign_semicolons(source: Source, places: list[int]) -> Diagnostic:
    """One diagnostic for all semicolons of a file: it is one habit, not many mistakes."""
    others = len(places) - 1
    also = "" if not others else f" (and {others} more of them)"
    spans = [source.span(place, place + 1) for place in places]
    return Diagnostic(
        rule="syntax.foreign_syntax",
        span=spans[0],
        summary=f"Jadpo has no semicolons{also}",
        why="statements and declarations end by themselves; white space carries no meaning",
        help="delete the `;`",
        edits=tuple(Edit(span, "") for span in spans),
    )


def _foreign_comment(source: Source, found: re.Match[str], _: Token | None) -> Mishap:
    start, end = found.span()
    opening = "#" if found[0][0] == "#" else "/*"
    edits: tuple[Edit, ...] = ()
    if opening == "#":
        edits = (Edit(source.span(start, start + len(found[1])), "//"),)
    diagnostic = Diagnostic(
        rule="syntax.foreign_syntax",
        span=source.span(start, start + len(opening)),
        summary=f"a comment does not begin with `{opening}`",
        why="there is one kind of comment, from `//` to the end of the line",
        help="write `//` before each line of the comment",
        edits=edits,
    )
    return Mishap(end, (), diagnostic)


def _foreign_quotes(source: Source, found: re.Match[str], _: Token | None) -> Mishap:
    start, end = found.span()
    opening = found[1]
    content = found[2]
    filled_in = opening == "`" and "${" in content
    decoded = content.replace("\\'", "'").replace('"', '\\"').replace('\\\\"', '\\"')
    replacement = '"' + decoded.replace("\r", "").replace("\n", "\\n") + '"'
    diagnostic = Diagnostic(
        rule="syntax.foreign_syntax",
        span=source.span(start, end),
        summary=f"a text is not written between {_quoted(opening)} marks",
        why='a text stands between `"` and `"`, on one line',
        help='join the parts with `+`, as in `"a " + text.of(value)`'
        if filled_in
        else 'write it between `"`',
        edits=() if filled_in else (Edit(source.span(start, end), replacement),),
    )
    return Mishap(end, (Substitute(Mark('""', start, end), "STRING"),), diagnostic)


def _quoted(mark: str) -> str:
    return "backtick" if mark == "`" else f"`{mark}`"


# ---- texts and numbers


def _unterminated_text(source: Source, found: re.Match[str], _: Token | None) -> Mishap:
    start = found.start()
    lines = _TEXT_OF_LINES.match(source.text, start)
    if lines is not None and lines[2].count('"') % 2 == 0:
        return _text_of_lines(source, start, lines.end(1))
    end = start + len(_without_closers(found[0].rstrip()))
    diagnostic = Diagnostic(
        rule="syntax.unterminated_text",
        span=source.span(start, end),
        summary='this text has no closing `"`',
        why="a text ends on the line it begins on; a line break in it is written `\\n`",
        help='put a `"` where the text ends',
        edits=(Edit(source.span(end, end), '"'),),
    )
    return Mishap(end, (Substitute(Mark('""', start, end), "STRING"),), diagnostic)


_TEXT_OF_LINES = re.compile(r'("[^"]{0,4000}\n[^"\n]*"(?![^\s.,)}\]]))([^\n]*)')
"""A text that is closed on a later line, and the rest of that line."""


def _text_of_lines(source: Source, start: int, end: int) -> Mishap:
    """A text over several lines: its lines are more likely meant than two quotes missing."""
    span = source.span(start, end)
    written = source.text[start:end].replace("\r\n", "\n").replace("\n", "\\n")
    diagnostic = Diagnostic(
        rule="syntax.unterminated_text",
        span=span,
        summary="this text does not end on the line it begins on",
        why="a line break in a text is written `\\n`, so that it is seen",
        help="write it on one line, with `\\n` for each line break",
        edits=(Edit(span, written),),
    )
    return Mishap(end, (Substitute(Mark('""', start, end), "STRING"),), diagnostic)


def _without_closers(text: str) -> str:
    """The text without closing brackets and commas at its end that nothing in it opens.

    In `code("TEA-1)` the bracket most likely closes the call, and only the quote is missing.
    """
    pairs = {")": "(", "]": "[", "}": "{"}
    while len(text) > 1 and text[-1] in ")]},":
        closer = text[-1]
        if closer != "," and text.count(closer) <= text.count(pairs[closer]):
            break
        text = text[:-1].rstrip()
    return text


def _bad_number(source: Source, found: re.Match[str], _: Token | None) -> Mishap:
    start, end = found.span()
    meant, why = number_meant(found[0])
    edits = () if meant is None else (Edit(source.span(start, end), meant),)
    diagnostic = Diagnostic(
        rule="syntax.number_invalid",
        span=source.span(start, end),
        summary=f"`{found[0]}` is not a number",
        why=why,
        help="write it in one of these forms" if meant is None else f"write `{meant}`",
        edits=edits,
    )
    terminal, text = ("DURATION", "0s") if found[0][-1] in "smhd" else ("INT", "0")
    return Mishap(end, (Substitute(Mark(text, start, end), terminal),), diagnostic)


def escape_diagnostics(source: Source, text: str, start: int) -> list[Diagnostic]:
    """What is wrong with the escapes of a text literal that begins at ``start``."""
    return [_bad_escape(source, escape, start) for escape in bad_escapes(text)]


def _bad_escape(source: Source, escape: BadEscape, literal_start: int) -> Diagnostic:
    start, end = literal_start + escape.start, literal_start + escape.end
    edits: tuple[Edit, ...] = (Edit(source.span(start, start), "\\"),)
    help_text = "write `\\\\` for a backslash"
    digits = re.compile(r"\\[ux]([0-9A-Fa-f]{2,4})").match(source.text, start)
    if digits:  # as JSON, JavaScript and Python write it
        end = digits.end()
        written = f"\\u{{{digits[1]}}}"
        help_text, edits = f"write `{written}`", (Edit(source.span(start, end), written),)
    elif escape.text.startswith("\\u"):
        help_text = "write one to six hexadecimal digits of a Unicode scalar value in the braces"
        edits = ()
    return Diagnostic(
        rule="syntax.escape_invalid",
        span=source.span(start, end),
        summary=f"`{source.text[start:end]}` is no escape",
        why='the escapes are `\\"`, `\\\\`, `\\n`, `\\r`, `\\t` and `\\u{1F600}`',
        help=help_text,
        edits=edits,
    )


def route_path_diagnostic(source: Source, start: int, end: int) -> Diagnostic:
    """A route's path that is none."""
    path = source.text[start:end]
    placeholders = re.sub(r"[:<]([A-Za-z_]\w*)>?", r"{\1}", path, flags=re.ASCII).rstrip("/")
    exact = placeholders != path and ROUTE_PATH.fullmatch(placeholders)
    return Diagnostic(
        rule="syntax.route_path_invalid",
        span=source.span(start, end),
        summary=f"`{path}` is not a path of a route",
        why="a path is made of `/` and segments, each of letters, digits, `.`, `_`, `~` and `-`, "
        "or a placeholder such as `{id}`",
        help=f"write `{placeholders}`" if exact else "write it as `/orders/{id}`",
        edits=(Edit(source.span(start, end), placeholders),) if exact else (),
    )


# ---- other characters


def _foreign_word(source: Source, found: re.Match[str], _: Token | None) -> Mishap:
    start, end = found.span()
    plain = unicodedata.normalize("NFKD", found[0])
    plain = "".join(each for each in plain if not unicodedata.combining(each))
    exact = plain.isascii() and plain.isidentifier()
    diagnostic = Diagnostic(
        rule="syntax.name_not_ascii",
        span=source.span(start, end),
        summary=f"the name `{found[0]}` has letters that names do not have",
        why="names are made of `A` to `Z`, `a` to `z`, digits and `_`, so that nobody mistakes "
        "two of them for one",
        help=f"write `{plain}`" if exact else "use the letters `A` to `Z` and `a` to `z`",
        edits=(Edit(source.span(start, end), plain),) if exact else (),
    )
    return Mishap(end, (Substitute(Name(found[0], start, end), "IDENT"),), diagnostic)


_LOOK_ALIKES = {
    "\u2013": "-", "\u2014": "-", "\u2212": "-", "\u2010": "-", "\u2011": "-",
    "\u00d7": "*", "\u2217": "*", "\u00f7": "/", "\u2215": "/",
    "\u2264": "<=", "\u2265": ">=", "\u2260": "!=", "\u21d2": "=>", "\u2192": "->",
    "\uff08": "(", "\uff09": ")", "\uff5b": "{", "\uff5d": "}", "\uff1a": ":", "\uff0c": ",",
    "\u037e": "", "\uff1b": "",
}  # fmt: skip
"""Characters that look like an operator, and the operator."""

_TERMINALS_OF_LOOK_ALIKES = {
    "-": "MINUS", "*": "STAR", "/": "SLASH", "<=": "LESS_EQUAL", ">=": "GREATER_EQUAL",
    "!=": "NOT_EQUAL", "=>": "FAT_ARROW", "->": "ARROW", "(": "LPAR", ")": "RPAR",
    "{": "LBRACE", "}": "RBRACE", ":": "COLON", ",": "COMMA",
}  # fmt: skip


def _byte_order_mark(source: Source, found: re.Match[str], _: Token | None) -> Mishap:
    span = source.span(0, 1)
    diagnostic = Diagnostic(
        rule="syntax.byte_order_mark",
        span=span,
        summary="the file begins with a byte order mark",
        why="Jadpo source is UTF-8, which needs none",
        help="delete the mark",
        edits=(Edit(span, ""),),
    )
    return Mishap(found.end(), (), diagnostic)


def _unknown_character(source: Source, found: re.Match[str], _: Token | None) -> Mishap:
    start, end = found.span()
    character = found[1]
    name = unicodedata.name(character, "").lower()
    number = f"U+{ord(character):04X}"
    described = f"{number} {name}" if name else number
    shown = f"`{character}` ({described})" if character.isprintable() else described
    likely = _LOOK_ALIKES.get(character)
    if unicodedata.category(character) in ("Zs", "Cf"):
        likely = " " if unicodedata.category(character) == "Zs" else ""
    help_text = "delete it, or put it into a text or a comment"
    if likely and likely.strip():
        help_text = f"write `{likely}`"
    elif likely == " ":
        help_text = "write a plain space"
    diagnostic = Diagnostic(
        rule="syntax.character_unknown",
        span=source.span(start, end),
        summary=f"the character {shown} means nothing in Jadpo",
        why="outside texts and comments there are ASCII letters, digits, white space and "
        "operators only",
        help=help_text,
        edits=() if likely is None else (Edit(source.span(start, end), likely),),
    )
    substitutes: tuple[Substitute, ...] = ()
    if likely and likely.strip():
        terminal = _TERMINALS_OF_LOOK_ALIKES[likely]
        substitutes = (Substitute(Mark(likely, start, end), terminal),)
    return Mishap(end, substitutes, diagnostic)


_Explain = Callable[[Source, re.Match[str], Token | None], Mishap]

_MISHAPS: tuple[tuple[re.Pattern[str], _Explain], ...] = tuple(
    (re.compile(pattern, re.DOTALL), explain)
    for pattern, explain in (
        (r"/\*.*?(?:\*/|\Z)", _foreign_comment),
        (r"(#!?)[^\n]*", _foreign_comment),
        (r"&&|\|\||===|!==|!|::|\?\.(?=\w)", foreign_operator),
        (r":=", foreign_binding),
        (r"\+\+|--|[-+*/%]=", foreign_assignment),
        (r"\*\*|&|\||\.\.\.?", unknown_operator),
        (r'(""")(.*?)(?:"""|\Z)', _foreign_quotes),
        (r"(['`])((?:(?!\1)[^\\\r\n]|\\.)*)\1", _foreign_quotes),
        (r"([\u201c\u201e\u201d\u00ab])([^\r\n\u201c\u201d\u00bb]*)[\u201d\u201c\u00bb]",
         _foreign_quotes),
        (r'"(?:[^\\\r\n]|\\[^\r\n])*\\?', _unterminated_text),
        (r"\.?[0-9]\w*(?:\.[0-9]\w*)*\.?(?!\w)|\.[0-9]\w*|[0-9]\w*", _bad_number),
        (r"[^\W\d]\w*", _foreign_word),
        (r"\A\ufeff", _byte_order_mark),
        (r"(.)\1*", _unknown_character),
    )
)  # fmt: skip
