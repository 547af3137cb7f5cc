"""Operations on maps."""

from typing import Final, TypeAlias

from jadpo.stdlib.limits import check_entries
from jadpo.stdlib.operation import Cost, Operation, operation

Entries: TypeAlias = dict[object, object]


def _get(entries: Entries, key: object) -> object:
    return entries.get(key)


def _put(entries: Entries, key: object, value: object) -> Entries:
    check_entries(len(entries) + 1)
    changed = entries.copy()
    changed[key] = value
    return changed


def _remove(entries: Entries, key: object) -> Entries:
    changed = entries.copy()
    changed.pop(key, None)
    return changed


def _keys(entries: Entries) -> list[object]:
    return list(entries)


def _values(entries: Entries) -> list[object]:
    return list(entries.values())


def _empty_map() -> Entries:
    return {}


MAP_OPERATIONS: Final[tuple[Operation, ...]] = (
    operation(
        "collection.get",
        "<K: scalar, V: present>(entries: Map<K, V>, key: K) -> V?",
        _get,
        "The value of a key; `none` where the map does not have it.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "collection.put",
        "<K: scalar, V>(entries: Map<K, V>, key: K, value: V) -> Map<K, V>",
        _put,
        "The map with the value for the key; a present key keeps its place.",
    ),
    operation(
        "collection.remove",
        "<K: scalar, V>(entries: Map<K, V>, key: K) -> Map<K, V>",
        _remove,
        "The map without the key.",
    ),
    operation(
        "collection.keys",
        "<K: scalar, V>(entries: Map<K, V>) -> List<K>",
        _keys,
        "The keys, in order of first insertion.",
    ),
    operation(
        "collection.values",
        "<K: scalar, V>(entries: Map<K, V>) -> List<V>",
        _values,
        "The values, in the order of their keys.",
    ),
    operation(
        "collection.empty_map",
        "<K: scalar, V>() -> Map<K, V>",
        _empty_map,
        "A map without keys, of the type that the context wants.",
        cost=Cost.CONSTANT,
    ),
)
"""The rows of ``collection`` on maps."""
