"""The written forms of instants, dates and durations [R5].

One form each is accepted, so that a value has one meaning everywhere:

- An instant is ``YYYY-MM-DDTHH:MM:SS[.f…]Z`` with up to six digits of a second. Offsets, other
  letter case, a leap second (``:60``) and ``24:00`` are refused.
- A date is ``YYYY-MM-DD``, years 0001 to 9999.
- A duration is ``[-]P[nW][nD][T[nH][nM][n[.f…]S]]``; a day is 24 hours and a week 7 days. Years and
  months have no fixed length and are refused.
"""

import datetime
import re
from typing import Final

from jadpo_runtime.values.numbers import INT_MAX, INT_MIN
from jadpo_runtime.values.time import Duration, Instant

_EPOCH: Final = datetime.datetime(1970, 1, 1)
_MICROSECOND: Final = datetime.timedelta(microseconds=1)

_INSTANT: Final = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\.[0-9]{1,6})?Z"
)
_DATE: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

# At most 14 digits a component: more would leave 64 bits of microseconds with every unit.
_DURATION: Final = re.compile(
    r"(-?)P(?=[0-9T])(?:([0-9]{1,14})W)?(?:([0-9]{1,14})D)?"
    r"(?:T(?=[0-9])(?:([0-9]{1,14})H)?(?:([0-9]{1,14})M)?"
    r"(?:([0-9]{1,14})(?:\.([0-9]{1,6}))?S)?)?"
)

_MILLISECOND: Final = 1_000
_SECOND: Final = 1_000_000
_MINUTE: Final = 60 * _SECOND
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR


def instant_text(instant: Instant) -> str:
    """The instant with six digits of a second, ``2026-12-01T02:20:08.123456Z``."""
    moment = _EPOCH + datetime.timedelta(microseconds=int(instant))
    return moment.isoformat(timespec="microseconds") + "Z"


def parse_instant(text: str) -> Instant | None:
    """The instant that ``text`` writes, or ``None`` where it writes none."""
    if not _INSTANT.fullmatch(text):
        return None
    try:
        moment = datetime.datetime.fromisoformat(text[:-1])
    except ValueError:
        return None
    return Instant((moment - _EPOCH) // _MICROSECOND)


def date_text(date: datetime.date) -> str:
    """The date as ``2026-12-01``."""
    return date.isoformat()


def parse_date(text: str) -> datetime.date | None:
    """The date that ``text`` writes, or ``None`` where it writes none."""
    if not _DATE.fullmatch(text):
        return None
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        return None


def duration_text(duration: Duration) -> str:
    """The duration in days, hours, minutes and seconds: ``PT5M``, ``-P1DT2H``, ``PT0.25S``."""
    if duration == 0:
        return "PT0S"
    sign = "-" if duration < 0 else ""
    days, rest = divmod(abs(int(duration)), _DAY)
    hours, rest = divmod(rest, _HOUR)
    minutes, rest = divmod(rest, _MINUTE)
    seconds, fraction = divmod(rest, _SECOND)
    clock = ""
    if hours:
        clock += f"{hours}H"
    if minutes:
        clock += f"{minutes}M"
    if fraction:
        clock += f"{seconds}.{fraction:06d}".rstrip("0") + "S"
    elif seconds:
        clock += f"{seconds}S"
    return f"{sign}P{f'{days}D' if days else ''}{f'T{clock}' if clock else ''}"


def duration_literal(duration: Duration) -> str:
    """The duration as a literal of the language, ``90m``, in the largest unit that is exact.

    One that no literal can write, with microseconds, has its ISO form.
    """
    for unit, length in (("d", _DAY), ("h", _HOUR), ("m", _MINUTE), ("s", _SECOND)):
        if duration % length == 0 and duration != 0:
            return f"{int(duration) // length}{unit}"
    if duration % _MILLISECOND == 0:
        return f"{int(duration) // _MILLISECOND}ms" if duration else "0s"
    return duration_text(duration)


def parse_duration(text: str) -> Duration | None:
    """The duration that ``text`` writes, or ``None`` where it writes none or leaves 64 bits."""
    found = _DURATION.fullmatch(text)
    if not found:
        return None
    sign, weeks, days, hours, minutes, seconds, fraction = found.groups()
    microseconds = (
        int(weeks or 0) * 7 * _DAY
        + int(days or 0) * _DAY
        + int(hours or 0) * _HOUR
        + int(minutes or 0) * _MINUTE
        + int(seconds or 0) * _SECOND
        + int((fraction or "").ljust(6, "0"))
    )
    if sign:
        microseconds = -microseconds
    if not INT_MIN <= microseconds <= INT_MAX:
        return None
    return Duration(microseconds)
