"""From a request to its response, on a thread of a host [B4] [R1]–[R5]."""

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

import attrs

from jadpo_runtime.boundary import Call
from jadpo_runtime.clock import Clock
from jadpo_runtime.hosts.handler import Answer, SettledAnswer
from jadpo_runtime.http.answers import RouteAnswers, Settled
from jadpo_runtime.http.errors import (
    METHOD_NOT_ALLOWED,
    NOT_FOUND,
    Refusal,
    RequestRefused,
    refused,
)
from jadpo_runtime.http.inputs import RouteReader
from jadpo_runtime.http.messages import Request, Response
from jadpo_runtime.http.negotiation import require_json_accepted
from jadpo_runtime.http.routing import Found, Router, WrongMethod
from jadpo_runtime.http.tracing import TraceContext
from jadpo_runtime.manifest import Manifest, RouteDefinition
from jadpo_runtime.outbox import Origin
from jadpo_runtime.outcome import Outcome, Returned
from jadpo_runtime.runner.habits import Habits
from jadpo_runtime.shared_boundary import OPEN_FOR
from jadpo_runtime.values import Duration

REQUEST_LIMIT: Final = Duration(60_000_000)
"""How long the body of a route may run: 60 seconds, in µs."""


@attrs.frozen
class RequestFacts:
    """What is known of a request beside what it says: its id, and the trace it belongs to."""

    id: str
    trace: TraceContext | None = None


@attrs.frozen
class Answered:
    """The response of a request, and whether it left work for the host [B3].

    ``route`` is the one that answered, ``outcome`` what its body came to; ``None`` where it was
    not run.
    """

    response: Response
    left_work: bool = False
    route: RouteDefinition | None = None
    outcome: Outcome | None = None


class AnswersCalls(Protocol):
    """What runs the callables of routes: a :class:`~jadpo_runtime.hosts.handler.Handler`, say."""

    def answer(self, call: Call, deadline: Duration | None = None) -> Answer:
        """Run what a request asks for, until ``deadline`` by the clock's ``elapsed``."""
        ...

    def settle(
        self, call: Call, within: Duration, deadline: Duration | None = None
    ) -> SettledAnswer:
        """Run what a request asks for, and what that sets off, for ``within`` at most [A1]."""
        ...


class AnswersCallsTogether(AnswersCalls, Protocol):
    """What can run the callables of several requests in one commit."""

    def answer_together(
        self, store: str, calls: Sequence[Call], deadline: Duration | None = None
    ) -> Sequence[Answer | None]:
        """Run calls that write this store; ``None`` for one that has to be run alone [B7]."""
        ...


@attrs.frozen
class _Served:
    """A route with what reads its requests and writes its answers.

    ``store`` is the one that it writes, where its requests may share a commit.
    """

    route: RouteDefinition
    reader: RouteReader
    answers: RouteAnswers
    store: str | None


@attrs.frozen(eq=False)
class Asked:
    """A request with the route that it found, if it did."""

    request: Request
    facts: RequestFacts
    found: Found | WrongMethod | None
    served: _Served | None


class Routes:
    """The routes of a program, compiled once, for all threads."""

    def __init__(self, manifest: Manifest) -> None:
        """Compile what reads and writes the requests of every route."""
        self._router: Final = Router(manifest.routes)
        self._served: Final[Mapping[str, _Served]] = {
            route.callable: _Served(
                route,
                RouteReader(manifest, route),
                RouteAnswers(manifest, route),
                _store_shared(manifest, route),
            )
            for route in manifest.routes
        }
        self._habits: Final = Habits()

    def asked(self, request: Request, facts: RequestFacts) -> Asked:
        """Find the route of a request."""
        found = self._router.find(request.method, request.path)
        served = self._served[found.route.callable] if isinstance(found, Found) else None
        return Asked(request, facts, found, served)

    def store_shared(self, asked: Asked) -> str | None:
        """The store in whose commit a request may be answered together with others [B7].

        ``None`` where it is to be answered alone: so is the first one of each route, and those of
        routes whose bodies take long or act outward.
        """
        served = asked.served
        if served is None or served.store is None:
            return None
        return served.store if self._habits.may_share(served.route.callable, OPEN_FOR) else None

    def answer(
        self, handler: AnswersCalls, clock: Clock, request: Request, facts: RequestFacts
    ) -> Answered:
        """Answer one request with the handler of this thread."""
        return self.answer_asked(handler, clock, self.asked(request, facts))

    def answer_asked(self, handler: AnswersCalls, clock: Clock, asked: Asked) -> Answered:
        """Answer a request whose route was looked for."""
        served = asked.served
        if served is None:
            assert not isinstance(asked.found, Found)
            return Answered(refused(_no_route(asked.request, asked.found), asked.facts.id))
        call = _call(served, asked)
        if isinstance(call, Answered):
            return call
        answered = _answer(handler, clock, served, call, asked.facts, self._habits)
        return _without_body(answered, asked)

    def answer_together(
        self, handler: AnswersCallsTogether, clock: Clock, store: str, several: Sequence[Asked]
    ) -> Sequence[Answered | None]:
        """Answer requests of which :meth:`store_shared` says the same store, in one commit.

        ``None`` stands for one that is to be answered alone: nothing of it was kept.
        """
        answers: list[Answered | None] = [None] * len(several)
        calls: list[tuple[int, Asked, _Served, Call]] = []
        for place, asked in enumerate(several):
            served = asked.served
            if served is None:
                continue
            call = _call(served, asked)
            if isinstance(call, Answered):
                answers[place] = call
            else:
                calls.append((place, asked, served, call))
        if len(calls) < 2:
            return answers
        deadline = Duration(clock.elapsed() + REQUEST_LIMIT)
        ended = handler.answer_together(store, [call for _, _, _, call in calls], deadline)
        for (place, asked, served, call), answer in zip(calls, ended, strict=True):
            if answer is not None:
                self._habits.took(call.name, answer.took)
                answers[place] = _without_body(_told(served, answer, asked.facts), asked)
        return answers


def _store_shared(manifest: Manifest, route: RouteDefinition) -> str | None:
    """The store that a route writes, where it uses no other and waits for nothing [B7]."""
    signature = manifest.callables[route.callable]
    if route.settle is not None or set(signature.reads) - {signature.writes}:
        return None
    return signature.writes


def _call(served: _Served, asked: Asked) -> Call | Answered:
    """What a request asks for; the answer of one that is refused."""
    route = served.route
    assert isinstance(asked.found, Found)
    try:
        require_json_accepted(asked.request)
        arguments = served.reader.arguments(asked.request, asked.found.placeholders)
    except RequestRefused as refusal:
        answered = Answered(refused(refusal.refusal, asked.facts.id), route=route)
        return _without_body(answered, asked)
    return Call(route.callable, arguments, origin=_origin(asked.facts.trace))


def _without_body(answered: Answered, asked: Asked) -> Answered:
    """The answer, or what HEAD is answered."""
    found = asked.found
    if asked.request.method == "HEAD" or (isinstance(found, Found) and found.without_body):
        return attrs.evolve(answered, response=answered.response.without_body())
    return answered


def _told(served: _Served, answer: Answer, facts: RequestFacts) -> Answered:
    response = served.answers.of(answer.outcome, facts.id)
    return Answered(response, answer.left_work, served.route, answer.outcome)


def _answer(
    handler: AnswersCalls,
    clock: Clock,
    served: _Served,
    call: Call,
    facts: RequestFacts,
    habits: Habits,
) -> Answered:
    route = served.route
    deadline = Duration(clock.elapsed() + REQUEST_LIMIT)
    if route.settle is None:
        answer = handler.answer(call, deadline)
        habits.took(call.name, answer.took)
        return _told(served, answer, facts)
    waited = handler.settle(call, route.within, deadline)
    if waited.settled is None:
        return Answered(
            served.answers.of(waited.outcome, facts.id), route=route, outcome=waited.outcome
        )
    outcome = waited.outcome
    if waited.settled is not Settled.PENDING and route.settle != "result":
        outcome = _settled_result(handler, clock, route.settle, call, outcome)
    response = served.answers.settled(outcome, facts.id, waited.settled)
    return Answered(response, waited.left_work, route, outcome)


def _settled_result(
    handler: AnswersCalls, clock: Clock, settle: str, call: Call, outcome: Outcome
) -> Outcome:
    """What the query of `settle:` gives, in a fresh boundary [R3]."""
    assert isinstance(outcome, Returned), "only what returned is settled"
    query = Call(settle, (*call.arguments, outcome.value), origin=call.origin)
    return handler.answer(query, Duration(clock.elapsed() + REQUEST_LIMIT)).outcome


def _origin(trace: TraceContext | None) -> Origin:
    return Origin() if trace is None else Origin(None, trace.traceparent, trace.tracestate)


def _no_route(request: Request, found: WrongMethod | None) -> Refusal:
    path = request.path.decode("ascii", "backslashreplace")
    if found is None:
        return Refusal(404, NOT_FOUND, f"There is nothing at `{path}`.")
    allowed = ", ".join(found.allowed)
    return Refusal(
        405,
        METHOD_NOT_ALLOWED,
        f"`{path}` answers {allowed}, not {request.method}.",
        headers=(("allow", allowed),),
    )
