"""Resolving stores: where their URLs come from [E5] [G2]."""

from __future__ import annotations

from typing import Final

from jadpo.check.checking import Checking
from jadpo.check.clauses import known_clauses
from jadpo.check.configuration import config_field_of
from jadpo.check.declare.entities import DEFAULT_STORE
from jadpo.check.declared import declared
from jadpo.check.scope import Place
from jadpo.check.types import TEXT, is_error
from jadpo.check.words import an
from jadpo.syntax import nodes
from jadpo_runtime.manifest import StoreDefinition

SCHEMES: Final = ("sqlite:", "postgres://", "postgresql://")
"""How the URL of a store may begin."""


def resolve_stores(checking: Checking) -> None:
    """Resolve every store; a project that declares none has ``primary`` in a file of its name."""
    stores = checking.declarations.stores
    for place, node, qualified in declared(checking, nodes.StoreDeclaration):
        stores[qualified] = _resolve(checking, place, node, qualified)
    if not stores:
        url = f"sqlite:{checking.project_name}.db"
        stores[DEFAULT_STORE] = StoreDefinition(DEFAULT_STORE, url, None, None)


def _resolve(
    checking: Checking, place: Place, node: nodes.StoreDeclaration, qualified: str
) -> StoreDefinition:
    clauses = known_clauses(
        checking, place, node.clauses, ("url", "default"), "store.clause_unknown", "a store"
    )
    source = _url(checking, place, node, clauses.get("url"))
    default = clauses.get("default")
    return StoreDefinition(
        qualified, None, source, _default(checking, place, default) if default else None
    )


def _url(
    checking: Checking,
    place: Place,
    node: nodes.StoreDeclaration,
    clause: nodes.Clause | None,
) -> tuple[str, str] | None:
    """The config field of the ``url:``, which may be a secret one [G2]."""
    name = node.name.text
    if clause is None:
        checking.report(
            "store.url_missing",
            place.span(node.name),
            f"the store `{name}` does not say where it is",
            why="a store is opened at the URL that `url:` gives",
            help="add `url: config.field`, naming a field of a `config`",
        )
        return None
    value = clause.value
    if not isinstance(value, nodes.Path) or value.names[0].text != "config":
        checking.report(
            "store.url_invalid",
            place.span(value),
            f"the URL of the store `{name}` is no config value",
            why="where a store is differs from machine to machine, so it is read from the "
            "environment; `default:` is for where it is not set",
            help="write `url: config.field`"
            + (", and this as `default:`" if isinstance(value, nodes.TextLiteral) else ""),
        )
        return None
    found = config_field_of(checking, place, value)
    if found is None:
        return None
    base = checking.types.base(found.field.type)
    if is_error(base):
        return None
    if base != TEXT:
        checking.report(
            "store.url_invalid",
            place.span(value),
            f"`{value.text}` is {an(found.field.type)}, and a URL is a `Text`",
            why="a store is opened at the URL that `url:` gives",
            help="name a config value whose type is `Text` or built on it",
        )
        return None
    return found.config, found.field.name


def _default(checking: Checking, place: Place, clause: nodes.Clause) -> str | None:
    value = clause.value
    if isinstance(value, nodes.TextLiteral) and value.value.startswith(SCHEMES):
        return value.value
    checking.report(
        "store.default_invalid",
        place.span(value),
        "this is no URL of a store",
        why="a store's URL is `sqlite:PATH`, `sqlite::memory:` or `postgres://…`",
        help='write one as a text, such as `"sqlite:shop.db"`',
    )
    return None
