"""``clock`` and ``random``: effects, in actions only."""

from typing import Final

from jadpo.stdlib.operation import Effect, Operation, effect_operation

EFFECT_OPERATIONS: Final[tuple[Operation, ...]] = (
    effect_operation(
        "random.uuid",
        "() -> Uuid",
        Effect.DRAWS_RANDOMNESS,
        "A new Uuid.",
        is_member=False,
    ),
    effect_operation(
        "clock.now",
        "() -> Instant",
        Effect.READS_CLOCK,
        "The time at which the boundary started.",
        is_member=True,
    ),
)
"""The rows of ``random`` and ``clock``."""
