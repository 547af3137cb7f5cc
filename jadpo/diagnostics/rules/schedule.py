"""Rules of the area ``schedule``: schedules."""

from jadpo.diagnostics.rules.rule import Rule

_ACTION = "action greet() -> Unit { }\n"

RULES: tuple[Rule, ...] = (
    Rule(
        id="schedule.clause_unknown",
        title="A schedule has `every:` or `cron:`, `zone:` and `run:`",
        explanation=(
            "A schedule says when it is due (`every:`, or `cron:` with an optional `zone:`) and "
            "what it runs (`run:`). It has no `retry:`: a run that fails is recorded, and the "
            "next due time is its next attempt."
        ),
        wrong=_ACTION + "schedule hourly { every: 1h  run: greet()  retry: none }",
        right=_ACTION + "schedule hourly { every: 1h  run: greet() }",
    ),
    Rule(
        id="schedule.cron_invalid",
        title="`cron:` is a cron expression of five fields that is due at some time",
        explanation=(
            "The fields are minute, hour, day of the month, month and day of the week (0 or 7 "
            "is Sunday), each a number, a range `1-5`, a list `1,15`, a step `*/10` or `*`. An "
            "expression that no day fits, such as the 30th of February, is refused as well: the "
            "schedule would never run."
        ),
        wrong=_ACTION + 'schedule nightly { cron: "0 25 * * *"  run: greet() }',
        right=_ACTION + 'schedule nightly { cron: "0 23 * * *"  run: greet() }',
    ),
    Rule(
        id="schedule.every_invalid",
        title="`every:` is a duration above zero",
        explanation=(
            "`every: 15m` is due fifteen minutes after the schedule is first seen, then each "
            "fifteen minutes. It is a literal, because the times of schedules are part of the "
            "program."
        ),
        wrong=_ACTION + "schedule hourly { every: 0s  run: greet() }",
        right=_ACTION + "schedule hourly { every: 1h  run: greet() }",
    ),
    Rule(
        id="schedule.member",
        title="A schedule reads `schedule.due_at` of itself",
        explanation=(
            "`schedule.due_at` is the time for which the schedule runs; a run that makes up "
            "for several times has the last of them."
        ),
        wrong="action greet(at: Instant) -> Unit { var _ = at }\n"
        "schedule hourly { every: 1h  run: greet(schedule.due) }",
        right="action greet(at: Instant) -> Unit { var _ = at }\n"
        "schedule hourly { every: 1h  run: greet(schedule.due_at) }",
    ),
    Rule(
        id="schedule.run_missing",
        title="A schedule runs something",
        explanation="`run:` names the action that is called at each due time. Add it.",
        wrong=_ACTION + "schedule hourly { every: 1h }",
        right=_ACTION + "schedule hourly { every: 1h  run: greet() }",
    ),
    Rule(
        id="schedule.run_not_action",
        title="`run:` of a schedule is one action call",
        explanation=(
            "A schedule calls one action, `run: Todo.remind(clock.now)`, in a boundary of its "
            "own. The arguments may use `clock.now` and `schedule.due_at`. What needs more than "
            "one call belongs into an action that makes them. `attempt` is not written: a "
            "failure ends the run and is recorded with it."
        ),
        wrong="function answer() -> Answer { return Answer(42) }\ntype Answer = Int {}\n"
        "schedule hourly { every: 1h  run: answer() }",
        right=_ACTION + "schedule hourly { every: 1h  run: greet() }",
    ),
    Rule(
        id="schedule.timing_missing",
        title="A schedule says when it is due",
        explanation=(
            "`every: 15m` counts from when the schedule is first seen; `cron:` names times of "
            "the day in a zone. One of them must be there."
        ),
        wrong=_ACTION + "schedule hourly { run: greet() }",
        right=_ACTION + "schedule hourly { every: 1h  run: greet() }",
    ),
    Rule(
        id="schedule.two_timings",
        title="A schedule has one timing",
        explanation=(
            "`every:` and `cron:` are two ways to say when a schedule is due. With both it would "
            "be unclear which holds, so two timings are two schedules."
        ),
        wrong=_ACTION + 'schedule hourly { every: 1h  cron: "0 * * * *"  run: greet() }',
        right=_ACTION + 'schedule hourly { cron: "0 * * * *"  run: greet() }',
    ),
    Rule(
        id="schedule.zone_invalid",
        title='`zone:` is written `Zone("Europe/London")`',
        explanation=(
            "The zone in which `cron:` is read is a constant `Zone`, the name of a time zone of "
            "the IANA data base. Without it the times are UTC."
        ),
        wrong=_ACTION + 'schedule nightly { cron: "0 1 * * *"  zone: 1  run: greet() }',
        right=_ACTION
        + 'schedule nightly { cron: "0 1 * * *"  zone: Zone("Europe/London")  run: greet() }',
    ),
    Rule(
        id="schedule.zone_without_cron",
        title="`zone:` belongs to `cron:`",
        explanation=(
            "An interval such as `every: 15m` is the same in every zone. Only the times of "
            "`cron:` are read in one, so beside `every:` a zone would do nothing."
        ),
        wrong=_ACTION + 'schedule hourly { every: 1h  zone: Zone("Europe/London")  run: greet() }',
        right=_ACTION + "schedule hourly { every: 1h  run: greet() }",
    ),
)
