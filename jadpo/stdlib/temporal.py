"""``temporal``: instants, durations and dates.

What leaves the range of its type, the years 1 to 9999 or 64 bits, is ``integer_overflow``.
"""

import datetime
from typing import TYPE_CHECKING, Final

from jadpo.stdlib.operation import Cost, Operation, operation
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.values import INT_MAX, INT_MIN, Duration, Instant
from jadpo_runtime.values.time import INSTANT_MAX, INSTANT_MIN
from jadpo_runtime.values.zones import zone

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

_EPOCH: Final = datetime.datetime(1970, 1, 1)
_MICROSECOND: Final = datetime.timedelta(microseconds=1)
_SECOND: Final = 1_000_000
"""Microseconds."""


def _out_of_range(what: str) -> Fault:
    return Fault(FaultCode.INTEGER_OVERFLOW, f"the result is outside of the range of {what}")


def _instant(microseconds: int) -> Instant:
    if not INSTANT_MIN <= microseconds <= INSTANT_MAX:
        raise _out_of_range("Instant")
    return Instant(microseconds)


def _add_elapsed(instant: Instant, duration: Duration) -> Instant:
    return _instant(int(instant) + int(duration))


def _between(earlier: Instant, later: Instant) -> Duration:
    return Duration(int(later) - int(earlier))


def _offset(instant: int, rules: "ZoneInfo") -> int:
    """What a zone's clocks are ahead of UTC at an instant, in microseconds."""
    moment = (_EPOCH + datetime.timedelta(microseconds=instant)).replace(tzinfo=datetime.UTC)
    offset = moment.astimezone(rules).utcoffset()
    assert offset is not None
    return offset // _MICROSECOND


def _date_in(instant: Instant, zone_name: str) -> datetime.date:
    moment = (_EPOCH + datetime.timedelta(microseconds=int(instant))).replace(tzinfo=datetime.UTC)
    try:
        return moment.astimezone(zone(zone_name)).date()
    except OverflowError:
        raise _out_of_range("CalendarDate") from None


def _start_of_day(date: datetime.date, zone_name: str) -> Instant:
    rules = zone(zone_name)
    midnight = datetime.datetime.combine(date, datetime.time())
    local = (midnight - _EPOCH) // _MICROSECOND
    before = _local_offset(midnight.replace(tzinfo=rules, fold=0))
    after = _local_offset(midnight.replace(tzinfo=rules, fold=1))
    if before >= after:
        # An ordinary midnight, or one that clocks show twice: then the first counts.
        return _instant(local - before)
    return _instant(_end_of_gap(local - after, local - before, after, rules))


def _local_offset(local: datetime.datetime) -> int:
    offset = local.utcoffset()
    assert offset is not None
    return offset // _MICROSECOND


def _end_of_gap(early: int, late: int, after: int, rules: "ZoneInfo") -> int:
    """The instant at which clocks are put forward, in (``early``, ``late``]: a whole second."""
    low, high = early // _SECOND, late // _SECOND
    while high - low > 1:
        middle = (low + high) // 2
        if _offset(middle * _SECOND, rules) == after:
            high = middle
        else:
            low = middle
    return high * _SECOND


def _add_days(date: datetime.date, days: int) -> datetime.date:
    try:
        return date + datetime.timedelta(days=days)
    except OverflowError:
        raise _out_of_range("CalendarDate") from None


def _add_months(date: datetime.date, months: int) -> datetime.date:
    year, month = divmod(date.year * 12 + date.month - 1 + months, 12)
    if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
        raise _out_of_range("CalendarDate")
    return datetime.date(year, month + 1, min(date.day, _days_in_month(year, month + 1)))


def _days_in_month(year: int, month: int) -> int:
    if month == 2:
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        return 29 if leap else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _days_between(earlier: datetime.date, later: datetime.date) -> int:
    return later.toordinal() - earlier.toordinal()


def _seconds(duration: Duration) -> int:
    seconds = abs(int(duration)) // _SECOND
    return -seconds if duration < 0 else seconds


def _of_seconds(seconds: int) -> Duration:
    microseconds = seconds * _SECOND
    if not INT_MIN <= microseconds <= INT_MAX:
        raise _out_of_range("Duration")
    return Duration(microseconds)


TEMPORAL_OPERATIONS: Final[tuple[Operation, ...]] = (
    operation(
        "temporal.add_elapsed",
        "(instant: Instant, duration: Duration) -> Instant",
        _add_elapsed,
        "The instant so much later, or earlier for a negative duration.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "temporal.between",
        "(earlier: Instant, later: Instant) -> Duration",
        _between,
        "The time from the first instant to the second; negative where the second is earlier.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "temporal.date_in",
        "(instant: Instant, zone: Zone) -> CalendarDate",
        _date_in,
        "The date that calendars in the zone show at the instant.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "temporal.start_of_day",
        "(date: CalendarDate, zone: Zone) -> Instant",
        _start_of_day,
        "When the date begins in the zone: at midnight, the first one where clocks show it twice,"
        " or at the end of the gap that midnight falls in.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "temporal.add_days",
        "(date: CalendarDate, days: Int) -> CalendarDate",
        _add_days,
        "The date so many days later.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "temporal.add_months",
        "(date: CalendarDate, months: Int) -> CalendarDate",
        _add_months,
        "The same day so many months later, or the month's last day where it is shorter.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "temporal.days_between",
        "(earlier: CalendarDate, later: CalendarDate) -> Int",
        _days_between,
        "The days from the first date to the second; negative where the second is earlier.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "temporal.weekday",
        "(date: CalendarDate) -> Int",
        datetime.date.isoweekday,
        "The day of the week, from 1 for Monday to 7 for Sunday.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "temporal.seconds",
        "(duration: Duration) -> Int",
        _seconds,
        "The whole seconds of the duration; a fraction is dropped.",
        cost=Cost.CONSTANT,
    ),
    operation(
        "temporal.of_seconds",
        "(seconds: Int) -> Duration",
        _of_seconds,
        "A duration of so many seconds.",
        cost=Cost.CONSTANT,
    ),
)
"""The rows of ``temporal``."""
