"""When a schedule is due [V4] [D1]: pure functions of its timing and of instants.

Cron expressions are read as local times of the schedule's zone. One that is skipped by the clocks
stands for the end of its gap; one that occurs twice stands for its first occurrence; several local
times that stand for one instant are one due time.
"""

import datetime
from collections.abc import Iterator
from typing import Final
from zoneinfo import ZoneInfo

from cronsim import CronSim

from jadpo_runtime.manifest import CronTiming, EveryTiming
from jadpo_runtime.values import Instant
from jadpo_runtime.values.zones import zone as zone_named

Timing = EveryTiming | CronTiming

_EPOCH: Final = datetime.datetime(1970, 1, 1)
_MICROSECOND: Final = datetime.timedelta(microseconds=1)
_LONGEST_OVERLAP: Final = datetime.timedelta(days=2)
"""More than any zone's clocks were ever put back (a day, at the date line)."""


def next_due(timing: Timing, first_seen: Instant, after: Instant) -> Instant | None:
    """The first due time later than ``after``; ``None`` where the calendar has no more.

    ``every: d`` is due ``d`` after ``first_seen``, then each ``d``.
    """
    if isinstance(timing, EveryTiming):
        passed = max(0, (after - first_seen) // timing.interval)
        return Instant(first_seen + (passed + 1) * timing.interval)
    zone = zone_named(timing.zone)
    for local in _local_times(timing.expression, _local(after, zone)):
        due = _instant(local, zone)
        if due > after:
            return due
    return None


def last_due(timing: Timing, first_seen: Instant, due: Instant, now: Instant) -> Instant:
    """The last due time up to ``now``, given that ``due`` is one that has come [V4]."""
    if isinstance(timing, EveryTiming):
        return Instant(first_seen + (now - first_seen) // timing.interval * timing.interval)
    zone = zone_named(timing.zone)
    # The walk starts late enough to see both occurrences of a local time around `now`.
    start = _local(now, zone) + _LONGEST_OVERLAP
    for local in _local_times(timing.expression, start, backwards=True):
        found = _instant(local, zone)
        if found <= now:
            return max(found, due)
    return due


def described(timing: Timing) -> str:
    """The timing as text; a different text is a different timing."""
    if isinstance(timing, EveryTiming):
        return f"every {int(timing.interval)}us"
    return f"cron {timing.expression} in {timing.zone}"


def _local_times(
    expression: str, start: datetime.datetime, backwards: bool = False
) -> Iterator[datetime.datetime]:
    """The local times of a cron expression, after (or before) ``start``, without its zone."""
    return CronSim(expression, start, reverse=backwards)


def _local(instant: Instant, zone: ZoneInfo) -> datetime.datetime:
    """What clocks in ``zone`` show at an instant."""
    return _EPOCH + instant * _MICROSECOND + _offset(instant, zone)


def _offset(instant: Instant, zone: ZoneInfo) -> datetime.timedelta:
    """How far ahead of UTC the clocks in ``zone`` are at an instant."""
    utc = (_EPOCH + instant * _MICROSECOND).replace(tzinfo=datetime.UTC)
    return utc.astimezone(zone).utcoffset() or datetime.timedelta()


def _instant(local: datetime.datetime, zone: ZoneInfo) -> Instant:
    """The instant that a local time stands for."""
    by_old_offset = _utc(local, zone, fold=0)
    by_new_offset = _utc(local, zone, fold=1)
    # In an overlap the old offset gives the first occurrence. In a gap the new one gives an
    # instant before the clocks are put forward, the old one an instant after.
    if by_old_offset <= by_new_offset:
        return by_old_offset
    return _change_of_offset(by_new_offset, by_old_offset, zone)


def _utc(local: datetime.datetime, zone: ZoneInfo, fold: int) -> Instant:
    offset = local.replace(tzinfo=zone, fold=fold).utcoffset() or datetime.timedelta()
    return Instant((local - offset - _EPOCH) // _MICROSECOND)


def _change_of_offset(before: Instant, after: Instant, zone: ZoneInfo) -> Instant:
    """The instant between the two from which on the zone's offset is another."""
    old = _offset(before, zone)
    low, high = int(before), int(after)
    while high - low > 1:
        middle = (low + high) // 2
        if _offset(Instant(middle), zone) == old:
            low = middle
        else:
            high = middle
    return Instant(high)
