"""What a declared name can stand for."""

import enum
from typing import TypeAlias

import attrs

from jadpo.source import Source
from jadpo.syntax import nodes


class SymbolKind(enum.Enum):
    """The kinds of top-level declarations with a name; the value is the word for messages."""

    TYPE = "type"
    ENTITY = "entity"
    EVENT = "event"
    FAILURE = "failure"
    FUNCTION = "function"
    ACTION = "action"
    QUERY = "query"
    STORE = "store"
    CONNECTION = "connection"
    CONFIG = "config"
    BATCH = "batch"
    SCHEDULE = "schedule"
    SUBSCRIBER = "subscriber"
    FIXTURE = "fixture"
    APPLICATION = "application"
    AUTHENTICATION = "authentication"

    @property
    def is_callable(self) -> bool:
        """Whether it is called by its name alone: a function, an action or a query."""
        return self in _CALLABLES

    @property
    def is_type_like(self) -> bool:
        """Whether its name is ``UpperCamelCase`` [S1]; the others are ``lower_snake_case``."""
        return self in _TYPE_LIKE


_CALLABLES = frozenset({SymbolKind.FUNCTION, SymbolKind.ACTION, SymbolKind.QUERY})
_TYPE_LIKE = frozenset(
    {
        SymbolKind.TYPE,
        SymbolKind.ENTITY,
        SymbolKind.EVENT,
        SymbolKind.FAILURE,
        SymbolKind.CONFIG,
        SymbolKind.APPLICATION,
    }
)

NamedDeclaration: TypeAlias = (
    nodes.TypeDeclaration
    | nodes.EntityDeclaration
    | nodes.EventDeclaration
    | nodes.FailureDeclaration
    | nodes.CallableDeclaration
    | nodes.StoreDeclaration
    | nodes.ConnectionDeclaration
    | nodes.ConfigDeclaration
    | nodes.BatchDeclaration
    | nodes.ScheduleDeclaration
    | nodes.SubscriberDeclaration
    | nodes.FixtureDeclaration
    | nodes.ApplicationDeclaration
)

KIND_OF_DECLARATION: dict[type, SymbolKind] = {
    nodes.RefinementDeclaration: SymbolKind.TYPE,
    nodes.ObjectDeclaration: SymbolKind.TYPE,
    nodes.EnumDeclaration: SymbolKind.TYPE,
    nodes.EntityDeclaration: SymbolKind.ENTITY,
    nodes.EventDeclaration: SymbolKind.EVENT,
    nodes.FailureDeclaration: SymbolKind.FAILURE,
    nodes.FunctionDeclaration: SymbolKind.FUNCTION,
    nodes.ActionDeclaration: SymbolKind.ACTION,
    nodes.QueryDeclaration: SymbolKind.QUERY,
    nodes.StoreDeclaration: SymbolKind.STORE,
    nodes.ConnectionDeclaration: SymbolKind.CONNECTION,
    nodes.ConfigDeclaration: SymbolKind.CONFIG,
    nodes.BatchDeclaration: SymbolKind.BATCH,
    nodes.ScheduleDeclaration: SymbolKind.SCHEDULE,
    nodes.SubscriberDeclaration: SymbolKind.SUBSCRIBER,
    nodes.FixtureDeclaration: SymbolKind.FIXTURE,
    nodes.ApplicationDeclaration: SymbolKind.APPLICATION,
}
"""Declarations that put a name into their module; tests, routes and backfills put none."""


REPEATED = "#"
"""What stands in the qualified name of a declaration whose name another one has already."""


@attrs.frozen(eq=False)
class Symbol:
    """A declared name: what it is, how the IR calls it, and where it stands.

    ``qualified`` is the name prefixed by its module; ``module`` is ``""`` in a project without
    modules. The prelude's own failure has neither ``declaration`` nor ``source``.
    """

    kind: SymbolKind
    name: str
    qualified: str
    module: str
    public: bool
    declaration: NamedDeclaration | None
    source: Source | None

    @property
    def is_repeated(self) -> bool:
        """Whether its name means another declaration, which was there first."""
        return is_repeated(self.qualified)


def is_repeated(qualified: str) -> bool:
    """Whether that is the qualified name of a declaration whose name was taken already."""
    return REPEATED in qualified
