"""From a store's URL to the store."""

from jadpo_runtime.clock import Clock
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.randomness import Randomness
from jadpo_runtime.store.store import Store, StoreError


def open_store(
    url: str, name: str, manifest: Manifest, *, clock: Clock, randomness: Randomness
) -> Store:
    """Open the store ``name`` of the program at ``url`` [E5]: ``sqlite:PATH``, ``sqlite::memory:``.

    Each ``sqlite::memory:`` is a database of its own. ``clock`` is the store's clock [M2];
    generated identities are made with it and ``randomness`` [E1]. Raises :class:`StoreError`.
    """
    scheme, colon, place = url.partition(":")
    if not colon or scheme not in ("sqlite", "postgres", "postgresql"):
        raise StoreError(
            f"The store {name!r} has the URL {url!r}, which is none of `sqlite:PATH`, "
            "`sqlite::memory:` and `postgres://…`."
        )
    raise StoreError(f"The store {name!r} cannot be opened yet: {place}")
