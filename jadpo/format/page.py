"""The laying out of one file: which rule lays out a node, and what the rules are made of."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from jadpo.format.comments import Comments
from jadpo.format.concrete import Child, Node, Tree, first_token, last_token
from jadpo.format.documents import (
    HARD_LINE,
    NOT_HANGING,
    NOTHING_OR_LINE,
    SPACE_OR_LINE,
    WIDE_OR_LINE,
    Above,
    Beside,
    Choice,
    Document,
    IfBroken,
    Line,
    group,
    nest,
)
from jadpo.source import Source
from jadpo.syntax.nodes import Comment
from jadpo.syntax.tokens import Token

Rule: TypeAlias = Callable[..., Document]
"""Called with the page and the children of a tree, gives its layout."""

Rules: TypeAlias = Mapping[str, Rule]
"""By alias of the grammar."""

_GLUED = frozenset({":", ",", "?"})


def nowhere(_: Node) -> bool:
    """No node is kept apart from its neighbours."""
    return False


class Page:
    """One file being laid out."""

    def __init__(self, source: Source, comments: Comments, rules: Rules) -> None:
        self.comments = comments
        self._text = source.text
        self._rules = rules

    def of(self, node: Node) -> Document:
        """The layout of a node or token."""
        if isinstance(node, Tree):
            return self._rules[node.alias](self, *node.children)
        above = self.comments.take_above(node)
        beside = self.comments.take_beside(node)
        if not above and beside is None:
            return node.text
        hangs = node.text not in NOT_HANGING
        parts: list[Document] = [Above(comment.text, hangs) for comment in above]
        parts.append(node.text)
        if beside is not None:
            parts.append(Beside(beside.text))
        return tuple(parts)

    def row(self, *children: Child) -> Document:
        """Children separated by single spaces, with none before `:`, `,` and `?`."""
        parts: list[Document] = []
        for child in children:
            for node in child if isinstance(child, list) else (child,):
                if node is None:
                    continue
                if parts and (isinstance(node, Tree) or node.text not in _GLUED):
                    parts.append(" ")
                parts.append(self.of(node))
        return tuple(parts)

    def glued(self, *children: Child) -> Document:
        """Children with nothing between them."""
        return tuple(
            self.of(node)
            for child in children
            for node in (child if isinstance(child, list) else (child,))
            if node is not None
        )

    # ---- lists without separators

    def enclosed(
        self,
        opening: Token,
        nodes: Sequence[Node],
        closing: Token,
        *,
        edge: Line = SPACE_OR_LINE,
        between: Line = WIDE_OR_LINE,
        apart: Callable[[Node], bool] = nowhere,
        of: Callable[[Node], Document] | None = None,
    ) -> Document:
        """Nodes between brackets: on one line, or each on its own.

        With a hard ``edge`` always the latter. Nodes that are ``apart`` have an empty line around
        them; other empty lines are kept, at most one at a place. ``of`` lays out the nodes.
        """
        beside = self.comments.take_beside(opening)
        inner = self._stacked(nodes, closing, edge.hard, between, apart, of or self.of)
        start: Document = self.of(opening)
        if beside is not None:
            start = (start, Beside(beside.text))
        if not inner and beside is None:
            return (start, self.of(closing))
        if not inner:
            return (start, HARD_LINE, self.of(closing))
        return (start, nest(edge, *inner), edge, self.of(closing))

    def _stacked(
        self,
        nodes: Sequence[Node],
        closing: Token,
        hard: bool,
        between: Line,
        apart: Callable[[Node], bool],
        of: Callable[[Node], Document],
    ) -> list[Document]:
        """Nodes and the comments around them, with what stands between."""
        parts: list[Document] = []
        previous_apart = False
        for node in nodes:
            start = first_token(node)
            above = self.comments.take_above(start)
            beside = self.comments.take_beside(last_token(node))
            gaps = self.gaps(above, start)
            is_apart = apart(node)
            if (is_apart or previous_apart) and not any(gaps):
                gaps[0] = True
            previous_apart = is_apart
            for comment, gap in zip(above, gaps, strict=False):
                if parts:
                    parts.append(Line("", hard=True, blank=gap))
                parts.append(Above(comment.text))
            if parts:
                parts.append(Line(between.flat, hard or bool(above), blank=gaps[-1]))
            parts.append(of(node))
            if beside is not None:
                parts.append(Beside(beside.text))
        for comment in self.comments.take_above(closing):
            if parts:
                gap = self.is_after_empty_line(comment.start)
                parts.append(Line("", hard=True, blank=gap))
            parts.append(Above(comment.text))
        return parts

    def gaps(self, above: Sequence[Comment], start: Token) -> list[bool]:
        """Whether an empty line stands before each comment above a token, and before that.

        Documentation is never kept apart from what is under it.
        """
        gaps = [self.is_after_empty_line(each.start) for each in (*above, start)]
        for index, comment in enumerate(above):
            if comment.kind == "doc":
                gaps[index + 1] = False
        return gaps

    def is_after_empty_line(self, offset: int) -> bool:
        """Whether an empty line stands before what begins there."""
        line_ends = 0
        while offset and self._text[offset - 1] in " \t\r\n":
            offset -= 1
            line_ends += self._text[offset] == "\n"
        return line_ends > 1

    # ---- lists with commas

    def listed(
        self,
        opening: Token,
        nodes: Sequence[Node],
        last_comma: Token | None,
        closing: Token,
        *,
        edge: Line = NOTHING_OR_LINE,
        may_end_in_comma: bool = True,
        filled: bool = False,
    ) -> Document:
        """Nodes and commas between brackets: on one line, or each on its own with its comma.

        A last comma is left out in the first case and written in the other, where the grammar has
        one. With ``filled`` as many as fit stand on each line.
        """
        start = self.of(opening)
        if not nodes:
            return (start, self.of(closing))
        entries, rest = self.entries(nodes, last_comma, may_end_in_comma)
        above_closing = [*rest, *self.comments.take_above(closing)]
        if filled:
            entries[1:] = [(group(SPACE_OR_LINE), each) for each in entries[1:]]
        else:
            entries[1:] = [(SPACE_OR_LINE, each) for each in entries[1:]]
        for comment in above_closing:
            entries.append((HARD_LINE, Above(comment.text)))
        return group(start, nest(edge, *entries), edge, self.of(closing))

    def entries(
        self, nodes: Sequence[Node], last_comma: Token | None, may_end_in_comma: bool
    ) -> tuple[list[Document], list[Comment]]:
        """The nodes of a list, each with its comma and comments; the comments after the last.

        A comment between a node and its comma comes after the comma, which separates all the same.
        """
        entries: list[Document] = []
        carried: list[Comment] = []
        for index in range(0, len(nodes), 2):
            node = nodes[index]
            comma = nodes[index + 1] if index + 1 < len(nodes) else last_comma
            above = [*carried, *self.comments.take_above(first_token(node))]
            own_beside = self.comments.take_beside(last_token(node))
            carried = [own_beside] if own_beside is not None else []
            if comma is not None:
                assert not isinstance(comma, Tree), "a comma is a token"
                between = self.comments.take_above(comma)
                after = self.comments.take_beside(comma)
                ends_line = own_beside is not None or not between
                carried += [*between, *([after] if after is not None else [])]
            else:
                ends_line = True
            parts: list[Document] = []
            for comment in above:
                parts += (Above(comment.text), HARD_LINE)
            parts.append(self.of(node))
            if index + 1 < len(nodes):
                parts.append(",")
            elif may_end_in_comma:
                parts.append(IfBroken(","))
            if carried and ends_line:
                parts.append(Beside(carried.pop(0).text))
            entries.append(tuple(parts))
        return entries, carried

    def hugged(
        self, opening: Token, inner: Document, closing: Token, *, last_comma: bool
    ) -> Document:
        """Brackets directly around what has brackets of its own, if its line so begun fits.

        Else it has its own line, with a comma if it is the last of a list.
        """
        left, right = self.of(opening), self.of(closing)
        comma = IfBroken(",") if last_comma else ""
        apart = group(left, nest(NOTHING_OR_LINE, inner, comma), NOTHING_OR_LINE, right)
        return Choice((left, inner, right), apart)

    # ---- values

    def assigned(self, value: Node) -> Document:
        """A value after `=`, `:` and such, with the space before it.

        One that has no place to break goes to the next line where it does not fit.
        """
        if isinstance(value, Tree) and value.alias in _UNBREAKABLE:
            return group(nest(SPACE_OR_LINE, self.of(value)))
        return (" ", self.of(value))


_UNBREAKABLE = frozenset({"path", "text"})
