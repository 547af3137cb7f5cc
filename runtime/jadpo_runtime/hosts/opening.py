"""Opening a program on this machine: what every host that runs one begins with [B3]."""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager

from jadpo_runtime.backfilling import backfill_of
from jadpo_runtime.clock import SystemClock
from jadpo_runtime.config import config_from_environment
from jadpo_runtime.hosts.host import Host, NoConnections
from jadpo_runtime.hosts.stores import fields_not_needed, opened, store_url
from jadpo_runtime.manifest import StoreDefinition
from jadpo_runtime.memory import memory_of_this_process
from jadpo_runtime.outbox import Outbox
from jadpo_runtime.program import Program
from jadpo_runtime.randomness import system_randomness
from jadpo_runtime.runner.batch_plans import with_batch_plans
from jadpo_runtime.runner.liveness import Liveness, this_process
from jadpo_runtime.runner.reports import Report
from jadpo_runtime.store import Store, open_store
from jadpo_runtime.store.store import Backfill, StoreHeld
from jadpo_runtime.watchdog import Watchdog


@contextmanager
def opened_host(
    program: Program,
    *,
    environment: Mapping[str, str],
    databases: Mapping[str, str],
    report: Callable[[Report], None],
    stores: Collection[str] | None = None,
    backfill: Backfill | None = None,
    store_as: Callable[[Store], Store] = lambda store: store,
    waits: Callable[[str, StoreHeld], bool] = lambda name, held: False,
) -> Iterator[Host]:
    """Open a program: its config from ``environment``, its stores where ``databases`` says.

    ``databases`` are URLs by the name of a store, in place of those that the program gives.
    ``stores`` are the names of those that are opened, which makes a database that is not there:
    all of the program where it is not given. ``backfill`` computes what rows lack, where that is
    not for ``program`` to do. The host has what ``store_as`` makes of each store; ``waits`` is as
    for :func:`~jadpo_runtime.hosts.stores.opened`. Within, the process is known as one that lives
    [M4], and what runs is watched. Raises
    :class:`~jadpo_runtime.config.ConfigInvalid` and :class:`~jadpo_runtime.store.StoreError`.
    """
    clock = SystemClock()
    randomness = system_randomness()
    not_needed = fields_not_needed(program.manifest, databases)
    config = config_from_environment(program.manifest, environment, not_needed)
    manifest, batch_plans = with_batch_plans(program.manifest)

    def open_one(definition: StoreDefinition) -> Store:
        store = open_store(
            store_url(definition, config, databases),
            definition.name,
            manifest,
            clock=clock,
            randomness=randomness,
            backfill=backfill or backfill_of(program),
        )
        return store_as(store)

    with (
        opened(manifest, open_one, stores, waits) as opened_stores,
        memory_of_this_process() as read_memory,
        Watchdog(clock, read_memory) as watchdog,
    ):
        host = Host(
            program=program,
            outbox=Outbox(program.manifest),
            stores=opened_stores,
            config=config,
            connections=NoConnections(),
            clock=clock,
            randomness=randomness,
            watchdog=watchdog,
            report=report,
            batch_plans=batch_plans,
            owner=randomness.uuid(),
        )
        with Liveness(opened_stores.values(), str(host.owner), this_process()):
            yield host
