"""What the server of a program in development answers by itself: the page of its state."""

from collections.abc import Sequence
from concurrent.futures import Future
from typing import Final

import attrs

from jadpo.cli.development.page import PAGE, Shown, page, wants_page
from jadpo_runtime.hosts.answering import Answered, RequestFacts
from jadpo_runtime.http.errors import NOT_FOUND, Refusal, json_headers, refused
from jadpo_runtime.http.messages import Request, Response
from jadpo_runtime.manifest import RouteDefinition

NOT_SERVED: Final = "source_has_mistakes"
"""The code of answers while no version of the program is without mistakes: 503."""


class DevelopmentAnswers:
    """Knows what the page shows."""

    def __init__(self, name: str) -> None:
        """Begin with nothing served; ``name`` is that of the project's file or folder."""
        self._shown = Shown(name, (), (), is_served=False)

    def mistaken(self, mistakes: Sequence[str], *, is_served: bool) -> None:
        """The source has these mistakes."""
        self._shown = attrs.evolve(self._shown, mistakes=tuple(mistakes), is_served=is_served)

    def serves(self, program: str, routes: Sequence[RouteDefinition]) -> None:
        """A version with these routes is served."""
        self._shown = Shown(program, (), tuple(routes), is_served=True)

    async def answer(self, request: Request, request_id: str) -> Response:
        """Answer a request about the server itself."""
        if request.path == PAGE.encode():
            return page(self._shown)
        if request.path == b"/_jadpo/live":
            return Response(200, json_headers(request_id), b'{"status":"live"}')
        message = f"There is nothing here: see {PAGE}."
        return refused(Refusal(404, NOT_FOUND, message), request_id)

    def of_nothing(self, request: Request, request_id: str) -> Response:
        """The answer to a program's request while none is served: the page for a browser."""
        if wants_page(request):
            return page(self._shown, 503)
        message = f"The source has mistakes, so nothing is served yet: see {PAGE}."
        details = {"mistakes": list(self._shown.mistakes)}
        return refused(Refusal(503, NOT_SERVED, message, details), request_id)


class NothingServed:
    """The service while no version of the program is without mistakes."""

    def __init__(self, answers: DevelopmentAnswers) -> None:
        """Answer with what ``answers`` knows."""
        self._answers: Final = answers

    def submit(self, request: Request, facts: RequestFacts) -> "Future[Answered] | None":
        """Answer at once."""
        answered: Future[Answered] = Future()
        answered.set_result(Answered(self._answers.of_nothing(request, facts.id)))
        return answered
