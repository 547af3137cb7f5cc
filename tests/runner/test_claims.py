"""Claims, leases and takeovers: [M1] [M2] [M3] [M4] [Z6]."""

import threading

from python_program import INT, TEXT, Building, Reject, mark, seconds
from world import START, World, world

from jadpo_runtime.clock import SettableClock, SystemClock
from jadpo_runtime.manifest import RetryPolicy, RetryShape
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.claims import Claim
from jadpo_runtime.runner.delivery import Deliveries
from jadpo_runtime.runner.liveness import Liveness, ProcessIdentity, this_process
from jadpo_runtime.values import Field

RETRIED = RetryPolicy(RetryShape.FIXED, max_attempts=3, initial=seconds(60))


def building(handle) -> Building:
    made = Building()
    made.event("Moved", Field("name", TEXT), Field("by", INT))
    made.callable("move", lambda context, name, by: context.emit("Moved", "made", (name, by)))
    made.subscriber("one", "Moved", handle, RETRIED)
    return made


def claim(here: World, token: str, most: int = 64) -> list:
    kind = Deliveries(here.host, here.store())
    taken = Claim(token, here.host.owner, Budget(here.clock).lease())
    return here.store().transact(
        lambda transaction: kind.claim(transaction, taken, most), write=True
    )


def test_a_lease_that_runs_out_is_taken_over_and_not_before(tmp_path):
    """[M1] [M2]"""
    made = building(lambda context, moved: mark(context, moved[0]))
    with world(made, tmp_path) as here:
        here.call("move", "a", 1)
        assert len(claim(here, "crashed")) == 1
        here.advance(16 * 60 - 0.001)
        assert here.run_due() == 0
        here.advance(0.001)
        assert here.run_due() == 1
        assert here.marks() == ["a"]
        assert here.deliveries()[0].attempts == 1


def test_a_claimer_that_was_taken_over_changes_nothing(tmp_path):
    """[M2]"""
    made = building(lambda context, moved: mark(context, moved[0]))
    with world(made, tmp_path) as here:
        here.call("move", "a", 1)
        kind = Deliveries(here.host, here.store())
        stale = claim(here, "slow")
        here.advance(16 * 60)
        here.run_due()
        reports = len(here.reports)

        assert kind.run(stale, Budget(here.clock)) == []

        assert here.marks() == ["a"]
        assert here.deliveries()[0].attempts == 1
        assert len(here.reports) == reports
        here.store().transact(lambda it: kind.give_back(it, stale), write=True)
        assert here.deliveries()[0].state == "done"


def test_a_claimer_that_was_taken_over_while_its_body_failed_changes_nothing(tmp_path):
    """[M2] A lease that runs out in the middle of a body."""
    clock = SettableClock(START)
    taken = []

    def handle(context, moved):
        if not taken:
            taken.append(context.delivery.attempt)
            raise Reject("Busy")

    made = building(handle)
    with world(made, tmp_path, clock=clock) as slow, world(made, tmp_path, clock=clock) as fast:
        slow.call("move", "a", 1)
        stale = claim(slow, "slow")
        clock.advance(seconds(16 * 60))
        fresh = claim(fast, "fast")
        kind = Deliveries(slow.host, slow.store())
        assert kind.run(stale, Budget(clock)) == []
        (delivery,) = fast.deliveries()
        assert (delivery.state, delivery.attempts) == ("claimed", 0)
        Deliveries(fast.host, fast.store()).run(fresh, Budget(clock))
        assert fast.deliveries()[0].state == "pending"
        assert fast.deliveries()[0].attempts == 1


def test_two_runners_on_one_file_share_the_work_and_do_each_piece_once(tmp_path):
    """[M2] [B1]"""
    made = building(lambda context, moved: mark(context, moved[0]))
    count = 300
    with world(made, tmp_path, clock=SystemClock()) as here:
        for number in range(count):
            here.call("move", f"{number:03}", number)

        errors = []

        def work(seed: int) -> None:
            try:
                with world(made, tmp_path, clock=SystemClock(), seed=seed) as runner:
                    runner.run_due()
            except BaseException as error:
                errors.append(error)
                raise

        threads = [threading.Thread(target=work, args=(seed,)) for seed in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not errors
        here.run_due()
        assert sorted(here.marks()) == [f"{number:03}" for number in range(count)]
        assert {delivery.state for delivery in here.deliveries()} == {"done"}


def test_claims_of_a_process_that_shows_no_life_for_half_a_minute_are_taken_over(tmp_path):
    """[M4]"""
    clock = SettableClock(START)
    made = building(lambda context, moved: mark(context, moved[0]))
    with world(made, tmp_path, clock=clock, owner="gone") as gone:
        gone.call("move", "a", 1)
        with Liveness([gone.store()], "gone", ProcessIdentity(None, 1, "")):
            claim(gone, "held")
            with world(made, tmp_path, clock=clock, owner="other") as other:
                clock.advance(seconds(29))
                assert other.run_due() == 0
                clock.advance(seconds(1))
                assert other.run_due() == 1
                assert other.marks() == ["a"]


def test_a_process_that_renews_its_row_keeps_its_claims(tmp_path):
    """[M4]"""
    clock = SettableClock(START)
    made = building(lambda context, moved: mark(context, moved[0]))
    with world(made, tmp_path, clock=clock, owner="alive") as alive:
        alive.call("move", "a", 1)
        with Liveness([alive.store()], "alive", ProcessIdentity(None, 1, "")) as liveness:
            claim(alive, "held")
            with world(made, tmp_path, clock=clock, owner="other") as other:
                for _ in range(10):
                    clock.advance(seconds(20))
                    liveness.renew()
                    assert other.run_due() == 0


def test_a_process_that_ends_leaves_its_claims_to_others_at_once(tmp_path):
    """[M4]"""
    clock = SettableClock(START)
    made = building(lambda context, moved: mark(context, moved[0]))
    with world(made, tmp_path, clock=clock, owner="ended") as ended:
        ended.call("move", "a", 1)
        with Liveness([ended.store()], "ended", ProcessIdentity(None, 1, "")):
            claim(ended, "held")
    with world(made, tmp_path, clock=clock, owner="other") as other:
        assert other.run_due() == 1


def test_claims_of_a_neighbour_whose_process_is_gone_are_free_at_once(tmp_path):
    """[M4] [Z6] The machine, boot and namespace are the same, and the process id has no process."""
    clock = SettableClock(START)
    made = building(lambda context, moved: mark(context, moved[0]))
    started = {10: "before", 11: "later"}
    with world(made, tmp_path, clock=clock) as here:
        for owner, machine, pid, pid_started in (
            ("dead", "here", 9, "before"),
            ("reused", "here", 11, "before"),
            ("alive", "here", 10, "before"),
            ("elsewhere", "there", 9, "before"),
        ):
            here.execute(
                "INSERT INTO _jadpo_process VALUES (?, ?, ?, ?, ?, ?)",
                owner,
                machine,
                pid,
                pid_started,
                START,
                START,
            )
        with Liveness([here.store()], "new", ProcessIdentity("here", 12, "now"), started.get):
            owners = here.execute("SELECT id FROM _jadpo_process ORDER BY id")
            assert owners == [("alive",), ("elsewhere",), ("new",)]


def test_a_clock_that_is_put_back_keeps_no_claim_for_longer(tmp_path):
    """[section 12] [M2] [M4]"""
    made = building(lambda context, moved: mark(context, moved[0]))
    for seed, owner in enumerate((None, "gone")):
        with world(made, tmp_path, seed=seed, owner=owner) as here:
            here.call("move", "a", 1)
            here.execute(
                "INSERT OR REPLACE INTO _jadpo_process VALUES ('gone', '', 1, '', ?, ?)",
                START,
                START,
            )
            assert len(claim(here, "crashed")) == 1
            here.execute("UPDATE _jadpo_delivery SET due_at = due_at - 3600000000")
            here.advance(-3600)
            assert here.run_due() == 1
            here.execute("DELETE FROM _jadpo_delivery")


def test_a_clock_that_jumps_forward_a_day_makes_nothing_twice(tmp_path):
    """[section 12] [M2]"""
    found: list[World] = []

    def handle(context, moved):
        mark(context, moved[0])
        if found:
            other = found.pop()
            other.advance(86_400)

    made = building(handle)
    clock = SettableClock(START)
    with world(made, tmp_path, clock=clock) as here:
        for name in "abc":
            here.call("move", name, 1)
        found.append(here)
        # The body that saw a day pass is past its limit, and is tried again.
        here.run_due()
        assert here.marks() == []
        here.advance(60)
        here.run_due()
        assert sorted(here.marks()) == ["a", "b", "c"]


def test_this_process_is_alive_by_its_own_identity():
    identity = this_process()
    assert identity.machine
    assert identity.pid_started.isdigit()


def test_claiming_takes_the_earliest_first_and_no_more_than_asked(tmp_path):
    """[M3]"""
    made = building(lambda context, moved: mark(context, moved[0]))
    with world(made, tmp_path) as here:
        for number in range(5):
            here.call("move", f"{number}", number)
            here.advance(1)
        first = claim(here, "a", 2)
        second = claim(here, "b", 10)
        ids = [delivery.id for delivery in here.deliveries()]
        assert [each.id for each in first] == ids[:2]
        assert [each.id for each in second] == ids[2:]


def plans_of(here: World, work) -> dict[str, list[str]]:
    """How SQLite goes about each statement on deliveries that ``work`` has run, by its first word.

    A statement that is looked for by a key or an index is a ``SEARCH``; a ``SCAN`` goes through all
    of a table, or all of a partial index.
    """
    plans: dict[str, list[str]] = {}
    store = here.store()
    transact = store.transact

    def spied(work, *, write, durable=True):
        def spying(transaction):
            execute, change = transaction.execute, transaction.change

            def explained(run):
                def explaining(sql, parameters=()):
                    plan = execute(f"EXPLAIN QUERY PLAN {sql}", parameters)
                    steps = plans.setdefault(" ".join(sql.split()), [])
                    steps.extend(str(row[3]) for row in plan)
                    return run(sql, parameters)

                return explaining

            transaction.execute, transaction.change = explained(execute), explained(change)
            try:
                return work(transaction)
            finally:
                transaction.execute, transaction.change = execute, change

        return transact(spying, write=write, durable=durable)

    store.transact = spied
    work()
    store.transact = transact
    return plans


def test_emitting_claiming_and_settling_stay_on_their_indexes_however_many_rows_there_are(tmp_path):
    """[M3] A finished row is in no index that a claim reads, and pending ones are read in order."""

    def handle(context, moved):
        if moved[1]:
            raise Reject("Busy")

    def work():
        for number in range(3):
            here.call("move", "a", number)
        here.run_due()

    with world(building(handle), tmp_path) as here:
        plans = plans_of(here, work)
    steps = {step for plan in plans.values() for step in plan}
    assert not any("TEMP B-TREE" in step for step in steps)
    scanned = {step.removeprefix("SCAN ") for step in steps if step.startswith("SCAN _jadpo_")}
    # Few rows: processes, what is claimed, and the first that is pending.
    assert scanned <= {
        "_jadpo_process",
        "_jadpo_delivery USING INDEX _jadpo_delivery_lease",
        "_jadpo_delivery USING COVERING INDEX _jadpo_delivery_lease",
        "_jadpo_delivery USING COVERING INDEX _jadpo_delivery_due",
        "_jadpo_delivery USING INDEX _jadpo_delivery_due",
    }
    (claiming,) = [plan for sql, plan in plans.items() if "SET state = 'claimed'" in sql]
    assert any(step.endswith("INDEX _jadpo_delivery_due (due_at<?)") for step in claiming)
    for done in ("SET state = 'done'", "SET state = ?"):
        (settling,) = [plan for sql, plan in plans.items() if done in sql]
        assert settling[0].startswith("SEARCH _jadpo_delivery USING INDEX sqlite_autoindex")


def test_a_claim_that_is_lost_while_its_body_runs_keeps_nothing_and_costs_no_other_delivery(
    tmp_path,
):
    """[M2] [B7] Whatever took it over: the commit that it shared is made again without it."""

    def handle(context, moved):
        mark(context, moved[0])
        if moved[0] == "lost":
            context._transaction.execute(
                "UPDATE _jadpo_delivery SET token = 'another' WHERE id = ?", (context.delivery.id,)
            )

    made = building(handle)
    with world(made, tmp_path) as here:
        for number, name in enumerate(["a", "b", "lost", "c", "d"]):
            here.call("move", name, number)
        here.run_due()
        assert sorted(here.marks()) == ["a", "b", "c", "d"]
        states = [(each.state, each.attempts) for each in here.deliveries()]
        assert states == [("done", 1), ("done", 1), ("claimed", 0), ("done", 1), ("done", 1)]
        assert len(here.reports) == 4
