"""Hours of a mixed program under a virtual clock, with the purge: what memory and files hold."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from mixed_program import checked, draw_call, engine_of, prepare

from jadpo_runtime.backfilling import backfill_of
from jadpo_runtime.boundary import Call, run_boundary
from jadpo_runtime.config import config_for_test
from jadpo_runtime.hosts.host import Host, NoConnections
from jadpo_runtime.outbox import Outbox
from jadpo_runtime.outcome import Returned
from jadpo_runtime.randomness import IdentityOrder, Randomness
from jadpo_runtime.records.intervening import Intervention, intervene
from jadpo_runtime.runner.batch_plans import with_batch_plans
from jadpo_runtime.runner.budget import Budget
from jadpo_runtime.runner.invocation import Invocation
from jadpo_runtime.runner.kinds import purge_kinds, schedule_kinds, work_kinds
from jadpo_runtime.simulation.disturbances import HOUR, Draws
from jadpo_runtime.simulation.virtual_time import VirtualClock, VirtualTime
from jadpo_runtime.store import Store, open_store
from jadpo_runtime.values import Instant
from jadpo_runtime.watchdog import Watchdog

BEGIN = Instant(1_774_742_400_000_000)
"""2026-03-29T00:00:00Z, a day with a gap in the program's zone."""

RECORDS = (
    "event",
    "delivery",
    "batch_run",
    "batch_failure",
    "schedule_run",
    "inbox",
    "intervention",
)


class Hour(NamedTuple):
    """What is there when an hour has passed: records, and bytes."""

    number: int
    calls: int
    pieces: int
    records: dict[str, int]
    used_bytes: int
    file_bytes: int
    log_bytes: int
    memory_bytes: int


def hours(folder: Path, count: int, calls_per_hour: int, mode: str) -> Iterator[Hour]:
    """Let hours pass; what the program leaves in its own entities is deleted, as it grows."""
    program = engine_of(mode)(checked("common.jadpo", "now.jadpo"))
    manifest, batch_plans = with_batch_plans(program.manifest)
    paths = {name: folder / f"{name}.db" for name in manifest.stores}
    prepare({name: str(path) for name, path in paths.items()})
    time = VirtualTime(BEGIN)
    clock = VirtualClock(time)
    randomness = Randomness(Random(1), IdentityOrder())
    stores: dict[str, Store] = {}
    for name, path in paths.items():
        stores[name] = open_store(
            f"sqlite:{path}",
            name,
            manifest,
            clock=clock,
            randomness=randomness,
            backfill=backfill_of(program),
        )
        stores[name].prepare_schema(())
    host = living_host(program, stores, clock, randomness, batch_plans)
    kinds: list[Any] = [*work_kinds(host), *schedule_kinds(host), *purge_kinds(host)]
    draws = Draws(1)
    calls = pieces = 0
    for number in range(1, count + 1):
        for _ in range(calls_per_hour):
            calls += 1
            call = draw_call(draws, calls)
            end = run_boundary(host, Call(call.action, call.arguments))
            assert isinstance(end.outcome, Returned)
            pieces += Invocation(host, kinds, Budget(clock)).run()
            time.advance_to(time.elapsed + HOUR // calls_per_hour)
        for name, store in stores.items():
            store.transact(lambda at, name=name: forget_effects(at, name), write=True)
            store.transact(discard_failed, write=True)
        yield Hour(
            number,
            calls,
            pieces,
            counted(stores),
            sum(store.transact(used, write=False) for store in stores.values()),
            sum(path.stat().st_size for path in paths.values()),
            sum(path.with_name(f"{path.name}-wal").stat().st_size for path in paths.values()),
            resident(),
        )
    for store in stores.values():
        store.close()


def living_host(program, stores, clock, randomness, batch_plans) -> Host:
    return Host(
        program=program,
        outbox=Outbox(program.manifest),
        stores=stores,
        config=config_for_test(program.manifest, None),
        connections=NoConnections(),
        clock=clock,
        randomness=randomness,
        watchdog=Watchdog(clock),
        report=lambda report: None,
        batch_plans=batch_plans,
    )


def forget_effects(transaction, store: str) -> None:
    """Delete what the program wrote itself, and the audit: neither is the runtime's to purge."""
    table = {"primary": "Effect", "archive": "ArchivedEffect"}[store]
    transaction.execute(f"DELETE FROM {table}")
    transaction.execute("DELETE FROM simulation_audit")


def discard_failed(transaction) -> None:
    """Do what a person would with what was given up, which no purge deletes [Y3]."""
    for (delivery,) in transaction.execute("SELECT id FROM _jadpo_delivery WHERE state = 'failed'"):
        intervene(
            transaction, Intervention.DISCARD, str(delivery), now=transaction.now(), by="simulation"
        )


def counted(stores) -> dict[str, int]:
    return {
        record: sum(
            store.transact(
                lambda at, record=record: at.execute(f"SELECT count(*) FROM _jadpo_{record}")[0][0],
                write=False,
            )
            for store in stores.values()
        )
        for record in RECORDS
    }


def used(transaction) -> int:
    """The bytes of pages that hold something."""
    ((pages,),) = transaction.execute("PRAGMA page_count")
    ((free,),) = transaction.execute("PRAGMA freelist_count")
    ((size,),) = transaction.execute("PRAGMA page_size")
    return (pages - free) * size


def resident() -> int:
    """The memory of this process, in bytes; 0 where Linux does not tell it."""
    gc.collect()
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
