"""What is told of each request, for logs, metrics and whoever watches."""

from collections.abc import Callable
from typing import TypeAlias

import attrs

from jadpo_runtime.http.messages import Response
from jadpo_runtime.http.tracing import TraceContext
from jadpo_runtime.manifest import RouteDefinition
from jadpo_runtime.outcome import Outcome
from jadpo_runtime.values import Duration


@attrs.frozen
class RequestDone:
    """A request that was answered.

    ``path`` is as it was sent, without the query. ``route`` and ``outcome`` are ``None`` where no
    route was found or run. ``took`` is from the last byte of the request to the response.
    """

    id: str
    method: str
    path: str
    route: RouteDefinition | None
    outcome: Outcome | None
    response: Response
    took: Duration
    trace: TraceContext | None = None


Observer: TypeAlias = Callable[[RequestDone], None]
"""Called on the thread of the event loop, so it must not wait for anything."""
