"""What a host does with a request and with a tick: the one type that every host wraps [B4].

A host that lives on (a server, ``jadpo dev``, a worker) has one handler for each of its threads,
with a program of its own. It decides when and on which thread; what is done is here.
"""

from functools import partial
from typing import Final

import attrs

from jadpo_runtime.boundary import Call, run_boundary
from jadpo_runtime.faults import Fault
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.outcome import Outcome, Returned, StoppedEarly
from jadpo_runtime.runner.budget import RUN_LIMIT, Budget
from jadpo_runtime.runner.due import time_until_due
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.kinds import purge_kinds, schedule_kinds, work_kinds
from jadpo_runtime.runner.reports import StoreFailed
from jadpo_runtime.values import Duration
from jadpo_runtime.watchdog import StopReason


@attrs.frozen
class Answer:
    """What a request came to: its outcome, and whether it left work for the host [B3]."""

    outcome: Outcome
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

        The schedules of the program are seen from now on. Raises
        :class:`~jadpo_runtime.faults.Fault` where a store fails.
        """
        self._host: Final = host
        self._length: Final = budget
        self._work: Final = (*work_kinds(host),)
        self._all: Final = (*self._work, *schedule_kinds(host), *purge_kinds(host))
        self._budget: Budget | None = None
        self._stopping = False

    def answer(self, call: Call, deadline: Duration | None = None) -> Answer:
        """Run what a request asks for, in a boundary of its own.

        ``deadline`` (by the clock's ``elapsed``) is when it is stopped. What it left is in the
        store, and for whoever called this to have run, by :meth:`go_on`, after the response [B3].
        """
        if self._stopping:
            return Answer(StoppedEarly(), left_work=False)
        end = run_boundary(self._host, call, deadline)
        return Answer(end.outcome, isinstance(end.outcome, Returned) and end.set_off > 0)

    def go_on(self) -> Ran:
        """Run what requests left, and what that sets off, in an invocation of its own [H2]."""
        return self._invoke(Invocation(self._host, self._work, self._fresh_budget()))

    def tick(self) -> Ran:
        """Run all that is due at its time: schedules and the purge, too [H4] [D3]."""
        return self._invoke(Invocation(self._host, self._all, self._fresh_budget()))

    def time_until_due(self) -> Duration | None:
        """How long until a tick has something to run; 0 if it has, ``None`` if nothing waits.

        What another process holds counts from the moment on that it may be taken over [M1] [M4].
        Where the store fails it is reported, and nothing is known.
        """
        shortest: Duration | None = None
        for kind in self._all:
            try:
                left = kind.store.transact(
                    partial(time_until_due, kind=kind, owner=self._host.owner), write=False
                )
            except Fault as fault:
                self._host.report(StoreFailed(kind.store.name, fault))
                return None
            if left is not None and (shortest is None or left < shortest):
                shortest = left
        return shortest

    def make_way(self) -> None:
        """From another thread: let what runs end, and take no more: a request waits [B6]."""
        budget = self._budget
        if budget is not None:
            budget.take_no_more()

    def stop(self) -> None:
        """From another thread: end the budget at once; nothing more is begun [Z1].

        What runs is stopped by the host's watchdog, which all handlers of a process share.
        """
        self._stopping = True
        budget = self._budget
        if budget is not None:
            budget.end_now()

    def stop_bodies(self) -> None:
        """From another thread: stop every body of the process; see :meth:`stop`.

        A body may just be about to begin, so whoever wants to be sure calls this again.
        """
        self._host.watchdog.stop_all(StopReason.ASKED)

    def _fresh_budget(self) -> Budget:
        self._budget = budget = Budget(self._host.clock, self._length)
        if self._stopping:
            budget.end_now()
        return budget

    def _invoke(self, invocation: Invocation) -> Ran:
        pieces = invocation.run()
        budget = self._budget
        ended_early = budget is not None and not budget.takes_work
        return Ran(pieces, pieces > 0 and ended_early and not self._stopping)
