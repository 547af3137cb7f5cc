"""From the outcome of a route to its answer [R2] [R3] [F2] [F6]."""

import enum
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.http.errors import UNAVAILABLE, Refusal, error_body, json_headers, refused
from jadpo_runtime.http.messages import Response
from jadpo_runtime.manifest import FailureDefinition, Manifest, RouteDefinition
from jadpo_runtime.outcome import Faulted, Outcome, Rejected, Returned, StoppedEarly
from jadpo_runtime.statuses import STATUS_OF_KIND, status_of_fault, success_status
from jadpo_runtime.values import Type, TypeTable
from jadpo_runtime.values.json import compile_encoder, compile_fields_encoder, dumps

SETTLED_HEADER: Final = "Jadpo-Settled"
"""Says whether the follow-on work of a request is finished [R3]."""

_SOON: Final = ("retry-after", "1")
"""For what passes: seconds after which to ask again."""

_FAULT_WORDS: Final[Mapping[int, str]] = {
    500: "Something went wrong here. Nothing that the request did is kept.",
    503: "Something that is needed cannot be reached. Nothing that the request did is kept.",
    504: "It took too long. Nothing that the request did is kept.",
}
"""A fault is told by its code and by nothing else of it: details are for the logs."""


class Settled(enum.Enum):
    """How far the follow-on work of a request has come [R3]."""

    DONE = "done"
    FAILED = "failed"
    PENDING = "pending"


_Encode: TypeAlias = Callable[[object], bytes]


class RouteAnswers:
    """Writes the answers of one route."""

    def __init__(self, manifest: Manifest, route: RouteDefinition) -> None:
        """Compile the encoders of what the route can answer."""
        result = manifest.callables[route.callable].result
        self._status: Final = success_status(route)
        self._output: Final = _encoder(manifest.types, route.output)
        self._result: Final = _encoder(manifest.types, result)
        self._failures: Final = _Failures(manifest)

    def of(self, outcome: Outcome, request_id: str) -> Response:
        """The answer of a route without ``settle:``, or whose action did not return."""
        return self._answer(outcome, request_id, None)

    def settled(self, outcome: Outcome, request_id: str, settled: Settled) -> Response:
        """The answer of a route with ``settle:``.

        ``outcome`` is that of the action where the work is ``PENDING``, else what ``settle:`` asks
        for: the same, or the query's.
        """
        return self._answer(outcome, request_id, settled)

    def _answer(self, outcome: Outcome, request_id: str, settled: Settled | None) -> Response:
        extra = () if settled is None else ((SETTLED_HEADER, settled.value),)
        try:
            match outcome:
                case Returned(value=value) if settled is Settled.PENDING:
                    return _success(202, self._result(value), request_id, extra)
                case Returned(value=value):
                    return _success(self._status, self._output(value), request_id, extra)
                case Rejected():
                    return self._failures.response(outcome, request_id, extra)
                case Faulted(code=code):
                    return _fault(code, request_id, extra)
                case StoppedEarly():
                    return stopping(request_id)
        except Fault as fault:
            return _fault(fault.code, request_id, extra)


def stopping(request_id: str) -> Response:
    """The answer to a request whose body was stopped since the process ends [Z1]."""
    return refused(
        Refusal(503, UNAVAILABLE, "This server is stopping. Ask again.", headers=(_SOON,)),
        request_id,
    )


def full(request_id: str) -> Response:
    """The answer to a request that finds too many others waiting."""
    return refused(
        Refusal(503, UNAVAILABLE, "Too many requests are waiting. Ask again.", headers=(_SOON,)),
        request_id,
    )


def fault_response(code: FaultCode, request_id: str) -> Response:
    """The answer to a request that a fault ended."""
    return _fault(code, request_id, ())


def _success(
    status: int, body: bytes, request_id: str, extra: tuple[tuple[str, str], ...]
) -> Response:
    if status == 204:
        return Response(204, (("x-request-id", request_id), *extra))
    return Response(status, (*json_headers(request_id), *extra), body)


def _fault(code: FaultCode, request_id: str, extra: tuple[tuple[str, str], ...]) -> Response:
    status = status_of_fault(code)
    later = (_SOON,) if status == 503 else ()
    body = error_body(code.value, _FAULT_WORDS[status], request_id)
    return Response(status, (*json_headers(request_id), *extra, *later), body, code.value)


class _Failures:
    """Writes declared failures; each one's encoder is compiled when it is first needed."""

    def __init__(self, manifest: Manifest) -> None:
        self._manifest: Final = manifest
        self._encoders: Final[dict[str, Callable[[tuple[object, ...]], object]]] = {}

    def response(
        self, rejected: Rejected, request_id: str, extra: tuple[tuple[str, str], ...]
    ) -> Response:
        """The answer of a failure: its code, its message, and its public fields as details."""
        failure = self._manifest.failures[rejected.failure]
        body = error_body(
            failure.code, failure.message, request_id, self._details(failure, rejected.context)
        )
        headers = (*json_headers(request_id), *extra)
        return Response(STATUS_OF_KIND[failure.kind], headers, body, failure.code)

    def _details(self, failure: FailureDefinition, context: tuple[object, ...]) -> object | None:
        if not failure.public:
            return None
        encode = self._encoders.get(failure.name)
        if encode is None:
            encode = compile_fields_encoder(self._manifest.types, failure.public)
            self._encoders[failure.name] = encode
        return encode(context[: len(failure.public)])


def _encoder(types: TypeTable, type_: Type) -> _Encode:
    encode = compile_encoder(types, type_)
    return lambda value: dumps(encode(value)).encode()
