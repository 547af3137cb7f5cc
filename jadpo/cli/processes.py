"""Several processes that serve on one socket, and the one that looks after them.

Each child is the same command again, with the socket handed on. A child that ends is started again,
so that processes can be stopped and replaced one after the other while the others serve. Children
stop when they are told to, and when the process that looks after them is gone.
"""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Final

from jadpo.cli.interruption import stopping_on

HANDED_ON: Final = "JADPO_SERVE_HANDED_ON"
"""The variable that tells a child the numbers of its socket and of its parent's pipe."""

SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)

_LOOK_EVERY: Final = 0.05
"""Seconds between looks at the children."""

_STARTED_AFTER: Final = 2.0
"""Seconds after which a child has come so far that one that ends is started again."""

_LONGEST_PAUSE: Final = 5.0
"""Seconds, at most, before a child that ends again and again is started again."""


def serve_in_processes(
    count: int, listening: socket.socket, command: Sequence[str], environment: Mapping[str, str]
) -> int:
    """Have ``count`` processes serve on a socket until a signal comes; the exit status.

    ``command`` is what this process was started with. A child that cannot start (it ends at once,
    and no other serves) ends them all, with its status.
    """
    reading, writing = os.pipe()
    os.set_inheritable(reading, True)
    handed = f"{listening.fileno()},{reading}"
    listening.set_inheritable(True)
    children = _Children(
        command, {**environment, HANDED_ON: handed}, (listening.fileno(), reading), writing
    )
    with stopping_on(SIGNALS, children.stop):
        return children.run(count)


def handed_on(environment: Mapping[str, str]) -> tuple[socket.socket, int] | None:
    """The socket and the pipe that a child was handed; ``None`` in a process of its own."""
    handed = environment.get(HANDED_ON)
    if handed is None:
        return None
    listening, pipe = map(int, handed.split(","))
    return socket.socket(fileno=listening), pipe


def stop_with_parent(pipe: int) -> None:
    """Ask this process to stop, as a signal would, when its parent is gone."""

    def watch() -> None:
        os.read(pipe, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, name="jadpo-parent", daemon=True).start()


class _Children:
    """The processes that serve."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        files: Sequence[int],
        lifeline: int,
    ) -> None:
        self._command: Final = command
        self._environment: Final = environment
        self._files: Final = files
        # Held open while this process lives; its end is what children watch.
        self._lifeline: Final = lifeline
        self._stopping: Final = threading.Event()

    def stop(self) -> None:
        """Ask the children to stop."""
        self._stopping.set()

    def run(self, count: int) -> int:
        """Keep ``count`` children running until asked to stop; the exit status."""
        children = [self._start() for _ in range(count)]
        pause = _LOOK_EVERY
        while not self._stopping.wait(_LOOK_EVERY):
            for index, (child, started) in enumerate(children):
                status = child.poll()
                if status is None:
                    continue
                lived = time.monotonic() - started
                if status in (1, 2) and lived < _STARTED_AFTER:
                    self._end([each for each, _ in children])
                    return status
                pause = _LOOK_EVERY if lived > _STARTED_AFTER else min(2 * pause, _LONGEST_PAUSE)
                if self._stopping.wait(pause):
                    break
                children[index] = self._start()
        return self._end([child for child, _ in children])

    def _start(self) -> "tuple[subprocess.Popen[bytes], float]":
        child = subprocess.Popen(
            [sys.executable, "-m", "jadpo", *self._command],
            env=dict(self._environment),
            pass_fds=self._files,
            # An interrupt of the terminal is for this process, which tells its children.
            process_group=0,
        )
        return child, time.monotonic()

    def _end(self, children: "Sequence[subprocess.Popen[bytes]]") -> int:
        """Have them end; the first status that is not 0."""
        for child in children:
            if child.poll() is None:
                child.send_signal(signal.SIGTERM)
        statuses = [child.wait() for child in children]
        return next((status for status in statuses if status > 0), 0)
