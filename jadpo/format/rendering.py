"""Document -> text of a given width.

Groups are decided from the outside in, each when it is reached: it is laid out flat if what it
has, and what follows up to the next possible line end, fits on the line. The work for that is
bounded by the width, so the whole is linear.
"""

from typing import NamedTuple

from jadpo.format.documents import (
    NOT_HANGING,
    Beside,
    Choice,
    Document,
    Group,
    IfBroken,
    Line,
    Nest,
)

WIDTH = 100
"""Columns of a line, counted in code points."""

STEP = 4
"""Columns of one step to the right."""


class _Piece(NamedTuple):
    """A document still to be written, the margin of its lines, and whether they are broken."""

    margin: int
    broken: bool
    document: Document


def render(document: Document) -> str:
    """The text of a document that begins at the left margin; it ends without a line end."""
    writing = _Writing()
    pieces = [_Piece(0, True, document)]
    while pieces:
        margin, broken, document = pieces.pop()
        if isinstance(document, str):
            writing.text(document, margin)
        elif isinstance(document, tuple):
            pieces.extend([_Piece(margin, broken, each) for each in reversed(document)])
        elif isinstance(document, Line):
            if broken or document.hard or writing.ends_in_comment:
                writing.line_end(margin, document.blank)
            else:
                writing.text(document.flat, margin)
        elif isinstance(document, Nest):
            pieces.append(_Piece(margin + STEP, broken, document.content))
        elif isinstance(document, Group):
            flat = _Piece(margin, False, document.content)
            if not broken or (not document.breaks and _fits(flat, pieces, WIDTH - writing.column)):
                pieces.append(flat)
            else:
                pieces.append(_Piece(margin, True, document.content))
        elif isinstance(document, Choice):
            first = _Piece(margin, broken, document.first)
            if not broken or _fits(first, pieces, WIDTH - writing.column):
                pieces.append(first)
            else:
                pieces.append(_Piece(margin, broken, document.otherwise))
        elif isinstance(document, IfBroken):
            if broken:
                writing.text(document.text, margin)
        elif isinstance(document, Beside):
            writing.comment_beside(document.text)
        else:
            writing.comment_above(document.text, margin, document.hangs)
    return "".join(writing.written)


class _Writing:
    """The text so far. Spaces and margins are written once something follows them."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.column = 0
        self._gap = ""
        self._at_margin = True
        self.ends_in_comment = False
        self._margin_of_comment: int | None = None

    def text(self, text: str, margin: int) -> None:
        if not text.strip():
            self._gap += text
            self.column += len(text)
            return
        if self.ends_in_comment:
            # Nothing can follow a comment in its line: the construct goes on in the next one.
            self.line_end(self._hanging(margin, text not in NOT_HANGING), blank=False)
        self.written += (self._gap, text)
        self.column += len(text)
        self._gap = ""
        self._at_margin = False

    def line_end(self, margin: int, blank: bool) -> None:
        self.written.append("\n\n" if blank else "\n")
        self._gap = " " * margin
        self.column = margin
        self._at_margin = True
        self.ends_in_comment = False
        self._margin_of_comment = None

    def comment_beside(self, text: str) -> None:
        self.written += (" ", text)
        self._gap = ""
        self.ends_in_comment = True

    def comment_above(self, text: str, margin: int, hangs: bool) -> None:
        if not self._at_margin:
            self.line_end(self._hanging(margin, hangs), blank=False)
        self.written += (self._gap, text)
        self._margin_of_comment = self.column
        self._gap = ""
        self._at_margin = False
        self.ends_in_comment = True

    def _hanging(self, margin: int, hangs: bool) -> int:
        """Where a construct goes on after a comment: below one that has a line for itself."""
        if self._margin_of_comment is not None:
            return self._margin_of_comment
        return margin + STEP if hangs else margin


def _fits(whole: _Piece, following: list[_Piece], room: int) -> bool:
    """Whether a piece, and what follows it in its line, takes no more than ``room`` columns."""
    pieces = [whole]
    next_following = len(following) - 1
    while room >= 0:
        if not pieces:
            if next_following < 0:
                return True
            pieces.append(following[next_following])
            next_following -= 1
        margin, broken, document = pieces.pop()
        if isinstance(document, str):
            room -= len(document)
        elif isinstance(document, tuple):
            pieces.extend([_Piece(margin, broken, each) for each in reversed(document)])
        elif isinstance(document, Line):
            if broken or document.hard:
                return True
            room -= len(document.flat)
        elif isinstance(document, Group):
            pieces.append(_Piece(margin, broken or document.breaks, document.content))
        elif isinstance(document, Nest):
            pieces.append(_Piece(margin, broken, document.content))
        elif isinstance(document, Choice):
            pieces.append(_Piece(margin, broken, document.first))
        elif isinstance(document, IfBroken):
            if broken:
                room -= len(document.text)
        else:
            return True
    return False
