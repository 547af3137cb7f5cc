"""The servers that are compared: how each is started, and what it costs while it runs."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import attrs

HERE: Final = Path(__file__).parent
PEERS: Final = Path(os.environ.get("PEERS", HERE / "peers" / ".peers"))
SHOP: Final = HERE.parents[1] / "examples" / "shop"

_TICKS: Final = os.sysconf("SC_CLK_TCK")


class NotInstalled(Exception):  # noqa: N818 - a reason to skip, not an error
    """A contender is skipped; the text says what it lacks."""


@attrs.frozen
class Server:
    """A server that runs: where it answers, and its process."""

    url: str
    process: "subprocess.Popen[bytes]"

    def cpu(self) -> float:
        """The seconds of CPU, user and system, that its process has taken so far."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / _TICKS


@contextmanager
def jadpo(mode: str, folder: Path, threads: int, program: Path = SHOP) -> Iterator[Server]:
    """``jadpo serve`` in a mode."""
    port = _free_port()
    command = [sys.executable, "-m", "jadpo", "serve", str(program), "--mode", mode]
    database = f"sqlite:{folder / 'shop.db'}"
    given = ["--port", str(port), "--workers", str(threads), "--database", database, "--quiet"]
    with _running([*command, *given], port) as server:
        yield server


@contextmanager
def fastapi(folder: Path, threads: int) -> Iterator[Server]:
    """FastAPI and SQLAlchemy in one process of uvicorn."""
    uvicorn = PEERS / "venv" / "bin" / "uvicorn"
    if not uvicorn.exists():
        raise NotInstalled("run bench/http/peers/set-up")
    port = _free_port()
    environment = {"SHOP_DATABASE": str(folder / "shop.db"), "SHOP_THREADS": str(threads)}
    where = ["--app-dir", str(HERE / "peers"), "--port", str(port), "--no-access-log"]
    with _running([str(uvicorn), "fastapi_shop:app", *where], port, environment) as server:
        yield server


@contextmanager
def fastify(folder: Path, threads: int) -> Iterator[Server]:
    """fastify and better-sqlite3: one thread, as they are meant to be used."""
    node = shutil.which("node")
    if node is None or not (PEERS / "node_modules" / "fastify").exists():
        raise NotInstalled("run bench/http/peers/set-up")
    port = _free_port()
    script = str(HERE / "peers" / "fastify_shop.mjs")
    command = [node, script, str(folder / "shop.db"), str(port)]
    with _running(command, port, {"PEERS": str(PEERS)}) as server:
        yield server


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


@contextmanager
def _running(
    command: list[str], port: int, environment: Mapping[str, str] | None = None
) -> Iterator[Server]:
    """A process that answers at a port by the time this goes on; it is stopped at the end."""
    process = subprocess.Popen(
        command,
        env={**os.environ, **(environment or {})},
        stdout=subprocess.DEVNULL,
    )
    try:
        url = f"http://127.0.0.1:{port}"
        _wait_for(url, process)
        yield Server(url, process)
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for(url: str, process: "subprocess.Popen[bytes]") -> None:
    ends = time.monotonic() + 120
    while time.monotonic() < ends:
        if process.poll() is not None:
            raise NotInstalled(f"it ended at once, with status {process.returncode}")
        try:
            urllib.request.urlopen(f"{url}/nothing", timeout=5)
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.05)
    raise NotInstalled("it does not answer")
