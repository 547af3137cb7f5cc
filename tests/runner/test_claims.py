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


def test_claims_stay_on_their_indexes_however_many_rows_there_are(tmp_path):
    """[architecture 6] No claim reads the whole table."""
    made = building(lambda context, moved: None)
    with world(made, tmp_path) as here:
        seen = []
        store = here.store()
        transact = store.transact

        def spied(work, *, write, durable=True):
            def spying(transaction):
                execute = transaction.execute

                def explained(sql, parameters=()):
                    plan = execute(f"EXPLAIN QUERY PLAN {sql}", parameters)
                    seen.extend(str(row[3]) for row in plan)
                    return execute(sql, parameters)

                transaction.execute = explained
                try:
                    return work(transaction)
                finally:
                    transaction.execute = execute

            return transact(spying, write=write, durable=durable)

        store.transact = spied
        here.call("move", "a", 1)
        here.run_due()
        scans = {
            step for step in seen if step.startswith("SCAN _jadpo_") and "INDEX" not in step
        } - {"SCAN _jadpo_process"}
        assert scans == set()
