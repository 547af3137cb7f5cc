"""Rules of the area ``effect``: what each kind of callable may do."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        id="effect.not_allowed",
        title="A body does only what its kind may do",
        explanation=(
            "Functions and backfills are pure and call functions only. Queries read the store. "
            "Actions, handlers and `each` bodies may also read the clock and the config, make "
            "random values, call actions and connections, emit and start. `receiving` bodies only "
            "emit. Tests have no effects of their own: they `call` actions and queries."
        ),
        wrong="function today() -> Instant { return clock.now }",
        right="action today() -> Instant { return clock.now }",
    ),
    Rule(
        id="effect.recursion",
        title="Only functions are recursive",
        explanation=(
            "Actions and queries do not call themselves, neither directly nor through others, so "
            "that what a boundary does to a store has an end. What recurs by nature is "
            "computed in a function, or repeated in a loop."
        ),
        wrong="action again() -> Unit { again() }",
        right="action again() -> Unit { }",
    ),
)
