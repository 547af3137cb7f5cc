"""Names and where they are visible: modules, imports, and the bindings of a body [S2] [S3]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import attrs

from jadpo.check.symbols import NamedDeclaration, Symbol, SymbolKind
from jadpo.source import Source
from jadpo_runtime.values import Span, Type

NAMESPACES = frozenset(
    {
        "text",
        "collection",
        "numeric",
        "temporal",
        "bytes",
        "random",
        "clock",
        "config",
        "delivery",
    }
)
"""The standard namespaces; ``schedule`` is one inside a schedule's body only."""


@attrs.frozen(eq=False)
class ModuleNames:
    """The names that a module declares and imports; filled by the stage that declares names.

    A project without modules has one module, ``""``. ``repeated`` are declarations whose names
    are taken already: they are checked inside, under names that nobody can write.
    """

    name: str
    declared: dict[str, Symbol] = attrs.field(factory=dict)
    imported: dict[str, Symbol] = attrs.field(factory=dict)
    repeated: list[Symbol] = attrs.field(factory=list)

    def find(self, name: str) -> Symbol | None:
        """What ``name`` stands for in this module, if that is anything and one thing."""
        if any(symbol.name == name for symbol in self.repeated):
            return None
        return self.declared.get(name) or self.imported.get(name)

    def symbol_of(self, declaration: NamedDeclaration) -> Symbol | None:
        """The symbol of a declaration of this module, unless its name can be none."""
        symbol = self.declared.get(declaration.name.text)
        for candidate in (symbol, *self.repeated):
            if candidate is not None and candidate.declaration is declaration:
                return candidate
        return None

    def visible(self) -> Iterator[str]:
        """Every name that can be written in this module, for suggestions."""
        yield from self.declared
        yield from self.imported

    def of_kind(self, *kinds: SymbolKind) -> Iterator[str]:
        """The visible names of these kinds of declarations, for suggestions of what can stand."""
        for names in (self.declared, self.imported):
            for name, symbol in names.items():
                if symbol.kind in kinds:
                    yield name

    def qualify(self, name: str) -> str:
        """The qualified name of what is declared here as ``name``."""
        return f"{self.name}.{name}" if self.name else name


class Spanned(Protocol):
    """Anything with offsets into its source: every syntax node."""

    @property
    def start(self) -> int:
        """Where it begins, in code points."""

    @property
    def end(self) -> int:
        """Where it ends, exclusive."""


@attrs.frozen(eq=False)
class Place:
    """Where something is written: the file, and the module whose names are visible there."""

    source: Source
    module: ModuleNames

    def span(self, node: Spanned) -> Span:
        """The range of a syntax node, or of anything with a start and an end."""
        return self.source.span(node.start, node.end)


@attrs.define(eq=False)
class Binding:
    """A name of a body: a parameter, a ``var``, a loop's or a pattern's.

    ``warned_if_unused`` is not set for parameters and loop variables, which a body may ignore.
    ``is_field`` says that the name is not chosen: a pattern binds a payload's field under its own.
    The context of a matched failure is no value: ``context`` is then the failure's qualified
    name, and each field that is read gets a slot in ``context_slots``, by its position.
    """

    name: str
    slot: int
    type: Type
    mutable: bool
    span: Span
    warned_if_unused: bool
    read: bool = False
    is_field: bool = False
    context: str | None = None
    context_slots: dict[int, int] = attrs.field(factory=dict)


@attrs.define(eq=False)
class LocalScope:
    """The bindings of one block, inside those of the blocks around it."""

    outer: LocalScope | None
    bindings: dict[str, Binding] = attrs.field(factory=dict)

    def find(self, name: str) -> Binding | None:
        """The binding of that name in this block or one around it."""
        scope: LocalScope | None = self
        while scope is not None:
            found = scope.bindings.get(name)
            if found is not None:
                return found
            scope = scope.outer
        return None

    def visible(self) -> Iterator[str]:
        """The names of all visible bindings, for suggestions."""
        scope: LocalScope | None = self
        while scope is not None:
            yield from scope.bindings
            scope = scope.outer
