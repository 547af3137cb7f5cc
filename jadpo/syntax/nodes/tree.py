"""One file's syntax tree."""

from __future__ import annotations

from typing import TypeAlias

from jadpo.source import Source
from jadpo.syntax.nodes.background import (
    BackfillDeclaration,
    BatchDeclaration,
    ScheduleDeclaration,
    SubscriberDeclaration,
)
from jadpo.syntax.nodes.callables import CallableDeclaration
from jadpo.syntax.nodes.declarations import (
    ApplicationDeclaration,
    AuthenticationDeclaration,
    ConfigDeclaration,
    EntityDeclaration,
    EnumDeclaration,
    EventDeclaration,
    FailureDeclaration,
    ObjectDeclaration,
    RefinementDeclaration,
    StoreDeclaration,
)
from jadpo.syntax.nodes.names import Comment, Name, Path
from jadpo.syntax.nodes.outside import ConnectionDeclaration, RouteDeclaration
from jadpo.syntax.nodes.testing import FixtureDeclaration, TestDeclaration
from jadpo_runtime.values.node import Node

__all__ = ["Declaration", "Import", "ModuleHeader", "SyntaxTree", "TypeDeclaration"]


class ModuleHeader(Node):
    """`module shop.orders`."""

    path: Path
    start: int
    end: int


class Import(Node):
    """`import shop.catalog { Product, price_of }`."""

    module: Path
    names: tuple[Name, ...]
    start: int
    end: int


TypeDeclaration: TypeAlias = RefinementDeclaration | ObjectDeclaration | EnumDeclaration

Declaration: TypeAlias = (
    TypeDeclaration
    | EntityDeclaration
    | StoreDeclaration
    | ConfigDeclaration
    | ApplicationDeclaration
    | AuthenticationDeclaration
    | FailureDeclaration
    | EventDeclaration
    | CallableDeclaration
    | SubscriberDeclaration
    | ScheduleDeclaration
    | BatchDeclaration
    | BackfillDeclaration
    | ConnectionDeclaration
    | RouteDeclaration
    | FixtureDeclaration
    | TestDeclaration
)


class SyntaxTree(Node):
    """What one source file says: its header, its declarations and its comments, in order.

    What has a mistake in it is left out or mended, so only the tree of a file without diagnostics
    says what its author wrote.
    """

    source: Source
    module: ModuleHeader | None
    imports: tuple[Import, ...]
    declarations: tuple[Declaration, ...]
    comments: tuple[Comment, ...]
