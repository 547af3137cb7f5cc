"""The job in Huey with SQLite, flushed at each commit; run as ``huey_jobs.py FOLDER COUNT``."""

import json
import sqlite3
import sys
import threading
import time
from pathlib import Path

from huey import SqliteHuey

folder, count = Path(sys.argv[1]), int(sys.argv[2])
# Results are not stored, and the worker looks for jobs every 5 ms at least: both help Huey.
huey = SqliteHuey(filename=str(folder / "huey.db"), fsync=True, results=False)
database = sqlite3.connect(folder / "counters.db", isolation_level=None, check_same_thread=False)
database.executescript(
    """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE counter (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, value INTEGER);
    """
)
database.executemany(
    "INSERT INTO counter (name, value) VALUES (?, 0)",
    [(f"counter {number}",) for number in range(100)],
)
done = 0
all_done = threading.Event()


@huey.task()
def set_counter(name: str, value: int) -> None:
    """One update."""
    global done
    database.execute("UPDATE counter SET value = ? WHERE name = ?", (value, name))
    done += 1
    if done == count:
        all_done.set()


began = time.perf_counter()
for number in range(count):
    set_counter(f"counter {number % 100}", number)
emitted = time.perf_counter()
consumer = huey.create_consumer(workers=1, worker_type="thread", initial_delay=0.005, backoff=1.0)
consumer.start()
all_done.wait()
ended = time.perf_counter()
print(json.dumps({"emitted": count / (emitted - began), "delivered": count / (ended - emitted)}))
consumer.stop(graceful=False)
