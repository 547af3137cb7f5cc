"""The program of `scripts/programs/mixed` as the subject of simulations, in either mode."""

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from jadpo import ir
from jadpo.check.project import check_project
from jadpo.interpret import interpret
from jadpo.project import read_source_bytes
from jadpo.source import Source
from jadpo_runtime.backfilling import backfill_of
from jadpo_runtime.clock import SettableClock
from jadpo_runtime.program import Program
from jadpo_runtime.randomness import IdentityOrder, Randomness
from jadpo_runtime.records.tables import SQLITE_RECORD_TABLES
from jadpo_runtime.runner.backfills import FillingRuns
from jadpo_runtime.simulation.audit import audit_statements
from jadpo_runtime.simulation.disturbances import Draws
from jadpo_runtime.simulation.expectations import LEDGER_FIELDS, ClientCall, Programs, Subject
from jadpo_runtime.store import open_migration, open_store
from jadpo_runtime.values import Instant

PROGRAMS = Path(__file__).parents[2] / "scripts/programs/mixed"

LEDGERS = ("Effect", "ArchivedEffect")

ITEMS = 10
REFUSED_ITEM = 6

MOST_PROCESSES = 6
"""A client and up to five runners."""


def checked(*names: str) -> ir.program.Program:
    sources = [read_source_bytes(name, (PROGRAMS / name).read_bytes()) for name in names]
    result = check_project([each for each in sources if isinstance(each, Source)], "mixed")
    assert result.program is not None, list(result.diagnostics)
    return result.program


def engine_of(mode: str) -> Callable[[ir.program.Program], Program]:
    """What makes a program of its IR: `interpreted`, or `compiled`."""
    if mode == "interpreted":
        return interpret
    from jadpo_codegen import compile_program

    return compile_program


def subject(mode: str = "interpreted") -> Subject:
    """The program as what is simulated, with an engine's program for each process."""
    engine = engine_of(mode)
    now, later = checked("common.jadpo", "now.jadpo"), checked("common.jadpo", "later.jadpo")
    last = checked("common.jadpo", "now.jadpo", "later.jadpo")
    return Subject(
        programs=tuple(
            Programs(engine(now), engine(later), engine(last)) for _ in range(MOST_PROCESSES)
        ),
        ledgers=LEDGERS,
        items=frozenset(str(item) for item in range(ITEMS)),
        prepare=prepare,
        call=draw_call,
    )


def draw_call(draws: Draws, number: int) -> ClientCall:
    """What a client calls next: mostly an event with what is to go wrong with it."""
    random = draws.random
    if random.random() < 0.1:
        return ClientCall("begin_sweep", (number,), number, 0)
    rejections = random.choice((0, 0, 0, 1, 2, 4))
    faults = random.choice((0, 0, 0, 1, 6))
    chain = random.choice((0, 0, 1, 2))
    # The event, those that follow it, and that which comes back from the other store.
    events = 1 + (1 + chain) * (rejections < 4) + (faults < 5)
    return ClientCall("ask", (number, rejections, faults, chain), number, events)


def prepare(paths: Mapping[str, str]) -> None:
    """Databases as the version before left them, migrated, with a backfill to be run."""
    before = interpret(checked("before.jadpo"))
    now = interpret(checked("common.jadpo", "now.jadpo"))
    clock = SettableClock(Instant(1_767_000_000_000_000))
    randomness = Randomness(Random(0), IdentityOrder())
    for name, path in paths.items():
        store = open_store(
            f"sqlite:{path}", name, before.manifest, clock=clock, randomness=randomness
        )
        store.prepare_schema(SQLITE_RECORD_TABLES)
        store.close()
        raw = sqlite3.connect(path)
        if name == "primary":
            labels = [(item, f"Item {item}") for item in range(ITEMS)]
            labels[REFUSED_ITEM] = (REFUSED_ITEM, "refused")
            raw.executemany("INSERT INTO Item (id, label) VALUES (?, ?)", labels)
        raw.commit()
        migration = open_migration(f"sqlite:{path}", name, now.manifest)
        migration.apply(
            SQLITE_RECORD_TABLES,
            lambda _what, _rows: None,
            FillingRuns(now.manifest, clock, randomness),
            allow_loss=False,
        )
        with_ledgers = {
            entity: LEDGER_FIELDS
            for entity in LEDGERS
            if now.manifest.entities[entity].store == name
        }
        for statement in audit_statements(with_ledgers):
            raw.execute(statement)
        raw.commit()
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        raw.close()
        # As the first start of the program leaves it.
        store = open_store(
            f"sqlite:{path}",
            name,
            now.manifest,
            clock=clock,
            randomness=randomness,
            backfill=backfill_of(now),
        )
        store.prepare_schema(SQLITE_RECORD_TABLES)
        store.close()
