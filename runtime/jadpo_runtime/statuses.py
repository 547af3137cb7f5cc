"""The HTTP statuses that outcomes answer with [F2] [R2]."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from jadpo_runtime.faults import FaultCode
from jadpo_runtime.manifest import FailureKind, RouteDefinition

STATUS_OF_KIND: Final[Mapping[FailureKind, int]] = MappingProxyType(
    {
        FailureKind.INVALID_REQUEST: 400,
        FailureKind.INVALID_VALUE: 422,
        FailureKind.UNAUTHENTICATED: 401,
        FailureKind.NOT_PERMITTED: 403,
        FailureKind.NOT_VISIBLE: 404,
        FailureKind.NOT_FOUND: 404,
        FailureKind.CONFLICT: 409,
        FailureKind.PRECONDITION_FAILED: 412,
        FailureKind.REJECTED: 422,
        FailureKind.RATE_LIMITED: 429,
        FailureKind.UNAVAILABLE: 503,
        FailureKind.TIMED_OUT: 504,
        FailureKind.MISCONFIGURED: 500,
        FailureKind.INTERNAL_FAULT: 500,
    }
)
"""By kind [F2]: the status of a failure that leaves a route."""

_STATUS_OF_FAULT: Final[Mapping[FaultCode, int]] = MappingProxyType(
    {
        FaultCode.DEADLINE_EXCEEDED: 504,
        FaultCode.STORE_UNAVAILABLE: 503,
        FaultCode.CONNECTION_UNAVAILABLE: 503,
    }
)


def status_of_fault(code: FaultCode) -> int:
    """The status of a fault that ends a route's body: 500 but for three that the world causes."""
    return _STATUS_OF_FAULT.get(code, 500)


def success_status(route: RouteDefinition) -> int:
    """The status of a request that was done, and whose follow-on work is not still waited for."""
    if route.success is not None:
        return {"created": 201, "no_content": 204}[route.success]
    return 202 if route.may_set_off and route.settle is None else 200
