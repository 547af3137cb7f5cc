"""Asking the routes of a program without a network: requests as a person writes them, responses."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import quote, urlencode

import attrs

from jadpo.embedding.calls import NOT_GIVEN
from jadpo.embedding.json_values import json_text
from jadpo_runtime.clock import Clock
from jadpo_runtime.hosts.answering import AnswersCalls, RequestFacts, Routes
from jadpo_runtime.http import messages
from jadpo_runtime.http.tracing import given_request_id, trace_context
from jadpo_runtime.manifest import Manifest

_KEPT: Final = "%/:@!$&'()*+,;=~-._"
"""Characters of a path that are sent as they are."""


@attrs.frozen
class Response:
    """What a route answered.

    ``headers`` are by their names in small letters.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """The body as a JSON value; raises ValueError where it is none."""
        return json.loads(self.body)

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()


class Asking:
    """The routes of a program, and who runs their callables."""

    def __init__(
        self,
        manifest: Manifest,
        answering: AnswersCalls,
        clock: Clock,
        new_id: Callable[[], str],
    ) -> None:
        """Have ``answering`` run what requests ask for; ``new_id`` names those without a name."""
        self._routes: Final = Routes(manifest)
        self._answering: Final = answering
        self._clock: Final = clock
        self._new_id: Final = new_id

    def ask(self, request: messages.Request) -> Response:
        """Answer a request."""
        facts = RequestFacts(given_request_id(request) or self._new_id(), trace_context(request))
        answered = self._routes.answer(self._answering, self._clock, request, facts).response
        headers = {name.lower(): value for name, value in answered.headers}
        return Response(answered.status, headers, answered.body)


def request_of(
    method: str,
    path: str,
    *,
    json: object = NOT_GIVEN,
    query: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
    body: bytes = b"",
) -> messages.Request:
    """A request; raises :class:`~jadpo.embedding.errors.InputInvalid` for what has no JSON.

    ``path`` may have a query of its own, to which ``query`` adds; ``json`` becomes the body. Raises
    ValueError for two bodies.
    """
    sent = [(name.lower().encode(), value.encode()) for name, value in (headers or {}).items()]
    names = {name for name, _ in sent}
    if json is not NOT_GIVEN:
        if body:
            raise ValueError("a request has one body: give `json` or `body`")
        body = json_text(json)
    if body and b"content-type" not in names:
        sent.append((b"content-type", messages.JSON_MEDIA_TYPE.encode()))
    if body and b"content-length" not in names:
        sent.append((b"content-length", str(len(body)).encode()))
    plain, _, own_query = path.partition("?")
    queries = filter(None, (quote(own_query, safe=_KEPT + "?"), urlencode(query or {})))
    return messages.Request(
        method.upper(),
        quote(plain, safe=_KEPT).encode(),
        "&".join(queries).encode(),
        tuple(sent),
        body,
    )
