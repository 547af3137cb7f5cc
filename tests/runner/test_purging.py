"""The built-in purge: [D3] [L5]."""

from python_program import CREATE_COUNTER, TEXT, Building, Reject, mark, seconds
from world import World, world

from jadpo_runtime.manifest import EveryTiming, RetryPolicy, RetryShape, StoreDefinition
from jadpo_runtime.runner.budget import RUN_LIMIT, Budget
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.kinds import purge_kinds
from jadpo_runtime.runner.purge import PURGE
from jadpo_runtime.values import Duration, Field

DAY = 86_400
FOREVER = RetryPolicy(RetryShape.FIXED, max_attempts=1000, initial=seconds(100 * DAY))


def building() -> Building:
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.callable("move", lambda context, name: context.emit("Moved", "made", (name,)))
    made.callable("create", lambda context, name: context.store.create(CREATE_COUNTER, (name, 0)))
    made.callable("begin", lambda context: context.start("each_one", (1,)))

    def each(context, row, by):
        if row.values[0] == "bad":
            raise Reject("Refused")

    made.batch("each_one", each, size=5)

    def handle(context, moved):
        if moved[0] == "fail":
            raise Reject("Refused")
        if moved[0] == "wait":
            raise Reject("Busy")
        mark(context, moved[0])

    made.subscriber("one", "Moved", handle, FOREVER)
    return made


def purge(here: World, length: Duration = RUN_LIMIT) -> None:
    Invocation(here.host, purge_kinds(here.host), Budget(here.clock, length)).run()


def count(here: World, table: str) -> int:
    ((found,),) = here.execute(f"SELECT count(*) FROM {table}")
    return int(found)


def test_finished_deliveries_and_their_events_are_deleted_after_the_retention():
    made = building()
    with world(made) as here:
        purge(here)
        here.call("move", "a")
        here.run_due()
        here.advance(14 * DAY)
        here.call("move", "b")
        here.run_due()
        purge(here)
        assert count(here, "_jadpo_event") == 2
        here.advance(3_600)
        purge(here)
        assert [event.payload for event in here.events()] == ['{"name":"b"}']
        assert count(here, "_jadpo_delivery") == 1
        assert here.marks() == ["a", "b"]


def test_what_is_pending_claimed_or_failed_is_never_deleted():
    made = building()
    made.subscriber("two", "Moved", lambda context, moved: None)
    with world(made) as here:
        purge(here)
        for name in ("fail", "wait", "done"):
            here.call("move", name)
        here.run_due()
        here.call("move", "untouched")
        here.advance(50 * DAY)
        purge(here)
        assert [event.payload for event in here.events()] == [
            '{"name":"fail"}',
            '{"name":"wait"}',
            '{"name":"untouched"}',
        ]
        assert [delivery.state for delivery in here.deliveries()] == [
            "failed",
            "pending",
            "pending",
            "pending",
        ]


def test_finished_batch_runs_schedule_runs_and_inbox_rows_are_deleted():
    made = building()
    made.schedule("daily", EveryTiming(seconds(DAY)), lambda context: None)
    with world(made) as here:
        purge(here)
        here.tick()
        here.call("create", "bad")
        here.call("create", "good")
        here.call("begin")
        here.run_due()
        here.advance(DAY)
        here.tick()
        here.execute("INSERT INTO _jadpo_inbox VALUES ('elsewhere', 'm', ?)", here.clock.now())
        assert count(here, "_jadpo_batch_failure") == 1
        here.advance(15 * 86_400)
        purge(here)
        for table in ("batch_run", "batch_failure", "inbox"):
            assert count(here, f"_jadpo_{table}") == 0
        assert [run.schedule for run in here.schedule_runs()] == [PURGE]


def test_a_boundary_deletes_at_most_a_thousand_rows():
    made = building()
    with world(made) as here:
        purge(here)

        def many(context):
            for number in range(2_500):
                context.emit("Moved", "made", (f"{number}",))

        made.callable("many", many)
        here.call("many")
        here.run_due()
        here.advance(15 * 86_400)
        changed = []
        store = here.store()
        transact = store.transact

        def counted(work, *, write, durable=True):
            before = count_raw()
            result = transact(work, write=write, durable=durable)
            changed.append(before - count_raw())
            return result

        def count_raw() -> int:
            tables = ("_jadpo_event", "_jadpo_delivery")
            return transact(
                lambda it: sum(
                    it.execute(f"SELECT count(*) FROM {table}")[0][0] for table in tables
                ),
                write=False,
            )

        store.transact = counted
        purge(here)
        assert max(changed) <= 1_000
        assert sum(changed) == 5_000


def test_a_purge_at_its_limit_is_recorded_and_the_next_one_goes_on():
    """[L5]"""
    made = building()
    with world(made) as here:
        purge(here)
        here.call("move", "a")
        here.run_due()
        here.advance(15 * 86_400)
        store = here.store()
        transact = store.transact

        def slow(work, *, write, durable=True):
            here.advance(3)
            return transact(work, write=write, durable=durable)

        store.transact = slow
        purge(here, seconds(20))
        store.transact = transact
        assert here.schedule_runs()[-1].error_code == "deadline_exceeded"
        here.advance(3_600)
        purge(here)
        assert here.events() == []


def test_an_inbox_row_is_kept_as_long_as_its_delivery_may_come_again():
    """[W3] [D3] Without the row it would have its effects twice."""
    made = Building()
    made.stores["archive"] = StoreDefinition("archive", "sqlite:archive.db", None, None)
    made.marks_store = "archive"
    made.event("Moved", Field("name", TEXT))
    made.callable("move", lambda context, name: context.emit("Moved", "made", (name,)))
    made.subscriber("one", "Moved", lambda context, made: mark(context, made[0]), writes="archive")
    with world(made) as here:
        for name in ("again", "failed", "done"):
            here.call("move", name)
        here.run_due()
        # As a process leaves them that ended before it marked them done, or that could not tell.
        again, failed, _ = [each.id for each in here.deliveries()]
        here.execute("UPDATE _jadpo_delivery SET state = 'claimed' WHERE id = ?", again)
        here.execute("UPDATE _jadpo_delivery SET state = 'failed' WHERE id = ?", failed)
        purge(here)
        here.advance(15 * 86_400)
        purge(here)
        rows = here.store("archive").transact(
            lambda reading: reading.execute("SELECT message_id FROM _jadpo_inbox"), write=False
        )
        assert sorted(str(row[0]) for row in rows) == sorted([again, failed])
        here.run_due()
        assert here.marks("archive") == ["again", "failed", "done"]
