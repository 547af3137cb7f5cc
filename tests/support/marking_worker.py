"""A process that delivers marks until nothing is due: ``marking_worker.py URL [COUNT]``.

With COUNT it first emits that many events. Tests kill it.
"""

import sys

from python_program import TEXT, Building, PythonProgram, mark

from jadpo_runtime.hosts.tool import tool
from jadpo_runtime.values import Field


def program() -> PythonProgram:
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.event("Marked", Field("name", TEXT))

    def emit_all(context, count):
        for number in range(count):
            context.emit("Moved", "made", (f"{number}",))

    made.callable("emit_all", emit_all)

    def handle(context, moved):
        mark(context, moved[0], context.delivery.id)
        context.emit("Marked", "made", moved)

    made.subscriber("marker", "Moved", handle)
    made.subscriber("echo", "Marked", lambda context, marked: mark(context, f"echo {marked[0]}"))
    return made.program()


def main() -> None:
    url, *count = sys.argv[1:]
    with tool(
        program(), environment={}, databases={"primary": url}, report=lambda report: None
    ) as made:
        if count:
            made.run("emit_all", [int(count[0])])
        print("ready", flush=True)
        made.run_due()


if __name__ == "__main__":
    main()
