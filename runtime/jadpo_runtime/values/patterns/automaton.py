"""Runs the program of a pattern over a text: all its ways at once, so in time linear in the text.

A text of n characters costs at most n times the steps of the program. Sets of steps that were met
are kept with where each character leads, within a bound, so that most characters cost a look-up.
"""

import bisect
from collections.abc import Callable, Iterable
from typing import Final

from jadpo_runtime.values.patterns.classes import PERL_CLASSES, Ranges
from jadpo_runtime.values.patterns.steps import Check, Condition, Consume, Fork, Jump, Step

_MAX_KEPT: Final = 100_000
"""Steps in the sets that are kept, and moves between them; beyond it they are forgotten."""

_NOTHING, _NEWLINE, _WORD, _OTHER = range(4)
"""What stands on one side of a place in the text; nothing is before the start and after the end."""


class _Place:
    """The steps at which a text can stand, and where the characters met so far lead."""

    def __init__(self, steps: frozenset[int], before: int) -> None:
        self.steps = steps
        self.before = before
        self.moves: dict[int, _Place] = {}


class Automaton:
    """A pattern ready to match; it keeps what it learns between texts, within a bound."""

    def __init__(self, steps: list[Step]) -> None:
        self._steps = steps
        self._checks = any(isinstance(step, Check) for step in steps)
        classes = {step.ranges for step in steps if isinstance(step, Consume)}
        if self._checks:
            classes |= {PERL_CLASSES["w"], ((10, 10),)}
        edges = {edge for ranges in classes for low, high in ranges for edge in (low, high + 1)}
        self._symbols = sorted({0, *edges})
        self._lows = {ranges: [low for low, _ in ranges] for ranges in classes}
        self._places: dict[tuple[frozenset[int], int], _Place] = {}
        self._kept = 0

    def matches(self, text: str) -> bool:
        """Whether the whole of the text matches."""
        place = self._place(frozenset((0,)), _NOTHING)
        symbols = self._symbols
        for character in text:
            symbol = bisect.bisect_right(symbols, ord(character)) - 1
            following = place.moves.get(symbol)
            if following is None:
                following = self._move(place, symbol)
            place = following
            if not place.steps:
                return False
        return len(self._steps) in self._reached(place, _NOTHING)

    def _place(self, steps: frozenset[int], before: int) -> _Place:
        place = self._places.get((steps, before))
        if place is None:
            self._keep(len(steps) + 1)
            place = self._places[steps, before] = _Place(steps, before)
        return place

    def _keep(self, count: int) -> None:
        self._kept += count
        if self._kept > _MAX_KEPT:
            # Another thread may be matching: what it holds stays whole, and is freed after it.
            forgotten, self._places = self._places, {}
            self._kept = count
            for place in list(forgotten.values()):
                place.moves = {}

    def _move(self, place: _Place, symbol: int) -> _Place:
        point = self._symbols[symbol]
        kind = self._kind(point)
        taken: dict[Ranges, bool] = {}
        steps = []
        for number in self._reached(place, kind):
            step = self._steps[number] if number < len(self._steps) else None
            if isinstance(step, Consume):
                ranges = step.ranges
                if ranges not in taken:
                    taken[ranges] = self._holds(ranges, point)
                if taken[ranges]:
                    steps.append(number + 1)
        self._keep(1)
        following = self._place(frozenset(steps), kind if self._checks else _NOTHING)
        place.moves[symbol] = following
        return following

    def _holds(self, ranges: Ranges, point: int) -> bool:
        index = bisect.bisect_right(self._lows[ranges], point) - 1
        return index >= 0 and point <= ranges[index][1]

    def _kind(self, point: int) -> int:
        if not self._checks:
            return _OTHER
        if point == 10:
            return _NEWLINE
        return _WORD if self._holds(PERL_CLASSES["w"], point) else _OTHER

    def _reached(self, place: _Place, after: int) -> Iterable[int]:
        """The steps that read a character, and the end, that lie behind steps that read none."""
        seen = set(place.steps)
        waiting = list(place.steps)
        while waiting:
            number = waiting.pop()
            if number == len(self._steps):
                continue
            step = self._steps[number]
            following: tuple[int, ...] = ()
            if isinstance(step, Fork):
                following = (number + step.first, number + step.second)
            elif isinstance(step, Jump):
                following = (number + step.distance,)
            elif isinstance(step, Check) and _CONDITIONS[step.condition](place.before, after):
                following = (number + 1,)
            for each in following:
                if each not in seen:
                    seen.add(each)
                    waiting.append(each)
        return seen


_CONDITIONS: Final[dict[Condition, Callable[[int, int], bool]]] = {
    Condition.START: lambda before, after: before == _NOTHING,
    Condition.END: lambda before, after: after == _NOTHING,
    Condition.LINE_START: lambda before, after: before in (_NOTHING, _NEWLINE),
    Condition.LINE_END: lambda before, after: after in (_NOTHING, _NEWLINE),
    Condition.WORD_EDGE: lambda before, after: (before == _WORD) != (after == _WORD),
    Condition.NO_WORD_EDGE: lambda before, after: (before == _WORD) == (after == _WORD),
}
