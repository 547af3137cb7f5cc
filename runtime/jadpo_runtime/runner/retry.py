"""Whether and when a failed attempt is made again [Y1] [Y2]: a pure decision."""

from collections.abc import Callable
from typing import Final, TypeAlias

import attrs

from jadpo_runtime.manifest import RetryPolicy, RetryShape
from jadpo_runtime.values import INT_MAX, Duration, Instant

Uniform: TypeAlias = Callable[[int], int]
"""Gives a whole number from 0 to its argument, both included, each as likely as any other."""

_LARGEST_SHIFT: Final = 62
"""Doubling a delay more often than this leaves 64 bits whatever it was."""


@attrs.frozen
class RetryAt:
    """The attempt is made again when ``due_at`` has come."""

    due_at: Instant


@attrs.frozen
class GiveUp:
    """No attempt is left."""


Decision: TypeAlias = RetryAt | GiveUp


def decide(
    policy: RetryPolicy, attempts: int, first_attempt_at: Instant, now: Instant, uniform: Uniform
) -> Decision:
    """What follows a failed attempt of a kind that is retried, or a fault, or the limit.

    ``attempts`` counts the attempts made, the failed one among them. A next attempt that would be
    due later than ``max_elapsed`` after the first one began is not made.
    """
    if policy.shape is RetryShape.NONE or attempts >= policy.max_attempts:
        return GiveUp()
    due_at = Instant(now + delay(policy, attempts, uniform))
    if policy.max_elapsed is not None and due_at > first_attempt_at + policy.max_elapsed:
        return GiveUp()
    return RetryAt(due_at)


def delay(policy: RetryPolicy, attempts: int, uniform: Uniform) -> Duration:
    """How long after attempt number ``attempts`` the next one is due [Y2]."""
    if policy.shape is RetryShape.FIXED:
        return policy.initial
    doubled = min(policy.initial << min(attempts - 1, _LARGEST_SHIFT), INT_MAX)
    longest = Duration(min(doubled, policy.maximum))
    return Duration(uniform(longest)) if policy.full_jitter else longest
