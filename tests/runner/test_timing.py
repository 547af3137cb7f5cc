"""When schedules are due: [V4] [D1] [P11]."""

import datetime
from zoneinfo import ZoneInfo

import pytest

from jadpo_runtime.manifest import CronTiming, EveryTiming
from jadpo_runtime.runner.timing import last_due, next_due
from jadpo_runtime.values import Duration, Instant

BERLIN = "Europe/Berlin"


def at(text: str, zone: str = "UTC") -> Instant:
    moment = datetime.datetime.fromisoformat(text)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=ZoneInfo(zone))
    return Instant(int(moment.timestamp()) * 1_000_000)


def shown(instant: Instant | None, zone: str = "UTC") -> str | None:
    if instant is None:
        return None
    moment = datetime.datetime.fromtimestamp(instant / 1_000_000, ZoneInfo(zone))
    return moment.isoformat(timespec="minutes")


def due_times(cron: str, zone: str, start: str, count: int) -> list[str | None]:
    found = []
    moment = at(start, zone)
    for _ in range(count):
        due = next_due(CronTiming(cron, zone), moment, moment)
        found.append(shown(due, zone))
        assert due is not None
        moment = due
    return found


def test_every_is_due_an_interval_after_the_schedule_is_first_seen_and_then_each():
    timing = EveryTiming(Duration(900_000_000))
    first = at("2026-01-01T12:07:00")
    due = next_due(timing, first, first)
    assert shown(due) == "2026-01-01T12:22+00:00"
    assert due is not None
    assert shown(next_due(timing, first, due)) == "2026-01-01T12:37+00:00"


def test_every_keeps_its_times_after_a_sleep():
    timing = EveryTiming(Duration(900_000_000))
    first = at("2026-01-01T12:07:00")
    now = at("2026-01-08T09:00:00")
    assert shown(last_due(timing, first, at("2026-01-01T12:22:00"), now)) == (
        "2026-01-08T08:52+00:00"
    )
    assert shown(next_due(timing, first, now)) == "2026-01-08T09:07+00:00"


def test_cron_is_read_in_the_schedules_zone():
    assert due_times("0 7 * * 1-5", "Europe/London", "2026-07-03T12:00:00", 2) == [
        "2026-07-06T07:00+01:00",
        "2026-07-07T07:00+01:00",
    ]


def test_a_local_time_that_does_not_exist_runs_at_the_end_of_the_gap():
    assert due_times("30 2 * * *", BERLIN, "2026-03-28T12:00:00", 2) == [
        "2026-03-29T03:00+02:00",
        "2026-03-30T02:30+02:00",
    ]


def test_times_in_a_gap_and_its_end_are_one_due_time():
    assert due_times("*/20 * * * *", BERLIN, "2026-03-29T01:30:00", 3) == [
        "2026-03-29T01:40+01:00",
        "2026-03-29T03:00+02:00",
        "2026-03-29T03:20+02:00",
    ]


def test_a_local_time_that_occurs_twice_runs_once():
    assert due_times("30 2 * * *", BERLIN, "2026-10-24T12:00:00", 2) == [
        "2026-10-25T02:30+02:00",
        "2026-10-26T02:30+01:00",
    ]


def test_times_of_an_overlap_run_in_its_first_pass():
    assert due_times("*/30 * * * *", BERLIN, "2026-10-25T01:30:00", 4) == [
        "2026-10-25T02:00+02:00",
        "2026-10-25T02:30+02:00",
        "2026-10-25T03:00+01:00",
        "2026-10-25T03:30+01:00",
    ]


def test_a_gap_of_half_an_hour_and_a_gap_of_a_day():
    assert due_times("15 2 * * *", "Australia/Lord_Howe", "2026-10-03T12:00:00", 1) == [
        "2026-10-04T02:30+11:00"
    ]
    # Samoa left out the 30th of December 2011.
    assert due_times("0 12 * * *", "Pacific/Apia", "2011-12-29T13:00:00", 2) == [
        "2011-12-31T00:00+14:00",
        "2011-12-31T12:00+14:00",
    ]


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2026-03-29T03:00:00+02:00", "2026-03-29T03:00+02:00"),
        ("2026-03-29T01:59:00+01:00", "2026-03-28T02:30+01:00"),
        ("2026-10-25T02:29:00+01:00", "2026-10-25T02:30+02:00"),
        ("2026-10-25T02:31:00+01:00", "2026-10-25T02:30+02:00"),
        ("2026-11-08T00:00:00+01:00", "2026-11-07T02:30+01:00"),
    ],
)
def test_a_run_for_missed_times_has_the_last_one(now: str, expected: str):
    timing = CronTiming("30 2 * * *", BERLIN)
    long_ago = at("2026-03-01T02:30:00", BERLIN)
    assert shown(last_due(timing, long_ago, long_ago, at(now)), BERLIN) == expected
