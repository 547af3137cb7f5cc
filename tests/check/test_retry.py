"""Retry policies [V3]."""

import pytest
from marked_source import checked, edited, rejected

from jadpo_runtime.manifest import RetryPolicy, RetryShape
from jadpo_runtime.values import Duration

SECOND = 1_000_000


def subscriber(retry: str) -> str:
    return f"event Bell {{ rung }}\nsubscriber listen {{ {retry} on Bell.rung {{ }} }}"


def policy(retry: str) -> RetryPolicy:
    return checked(subscriber(retry)).manifest.subscribers["listen"].retry


def test_without_retry_ten_attempts_are_made_with_growing_delays() -> None:
    assert policy("") == RetryPolicy(
        RetryShape.EXPONENTIAL,
        max_attempts=10,
        initial=Duration(SECOND),
        maximum=Duration(3600 * SECOND),
        max_elapsed=None,
        full_jitter=True,
    )


def test_none_makes_one_attempt() -> None:
    assert policy("retry: none") == RetryPolicy(RetryShape.NONE, max_attempts=1)


def test_the_options_of_fixed_are_its_attempts_and_its_delay() -> None:
    assert policy("retry: fixed(max_attempts: 3, delay: 10s)") == RetryPolicy(
        RetryShape.FIXED, max_attempts=3, initial=Duration(10 * SECOND)
    )


def test_the_options_of_exponential_may_come_in_any_order() -> None:
    written = (
        "retry: exponential(jitter: none, max_elapsed: 1d, maximum: 5m, initial: 250ms, "
        "max_attempts: 6)"
    )

    assert policy(written) == RetryPolicy(
        RetryShape.EXPONENTIAL,
        max_attempts=6,
        initial=Duration(SECOND // 4),
        maximum=Duration(300 * SECOND),
        max_elapsed=Duration(86_400 * SECOND),
        full_jitter=False,
    )


def test_a_first_delay_above_the_default_maximum_raises_that() -> None:
    assert policy("retry: exponential(initial: 2h)").maximum == Duration(7200 * SECOND)


@pytest.mark.parametrize(
    ("rule", "retry"),
    [
        ("retry_shape_unknown", "retry: «linear»(max_attempts: 3)"),
        ("retry_shape_unknown", "retry: «fixed»"),
        ("retry_shape_unknown", "retry: «3»"),
        ("retry_shape_unknown", 'retry: «"fixed"»'),
        ("retry_option_unnamed", "retry: fixed(«3»)"),
        ("retry_option_unknown", "retry: fixed(«initial»: 3s)"),
        ("retry_option_repeated", "retry: fixed(delay: 1s, «delay»: 2s)"),
        ("retry_option_invalid", "retry: fixed(max_attempts: «0»)"),
        ("retry_option_invalid", "retry: fixed(max_attempts: «2.5»)"),
        ("retry_option_invalid", "retry: fixed(max_attempts: «1_000_001»)"),
        ("retry_option_invalid", "retry: fixed(delay: «10»)"),
        ("retry_option_invalid", "retry: fixed(delay: «-1s»)"),
        ("retry_option_invalid", "retry: exponential(jitter: «half»)"),
        ("retry_delays_crossed", "retry: exponential(initial: 1m, maximum: «10s»)"),
        ("retry_delays_crossed", "retry: exponential(maximum: «10ms»)"),
    ],
)
def test_a_mistake_of_a_policy_is_told_where_it_is(rule: str, retry: str) -> None:
    rejected(f"subscriber.{rule}", subscriber(retry))


@pytest.mark.parametrize("retry", ["retry: «fixed»", "retry: «exponentail»()", "retry: «fixd»"])
def test_the_nearest_policy_is_offered_as_an_edit(retry: str) -> None:
    marked = subscriber(retry)

    checked(edited(marked, rejected("subscriber.retry_shape_unknown", marked)))
