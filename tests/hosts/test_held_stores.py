"""A host that lives on starts although another process holds the lock of a database [P4]."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from python_program import Building

from jadpo_runtime.clock import SystemClock
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.hosts.stores import opened
from jadpo_runtime.manifest import StoreDefinition
from jadpo_runtime.randomness import IdentityOrder, Randomness
from jadpo_runtime.store import Store, open_store
from jadpo_runtime.store.store import StoreHeld
from jadpo_runtime.values import Duration


@pytest.mark.parametrize("tells", [1, 3])
def test_whoever_starts_while_a_database_is_locked_is_told_and_may_wait(
    tells: int, tmp_path: Path
) -> None:
    manifest = Building().program().manifest
    path = tmp_path / "primary.db"
    told: list[tuple[str, StoreHeld]] = []

    def open_one(definition: StoreDefinition) -> Store:
        return open_store(
            f"sqlite:{path}",
            definition.name,
            manifest,
            clock=SystemClock(),
            randomness=Randomness(random.Random(0), IdentityOrder()),
            lock_timeout=Duration(10_000),
        )

    with opened(manifest, open_one):
        pass
    with closing(sqlite3.connect(path, isolation_level=None)) as lock:
        lock.execute("BEGIN IMMEDIATE")

        def waits(name: str, held: StoreHeld) -> bool:
            told.append((name, held))
            if len(told) == tells:
                lock.execute("ROLLBACK")
            return True

        with opened(manifest, open_one, waits=waits) as stores:
            assert stores["primary"].transact(lambda reading: reading.now(), write=False)
        assert [(name, held.code) for name, held in told] == [
            ("primary", FaultCode.STORE_CONTENDED)
        ] * tells
        assert "locked by another process" in told[0][1].detail

        lock.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreHeld), opened(manifest, open_one):
            pass
