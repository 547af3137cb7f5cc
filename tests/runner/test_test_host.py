"""The host of the language's tests: [X1] [B5]."""

import attrs
import pytest
from python_program import (
    COUNTER,
    CREATE_COUNTER,
    INT,
    TEXT,
    Building,
    PythonProgram,
    Reject,
    mark,
    seconds,
)
from world import START

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.hosts.test import FailedCall, TestResult, run_test
from jadpo_runtime.manifest import (
    CallableKind,
    EveryTiming,
    FixtureDefinition,
    Parameter,
    RetryPolicy,
    RetryShape,
)
from jadpo_runtime.outcome import Faulted, Rejected
from jadpo_runtime.values import Field, Instant, TypeTable


def building() -> Building:
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.callable("move", lambda context, name: context.emit("Moved", "made", (name,)))
    made.callable("create", lambda context, name: context.store.create(CREATE_COUNTER, (name, 0)))
    made.callable("ids", lambda context: [context.random_uuid() for _ in range(3)])
    made.callable("now", lambda context: context.now, writes=None)
    return made


def run(made: Building, body, fixture: str | None = None) -> TestResult:
    test = made.test("it works", body, fixture)
    return run_test(made.program(), test)


def call(context, name: str, *arguments: object) -> object:
    """What an engine makes of ``call``: a failure that nobody matches fails the test."""
    outcome = context.test.call(name, arguments)
    if isinstance(outcome, Rejected):
        raise Fault(FaultCode.TEST_CALL_FAILED, f"{name} rejected with {outcome.failure}")
    return outcome.value


def test_a_body_that_comes_to_its_end_passes():
    result = run(building(), lambda context: call(context, "create", "a"))
    assert result.passed
    assert result.name == "it works"
    (counters, marks) = result.snapshot.rows
    assert counters == ("Counter", ('{"name":"a","value":0}',))
    assert marks == ("Mark", ())


def test_a_store_that_cannot_be_opened_fails_the_test_and_is_told():
    made = building()
    test = made.test("it works", lambda context: None)
    program = made.program()
    counter = program.manifest.entities["Counter"]
    twins = {**program.manifest.entities, "COUNTER": attrs.evolve(counter, name="COUNTER")}
    manifest = attrs.evolve(program.manifest, types=TypeTable(twins), entities=twins)

    result = run_test(PythonProgram(manifest, made.bodies), test)

    assert not result.passed
    assert isinstance(result.outcome, Faulted)
    assert result.outcome.code is FaultCode.STORE_UNAVAILABLE
    assert result.outcome.span == test.span
    assert "Counter and COUNTER differ only in case" in result.outcome.detail
    assert result.snapshot.rows == ()


def test_an_assertion_that_does_not_hold_fails_it():
    def body(context):
        raise Fault(FaultCode.ASSERTION_FAILED, "5 == 6")

    result = run(building(), body)
    assert not result.passed
    assert isinstance(result.outcome, Faulted)
    assert result.outcome.code is FaultCode.ASSERTION_FAILED
    assert result.failed_call is None


def test_a_failure_that_leaves_a_call_fails_it_and_is_told_with_its_trail():
    made = building()

    def refuse(context):
        raise Reject("Refused", "why")

    made.callable("refuse", refuse)
    result = run(made, lambda context: call(context, "refuse"))
    assert isinstance(result.outcome, Faulted)
    assert result.outcome.code is FaultCode.TEST_CALL_FAILED
    assert isinstance(result.failed_call, FailedCall)
    assert result.failed_call.name == "refuse"
    assert isinstance(result.failed_call.outcome, Rejected)
    assert result.failed_call.outcome.failure == "Refused"
    assert result.failed_call.outcome.context == ("why",)
    assert result.failed_call.outcome.trail


def test_a_fault_that_leaves_a_call_fails_it_and_is_told_with_its_place():
    made = building()

    def fault(context):
        raise Fault(FaultCode.DIVISION_BY_ZERO, "1 / 0")

    made.callable("fault", fault)
    result = run(made, lambda context: call(context, "fault"))
    assert isinstance(result.outcome, Faulted)
    assert result.outcome.code is FaultCode.TEST_CALL_FAILED
    assert result.outcome.detail == "`fault` ended with the fault division_by_zero: 1 / 0"
    assert result.failed_call is not None
    assert isinstance(result.failed_call.outcome, Faulted)
    assert result.failed_call.outcome.code is FaultCode.DIVISION_BY_ZERO
    assert result.failed_call.outcome.span is not None


def test_a_rejected_call_that_the_test_expects_is_no_failure():
    made = building()

    def refuse(context):
        raise Reject("Refused")

    made.callable("refuse", refuse)
    result = run(made, lambda context: context.test.call("refuse", ()))
    assert result.passed
    assert result.failed_call is None


def test_each_call_is_a_boundary_of_its_own():
    made = building()

    def refuse(context):
        context.store.create(CREATE_COUNTER, ("undone", 0))
        raise Reject("Refused")

    made.callable("refuse", refuse)
    made.callable("count", lambda context, name: len(context.store.select(COUNTER, (name,))))

    def body(context):
        call(context, "create", "kept")
        context.test.call("refuse", ())
        assert call(context, "count", "kept") == 1
        assert call(context, "count", "undone") == 0

    assert run(made, body).passed


def test_each_test_has_a_fresh_store_and_the_default_clock():
    made = building()

    def body(context):
        assert call(context, "now") == START
        call(context, "create", "a")

    assert run(made, body).passed
    assert run(made, body).passed


def test_a_fixture_fixes_the_clock_the_seed_and_config():
    made = building()
    noon = Instant(1_768_478_400_000_000)
    made.fixtures["noon"] = FixtureDefinition("noon", noon, 7)
    made.fixtures["other"] = FixtureDefinition("other", noon, 8)
    drawn = []

    def body(context):
        assert call(context, "now") == noon
        drawn.append(call(context, "ids"))

    assert run(made, body, "noon").passed
    assert run(made, body, "noon").passed
    assert run(made, body, "other").passed
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_test_repeats_exactly_pieces_too():
    """[B5]"""
    made = building()

    def handle(context, moved):
        mark(context, f"{moved[0]} {context.random_uuid()}")
        if context.delivery.attempt < 3:
            raise Reject("Busy")
        context.emit("Counted", "made", (context.delivery.attempt,))

    made.event("Counted", Field("count", INT))
    made.subscriber("one", "Moved", handle, RetryPolicy(max_attempts=9, initial=seconds(60)))

    def body(context):
        for name in "abcdef":
            call(context, "move", name)
        for _ in range(20):
            context.test.run_pending()
            context.test.advance(seconds(10))

    first, second = run(made, body), run(made, body)
    assert first.passed
    assert first.snapshot == second.snapshot
    assert len(first.snapshot.events[0][1]) > 6


def test_advance_runs_nothing_and_run_pending_only_what_is_due():
    made = building()
    made.schedule("often", EveryTiming(seconds(60)), lambda context: mark(context, "scheduled"))

    def handle(context, moved):
        mark(context, f"{moved[0]} {context.delivery.attempt}")
        if context.delivery.attempt == 1:
            raise Reject("Busy")

    fixed = RetryPolicy(RetryShape.FIXED, max_attempts=3, initial=seconds(30))
    made.subscriber("one", "Moved", handle, fixed)

    def body(context):
        call(context, "move", "a")
        context.test.run_pending()
        context.test.advance(seconds(29))
        context.test.run_pending()
        assert marks(context) == []
        context.test.advance(seconds(1))
        assert marks(context) == []
        context.test.run_pending()
        assert marks(context) == ["a 2"]
        context.test.advance(seconds(30))
        context.test.run_pending()
        assert marks(context) == ["a 2"]
        context.test.tick()
        assert marks(context) == ["a 2", "scheduled"]

    def marks(context):
        return call(context, "marks")

    made.callable("marks", lambda context: [row.values[1] for row in context.store.select(5, ())])
    result = run(made, body)
    assert result.passed, result.outcome


def test_tick_runs_due_schedules_and_what_they_set_off():
    made = building()
    made.schedule(
        "often", EveryTiming(seconds(60)), lambda context: context.emit("Moved", "made", ("s",))
    )
    made.subscriber("one", "Moved", lambda context, moved: mark(context, moved[0]))

    def body(context):
        context.test.advance(seconds(150))
        context.test.tick()

    result = run(made, body)
    assert result.passed
    assert len(result.snapshot.rows[1][1]) == 1
    ((_, (scheduled,)),) = result.snapshot.schedule_runs
    assert (scheduled.state, scheduled.due_at) == ("done", START + seconds(120))


def faked() -> Building:
    made = building()
    made.callable(
        "fake mailer.send",
        lambda context, request: f"sent {request}",
        Parameter("request", TEXT),
        kind=CallableKind.FUNCTION,
        writes=None,
    )
    made.callable("fake mailer.ask", lambda context: 5, kind=CallableKind.FUNCTION, writes=None)
    made.fixtures["faked"] = FixtureDefinition(
        "faked",
        None,
        None,
        (),
        ((("mailer", "send"), "fake mailer.send"), (("mailer", "ask"), "fake mailer.ask")),
    )
    for name in ("send", "ask"):
        made.callable(
            name,
            lambda context, text, name=name: context.call_connection("mailer", name, text).value,
        )
    return made


def test_a_fixtures_fakes_stand_for_outside_systems():
    answers = []

    def body(context):
        answers.extend((call(context, "send", "x"), call(context, "ask", "y")))

    assert run(faked(), body, "faked").passed
    assert answers == ["sent x", 5]


def test_without_a_fake_no_outside_system_is_called():
    result = run(faked(), lambda context: call(context, "send", "x"))
    assert result.failed_call is not None
    assert isinstance(result.failed_call.outcome, Faulted)
    assert result.failed_call.outcome.code is FaultCode.CONNECTION_UNAVAILABLE


def endless() -> Building:
    made = building()

    def again(context, moved):
        context.emit("Moved", "made", moved)

    made.subscriber("again", "Moved", again)
    made.callable("sweep", lambda context: context.start("sweep", (1,)))

    def each(context, row, by):
        context.store.create(CREATE_COUNTER, (row.values[0] + "z", 0))

    made.batch("sweep", each, size=2)
    return made


@pytest.mark.parametrize(("name", "arguments"), [("move", ("a",)), ("sweep", ())])
def test_work_that_sets_off_work_without_end_fails_the_test(name: str, arguments: tuple[str, ...]):
    """A test's clock stands still, so no limit of time ends it."""

    def body(context):
        call(context, "create", "a")
        call(context, name, *arguments)
        context.test.run_pending()

    made = endless()
    result = run_test(made.program(), made.test("it ends", body), most_pending=50)
    assert isinstance(result.outcome, Faulted)
    assert result.outcome.code is FaultCode.DEADLINE_EXCEEDED
    assert result.outcome.detail.startswith("More than 50 bodies were run")


def test_as_many_bodies_as_may_be_are_run():
    def body(context):
        for number in range(50):
            call(context, "move", f"{number}")
        context.test.run_pending()

    made = building()
    made.subscriber("marker", "Moved", lambda context, moved: mark(context, moved[0]))
    assert run_test(made.program(), made.test("it ends", body), most_pending=50).passed
    assert not run_test(made.program(), made.tests[0], most_pending=49).passed
