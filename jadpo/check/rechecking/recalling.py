"""The bodies of one check that are known, and those that it gets to know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import attrs

from jadpo.check.body import Body, CheckedBody, Mark
from jadpo.check.rechecking.facts import (
    BodyFacts,
    Places,
    StandsElsewhereError,
    effects_of,
    facts_of,
    leaving_of,
    needless_attempts_of,
    warnings_of,
)
from jadpo.check.store_effects import direct_effects
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes


@attrs.frozen
class PartWithBodies:
    """A part with bodies: the key that their facts are remembered under, and what is known.

    ``facts`` has an entry for each body, in order, ``None`` where nothing is known.
    """

    key: str
    places: Places
    facts: list[BodyFacts | None]


class _BodyPlace(NamedTuple):
    """A body: the part that it stands in, and how many stand before it there."""

    part: PartWithBodies
    number: int


class DeclarationsAreWrongError(Exception):
    """Declarations have mistakes, so that what a body can see is more than it names."""


class KnownBodies:
    """The bodies of one check by where their blocks begin.

    ``needs_right_declarations`` says that they are known for a project without mistakes in its
    declarations; for another, asking for the first one raises :class:`DeclarationsAreWrongError`.
    """

    def __init__(self, *, needs_right_declarations: bool) -> None:
        """Know no body yet."""
        self._waits_for_declarations = needs_right_declarations
        self._blocks: dict[tuple[str, int], _BodyPlace] = {}
        self._learnt: dict[str, PartWithBodies] = {}
        self._seen: set[tuple[str, int]] = set()

    def add(self, part: PartWithBodies, starts: list[int]) -> None:
        """Add a part, whose blocks begin at these offsets of the file."""
        for index, start in enumerate(starts):
            self._blocks[part.places.source.path, start] = _BodyPlace(part, index)

    def learnt(self) -> Iterator[PartWithBodies]:
        """The parts of which more is known now."""
        yield from self._learnt.values()

    def recall(self, body: Body, block: nodes.Block) -> CheckedBody | None:
        """What checking that block would give, with all that it would report, if it is known."""
        if self._waits_for_declarations and body.checking.failed():
            raise DeclarationsAreWrongError
        self._waits_for_declarations = False
        found = self._blocks.get((body.place.source.path, block.start))
        facts = found and found.part.facts[found.number]
        if found is None or facts is None:
            return None
        places, checking = found.part.places, body.checking
        checking.diagnostics.extend(warnings_of(places, facts))
        checking.needless_attempts += needless_attempts_of(places, facts)
        return CheckedBody(
            body.kind,
            ir.Callable(body.name, tuple(body.slots), len(body.slots), (), body.span(block)),
            body.result,
            leaving_of(places, facts),
            body.place,
            is_right=True,
            effects=effects_of(places, facts),
        )

    def keep(self, body: Body, block: nodes.Block, checked: CheckedBody, begin: Mark) -> None:
        """Remember what checking the block gave since ``begin``.

        A body with a mistake is not remembered, nor one that reported something else: what was
        said of it may depend on what was said before. Nor is one that is checked twice.
        """
        place = body.place.source.path, block.start
        found = self._blocks.get(place)
        if found is None:
            return
        checking = body.checking
        if place in self._seen:
            found.part.facts[found.number] = None
            return
        self._seen.add(place)
        if not checked.is_right or checking.told != begin.told:
            return
        effects = direct_effects(checked.callable, checking.plans, checking.declarations.entities)
        needless = checking.needless_attempts[begin.needless_attempts :]
        try:
            facts = facts_of(found.part.places, checked, effects, body.warnings, needless)
        except StandsElsewhereError:
            return
        found.part.facts[found.number] = facts
        self._learnt[found.part.key] = found.part
