"""How fast a backlog is delivered from an outbox that holds a million finished or pending rows.

    python bench/deliveries/filled.py [--rows N] [--count N] [--rounds N] [--json]

Each round delivers as many from an outbox with nothing else in it, from one with finished rows, and
from one in which as many more are due later, or due now behind what is delivered. Printed are µs of
CPU time for a delivery, in which other work of the machine shows least, and how that compares with
the empty outbox.
"""

import argparse
import json
import statistics
import time
from typing import Final

from workload import Bodies, bodies, emit, folder_here, opened

from jadpo_runtime.hosts.host import Host
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.kinds import work_kinds

FILLINGS: Final = {
    "empty": None,
    "finished": ("done", -3_600_000_000),
    "due later": ("pending", 86_400_000_000),
    "due behind": ("pending", 3_600_000_000),
}
"""The state of the rows, and when they are due, in µs from now."""

# Ids are of version 7 and lie before those of now.
_EVENTS: Final = """
    WITH RECURSIVE numbers (number) AS
        (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ?)
    INSERT INTO _jadpo_event (id, event, variant, payload, emitted_at)
    SELECT printf('01900000-0000-7000-8000-%012x', 2 * number), 'Moved', 'made',
        '{"name":"counter 1","value":1}', ?
    FROM numbers
"""
_DELIVERIES: Final = """
    INSERT INTO _jadpo_delivery (id, event_id, subscriber, handler, state, due_at, settled_at)
    SELECT substr(id, 1, 24) || printf('%012x', rowid * 2 + 1), id, 'set_counter', ?, ?, ?,
        CASE ? WHEN 'done' THEN emitted_at END
    FROM _jadpo_event WHERE id < '01900000-0000-7000-9000'
"""


def fill(host: Host, state: str, due_in: int, rows: int) -> None:
    """Write events with a delivery each."""
    handler = next(iter(host.manifest.subscribers.values())).handlers[0].callable
    with_store = host.home()

    def write(transaction) -> None:
        now = transaction.now()
        transaction.execute(_EVENTS, (rows, now - 7_200_000_000))
        transaction.execute(_DELIVERIES, (handler, state, now + due_in, state))

    with_store.transact(write, write=True)


def cost(chosen: Bodies, filling: tuple[str, int] | None, rows: int, count: int) -> float:
    """The µs of CPU time for a delivery."""
    with folder_here() as folder, opened(chosen, folder) as host:
        if filling is not None:
            fill(host, *filling, rows)
        emit(host, chosen, count)
        # What is due behind is made due: it comes after what was emitted.
        if filling == FILLINGS["due behind"]:
            host.home().transact(
                lambda transaction: transaction.execute(
                    "UPDATE _jadpo_delivery SET due_at = ? WHERE due_at > ?",
                    (transaction.now(), transaction.now()),
                ),
                write=True,
            )
        budget = Budget(host.clock, bodies=count)
        started = time.thread_time()
        ran = Invocation(host, work_kinds(host), budget).run()
        assert ran >= count, ran
        return (time.thread_time() - started) / ran * 1_000_000


def main() -> None:
    """Run the rounds and print the figures."""
    options = argparse.ArgumentParser(description="Deliveries from a filled outbox.")
    options.add_argument("--rows", type=int, default=1_000_000)
    options.add_argument("--count", type=int, default=10_000)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--json", action="store_true")
    asked = options.parse_args()
    chosen = bodies("interpreted")
    rounds = [
        {name: cost(chosen, filling, asked.rows, asked.count) for name, filling in FILLINGS.items()}
        for _ in range(asked.rounds)
    ]
    medians = {name: statistics.median(each[name] for each in rounds) for name in FILLINGS}
    if asked.json:
        print(json.dumps({"medians": medians, "rounds": rounds}))
        return
    for name, median in medians.items():
        print(f"{name:12} {median:8.1f} µs {median / medians['empty']:6.2f} of the empty one")


if __name__ == "__main__":
    main()
