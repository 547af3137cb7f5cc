"""What the functions that build nodes know besides the values of their production."""

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from jadpo.diagnostics import Diagnostic, Edit, Related
from jadpo.source import Source
from jadpo.syntax.nodes import Name

Reductions: TypeAlias = dict[str, Callable[..., object]]
"""By alias of the grammar, the function called with a :class:`Building` and the values."""

Item = TypeVar("Item", covariant=True)


class Positioned(Protocol):
    """Any node or token."""

    @property
    def start(self) -> int:
        """Where it begins."""

    @property
    def end(self) -> int:
        """Where it has ended."""


class Named(Positioned, Protocol):
    """A node with a name, such as a clause."""

    @property
    def name(self) -> Name:
        """Its name."""


Node = TypeVar("Node", bound=Positioned)
NamedNode = TypeVar("NamedNode", bound=Named)


class Braced(NamedTuple, Generic[Item]):
    """Items between brackets, with the brackets' outer offsets."""

    items: list[Item]
    start: int
    end: int


class Binder(NamedTuple):
    """`(name)`: what is bound, with its brackets."""

    name: Name
    start: int
    end: int


class Building:
    """The building of one part's tree: its doc comments, and what is wrong with its structure."""

    __slots__ = ("diagnostics", "docs", "source")

    def __init__(self, source: Source, docs: dict[int, str]) -> None:
        self.source = source
        self.docs = docs
        self.diagnostics: list[Diagnostic] = []

    def report(self, rule: str, place: Positioned, summary: str, why: str, help_text: str) -> None:
        """Report a mistake of that place."""
        span = self.source.span(place.start, place.end)
        self.diagnostics.append(Diagnostic(rule, span, summary, why=why, help=help_text))

    def once_each(self, clauses: list[NamedNode]) -> tuple[NamedNode, ...]:
        """The clauses without those whose name stood before, which are reported."""
        if len(clauses) < 2:
            return tuple(clauses)
        seen: dict[str, NamedNode] = {}
        for clause in clauses:
            first = seen.setdefault(clause.name.text, clause)
            if first is not clause:
                self._report_repeated(f"`{clause.name.text}:`", first, clause)
        return tuple(seen.values())

    def at_most_one(self, what: str, nodes: Sequence[Node]) -> Node | None:
        """The first of the nodes, of which there may be one; others are reported."""
        for repeated in nodes[1:]:
            self._report_repeated(what, nodes[0], repeated)
        return nodes[0] if nodes else None

    def _report_repeated(self, what: str, first: Positioned, repeated: Positioned) -> None:
        source = self.source
        self.diagnostics.append(
            Diagnostic(
                rule="syntax.repeated_clause",
                span=source.span(repeated.start, repeated.end),
                summary=f"{what} stands here a second time",
                why="each item of a block that may stand once says all there is to say",
                help="delete one of the two",
                edits=(Edit(source.span(repeated.start, repeated.end), ""),),
                related=(Related(source.span(first.start, first.end), "it stands first here"),),
            )
        )
