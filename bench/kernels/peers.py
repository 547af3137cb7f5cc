"""The peers that the kernels are measured against: how each is started, and what it lacks.

A peer is a process that reads lines of JSON with a kernel and its argument, runs it, and answers
with the CPU seconds it took and the value. What a run does not have to do again, such as making the
text whose words are counted, is not timed.
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent


class Peer(NamedTuple):
    """A peer: its name, the command that starts it, or why it is left out."""

    name: str
    command: tuple[str, ...]
    lacks: Mapping[str, str] = {}
    """Kernels that it does not run, each with the reason."""
    missing: str = ""
    """Why it is not measured at all; empty where it is."""


NO_DECIMALS = "has no decimal numbers"


def peers(tier: str, build: Path) -> list[Peer]:
    """All peers, Jadpo first; C is compiled into ``build``."""
    python = sys.executable
    return [
        Peer("Jadpo", (python, str(HERE / "worker_jadpo.py"), tier)),
        _c("C checked", build, ()),
        _c("C plain", build, ("-DPLAIN",)),
        _installed("Node", "node", str(HERE / "worker.js")),
        _installed("PyPy", "pypy3", str(HERE / "worker_python.py")),
        _numba(),
        Peer("CPython", (python, str(HERE / "worker_python.py"))),
    ]


def _c(name: str, build: Path, options: tuple[str, ...]) -> Peer:
    compiler = shutil.which("gcc")
    if compiler is None:
        return Peer(name, (), missing="gcc is not installed")
    library = build / f"{name.replace(' ', '_')}.so"
    command = [compiler, "-O2", "-march=native", "-shared", "-fPIC", *options, "-o", str(library)]
    subprocess.run([*command, str(HERE / "kernels.c")], check=True)
    lacks = {"total_of_lines": NO_DECIMALS}
    return Peer(name, (sys.executable, str(HERE / "worker_c.py"), str(library)), lacks)


def _installed(name: str, program: str, script: str) -> Peer:
    path = shutil.which(program)
    if path is None:
        return Peer(name, (), missing=f"{program} is not installed")
    return Peer(name, (path, script))


def _numba() -> Peer:
    """Numba of this Python, or of the one that the variable NUMBA_PYTHON names."""
    python = os.environ.get("NUMBA_PYTHON", sys.executable)
    if "NUMBA_PYTHON" not in os.environ and importlib.util.find_spec("numba") is None:
        return Peer("Numba", (), missing="numba is not installed (pip install jadpo[bench])")
    lacks = {"total_of_lines": NO_DECIMALS}
    return Peer("Numba", (python, str(HERE / "worker_numba.py")), lacks)


class Worker:
    """A running peer."""

    def __init__(self, peer: Peer) -> None:
        """Start it."""
        self._process = subprocess.Popen(
            peer.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, kernel: str, argument: int) -> tuple[float, object]:
        """CPU seconds of one run of a kernel, and its value."""
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise SystemExit("a peer has no pipes")
        stdin.write(json.dumps({"kernel": kernel, "argument": argument}) + "\n")
        stdin.flush()
        line = stdout.readline()
        if not line:
            raise SystemExit(f"{kernel}: a peer ended with {self._process.wait()}")
        answer = json.loads(line)
        return answer["seconds"], answer["value"]

    def end(self) -> None:
        """Let it end."""
        self._process.communicate()
