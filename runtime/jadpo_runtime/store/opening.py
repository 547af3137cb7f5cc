"""From a store's URL to the store."""

import sqlite3
from typing import Final

from jadpo_runtime.clock import Clock
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.randomness import Randomness
from jadpo_runtime.store.migration import Migration
from jadpo_runtime.store.sqlite.files import Connect
from jadpo_runtime.store.sqlite.migration import SqliteMigration
from jadpo_runtime.store.sqlite.store import SqliteStore
from jadpo_runtime.store.store import Backfill, Store, StoreError
from jadpo_runtime.values import Duration

LOCK_TIMEOUT: Final = Duration(10_000_000)
"""How long a transaction waits for others, in µs, before it is the fault ``store_contended``."""


def open_store(
    url: str,
    name: str,
    manifest: Manifest,
    *,
    clock: Clock,
    randomness: Randomness,
    lock_timeout: Duration = LOCK_TIMEOUT,
    backfill: Backfill | None = None,
    connect: Connect = sqlite3.connect,
) -> Store:
    """Open the store ``name`` of the program at ``url`` [E5]: ``sqlite:PATH``, ``sqlite::memory:``.

    Each ``sqlite::memory:`` is a database of its own. ``clock`` is the store's clock [M2];
    generated identities are made with it and ``randomness`` [E1]. ``backfill`` computes
    what rows lack [V6]; without it a database that has such rows is refused. ``connect`` makes the
    connections to SQLite. Raises :class:`StoreError`.
    """
    place = _sqlite_place(url, name)
    return SqliteStore(name, place, manifest, clock, randomness, lock_timeout, backfill, connect)


def open_migration(
    url: str, name: str, manifest: Manifest, *, lock_timeout: Duration = LOCK_TIMEOUT
) -> Migration:
    """The migration of the database at ``url`` for the store ``name`` of the program.

    Raises :class:`StoreError`; nothing is opened before the migration is asked.
    """
    return SqliteMigration(name, _sqlite_place(url, name), manifest, lock_timeout)


def _sqlite_place(url: str, name: str) -> str:
    scheme, colon, place = url.partition(":")
    if colon and scheme == "sqlite":
        return place
    if colon and scheme in ("postgres", "postgresql"):
        raise StoreError(
            f"The store `{name}` is at a Postgres URL, and Postgres is not supported yet. "
            "Use `sqlite:PATH`."
        )
    # The URL may hold a password, so it is not shown.
    raise StoreError(
        f"The URL of the store `{name}` is none of `sqlite:PATH`, `sqlite::memory:` and "
        "`postgres://…`."
    )
