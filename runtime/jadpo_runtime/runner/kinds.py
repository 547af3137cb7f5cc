"""The kinds of piece of a host's stores.

Publications are recorded in the outbox but not sent yet; they will be one more kind [O1].
"""

from collections.abc import Sequence
from typing import Any

from jadpo_runtime.hosts.host import Host
from jadpo_runtime.runner.batch import BatchRuns
from jadpo_runtime.runner.delivery import Deliveries
from jadpo_runtime.runner.piece import PieceKind
from jadpo_runtime.runner.purge import Purges
from jadpo_runtime.runner.schedule import ScheduleRuns


def work_kinds(host: Host) -> Sequence[PieceKind[Any]]:
    """What actions set off: deliveries and batch runs."""
    kinds: list[PieceKind[Any]] = []
    for store in host.stores.values():
        kinds.append(Deliveries(host, store))
        if host.manifest.batches or host.manifest.backfills:
            kinds.append(BatchRuns(host, store))
    return kinds


def schedule_kinds(host: Host) -> Sequence[ScheduleRuns]:
    """The schedules, which are seen from now on [V4]."""
    kinds = [ScheduleRuns(host, store) for store in host.stores.values()]
    for kind in kinds:
        kind.observe()
    return kinds


def purge_kinds(host: Host) -> Sequence[Purges]:
    """The built-in purge of each store, for hosts that live on [D3]."""
    kinds = [Purges(host, store) for store in host.stores.values()]
    for kind in kinds:
        kind.observe()
    return kinds
