"""What a server answers of itself: is it alive, is it ready, and what has it counted.

These answers come from the event loop and one thread of their own, so that they come also while all
workers are at work.
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from jadpo_runtime.clock import Clock
from jadpo_runtime.faults import Fault
from jadpo_runtime.hosts.serving.metrics import CONTENT_TYPE, Metrics
from jadpo_runtime.http.errors import METHOD_NOT_ALLOWED, NOT_FOUND, Refusal, json_headers, refused
from jadpo_runtime.http.messages import Request, Response
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Duration

ANSWER_WITHIN: Final = 5.0
"""Seconds in which a store must answer, or the server is not ready."""

STILL_MOVES: Final = Duration(180_000_000)
"""How long the oldest due piece may have been due while the runner is idle: 3 minutes, in µs."""

_READABLE: Final = frozenset({"GET", "HEAD"})


class OwnAnswers:
    """The answers below ``/_jadpo/``."""

    def __init__(
        self,
        stores: Mapping[str, Store],
        clock: Clock,
        metrics: Metrics,
        accepts: Callable[[], bool],
        looked_for_work: Callable[[], Duration | None],
    ) -> None:
        """Answer for these stores.

        ``accepts`` says whether requests are accepted, ``looked_for_work`` when (by the
        clock's ``elapsed``) the runner last did; ``None`` while it runs something.
        """
        self._stores: Final = stores
        self._clock: Final = clock
        self._metrics: Final = metrics
        self._accepts: Final = accepts
        self._looked_for_work: Final = looked_for_work
        self._thread: Final = ThreadPoolExecutor(1, thread_name_prefix="jadpo-facts")
        self._answers: Final = {
            b"/_jadpo/live": self._live,
            b"/_jadpo/ready": self._ready,
            b"/_jadpo/metrics": self._all_metrics,
        }

    async def answer(self, request: Request, request_id: str) -> Response:
        """Answer one of these requests."""
        answer = self._answers.get(request.path)
        if answer is None:
            message = "There is nothing here: see /_jadpo/live, /_jadpo/ready, /_jadpo/metrics."
            return refused(Refusal(404, NOT_FOUND, message), request_id)
        if request.method not in _READABLE:
            allow = (("allow", "GET, HEAD"),)
            message = "This is only read."
            return refused(Refusal(405, METHOD_NOT_ALLOWED, message, headers=allow), request_id)
        response = await answer(request_id)
        return response.without_body() if request.method == "HEAD" else response

    async def _live(self, request_id: str) -> Response:
        """The process answers: that is all."""
        return Response(200, json_headers(request_id), b'{"status":"live"}')

    async def _ready(self, request_id: str) -> Response:
        """Whether requests can be answered: 200, or 503 with what is wrong."""
        loop = asyncio.get_running_loop()
        checks = {"accepting": "ok" if self._accepts() else "stopping", "runner": self._runner()}
        for name, store in self._stores.items():
            checking = loop.run_in_executor(self._thread, _store_answers, store)
            try:
                async with asyncio.timeout(ANSWER_WITHIN):
                    checks[f"store {name}"] = await checking
            except TimeoutError:
                checks[f"store {name}"] = "no answer"
        ready = all(state == "ok" for state in checks.values())
        body = {"status": "ready" if ready else "not ready", "checks": checks}
        return Response(200 if ready else 503, json_headers(request_id), json.dumps(body).encode())

    async def _all_metrics(self, request_id: str) -> Response:
        loop = asyncio.get_running_loop()
        text = await loop.run_in_executor(self._thread, self._metrics.text, self._stores)
        return Response(200, (("content-type", CONTENT_TYPE), ("x-request-id", request_id)), text)

    def _runner(self) -> str:
        last = self._looked_for_work()
        if last is None or self._clock.elapsed() - last <= STILL_MOVES:
            return "ok"
        return "has not looked for work for minutes"


def _store_answers(store: Store) -> str:
    def read(transaction: Transaction) -> str:
        transaction.execute("SELECT 1 FROM _jadpo_event LIMIT 1")
        return "ok"

    try:
        return store.transact(read, write=False)
    except Fault as fault:
        return fault.code.value
