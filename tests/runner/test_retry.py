"""When a failed attempt is made again: [Y1] [Y2] [V3]."""

import random

import pytest
from python_program import seconds

from jadpo_runtime.manifest import RetryPolicy, RetryShape
from jadpo_runtime.runner.retry import GiveUp, RetryAt, decide, delay
from jadpo_runtime.values import INT_MAX, Duration, Instant

NOW = Instant(1_000_000_000)


def longest(largest: int) -> int:
    return largest


def after(policy: RetryPolicy, attempts: int, *, first: int = NOW, now: int = NOW) -> object:
    return decide(policy, attempts, Instant(first), Instant(now), longest)


def test_exponential_delays_double_up_to_the_maximum():
    """[Y2]"""
    policy = RetryPolicy(initial=seconds(1), maximum=seconds(10), full_jitter=False)
    delays = [delay(policy, attempts, longest) / 1_000_000 for attempts in range(1, 7)]
    assert delays == [1, 2, 4, 8, 10, 10]


def test_full_jitter_takes_any_value_up_to_the_delay():
    """[Y2]"""
    policy = RetryPolicy(initial=seconds(4), maximum=seconds(60))
    source = random.Random(1)
    delays = [delay(policy, 1, lambda largest: source.randint(0, largest)) for _ in range(2_000)]
    assert min(delays) < seconds(0.1)
    assert seconds(3.9) < max(delays) <= seconds(4)
    assert seconds(1.8) < sum(delays) / len(delays) < seconds(2.2)


def test_a_fixed_policy_waits_the_same_each_time():
    policy = RetryPolicy(RetryShape.FIXED, max_attempts=3, initial=seconds(7))
    assert after(policy, 1) == RetryAt(Instant(NOW + seconds(7)))
    assert after(policy, 2) == RetryAt(Instant(NOW + seconds(7)))
    assert after(policy, 3) == GiveUp()


def test_without_retry_the_first_failure_is_the_last():
    assert after(RetryPolicy(RetryShape.NONE), 1) == GiveUp()


def test_no_attempt_begins_later_than_max_elapsed_after_the_first():
    """[Y1]"""
    policy = RetryPolicy(
        RetryShape.EXPONENTIAL,
        initial=seconds(10),
        maximum=seconds(10),
        max_elapsed=seconds(60),
        full_jitter=False,
    )
    assert after(policy, 1, now=NOW + seconds(50)) == RetryAt(Instant(NOW + seconds(60)))
    assert after(policy, 1, now=NOW + seconds(51)) == GiveUp()


@pytest.mark.parametrize("attempts", [1, 64, 1_000_000])
def test_delays_never_leave_the_durations(attempts: int):
    policy = RetryPolicy(
        max_attempts=INT_MAX, initial=Duration(3), maximum=Duration(INT_MAX), full_jitter=False
    )
    assert 0 < delay(policy, attempts, longest) <= INT_MAX
