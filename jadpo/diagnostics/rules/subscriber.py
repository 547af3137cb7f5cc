"""Rules of the area ``subscriber``: subscribers and their handlers, and `retry:` everywhere."""

from jadpo.diagnostics.rules.rule import Rule

_EVENT = "event Bell { rung { at: Instant } }\n"
_HANDLER = "  on Bell.rung(rung) { var _ = rung.at } }"

RULES: tuple[Rule, ...] = (
    Rule(
        id="subscriber.clause_unknown",
        title="A subscriber has the clause `retry:` and `on` handlers",
        explanation=(
            "Besides its handlers a subscriber has one clause, `retry:`, which says how often "
            "and when a failed delivery is tried again. Any other clause is a mistyped one, or "
            "belongs elsewhere."
        ),
        wrong=_EVENT + "subscriber log { retries: none\n" + _HANDLER,
        right=_EVENT + "subscriber log { retry: none\n" + _HANDLER,
    ),
    Rule(
        id="subscriber.delivery_member",
        title="A handler reads four things of its delivery",
        explanation=(
            "`delivery.id` and `delivery.event_id` are the same for every attempt, "
            "`delivery.attempt` counts the attempts from 1, and `delivery.emitted_at` is when "
            "the event was emitted."
        ),
        wrong=_EVENT + "subscriber log { on Bell.rung { var _ = delivery.attempts } }",
        right=_EVENT + "subscriber log { on Bell.rung { var _ = delivery.attempt } }",
    ),
    Rule(
        id="subscriber.no_handler",
        title="A subscriber handles something",
        explanation=(
            "A subscriber exists for its `on` handlers; without one it would never run. Add a "
            "handler, or remove the subscriber."
        ),
        wrong="subscriber log { retry: none }",
        right=_EVENT + "subscriber log {\n" + _HANDLER,
    ),
    Rule(
        id="subscriber.retry_delays_crossed",
        title="The longest delay of a retry policy is not below the first",
        explanation=(
            "The delays of `exponential` begin with `initial` (1s where it is not written), "
            "double with each attempt, and end at `maximum`. A `maximum` below `initial` "
            "contradicts it."
        ),
        wrong=_EVENT
        + "subscriber log { retry: exponential(initial: 1m, maximum: 10s)\n"
        + _HANDLER,
        right=_EVENT
        + "subscriber log { retry: exponential(initial: 10s, maximum: 1m)\n"
        + _HANDLER,
    ),
    Rule(
        id="subscriber.retry_option_invalid",
        title="Each option of a retry policy has a value of its kind",
        explanation=(
            "`max_attempts` is a whole number from 1 to 1_000_000; `delay`, `initial`, `maximum` "
            "and `max_elapsed` are durations that are not negative; `jitter` is `full` or "
            "`none`. All are literals: a policy is known before the program runs."
        ),
        wrong=_EVENT + "subscriber log { retry: fixed(max_attempts: 0)\n" + _HANDLER,
        right=_EVENT + "subscriber log { retry: fixed(max_attempts: 1)\n" + _HANDLER,
    ),
    Rule(
        id="subscriber.retry_option_repeated",
        title="An option of a retry policy is given once",
        explanation="An option that is given twice has no one value. Keep one of them.",
        wrong=_EVENT + "subscriber log { retry: fixed(delay: 1s, delay: 2s)\n" + _HANDLER,
        right=_EVENT + "subscriber log { retry: fixed(delay: 2s)\n" + _HANDLER,
    ),
    Rule(
        id="subscriber.retry_option_unknown",
        title="A retry policy has the options of its shape",
        explanation=(
            "`fixed` has `max_attempts` and `delay`; `exponential` has `max_attempts`, "
            "`initial`, `maximum`, `max_elapsed` and `jitter`. All of them may be left out."
        ),
        wrong=_EVENT + "subscriber log { retry: fixed(attempts: 3)\n" + _HANDLER,
        right=_EVENT + "subscriber log { retry: fixed(max_attempts: 3)\n" + _HANDLER,
    ),
    Rule(
        id="subscriber.retry_option_unnamed",
        title="Options of a retry policy are named",
        explanation=(
            "`fixed(3, 10s)` would leave the reader to guess which number is what, so each "
            "option is written with its name: `fixed(max_attempts: 3, delay: 10s)`."
        ),
        wrong=_EVENT + "subscriber log { retry: fixed(3)\n" + _HANDLER,
        right=_EVENT + "subscriber log { retry: fixed(max_attempts: 3)\n" + _HANDLER,
    ),
    Rule(
        id="subscriber.retry_shape_unknown",
        title="`retry:` is `none`, `fixed(…)` or `exponential(…)`",
        explanation=(
            "`none` makes one attempt, `fixed` waits the same time between attempts, "
            "`exponential` doubles the time with each. Without `retry:` the policy is "
            "`exponential(max_attempts: 10, initial: 1s, maximum: 1h, jitter: full)`. The "
            "clause stands in subscribers, batches and connections."
        ),
        wrong=_EVENT + "subscriber log { retry: linear(max_attempts: 3)\n" + _HANDLER,
        right=_EVENT + "subscriber log { retry: fixed(max_attempts: 3)\n" + _HANDLER,
    ),
    Rule(
        id="subscriber.variant_handled_twice",
        title="The handlers of a subscriber handle distinct variants",
        explanation=(
            "Each `on` handler of a subscriber gets one variant's deliveries. Put what belongs "
            "together into one handler; what should succeed, fail and be tried again by itself "
            "belongs into another subscriber, which gets a delivery of its own."
        ),
        wrong=_EVENT + "subscriber log { on Bell.rung(a) { var _ = a.at }\n" + _HANDLER,
        right=_EVENT
        + "subscriber log { on Bell.rung(a) { var _ = a.at } }\nsubscriber count {\n"
        + _HANDLER,
    ),
)
