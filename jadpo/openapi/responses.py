"""What a route answers with, by status [R2] [R3] [F2]."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from jadpo.openapi.errors import (
    failure_body,
    fault_body,
    invalid_request_body,
    invalid_value_body,
    not_acceptable_body,
    too_large_body,
    unavailable_body,
    unsupported_body,
)
from jadpo.openapi.json import Json, JsonObject
from jadpo.openapi.requests import JSON_MEDIA_TYPE
from jadpo.openapi.schemas import Schemas
from jadpo_runtime.manifest import CallableSignature, Manifest, RouteDefinition
from jadpo_runtime.statuses import STATUS_OF_KIND, success_status
from jadpo_runtime.values import Type
from jadpo_runtime.values.iso8601 import duration_literal

SETTLED_HEADER: Final = "Jadpo-Settled"
"""Says whether the follow-on work of a request is finished [R3]."""

_WORDS_OF_ERRORS: Final[Mapping[int, str]] = MappingProxyType(
    {
        400: "The request is not as it has to be.",
        401: "It is not known who asks.",
        403: "Whoever asks may not do this.",
        404: "There is no such thing.",
        406: "The request does not accept JSON.",
        409: "It contradicts what there is.",
        412: "A condition of the request does not hold.",
        413: "The body of the request is too large.",
        415: "The body of the request is encoded in a way that is not read.",
        422: "A value is invalid, or what was asked for is refused.",
        429: "There were too many requests.",
        500: "A fault: nothing that the request did is kept.",
        503: "Something that is needed cannot be reached.",
        504: "It took too long.",
    }
)

_BODILESS_METHODS: Final = frozenset({"HEAD"})


def responses_of(manifest: Manifest, schemas: Schemas, route: RouteDefinition) -> JsonObject:
    """All that a route may answer, in order of statuses."""
    responses = _successes(manifest, schemas, route)
    for status, bodies in sorted(_errors(manifest, schemas, route).items()):
        responses[str(status)] = _error_response(status, bodies)
    if route.method in _BODILESS_METHODS:
        for response in responses.values():
            assert isinstance(response, dict)
            response.pop("content", None)
    return responses


# ---- successes


def _successes(manifest: Manifest, schemas: Schemas, route: RouteDefinition) -> JsonObject:
    status = success_status(route)
    words = {
        200: "Done.",
        201: "Created.",
        202: "Done; the work that it set off may be going on.",
        204: "Done.",
    }
    done = _response(schemas, words[status], route.output, status)
    if route.settle is None:
        return {str(status): done}
    done["headers"] = _settled_header(
        "`failed` where some of the work gave up, else `done`.", ["done", "failed"]
    )
    result = manifest.callables[route.callable].result
    waiting = _response(
        schemas,
        f"Done, but the work that it set off is not finished after "
        f"{duration_literal(route.within)}. It goes on.",
        result,
        202,
    )
    waiting["headers"] = _settled_header("The work is not finished.", ["pending"])
    return {str(status): done, "202": waiting}


def _response(schemas: Schemas, words: str, type_: Type, status: int) -> JsonObject:
    response: JsonObject = {"description": words}
    if status != 204:
        response["content"] = {JSON_MEDIA_TYPE: {"schema": schemas.of(type_)}}
    return response


def _settled_header(words: str, values: list[Json]) -> JsonObject:
    schema: JsonObject = {"type": "string", "enum": values}
    return {SETTLED_HEADER: {"description": words, "required": True, "schema": schema}}


# ---- errors


def _errors(
    manifest: Manifest, schemas: Schemas, route: RouteDefinition
) -> dict[int, list[JsonObject]]:
    """The bodies of errors by status: of the request, of declared failures, of faults."""
    errors: dict[int, list[JsonObject]] = {}

    def add(status: int, body: JsonObject) -> None:
        errors.setdefault(status, []).append(body)

    if route.input or route.query_input or route.headers_input:
        add(400, invalid_request_body(schemas))
    add(406, not_acceptable_body(schemas))
    if route.input:
        add(413, too_large_body(schemas))
        add(415, unsupported_body(schemas))
    if route.input or route.path_input or route.query_input or route.headers_input:
        add(422, invalid_value_body(schemas))
    bodies = _bodies(manifest, route)
    for name in dict.fromkeys(failure for body in bodies for failure in body.fails):
        failure = manifest.failures[name]
        add(STATUS_OF_KIND[failure.kind], failure_body(schemas, failure))
    for status in _fault_statuses(manifest, bodies):
        add(status, fault_body(schemas, status))
    add(503, unavailable_body(schemas))
    return errors


def _bodies(manifest: Manifest, route: RouteDefinition) -> list[CallableSignature]:
    """What the route runs, and its query of ``settle:``."""
    names = [route.callable]
    if route.settle not in (None, "result"):
        names.append(str(route.settle))
    return [manifest.callables[name] for name in names]


def _fault_statuses(manifest: Manifest, bodies: Iterable[CallableSignature]) -> list[int]:
    """500 and 504 can always be; 503 where something outside of the process is used."""
    outside = bool(manifest.connections) or any(
        body.writes is not None or body.reads for body in bodies
    )
    return [500, 503, 504] if outside else [500, 504]


def _error_response(status: int, bodies: list[JsonObject]) -> JsonObject:
    schema: JsonObject = bodies[0] if len(bodies) == 1 else {"oneOf": [*bodies]}
    return {
        "description": _WORDS_OF_ERRORS[status],
        "content": {JSON_MEDIA_TYPE: {"schema": schema}},
    }
