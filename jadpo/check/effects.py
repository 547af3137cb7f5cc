"""What each kind of body may do besides computing (language.md §5 and the others' sections)."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import TYPE_CHECKING

from jadpo.check.scope import Spanned
from jadpo_runtime.manifest import CallableKind

if TYPE_CHECKING:
    from jadpo.check.body import Body


class Effect(enum.Enum):
    """An effect of an expression or statement; the value completes "… may not …"."""

    READ = "read the store"
    WRITE = "write the store"
    ACT = "call actions"
    EMIT = "emit events"
    START = "start batches"
    CLOCK = "read the clock"
    RANDOM = "make random values"
    CONFIG = "read the config"
    CONNECT = "call connections"
    DELIVERY = "read `delivery`"
    DUE_AT = "read `schedule.due_at`"
    TEST = "use what only tests may use"


_OF_ACTIONS = frozenset(
    {
        Effect.READ,
        Effect.WRITE,
        Effect.ACT,
        Effect.EMIT,
        Effect.START,
        Effect.CLOCK,
        Effect.RANDOM,
        Effect.CONFIG,
        Effect.CONNECT,
    }
)

ALLOWED_EFFECTS: Mapping[CallableKind, frozenset[Effect]] = {
    CallableKind.FUNCTION: frozenset(),
    CallableKind.QUERY: frozenset({Effect.READ}),
    CallableKind.ACTION: _OF_ACTIONS,
    CallableKind.HANDLER: _OF_ACTIONS | {Effect.DELIVERY},
    CallableKind.EACH: _OF_ACTIONS,
    CallableKind.SCHEDULED: frozenset({Effect.ACT, Effect.CLOCK, Effect.DUE_AT}),
    CallableKind.BACKFILL: frozenset(),
    CallableKind.RECEIVING: frozenset({Effect.EMIT}),
    CallableKind.ROUTE: _OF_ACTIONS,
    CallableKind.SETTLE: frozenset({Effect.READ}),
    CallableKind.TEST: frozenset({Effect.TEST}),
}
"""What each kind of body may do itself."""

_WORDS: Mapping[CallableKind, tuple[str, str]] = {
    CallableKind.FUNCTION: ("a function", "functions are pure: they call functions only"),
    CallableKind.QUERY: ("a query", "queries read the store and do nothing else"),
    CallableKind.ACTION: ("an action", "that belongs to other kinds of bodies"),
    CallableKind.HANDLER: ("a handler", "a handler's body is that of an action"),
    CallableKind.EACH: ("an `each` body", "an `each` body is that of an action"),
    CallableKind.SCHEDULED: (
        "a schedule's `run:`",
        "it calls one action, and gives it what it computes from `clock.now` and `schedule.due_at`",
    ),
    CallableKind.BACKFILL: ("a backfill", "a backfill is a pure function of a row"),
    CallableKind.RECEIVING: ("a `receiving` body", "its only effects are `emit`"),
    CallableKind.ROUTE: ("a route", "a route's action is that of any action"),
    CallableKind.SETTLE: ("a route's `settle:`", "it is one query call"),
    CallableKind.TEST: (
        "a test",
        "a test has no effects of its own: it calls actions and queries with `call`",
    ),
}
"""Each kind of body in words, and why it may not do more."""

OVER_SUFFIX = " over"
"""What the name of the body that computes the values of a batch's ``over:`` ends with."""

_WORDS_OF_OVER = ("a batch's `over:`", "its values are computed from the batch's parameters alone")

_NEXT_STEP: Mapping[Effect, str] = {
    Effect.READ: "call it from a query or an action, and pass what it gives",
    Effect.WRITE: "do it in an action",
    Effect.ACT: "call it from an action, and pass what it gives",
    Effect.EMIT: "emit it in an action",
    Effect.START: "start it in an action",
    Effect.CLOCK: "take an `Instant` as a parameter, and let the action pass `clock.now`",
    Effect.RANDOM: "take the value as a parameter, and let the action make it",
    Effect.CONFIG: "take the value as a parameter, and let the action pass it",
    Effect.CONNECT: "call it in an action",
    Effect.DELIVERY: "take it as a parameter, and let the handler pass it",
    Effect.DUE_AT: "take it as a parameter, and let the schedule's `run:` pass it",
    Effect.TEST: "remove it, or move it into a `test`",
}


def report_effect(body: Body, effect: Effect, node: Spanned, what: str) -> None:
    """Say that a body of this kind may not do that; ``what`` is what stands there, in words."""
    words, why = _WORDS_OF_OVER if body.name.endswith(OVER_SUFFIX) else _WORDS[body.kind]
    next_step = _NEXT_STEP[effect]
    if body.kind is CallableKind.TEST and effect in (Effect.READ, Effect.ACT):
        next_step = "write `call` before it"
    if body.kind is CallableKind.TEST and effect is Effect.CLOCK:
        next_step = "write the `Instant` that the test's clock shows, or let an action give it"
    body.checking.report(
        "effect.not_allowed",
        body.span(node),
        f"{what} does not belong here: {words} may not {effect.value}",
        why=why,
        help=next_step,
    )
