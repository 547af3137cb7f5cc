"""What a host does with a request and with a tick: the one type that every host wraps [B4].

A host that lives on (a server, ``jadpo dev``, a worker) has one handler for each of its threads,
with a program of its own. It decides when and on which thread; what is done is here.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import attrs

from jadpo_runtime.boundary import BodyEnd, Call, run_boundary
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.http.answers import Settled
from jadpo_runtime.outcome import Faulted, Outcome, Returned, StoppedEarly
from jadpo_runtime.runner.budget import RUN_LIMIT, Budget
from jadpo_runtime.runner.due import time_until_due
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.kinds import purge_kinds, schedule_kinds, work_kinds
from jadpo_runtime.runner.piece import PieceKind
from jadpo_runtime.runner.reports import StoreFailed
from jadpo_runtime.runner.schemas import schemas_hold
from jadpo_runtime.runner.settling import Settling
from jadpo_runtime.runner.unreturned import Unreturned
from jadpo_runtime.shared_boundary import run_boundaries_together
from jadpo_runtime.store import StoreError
from jadpo_runtime.values import Duration
from jadpo_runtime.watchdog import StopReason

_NO_TIME: Final = Duration(0)


@attrs.frozen
class Answer:
    """What a request came to: its outcome, and whether it left work for the host [B3].

    ``took`` is how long its body ran.
    """

    outcome: Outcome
    left_work: bool
    took: Duration = _NO_TIME


@attrs.frozen
class SettledAnswer:
    """What a request came to that waits for its follow-on work [A1].

    ``settled`` is how far the work has come: ``None`` where the action left none, since it did not
    return.
    """

    outcome: Outcome
    settled: Settled | None
    left_work: bool


@attrs.frozen
class Ran:
    """What an invocation came to.

    ``pieces`` is how many it ran. ``goes_on`` says that its budget ended before the work did, so
    that the rest is for a fresh invocation; one that could run nothing leaves it for the tick, so
    that handing on always ends [H2].
    """

    pieces: int
    goes_on: bool


class Handler:
    """Answers requests and runs background work with one program; for one thread at a time."""

    def __init__(self, host: Host, budget: Duration = RUN_LIMIT) -> None:
        """Work on ``host``; each invocation has ``budget``, at most 15 minutes [L1].

        The schedules of the program are seen from the first tick on.
        """
        self._host: Final = host
        self._length: Final = budget
        self._work: Final = (*work_kinds(host),)
        self._all: Sequence[PieceKind[Any]] | None = None
        self._unreturned: Final = Unreturned()
        self._budget: Budget | None = None
        self._invocation_now: Invocation | None = None
        self._settling: Settling | None = None
        self._retiring = False
        self._stopping = False

    def answer(self, call: Call, deadline: Duration | None = None) -> Answer:
        """Run what a request asks for, in a boundary of its own.

        ``deadline`` (by the clock's ``elapsed``) is when it is stopped. What it left is in the
        store, and for whoever called this to have run, by :meth:`go_on`, after the response [B3].
        """
        if self._stopping:
            return Answer(StoppedEarly(), left_work=False)
        return _answer(run_boundary(self._host, call, deadline))

    def answer_together(
        self, store: str, calls: Sequence[Call], deadline: Duration | None = None
    ) -> Sequence[Answer | None]:
        """Run what several requests ask for, in one commit [B7].

        The calls write ``store`` and read no other. ``None`` stands for one that has to be
        answered alone: nothing of it was kept.
        """
        if self._stopping:
            return [Answer(StoppedEarly(), left_work=False)] * len(calls)
        ends = run_boundaries_together(self._host, self._host.stores[store], calls, deadline)
        return [None if end is None else _answer(end) for end in ends]

    def settle(
        self, call: Call, within: Duration, deadline: Duration | None = None
    ) -> SettledAnswer:
        """Run what a request asks for, and then what that sets off, for ``within`` at most [A1].

        ``deadline`` is for the request's own boundary. Where ``within`` passes, the host stops, or
        a store fails, the work goes on as any other does [A2].
        """
        if self._stopping:
            return SettledAnswer(StoppedEarly(), None, left_work=False)
        cause = self._host.randomness.uuid()
        causing = call._replace(origin=call.origin._replace(cause=cause))
        end = run_boundary(self._host, causing, deadline)
        if not isinstance(end.outcome, Returned):
            return SettledAnswer(_told(end), None, left_work=False)
        if not end.set_off:
            return SettledAnswer(end.outcome, Settled.DONE, left_work=False)
        settled = self._wait_for(Settling(self._host, cause, within))
        return SettledAnswer(end.outcome, settled, left_work=settled is Settled.PENDING)

    def _wait_for(self, settling: Settling) -> Settled:
        self._settling = settling
        try:
            if self._retiring:
                settling.stop()
            if not settling.wait():
                return Settled.PENDING
        except Fault as fault:
            self._host.report(StoreFailed(self._host.home().name, fault))
            return Settled.PENDING
        finally:
            self._settling = None
        return Settled.FAILED if settling.gave_up else Settled.DONE

    def go_on(self) -> Ran:
        """Run what requests left, and what that sets off, in an invocation of its own [H2]."""
        return self._invoke(self._invocation(self._work))

    def tick(self) -> Ran:
        """Run all that is due at its time: schedules and the purge, too [H4] [D3].

        Raises :class:`~jadpo_runtime.store.StoreError` where a database was migrated for another
        version of the program: this one must run nothing in it any more.
        """
        kinds = self._kinds_of_ticks() if schemas_hold(self._host) else None
        if kinds is None:
            return Ran(0, goes_on=False)
        return self._invoke(self._invocation(kinds))

    def _kinds_of_ticks(self) -> Sequence[PieceKind[Any]] | None:
        """All kinds of piece; ``None``, and reported, as long as schedules cannot be seen.

        A host that lives on waits for a store that fails, also where it does so from the start.
        """
        if self._all is None:
            try:
                timed: Sequence[PieceKind[Any]] = (
                    *schedule_kinds(self._host),
                    *purge_kinds(self._host),
                )
            except StoreError:
                raise
            except Fault as fault:
                self._host.report(StoreFailed(self._host.home().name, fault))
                return None
            self._all = (*self._work, *timed)
        return self._all

    def time_until_due(self) -> Duration | None:
        """How long until a tick has something to run; 0 if it has, ``None`` if nothing waits.

        What another process holds counts from the moment on that it may be taken over [M1] [M4].
        Where the store fails it is reported, and nothing is known. Schedules that could not be seen
        yet are to be looked at now.
        """
        of_ticks = self._kinds_of_ticks()
        if of_ticks is None:
            return Duration(0)
        shortest: Duration | None = None
        for name, store in self._host.stores.items():
            kinds = [kind for kind in of_ticks if kind.store is store]
            try:
                left = store.transact(
                    partial(time_until_due, kinds=kinds, owner=self._host.owner), write=False
                )
            except Fault as fault:
                self._host.report(StoreFailed(name, fault))
                return None
            if left is not None and (shortest is None or left < shortest):
                shortest = left
        return shortest

    @property
    def progress(self) -> int:
        """From any thread: how many pieces the invocation that runs has run so far."""
        invocation = self._invocation_now
        return 0 if invocation is None else invocation.ran

    def make_way(self) -> None:
        """From another thread: let what runs end, and take no more: a request waits [B6]."""
        budget = self._budget
        if budget is not None:
            budget.take_no_more()

    def retire(self) -> None:
        """From another thread: end background work at once, and begin none [Z1] [Z2].

        Requests are answered still; those that wait for their follow-on work wait no longer.
        """
        self._retiring = True
        budget, settling = self._budget, self._settling
        if budget is not None:
            budget.end_now()
        if settling is not None:
            settling.stop()

    def stop(self) -> None:
        """From another thread: as :meth:`retire`, and begin no request either [Z1].

        What runs is stopped by the host's watchdog, which all handlers of a process share.
        """
        self._stopping = True
        self.retire()

    def stop_bodies(self) -> None:
        """From another thread: stop every body of the process; see :meth:`stop`.

        A body may just be about to begin, so whoever wants to be sure calls this again.
        """
        self._host.watchdog.stop_all(StopReason.ASKED)

    def _invocation(self, kinds: Sequence[PieceKind[Any]]) -> Invocation:
        return Invocation(self._host, kinds, self._fresh_budget(), self._unreturned)

    def _fresh_budget(self) -> Budget:
        self._budget = budget = Budget(self._host.clock, self._length)
        if self._retiring:
            budget.end_now()
        return budget

    def _invoke(self, invocation: Invocation) -> Ran:
        self._invocation_now = invocation
        pieces = invocation.run()
        budget = self._budget
        ended_early = budget is not None and not budget.takes_work
        return Ran(pieces, pieces > 0 and ended_early and not self._retiring)


def _answer(end: BodyEnd) -> Answer:
    return Answer(_told(end), isinstance(end.outcome, Returned) and end.set_off > 0, end.took)


def _told(end: BodyEnd) -> Outcome:
    """The outcome of a request's body: one that reached its limit is a fault."""
    if end.stopped is StopReason.DEADLINE:
        return Faulted(FaultCode.DEADLINE_EXCEEDED, None, "The request was stopped at its limit.")
    return end.outcome
