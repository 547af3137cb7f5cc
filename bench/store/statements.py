"""What statements and transactions of a SQLite store cost, in µs of this thread's CPU time.

    python bench/store/statements.py [--count COUNT]

The CPU time leaves out waiting for the disk, which is printed apart: what one flush takes.
"""

import argparse
import os
import tempfile
import time
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

from jadpo_runtime.clock import SystemClock
from jadpo_runtime.manifest import (
    AggregatePlan,
    All,
    ApplicationDefinition,
    CreatePlan,
    FieldComparison,
    Manifest,
    SelectPlan,
    UpdatePlan,
)
from jadpo_runtime.randomness import system_randomness
from jadpo_runtime.store import Store, Transaction, open_store
from jadpo_runtime.values import (
    Constraints,
    EntityDefinition,
    Field,
    FieldType,
    Primitive,
    PrimitiveType,
    TypeTable,
)

PRODUCT = EntityDefinition(
    name="Product",
    fields=(
        Field("id", PrimitiveType(Primitive.UUID), generated=True),
        Field("code", PrimitiveType(Primitive.TEXT), Constraints(min_length=2)),
        Field("price", PrimitiveType(Primitive.DECIMAL), Constraints(minimum=Decimal(0))),
        Field("stock", PrimitiveType(Primitive.INT), Constraints(minimum=0)),
    ),
    identity="id",
    uniques=(("code",),),
    indexes=(),
    references=(),
    store="primary",
)
BY_ID = FieldComparison("id", "==", 0)
BY_CODE = FieldComparison("code", "==", 0)

CREATE, SET_STOCK, FIND, TURNOVER = range(4)
PLANS = (
    CreatePlan("Product", ("code", "price", "stock")),
    UpdatePlan("Product", BY_ID, (FieldType("Product", "id"),), ("stock",), at_most_one=True),
    SelectPlan("Product", BY_CODE, (FieldType("Product", "code"),), at_most_one=True),
    AggregatePlan("Product", "sum", "price", All(), ()),
)


def manifest() -> Manifest:
    """A program of one entity."""
    return Manifest(
        application=ApplicationDefinition("bench"),
        types=TypeTable({"Product": PRODUCT}),
        entities={"Product": PRODUCT},
        failures={},
        callables={},
        stores={},
        events={},
        subscribers={},
        schedules={},
        batches={},
        backfills=(),
        connections={},
        routes=(),
        configs={},
        fixtures={},
        tests=(),
        plans=PLANS,
    )


def flush_ms(folder: Path) -> float:
    """What bringing a page to the disk takes, the median of some, in ms."""
    taken = []
    with (folder / "page").open("wb", buffering=0) as file:
        for _ in range(20):
            file.write(b"x" * 2048)
            started = time.perf_counter()
            os.fsync(file.fileno())
            taken.append(time.perf_counter() - started)
    return sorted(taken)[len(taken) // 2] * 1000


def measure(label: str, count: int, work: Callable[[int], object]) -> None:
    """Run ``work`` ``count`` times, and print what each took."""
    started = time.thread_time()
    for number in range(count):
        work(number)
    print(f"{label:32} {(time.thread_time() - started) / count * 1e6:8.2f} µs")


def statements(transaction: Transaction, count: int) -> None:
    """Measure statements within one transaction."""
    effects = transaction.effects
    price = Decimal("2.50")
    first = effects.create(CREATE, ("first", price, 1)).identity
    measure("create", count, lambda at: effects.create(CREATE, (f"code {at}", price, at)))
    measure("update of one row", count, lambda at: effects.update(SET_STOCK, (first,), (at,)))
    measure("query of one row", count, lambda at: effects.select(FIND, (f"code {at}",)))
    measure("savepoint", count, lambda _: transaction.release(transaction.savepoint()))
    measure(f"sum of {count:,} decimals", 3, lambda _: effects.aggregate(TURNOVER, ()))


def transactions(store: Store, count: int) -> None:
    """Measure transactions of one statement each, which are not flushed."""

    def create(transaction: Transaction, at: int) -> object:
        return transaction.effects.create(CREATE, (f"own {at}", Decimal(1), at))

    measure(
        "transaction with a create",
        count,
        lambda at: store.transact(lambda each: create(each, at), write=True, durable=False),
    )
    measure(
        "transaction with a query",
        count,
        lambda at: store.transact(
            lambda each: each.effects.select(FIND, (f"own {at}",)), write=False
        ),
    )


def main() -> None:
    """Measure a store in a file of the current folder."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--count", type=int, default=20_000)
    count = arguments.parse_args().count
    with tempfile.TemporaryDirectory(dir=".") as folder:
        print(f"{'a flush to this disk':32} {flush_ms(Path(folder)) * 1000:8.2f} µs")
        store = open_store(
            f"sqlite:{folder}/bench.db",
            "primary",
            manifest(),
            clock=SystemClock(),
            randomness=system_randomness(),
        )
        store.prepare_schema(())
        store.transact(lambda transaction: statements(transaction, count), write=True)
        transactions(store, count)
        store.close()


if __name__ == "__main__":
    main()
