"""Requests that share a commit, and which thread takes those that wait: [B6] [B7] [W1] [F1]."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path

import attrs
import pytest
from python_program import Building, mark

from jadpo_runtime.boundary import Call
from jadpo_runtime.context import Context
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.hosts.handler import Answer, Handler
from jadpo_runtime.hosts.waiting_requests import (
    HELP_AFTER,
    LARGEST_GROUP,
    WaitingRequest,
    WaitingRequests,
)
from jadpo_runtime.hosts.worker import Living, living_host
from jadpo_runtime.outcome import Faulted, Outcome, Returned
from jadpo_runtime.store import Store


@attrs.frozen
class Told:
    """What several calls came to."""

    answers: Sequence[Answer | None]
    left_work: bool = False

    @property
    def outcomes(self) -> list[Outcome | None]:
        return [None if each is None else each.outcome for each in self.answers]


class UnflushedStore:
    """A store whose commits reach no disk, once ``fails`` is set."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.fails = False

    def __getattr__(self, name: str) -> object:
        return getattr(self.store, name)

    def transact(self, work: Callable[..., object], *, write: bool, durable: bool = True) -> object:
        result = self.store.transact(work, write=write, durable=durable)
        if self.fails and write:
            raise Fault(FaultCode.STORE_UNAVAILABLE, "the disk is gone")
        return result


@contextmanager
def working(made: Building, folder: Path, stores: list[UnflushedStore]) -> Iterator[Living]:
    program = made.program()

    def unflushed(store: Store) -> UnflushedStore:
        stores.append(UnflushedStore(store))
        return stores[-1]

    with living_host(
        program,
        lambda: program,
        threads=1,
        environment={},
        databases={"primary": f"sqlite:{folder / 'primary.db'}"},
        report=lambda report: None,
        store_as=unflushed,
    ) as living:
        living.workers.start()
        yield living


def answered(living: Living, *calls: Call) -> Told:
    """What the calls come to in one commit."""

    def ask(handler: Handler) -> Told:
        return Told(handler.answer_together("primary", calls))

    told: Told = living.workers.submit(ask).result(30)
    return told


def marks(living: Living) -> list[object]:
    return living.host.stores["primary"].transact(
        lambda reading: [row[0] for row in reading.execute('SELECT text FROM "Mark" ORDER BY 1')],
        write=False,
    )


def leave(context: Context, text: str) -> None:
    mark(context, text)


def break_off(context: Context, text: str) -> None:
    mark(context, text)
    raise Fault(FaultCode.DIVISION_BY_ZERO, "too much")


@pytest.fixture
def made() -> Building:
    made = Building()
    made.callable("leave", leave)
    made.callable("break_off", break_off)
    return made


def test_each_body_of_a_shared_commit_is_kept_or_leaves_nothing(
    made: Building, tmp_path: Path
) -> None:
    """[W1] [F1]"""
    with working(made, tmp_path, []) as living:
        told = answered(
            living, Call("leave", ("a",)), Call("break_off", ("b",)), Call("leave", ("c",))
        )
        first, second, third = told.outcomes
        assert isinstance(first, Returned)
        assert isinstance(third, Returned)
        assert isinstance(second, Faulted)
        assert second.code is FaultCode.DIVISION_BY_ZERO
        assert marks(living) == ["a", "c"]


def test_a_body_that_acts_outward_is_left_to_be_run_alone(made: Building, tmp_path: Path) -> None:
    """[B7]"""

    def call_outside(context: Context, text: str) -> None:
        mark(context, text)
        context.call_connection("bank", "pay", None)

    made.callable("call_outside", call_outside)
    with working(made, tmp_path, []) as living:
        told = answered(living, Call("call_outside", ("a",)), Call("leave", ("b",)))
        assert told.answers[0] is None
        assert isinstance(told.outcomes[1], Returned)
        assert marks(living) == ["b"]


def test_a_body_whose_store_fails_takes_no_other_with_it(made: Building, tmp_path: Path) -> None:
    """[B7]: the others are run again, alone, and nothing of them was kept."""

    def lose_the_store(context: Context) -> None:
        raise Fault(FaultCode.STORE_UNAVAILABLE, "the disk is full")

    made.callable("lose_the_store", lose_the_store)
    with working(made, tmp_path, []) as living:
        told = answered(
            living, Call("leave", ("a",)), Call("lose_the_store"), Call("leave", ("b",))
        )
        assert told.answers[0] is None
        assert told.answers[2] is None
        lost = told.outcomes[1]
        assert isinstance(lost, Faulted)
        assert lost.code is FaultCode.STORE_UNAVAILABLE
        assert marks(living) == []


def test_what_was_committed_and_perhaps_not_flushed_is_not_run_again(
    made: Building, tmp_path: Path
) -> None:
    """A fault of the commit is the answer of all that it would have kept: nothing is doubled."""
    stores: list[UnflushedStore] = []
    with working(made, tmp_path, stores) as living:
        answered(living, Call("leave", ("before",)))  # The thread has started.
        stores[0].fails = True
        told = answered(living, Call("leave", ("a",)), Call("break_off", ("b",)))
        stores[0].fails = False
        kept, broken = told.outcomes
        assert isinstance(kept, Faulted)
        assert kept.code is FaultCode.STORE_UNAVAILABLE
        assert isinstance(broken, Faulted)
        assert broken.code is FaultCode.DIVISION_BY_ZERO
        assert marks(living) == ["a", "before"]


# ---- who takes what


def waiting(*names: str) -> WaitingRequests:
    """Requests by name; those in capital letters may be answered together."""
    requests = WaitingRequests()
    for name in names:
        requests.add(WaitingRequest(name, Future(), together if name.isupper() else None))  # type: ignore[arg-type, var-annotated]
    return requests


def together(handler: Handler, asks: object) -> Sequence[Answer | None]:
    return ()


def taken(requests: WaitingRequests, now: float = 0.0) -> list[object]:
    return [each.ask for each in requests.take(now)]


def test_requests_that_may_be_answered_together_are_taken_past_the_others() -> None:
    """[B7]"""
    requests = waiting("A", "b", "C", "d")
    assert taken(requests) == ["A", "C"]
    assert taken(requests) == ["b"]
    assert taken(requests) == ["d"]


def test_so_many_share_a_commit_and_no_more() -> None:
    """[B7]"""
    requests = waiting(*"A" * (LARGEST_GROUP + 3))
    assert len(requests.take(0.0)) == LARGEST_GROUP
    assert len(requests) == 3


def test_a_second_thread_takes_one_only_where_the_first_does_not_get_on() -> None:
    """[B6]"""
    requests = waiting("a", "b", "c")
    assert requests.may_be_taken(1.0)
    first = requests.take(1.0)
    assert not requests.may_be_taken(1.0 + HELP_AFTER / 2)
    requests.answered(first, 1.0 + HELP_AFTER / 2)
    assert requests.may_be_taken(1.0 + HELP_AFTER / 2)
    requests.take(2.0)
    assert not requests.may_be_taken(2.0)
    assert requests.may_be_taken(2.0 + 2 * HELP_AFTER)


def test_whoever_helps_does_not_wait_again_for_one_who_is_stuck() -> None:
    """[B6]: a body that waits for long costs the requests behind it one moment, not one each."""
    requests = waiting("a", "b", "c", "d")
    stuck = requests.take(1.0)
    helped = requests.take(2.0)
    assert not requests.may_be_taken(2.0)
    requests.answered(helped, 2.0)
    assert requests.may_be_taken(2.0)
    next_one = requests.take(2.0)
    requests.answered(stuck, 2.0)
    assert not requests.may_be_taken(2.0)
    requests.answered(next_one, 2.0)
    assert requests.may_be_taken(2.0)


def test_a_request_is_answered_while_another_one_waits_for_something(
    made: Building, tmp_path: Path
) -> None:
    """[B6]: one thread answers as long as it gets on, and then another one helps."""
    goes_on = threading.Event()
    program = made.program()
    with living_host(
        program,
        lambda: program,
        threads=3,
        environment={},
        databases={"primary": f"sqlite:{tmp_path / 'primary.db'}"},
        report=lambda report: None,
    ) as living:
        living.workers.start()

        def wait(handler: Handler) -> Told:
            assert goes_on.wait(30)
            return Told(())

        waits = living.workers.submit(wait)
        others = [living.workers.submit(lambda handler: Told(())) for _ in range(20)]
        for other in others:
            other.result(30)
        assert not waits.done()
        goes_on.set()
        waits.result(30)
