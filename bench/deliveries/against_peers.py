"""Jadpo against other queues: the same job, one update, from a backlog of the same length.

    bench/deliveries/peers/set-up
    python bench/deliveries/against_peers.py [--count N] [--rounds N] [--only NAME] [--json]

In each round every contender writes the backlog, a job at a time, and then does it; so what else
the machine does meets all of them. Printed are medians, and how many times as fast Jadpo is. A peer
that is not installed is skipped, and named. Jadpo and Huey flush each commit; plainjob does not
unless it is told to, so it is there twice. Postgres and Redis run as they come.
"""

import argparse
import json
import os
import pwd
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
PEERS: Final = HERE / "peers"
INSTALLED: Final = PEERS / ".peers"
PYTHON: Final = INSTALLED / "venv" / "bin" / "python"

PATIENCE: Final = 1_800
"""Seconds that a contender may take for one round."""


class NotInstalled(Exception):  # noqa: N818 - a reason to skip, not an error
    """A contender is skipped; the text says what it lacks."""


def jadpo(kind: str, threads: int = 1) -> Callable[[Path, int], dict[str, float]]:
    """Jadpo with bodies of a kind, in as many threads."""

    def run(folder: Path, count: int) -> dict[str, float]:
        script = str(HERE / "throughput.py")
        arguments = ["--bodies", kind, "--count", str(count), "--rounds", "1", "--json"]
        told = _output([sys.executable, script, *arguments, "--threads", str(threads)], folder)
        figures = told["medians"]
        by = "" if threads == 1 else "_by_threads"
        return {name: figures[f"{name}{by}"] for name in ("emitted", "delivered")}

    return run


def huey(folder: Path, count: int) -> dict[str, float]:
    """SqliteHuey, flushed at each commit, with one worker thread."""
    _needs(PYTHON)
    return _output([str(PYTHON), str(PEERS / "huey_jobs.py"), str(folder), str(count)], folder)


def plainjob(synchronous: str) -> Callable[[Path, int], dict[str, float]]:
    """The queue on better-sqlite3, with its commits flushed or not."""

    def run(folder: Path, count: int) -> dict[str, float]:
        _needs(INSTALLED / "node_modules" / "plainjob")
        script = str(PEERS / "plainjob.mjs")
        return _output([_program("node"), script, str(folder), str(count), synchronous], folder)

    return run


def celery(folder: Path, count: int) -> dict[str, float]:
    """Celery with a Redis of its own."""
    _needs(PYTHON)
    with _redis(folder) as url:
        script = str(PEERS / "celery_jobs.py")
        return _output([str(PYTHON), script, str(folder), str(count), url], folder)


def graphile(folder: Path, count: int) -> dict[str, float]:
    """graphile-worker with a Postgres of its own."""
    _needs(INSTALLED / "node_modules" / "graphile-worker")
    with _postgres(folder) as url:
        script = str(PEERS / "graphile.mjs")
        return _output([_program("node"), script, str(folder), str(count), url], folder)


CONTENDERS: Final[Mapping[str, Callable[[Path, int], dict[str, float]]]] = {
    "Jadpo": jadpo("interpreted"),
    "Jadpo, compiled": jadpo("compiled"),
    "Jadpo, 4 threads": jadpo("interpreted", 4),
    "Huey, SQLite": huey,
    "plainjob, flushed": plainjob("FULL"),
    "plainjob, not flushed": plainjob("NORMAL"),
    "graphile-worker, Postgres": graphile,
    "Celery, Redis": celery,
}


def _needs(path: Path) -> None:
    if not path.exists():
        raise NotInstalled(f"bench/deliveries/peers/set-up did not install {path.name}")


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise NotInstalled(f"there is no {name}")
    return found


def _output(command: list[str], folder: Path) -> dict:
    ended = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    if ended.returncode:
        last = (ended.stderr.strip() or "no message").splitlines()[-1]
        raise NotInstalled(f"it ended with status {ended.returncode}: {last}")
    return json.loads(ended.stdout.splitlines()[-1])


@contextmanager
def _redis(folder: Path) -> Iterator[str]:
    """A Redis that keeps its data in ``folder``; its URL."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [_program("redis-server"), "--port", str(port), "--dir", str(folder)]
    server = subprocess.Popen([*command, "--appendonly", "yes"], stdout=subprocess.DEVNULL)
    try:
        _wait_until(lambda: socket.create_connection(("127.0.0.1", port)).close())
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        server.terminate()
        server.wait()


@contextmanager
def _postgres(folder: Path) -> Iterator[str]:
    """A Postgres that keeps its data below ``folder``; its URL."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not places:
        raise NotInstalled("there is no Postgres: apt-get install postgresql")
    binaries, data = places[-1], folder / "postgres"
    data.mkdir()
    # It refuses to run as root, and then the folder must let another user in.
    user = None
    if os.getuid() == 0:
        try:
            user = pwd.getpwnam("postgres").pw_name
        except KeyError:
            raise NotInstalled("there is no user postgres") from None
        folder.chmod(0o755)
        shutil.chown(data, user)
    initialise = [str(binaries / "initdb"), "-D", str(data), "-U", "bench", "-A", "trust"]
    subprocess.run(initialise, user=user, check=True, capture_output=True)
    sockets = tempfile.mkdtemp(prefix="pg", dir="/tmp")  # A socket's path must be short.
    if user is not None:
        shutil.chown(sockets, user)
    command = [str(binaries / "postgres"), "-D", str(data), "-k", sockets, "-h", ""]
    server = subprocess.Popen(command, user=user, stderr=subprocess.DEVNULL)
    try:
        place = f"{sockets}/.s.PGSQL.5432"

        def connect() -> None:
            with socket.socket(socket.AF_UNIX) as client:
                client.connect(place)

        _wait_until(connect)
        yield f"postgres://bench@/postgres?host={sockets}"
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(sockets, ignore_errors=True)


def _wait_until(possible: Callable[[], None]) -> None:
    for _ in range(600):
        try:
            possible()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise NotInstalled("the server did not start within 30 seconds")


def main() -> None:
    """Run the rounds and print medians and ratios."""
    options = argparse.ArgumentParser(description="Jadpo against other queues.")
    options.add_argument("--count", type=int, default=20_000)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--only", action="append", choices=CONTENDERS)
    options.add_argument("--json", action="store_true")
    asked = options.parse_args()
    names = [name for name in CONTENDERS if not asked.only or name in asked.only]
    rounds: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    skipped: dict[str, str] = {}
    for _ in range(asked.rounds):
        for name in names:
            if name in skipped:
                continue
            # In a folder that another user may enter, on the disk of the current one.
            with tempfile.TemporaryDirectory(dir=".") as folder:
                try:
                    rounds[name].append(CONTENDERS[name](Path(folder).resolve(), asked.count))
                except NotInstalled as lacks:
                    skipped[name] = str(lacks)
    medians = {
        name: {key: statistics.median(each[key] for each in figures) for key in figures[0]}
        for name, figures in rounds.items()
        if figures and name not in skipped
    }
    ours = medians.get("Jadpo")
    if asked.json:
        print(json.dumps({"medians": medians, "rounds": rounds, "skipped": skipped}))
        return
    print(f"{'':26} {'emitted/s':>10} {'delivered/s':>12} {'Jadpo is':>18}")
    for name, each in medians.items():
        ratio = (
            "" if ours is None else f"{ours['delivered'] / each['delivered']:10.2f} times as fast"
        )
        print(f"{name:26} {each['emitted']:10,.0f} {each['delivered']:12,.0f} {ratio}")
    for name, why in skipped.items():
        print(f"{name:26} skipped: {why}")


if __name__ == "__main__":
    main()
