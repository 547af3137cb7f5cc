"""The boundary table of ``temporal`` (language.md §11)."""

import datetime

import pytest

from jadpo.stdlib import OPERATIONS
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.values import INT_MAX, INT_MIN, Duration, Instant
from jadpo_runtime.values.iso8601 import parse_instant
from jadpo_runtime.values.time import INSTANT_MAX, INSTANT_MIN

OVERFLOW = FaultCode.INTEGER_OVERFLOW
FIRST, LAST = datetime.date.min, datetime.date.max


def date(text):
    return datetime.date.fromisoformat(text)


def at(text):
    instant = parse_instant(text)
    assert instant is not None
    return instant


CASES = [
    ("temporal.add_elapsed", (Instant(0), Duration(0)), Instant(0)),
    ("temporal.add_elapsed", (Instant(5), Duration(-7)), Instant(-2)),
    ("temporal.add_elapsed", (INSTANT_MAX, Duration(0)), INSTANT_MAX),
    ("temporal.add_elapsed", (INSTANT_MAX, Duration(1)), OVERFLOW),
    ("temporal.add_elapsed", (INSTANT_MIN, Duration(-1)), OVERFLOW),
    ("temporal.add_elapsed", (INSTANT_MAX, Duration(INT_MAX)), OVERFLOW),
    ("temporal.between", (Instant(3), Instant(10)), Duration(7)),
    ("temporal.between", (Instant(10), Instant(3)), Duration(-7)),
    ("temporal.between", (INSTANT_MIN, INSTANT_MAX), Duration(INSTANT_MAX - INSTANT_MIN)),
    ("temporal.date_in", (at("2026-06-30T23:30:00Z"), "UTC"), date("2026-06-30")),
    ("temporal.date_in", (at("2026-06-30T23:30:00Z"), "Europe/London"), date("2026-07-01")),
    ("temporal.date_in", (at("2026-06-30T23:30:00Z"), "Pacific/Kiritimati"), date("2026-07-01")),
    ("temporal.date_in", (at("2026-06-30T10:30:00Z"), "Pacific/Pago_Pago"), date("2026-06-29")),
    ("temporal.date_in", (at("2011-12-30T09:59:59Z"), "Pacific/Apia"), date("2011-12-29")),
    ("temporal.date_in", (at("2011-12-30T10:00:00Z"), "Pacific/Apia"), date("2011-12-31")),
    ("temporal.date_in", (INSTANT_MIN, "UTC"), FIRST),
    ("temporal.date_in", (INSTANT_MAX, "UTC"), LAST),
    ("temporal.date_in", (INSTANT_MAX, "Asia/Tokyo"), OVERFLOW),
    ("temporal.date_in", (INSTANT_MIN, "America/New_York"), OVERFLOW),
    ("temporal.start_of_day", (date("2026-01-15"), "UTC"), at("2026-01-15T00:00:00Z")),
    ("temporal.start_of_day", (date("2026-07-15"), "Europe/London"), at("2026-07-14T23:00:00Z")),
    # Clocks in São Paulo went from 00:00 to 01:00 on this day.
    (
        "temporal.start_of_day",
        (date("2018-11-04"), "America/Sao_Paulo"),
        at("2018-11-04T03:00:00Z"),
    ),
    # Clocks in Toronto went from 23:30 of the day before to 00:30.
    ("temporal.start_of_day", (date("1919-03-31"), "America/Toronto"), at("1919-03-31T04:30:00Z")),
    # Samoa left this day out.
    ("temporal.start_of_day", (date("2011-12-30"), "Pacific/Apia"), at("2011-12-30T10:00:00Z")),
    ("temporal.start_of_day", (date("2011-12-31"), "Pacific/Apia"), at("2011-12-30T10:00:00Z")),
    # Midnight came twice in Havana: clocks went from 01:00 to 00:00.
    ("temporal.start_of_day", (date("2025-11-02"), "America/Havana"), at("2025-11-02T04:00:00Z")),
    ("temporal.start_of_day", (FIRST, "UTC"), INSTANT_MIN),
    ("temporal.start_of_day", (FIRST, "Asia/Tokyo"), OVERFLOW),
    ("temporal.start_of_day", (LAST, "America/New_York"), at("9999-12-31T05:00:00Z")),
    ("temporal.add_days", (date("2024-02-28"), 1), date("2024-02-29")),
    ("temporal.add_days", (date("2026-01-01"), -1), date("2025-12-31")),
    ("temporal.add_days", (LAST, 1), OVERFLOW),
    ("temporal.add_days", (FIRST, -1), OVERFLOW),
    ("temporal.add_days", (FIRST, INT_MAX), OVERFLOW),
    ("temporal.add_days", (FIRST, INT_MIN), OVERFLOW),
    ("temporal.add_months", (date("2026-01-31"), 1), date("2026-02-28")),
    ("temporal.add_months", (date("2024-01-31"), 1), date("2024-02-29")),
    ("temporal.add_months", (date("1900-01-31"), 1), date("1900-02-28")),
    ("temporal.add_months", (date("2000-01-31"), 1), date("2000-02-29")),
    ("temporal.add_months", (date("2026-03-31"), -1), date("2026-02-28")),
    ("temporal.add_months", (date("2026-05-31"), 1), date("2026-06-30")),
    ("temporal.add_months", (date("2026-01-15"), -13), date("2024-12-15")),
    ("temporal.add_months", (date("2026-01-15"), 0), date("2026-01-15")),
    ("temporal.add_months", (LAST, 1), OVERFLOW),
    ("temporal.add_months", (FIRST, -1), OVERFLOW),
    ("temporal.add_months", (FIRST, INT_MAX), OVERFLOW),
    ("temporal.days_between", (date("2024-02-28"), date("2024-03-01")), 2),
    ("temporal.days_between", (date("2024-03-01"), date("2024-02-28")), -2),
    ("temporal.days_between", (FIRST, LAST), 3_652_058),
    ("temporal.weekday", (date("2026-01-05"),), 1),
    ("temporal.weekday", (date("2026-01-11"),), 7),
    ("temporal.weekday", (FIRST,), 1),
    ("temporal.seconds", (Duration(0),), 0),
    ("temporal.seconds", (Duration(1_999_999),), 1),
    ("temporal.seconds", (Duration(-1_999_999),), -1),
    ("temporal.seconds", (Duration(INT_MIN),), -9_223_372_036_854),
    ("temporal.of_seconds", (90,), Duration(90_000_000)),
    ("temporal.of_seconds", (-1,), Duration(-1_000_000)),
    ("temporal.of_seconds", (9_223_372_036_855,), OVERFLOW),
    ("temporal.of_seconds", (INT_MIN,), OVERFLOW),
]


@pytest.mark.parametrize(("key", "arguments", "expected"), CASES)
def test_temporal(gives, key, arguments, expected):
    gives(key, arguments, expected)


def test_every_operation_has_its_cases():
    rows = [key for key, row in OPERATIONS.items() if row.namespace == "temporal"]
    assert list(dict.fromkeys(key for key, _, _ in CASES)) == rows


def test_a_day_never_starts_after_it_was_seen_to_be_there(run):
    """Over all zones and their changes of a few years: the day before ends where a day starts."""
    for zone in ("America/Sao_Paulo", "Africa/Cairo", "Asia/Beirut", "America/Havana", "UTC"):
        for offset in range(0, 365 * 3, 1):
            day = date("2017-01-01") + datetime.timedelta(days=offset)
            start = run("temporal.start_of_day", (day, zone))
            assert run("temporal.date_in", (start, zone)) == day
            assert run("temporal.date_in", (Instant(start - 1), zone)) < day
