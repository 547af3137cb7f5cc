"""From a request to its response, on a thread of a host [B4] [R1]–[R5]."""

from collections.abc import Mapping
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


@attrs.frozen
class _Served:
    """A route with what reads its requests and writes its answers."""

    route: RouteDefinition
    reader: RouteReader
    answers: RouteAnswers


class Routes:
    """The routes of a program, compiled once, for all threads."""

    def __init__(self, manifest: Manifest) -> None:
        """Compile what reads and writes the requests of every route."""
        self._router: Final = Router(manifest.routes)
        self._served: Final[Mapping[str, _Served]] = {
            route.callable: _Served(
                route, RouteReader(manifest, route), RouteAnswers(manifest, route)
            )
            for route in manifest.routes
        }

    def answer(
        self, handler: AnswersCalls, clock: Clock, request: Request, facts: RequestFacts
    ) -> Answered:
        """Answer one request with the handler of this thread."""
        found = self._router.find(request.method, request.path)
        if not isinstance(found, Found):
            return Answered(refused(_no_route(request, found), facts.id))
        answered = _answer(
            handler, clock, self._served[found.route.callable], found, request, facts
        )
        if found.without_body or request.method == "HEAD":
            return attrs.evolve(answered, response=answered.response.without_body())
        return answered


def _answer(
    handler: AnswersCalls,
    clock: Clock,
    served: _Served,
    found: Found,
    request: Request,
    facts: RequestFacts,
) -> Answered:
    route = served.route
    try:
        require_json_accepted(request)
        arguments = served.reader.arguments(request, found.placeholders)
    except RequestRefused as refusal:
        return Answered(refused(refusal.refusal, facts.id), route=route)
    call = Call(route.callable, arguments, origin=_origin(facts.trace))
    deadline = Duration(clock.elapsed() + REQUEST_LIMIT)
    if route.settle is None:
        answer = handler.answer(call, deadline)
        response = served.answers.of(answer.outcome, facts.id)
        return Answered(response, answer.left_work, route, answer.outcome)
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
