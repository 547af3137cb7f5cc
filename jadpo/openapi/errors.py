"""The bodies of answers that are no success: ``{"error": {"code", "message", …}}`` [F6] [R4].

A declared failure's body is a component under the failure's name. The bodies that the runtime
makes by itself are components whose names begin with ``error.``, which no declaration's does.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from jadpo.openapi.json import Json, JsonObject
from jadpo.openapi.schemas import Schemas
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.http.errors import (
    NOT_ACCEPTABLE,
    REQUEST_TOO_LARGE,
    UNAVAILABLE,
    UNSUPPORTED_MEDIA_TYPE,
)
from jadpo_runtime.manifest import FailureDefinition
from jadpo_runtime.statuses import status_of_fault
from jadpo_runtime.values.json import INVALID_REQUEST, INVALID_VALUE

_NOT_OF_ROUTES: Final = frozenset(
    {FaultCode.CONFIG_INVALID, FaultCode.ASSERTION_FAILED, FaultCode.TEST_CALL_FAILED}
)
"""Faults that end a start or a test, never a request."""

_PATH: Final[JsonObject] = {
    "description": "Where in the request, as in `lines[2].quantity`.",
    "type": "string",
}

_CONSTRAINT: Final[JsonObject] = {
    "description": "The rule that is broken, as in `min: 1`.",
    "type": "string",
}


def failure_body(schemas: Schemas, failure: FailureDefinition) -> JsonObject:
    """The body of a declared failure; its details are the public fields."""
    details = schemas.closed_object(failure.public) if failure.public else None
    doc = "\n\n".join(filter(None, [failure.doc, failure.message]))
    return schemas.add(failure.name, _body([failure.code], failure.message, details, doc))


def invalid_request_body(schemas: Schemas) -> JsonObject:
    """The body for what is not as a request has to be: 400."""
    doc = "The request is not JSON, has another content type, or an unknown or repeated field."
    details = _closed({"path": _PATH}, [])
    return schemas.add("error.invalid_request", _body([INVALID_REQUEST], "", details, doc))


def invalid_value_body(schemas: Schemas) -> JsonObject:
    """The body for a value that does not fit its type: 422."""
    details = _closed({"path": _PATH, "constraint": _CONSTRAINT}, ["path", "constraint"])
    doc = "A value of the request does not fit its type."
    return schemas.add("error.invalid_value", _body([INVALID_VALUE], "", details, doc))


def too_large_body(schemas: Schemas) -> JsonObject:
    """The body for a request that is too long: 413."""
    doc = "The body of the request is too large."
    return schemas.add("error.request_too_large", _body([REQUEST_TOO_LARGE], "", None, doc))


def not_acceptable_body(schemas: Schemas) -> JsonObject:
    """The body for a request that does not accept JSON: 406."""
    doc = "The request accepts no JSON, and there is nothing else."
    return schemas.add("error.not_acceptable", _body([NOT_ACCEPTABLE], "", None, doc))


def unsupported_body(schemas: Schemas) -> JsonObject:
    """The body for a request whose body is compressed, or in another charset: 415."""
    doc = "The body of the request is encoded in a way that is not read."
    name = "error.unsupported_media_type"
    return schemas.add(name, _body([UNSUPPORTED_MEDIA_TYPE], "", None, doc))


def unavailable_body(schemas: Schemas) -> JsonObject:
    """The body of a server that is full, or stops: 503."""
    doc = "The server is full, or stops. The request was not run, or nothing of it is kept."
    return schemas.add("error.unavailable", _body([UNAVAILABLE], "", None, doc))


def fault_body(schemas: Schemas, status: int) -> JsonObject:
    """The body of the faults with this status."""
    codes = [
        code.value
        for code in FaultCode
        if code not in _NOT_OF_ROUTES and status_of_fault(code) == status
    ]
    doc = "A fault: nothing that the request did is kept."
    return schemas.add(f"error.fault_{status}", _body(codes, "", None, doc))


def _body(codes: Sequence[str], message: str, details: JsonObject | None, doc: str) -> JsonObject:
    code: JsonObject = {"const": codes[0]} if len(codes) == 1 else {"enum": [*codes]}
    told: JsonObject = {"type": "string"}
    if message:
        told["examples"] = [message]
    properties: JsonObject = {"code": code, "message": told, "request_id": {"type": "string"}}
    required = ["code", "message", "request_id"]
    if details is not None:
        properties["details"] = details
        required.append("details")
    body = _closed({"error": _closed(properties, required)}, ["error"])
    return {"description": doc, **body} if doc else body


def _closed(properties: JsonObject, required: Iterable[str]) -> JsonObject:
    schema: JsonObject = {"type": "object", "properties": dict(properties)}
    names: list[Json] = [*required]
    if names:
        schema["required"] = names
    schema["additionalProperties"] = False
    return schema
