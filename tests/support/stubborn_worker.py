"""A worker whose handler takes no notice of being told to stop: ``stubborn_worker.py URL``.

With ``--thread`` it works on another thread than the main one. Tests send it signals.
"""

import os
import sys
import threading
import time

from python_program import TEXT, Building, PythonProgram

from jadpo.cli.work_views import JsonLines
from jadpo.cli.working import work_until_stopped
from jadpo_runtime.hosts.tool import tool
from jadpo_runtime.runner.budget import RUN_LIMIT
from jadpo_runtime.values import Field


def program() -> PythonProgram:
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.callable("emit", lambda context, name: context.emit("Moved", "made", (name,)))

    def handle(context, moved):
        print("running", flush=True)
        while moved[0] == "stubborn":
            time.sleep(0.01)

    made.subscriber("handler", "Moved", handle)
    return made.program()


def work(url: str) -> int:
    made = program()
    ended = work_until_stopped(
        made,
        program,
        threads=1,
        budget=RUN_LIMIT,
        environment=os.environ,
        urls={"primary": url},
        lines=JsonLines(sys.stdout),
    )
    assert isinstance(ended, int), ended
    return ended


def main() -> None:
    url, name, *options = sys.argv[1:]
    with tool(
        program(), environment={}, databases={"primary": url}, report=lambda report: None
    ) as client:
        client.run("emit", [name])
    if "--thread" in options:
        thread = threading.Thread(target=work, args=(url,))
        thread.start()
        thread.join()
    else:
        sys.exit(work(url))


if __name__ == "__main__":
    main()
