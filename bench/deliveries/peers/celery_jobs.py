"""The job in Celery with Redis; run as ``celery_jobs.py FOLDER COUNT REDIS_URL``.

The worker is a process of its own, as Celery's is; its start is not counted.
"""

import json
import os
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from celery import Celery

folder = Path(os.environ.get("FOLDER") or sys.argv[1])
app = Celery("celery_jobs", broker=os.environ.get("BROKER") or sys.argv[3])
# More are fetched at once than usual, and nothing is kept of results: both help Celery.
app.conf.update(task_ignore_result=True, worker_prefetch_multiplier=64)
database = sqlite3.connect(folder / "counters.db", isolation_level=None, timeout=60)
database.execute("PRAGMA journal_mode = WAL")
database.execute("PRAGMA synchronous = FULL")


@app.task(name="count_up")
def count_up(name: str) -> None:
    """One update."""
    database.execute("UPDATE counter SET value = value + 1 WHERE name = ?", (name,))


def done() -> int:
    """How many jobs were done."""
    return int(database.execute("SELECT sum(value) FROM counter").fetchone()[0])


def main() -> None:
    """Write the backlog, have it done, print both speeds."""
    count = int(sys.argv[2])
    database.execute(
        "CREATE TABLE counter (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, value INTEGER)"
    )
    database.executemany(
        "INSERT INTO counter (name, value) VALUES (?, 0)",
        [(f"counter {number}",) for number in range(100)],
    )
    began = time.perf_counter()
    for number in range(count):
        count_up.delay(f"counter {number % 100}")
    emitted = time.perf_counter()
    command = [sys.executable, "-m", "celery", "-A", "celery_jobs", "worker"]
    worker = subprocess.Popen(
        [*command, "--concurrency", "1", "--loglevel", "ERROR", "--without-gossip"],
        cwd=Path(__file__).parent,
        env={**os.environ, "FOLDER": str(folder), "BROKER": sys.argv[3]},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not (before := done()):
            time.sleep(0.005)
        started = time.perf_counter()
        while done() < count:
            time.sleep(0.02)
        ended = time.perf_counter()
    finally:
        worker.terminate()
        worker.wait()
    speeds = {
        "emitted": count / (emitted - began),
        "delivered": (count - before) / (ended - started),
    }
    print(json.dumps(speeds))


if __name__ == "__main__":
    main()
