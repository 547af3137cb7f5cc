"""What the kind of class costs for nodes: defining the classes, and making instances.

Run ``python bench/nodes/defining.py``. It defines as many classes as the syntax tree and the IR
have, with four fields each, as NamedTuples and as frozen attrs classes, and makes instances of
one. Figures are the best of several rounds, in CPU time.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

import attrs

import jadpo.ir.nodes
import jadpo.syntax.nodes

ROUNDS = 7
INSTANCES = 100_000
FIELDS = {"left": object, "right": object, "start": int, "end": int}


def main() -> None:
    """Measure both kinds and print a line for each."""
    names = node_names()
    print(f"{len(names)} classes")
    for kind, define in (("NamedTuple", named_tuple), ("attrs", frozen_attrs)):
        defining = best(lambda define=define: [define(name) for name in names])
        node = define("Node")
        making = best(lambda node=node: [node(1, 2, 3, 4) for _ in range(INSTANCES)])
        print(
            f"{kind:10}  defined in {defining * 1e3:5.1f} ms, "
            f"an instance in {making / INSTANCES * 1e6:.2f} µs"
        )


def node_names() -> list[str]:
    """The names of all node classes of the syntax tree and the IR."""
    return [
        name
        for module in (jadpo.syntax.nodes, jadpo.ir.nodes)
        for name, value in vars(module).items()
        if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")
    ]


def named_tuple(name: str) -> Callable[..., object]:
    """A NamedTuple of that name, made as its class statement makes it."""
    return NamedTuple(name, list(FIELDS.items()))  # type: ignore[misc, return-value]


def frozen_attrs(name: str) -> Callable[..., object]:
    """A frozen attrs class of that name with slots."""
    return attrs.frozen(type(name, (), {"__annotations__": dict(FIELDS)}))


def best(work: Callable[[], object]) -> float:
    """The shortest CPU time of ``work`` in seconds."""
    times = []
    for _ in range(ROUNDS):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


if __name__ == "__main__":
    main()
