"""A worker notices what other processes commit to its file [H4]."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from python_program import TEXT, Building, PythonProgram

from jadpo_runtime.hosts.file_events import FileEvents
from jadpo_runtime.hosts.worker import living_host
from jadpo_runtime.values import Field

CLIENT = """
import sys
sys.path[:0] = sys.argv[3:]
from test_commits import program
from jadpo_runtime.hosts.tool import tool
with tool(program(print), environment={}, databases={"primary": sys.argv[1]},
          report=lambda report: None) as client:
    client.run("emit", [sys.argv[2]])
"""


def program(handled: object) -> PythonProgram:
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.callable("emit", lambda context, name: context.emit("Moved", "made", (name,)))
    made.subscriber("noting", "Moved", lambda context, moved: handled(moved[0]))  # type: ignore[operator]
    return made.program()


@pytest.mark.parametrize("told_by_system", [True, False])
def test_a_commit_of_another_process_wakes_an_idle_worker(
    tmp_path: Path, told_by_system: bool
) -> None:
    """Long before the next tick, which comes after a minute."""
    url = f"sqlite:{tmp_path / 'primary.db'}"
    names: list[object] = []
    came = threading.Event()
    idle = threading.Event()

    def handled(name: object) -> None:
        names.append(name)
        came.set()

    with living_host(
        program(handled),
        lambda: program(handled),
        threads=1,
        most_background=1,
        environment={},
        databases={"primary": url},
        report=lambda report: None,
        ticked=lambda tick: idle.set(),
        told_by_system=told_by_system,
    ) as living:
        living.workers.start()
        assert idle.wait(30)
        for name in ("a", "b"):
            came.clear()
            folders = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "support")]
            subprocess.run([sys.executable, "-c", CLIENT, url, name, *folders], check=True)
            assert came.wait(20)
    assert names == ["a", "b"]


def test_writes_to_a_file_are_told_until_it_is_ended(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("a")
    events = FileEvents([path])
    if not events.is_told:
        pytest.skip("this system has no inotify")
    assert not events.wait(0)
    assert not events.forget()
    path.write_text("b")
    assert events.wait(10)
    assert events.forget()
    assert not events.wait(0)
    events.end()
    assert not events.wait(None)
    events.close()


def test_without_a_file_to_watch_nothing_is_told(tmp_path: Path) -> None:
    events = FileEvents([tmp_path / "missing"])
    assert not events.is_told
    assert not events.wait(0)
    events.close()
