"""A process that delivers until nothing is due, and that some work kills: ``deadly_worker.py URL``.

The first event, the row of a batch and the run of a schedule that are called ``deadly`` end it with
SIGKILL in the middle of their bodies. Each leaves a mark before, which must never be kept.
"""

import os
import signal
import sys
from contextlib import AbstractContextManager

from python_program import CREATE_COUNTER, TEXT, Building, PythonProgram, mark, seconds

from jadpo_runtime.context import Context
from jadpo_runtime.hosts.tool import Tool, tool
from jadpo_runtime.manifest import RetryPolicy, RetryShape
from jadpo_runtime.values import Field

OFTEN = RetryPolicy(RetryShape.FIXED, max_attempts=100, initial=seconds(0.001))


def visit(context: Context, name: str) -> None:
    """Leave a mark; end the process where it is deadly."""
    mark(context, name)
    if name == "deadly":
        os.kill(os.getpid(), signal.SIGKILL)


def program() -> PythonProgram:
    """Handlers and rows that leave marks."""
    made = Building()
    made.event("Moved", Field("name", TEXT))

    def emit_all(context, *names):
        for name in names:
            context.emit("Moved", "made", (name,))

    def sweep_all(context, *names):
        for name in names:
            context.store.create(CREATE_COUNTER, (name, 0))
        context.start("sweep", (1,))

    made.callable("emit_all", emit_all)
    made.callable("sweep_all", sweep_all)
    made.subscriber("marker", "Moved", lambda context, moved: visit(context, moved[0]), OFTEN)
    made.batch("sweep", lambda context, row, by: visit(context, row.values[0]), size=4)
    return made.program()


def opened(url: str) -> AbstractContextManager[Tool]:
    """The program on a database."""
    return tool(program(), environment={}, databases={"primary": url}, report=lambda report: None)


def main() -> None:
    """Deliver."""
    with opened(sys.argv[1]) as running:
        running.run_due()


if __name__ == "__main__":
    main()
