"""The databases that a program's stores are in [E5]."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager

from jadpo_runtime.config import ConfigValues
from jadpo_runtime.manifest import CallableSignature, Manifest, StoreDefinition
from jadpo_runtime.records.tables import SQLITE_RECORD_TABLES
from jadpo_runtime.store import Store
from jadpo_runtime.store.store import StoreHeld


def store_url(
    definition: StoreDefinition, config: ConfigValues, databases: Mapping[str, str]
) -> str:
    """Where a store is: as ``databases`` says by its name, else as the program does."""
    if definition.name in databases:
        return databases[definition.name]
    if definition.config_field is not None and definition.config_field in config:
        return str(config[definition.config_field])
    url = definition.url or definition.default
    assert url is not None, "the checker gives every store a URL, a config field or a default"
    return url


def fields_not_needed(
    manifest: Manifest, databases: Mapping[str, str]
) -> frozenset[tuple[str, str]]:
    """The config fields that give a store its URL, where the store has another one anyway."""
    return frozenset(
        store.config_field
        for store in manifest.stores.values()
        if store.config_field is not None and (store.name in databases or store.default is not None)
    )


def stores_used(callables: Iterable[CallableSignature]) -> frozenset[str]:
    """The names of the stores that any of these reads or writes."""
    return frozenset(
        name
        for signature in callables
        for name in (signature.writes, *signature.reads)
        if name is not None
    )


@contextmanager
def opened(
    manifest: Manifest,
    open_one: Callable[[StoreDefinition], Store],
    names: Collection[str] | None = None,
    waits: Callable[[str, StoreHeld], bool] = lambda name, held: False,
) -> Iterator[Mapping[str, Store]]:
    """The stores of a program of these names, else all; their schemas prepared, closed at the end.

    Where another process holds the lock of one, ``waits`` is told, and says whether to try again.
    Raises :class:`~jadpo_runtime.store.StoreError`.
    """
    stores: dict[str, Store] = {}
    try:
        for definition in manifest.stores.values():
            if names is not None and definition.name not in names:
                continue
            while definition.name not in stores:
                try:
                    stores[definition.name] = _prepared(open_one(definition))
                except StoreHeld as held:
                    if not waits(definition.name, held):
                        raise
        yield stores
    finally:
        for store in stores.values():
            store.close()


def _prepared(store: Store) -> Store:
    try:
        store.prepare_schema(SQLITE_RECORD_TABLES)
    except BaseException:
        store.close()
        raise
    return store
