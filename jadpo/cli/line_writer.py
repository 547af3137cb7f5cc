"""Writing what happens on a thread of its own: no worker waits for a line to be written."""

import threading
from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

T = TypeVar("T")

_MOST_WAITING: Final = 100_000
"""Items that may wait to be written; whoever has one more waits for a reader that is slow."""

_GATHERED_FOR: Final = 0.01
"""Seconds for which the thread lets items come together: waking it costs more than a line."""


class LineWriter(Generic[T]):
    """Hands items to ``write`` in order, those that came meanwhile together."""

    def __init__(
        self,
        write: Callable[[Sequence[T]], None],
        failed: Callable[[], None],
        wants: Callable[[T], bool] = lambda item: True,
    ) -> None:
        """Start the thread; ``failed`` is called on it, once, when ``write`` raised.

        What ``wants`` denies is dropped at once.
        """
        self._wants: Final = wants
        self._write: Final = write
        self._failed: Final = failed
        self._changed: Final = threading.Condition()
        self._items: list[T] = []
        self._closing = False
        self._error: Exception | None = None
        self._thread: Final = threading.Thread(target=self._run, name="jadpo-lines", daemon=True)
        self._thread.start()

    def put(self, item: T) -> None:
        """Have it written soon; what comes after ``write`` has failed is dropped."""
        if not self._wants(item):
            return
        with self._changed:
            if len(self._items) >= _MOST_WAITING:
                self._changed.wait_for(
                    lambda: len(self._items) < _MOST_WAITING or self._error is not None
                )
            if self._error is None:
                self._items.append(item)
                if len(self._items) == 1:
                    self._changed.notify_all()

    def close(self, seconds: float | None = None) -> None:
        """Wait, at most so long, until all is written; raises what ``write`` did."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(seconds)
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._items or self._closing)
                self._changed.wait_for(lambda: self._closing, _GATHERED_FOR)
                items, self._items = self._items, []
                self._changed.notify_all()
            if not items:
                return
            try:
                self._write(items)
            except Exception as error:  # noqa: BLE001 - raised again by whoever closes
                with self._changed:
                    self._error = error
                    self._items.clear()
                    self._changed.notify_all()
                self._failed()
                return
