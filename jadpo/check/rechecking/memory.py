"""What is remembered between two checks of a project: outlines of parts, and facts of bodies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from jadpo.check.rechecking.facts import BodyFacts, Places, read_facts
from jadpo.check.rechecking.outlines import Outline
from jadpo.syntax.parser import Emptied

Json: TypeAlias = object

_AT_LEAST = 1_000
"""Entries of each kind that are kept in any case, of those that the latest check did not use."""


class Memory:
    """Remembers what checks have found; what was not used for longest is forgotten first.

    Every entry is found by a digest of all that it depends on, so none can be out of date.
    """

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._outlines = _Entries({})
        self._bodies = _Entries({})

    @classmethod
    def from_json(cls, value: Json) -> Memory:
        """The memory that :meth:`as_json` gave; one without entries if the value is no such."""
        memory = cls()
        if isinstance(value, Mapping):
            for name, entries in (("outlines", memory._outlines), ("bodies", memory._bodies)):
                kept = value.get(name)
                if isinstance(kept, dict):
                    entries.older = kept
        return memory

    def as_json(self) -> dict[str, Json]:
        """All that is worth keeping, as a value of JSON."""
        return {"outlines": self._outlines.newest_first(), "bodies": self._bodies.newest_first()}

    @property
    def has_changed(self) -> bool:
        """Whether something was remembered that was not known before."""
        return self._outlines.changed or self._bodies.changed

    def outline(self, key: str) -> Outline | None:
        """The outline of a part with that text."""
        return _outline(self._outlines.find(key))

    def keep_outline(self, key: str, outline: Outline) -> None:
        """Remember an outline."""
        self._outlines.keep(key, [outline.head, [list(block) for block in outline.blocks]])

    def bodies(self, key: str, number: int, places: Places) -> list[BodyFacts | None]:
        """The facts of each of the bodies of a part, as far as they are known."""
        value = self._bodies.find(key)
        if type(value) is not list or len(value) != number:
            return [None] * number
        return [read_facts(each, places) for each in value]

    def keep_bodies(self, key: str, facts: Sequence[BodyFacts | None]) -> None:
        """Remember the facts of the bodies of a part, ``None`` for those with mistakes."""
        self._bodies.keep(key, [each and list(each) for each in facts])


class _Entries:
    """Entries by their keys: those that this check has used, and older ones."""

    def __init__(self, older: dict[str, Json]) -> None:
        self.older = older
        self.used: dict[str, Json] = {}
        self.changed = False

    def find(self, key: str) -> Json:
        if key in self.used:
            return self.used[key]
        value = self.older.get(key)
        if value is not None:
            self.used[key] = value
        return value

    def keep(self, key: str, value: Json) -> None:
        self.used[key] = value
        self.changed = True

    def newest_first(self) -> dict[str, Json]:
        most = len(self.used) + max(len(self.used), _AT_LEAST)
        kept = dict(self.used)
        for key, value in self.older.items():
            if len(kept) >= most:
                break
            kept.setdefault(key, value)
        return kept


def _outline(value: Json) -> Outline | None:
    match value:
        case [str(head), list(blocks)]:
            found = []
            for block in blocks:
                match block:
                    case [int(opening), int(closing)]:
                        found.append(Emptied(opening, closing))
                    case _:
                        return None
            return Outline(head, tuple(found))
        case _:
            return None
