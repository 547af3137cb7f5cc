"""How long requests take while deliveries run, against how long they take alone.

    python bench/http/background.py [--mode MODE] [--rounds N] [--seconds N] [--json]

A client asks for an order and places one, in turns, at a steady pace. In each round it does so
twice: alone, and while 2,000 deliveries fall due in a second, each one update. Printed are the
medians of p50 and p99, in ms, for both, with their ratios, and how many deliveries were made. The
orders that are placed leave deliveries of their own, which run in both.
"""

import argparse
import json
import shutil
import socket
import sqlite3
import statistics
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from against_peers import PRODUCT, ask
from servers import HERE, SHOP, Server, jadpo

PER_SECOND: Final = 2_000
"""Deliveries that fall due in a second."""

REQUESTS: Final = 200
"""Requests in a second: a part of what the server can do, so that waiting tells of disturbance."""


class Asker:
    """One connection."""

    def __init__(self, url: str) -> None:
        """Connect."""
        parts = urlsplit(url)
        assert parts.hostname is not None
        assert parts.port is not None
        self._socket: Final = socket.create_connection((parts.hostname, parts.port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def close(self) -> None:
        """Close it."""
        self._socket.close()

    def ask(self, request: bytes) -> float:
        """How long an answer takes, in ms."""
        began = time.perf_counter()
        self._socket.sendall(request)
        answer = self._socket.recv(65_536)
        took = (time.perf_counter() - began) * 1000
        assert answer.startswith(b"HTTP/1.1 20"), answer
        return took


def requests(order: str) -> Iterator[tuple[str, bytes]]:
    """What is asked, in turns."""
    body = b'{"code": "TEA-1", "quantity": 1}'
    get = f"GET /orders/{order} HTTP/1.1\r\nhost: here\r\n\r\n".encode()
    post = b"POST /orders HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n"
    while True:
        yield "get", get
        yield "post", post + b"content-length: %d\r\n\r\n" % len(body) + body


def asked(server: Server, order: str, seconds: float) -> dict[str, list[float]]:
    """How long requests take that come at a steady pace, in ms."""
    took: dict[str, list[float]] = {"get": [], "post": []}
    with closing(Asker(server.url)) as asker:
        began = time.perf_counter()
        for number, (kind, request) in enumerate(requests(order)):
            at = number / REQUESTS
            if at > seconds:
                return took
            time.sleep(max(0.0, began + at - time.perf_counter()))
            took[kind].append(asker.ask(request))
    return took


def fill(database: Path, seconds: float) -> None:
    """Have deliveries fall due from now on, :data:`PER_SECOND` of them in a second."""
    with closing(sqlite3.connect(database, timeout=30)) as raw, raw:
        ((event, payload, at),) = raw.execute(
            "SELECT id, payload, emitted_at FROM _jadpo_event WHERE event = 'Moved' LIMIT 1"
        )
        ((handler,),) = raw.execute(
            "SELECT handler FROM _jadpo_delivery WHERE event_id = ?", (event,)
        )
        due = time.time_ns() // 1000
        for number in range(int(seconds * PER_SECOND)):
            new = str(uuid.uuid4())
            raw.execute(
                "INSERT INTO _jadpo_event (id, event, variant, payload, emitted_at)"
                " VALUES (?, 'Moved', 'made', ?, ?)",
                (new, payload, at),
            )
            raw.execute(
                "INSERT INTO _jadpo_delivery (id, event_id, subscriber, handler, state, due_at)"
                " VALUES (?, ?, 'set_counter', ?, 'pending', ?)",
                (str(uuid.uuid4()), new, handler, due + number * 1_000_000 // PER_SECOND),
            )


def delivered(database: Path) -> int:
    """How many of them are done."""
    with closing(sqlite3.connect(database, timeout=30)) as raw:
        ((count,),) = raw.execute(
            "SELECT count(*) FROM _jadpo_delivery"
            " WHERE subscriber = 'set_counter' AND state = 'done'"
        )
        return int(count)


def wait_until_delivered(database: Path) -> None:
    """Until none is due any more."""
    with closing(sqlite3.connect(database, timeout=30)) as raw:
        waiting = "SELECT 1 FROM _jadpo_delivery WHERE state IN ('pending', 'claimed') LIMIT 1"
        while raw.execute(waiting).fetchall():
            time.sleep(0.1)


def figures(took: dict[str, list[float]]) -> dict[str, float]:
    """Medians and 99th percentiles by kind, in ms."""
    told = {}
    for kind, all_of_them in took.items():
        told[f"{kind}_p50"] = statistics.median(all_of_them)
        told[f"{kind}_p99"] = statistics.quantiles(all_of_them, n=100)[98]
    return told


def measure(mode: str, rounds: int, seconds: float) -> dict[str, object]:
    """All rounds in one server."""
    alone: list[dict[str, float]] = []
    beside: list[dict[str, float]] = []
    rates: list[float] = []
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        folder = Path(name)
        program = folder / "program"
        shutil.copytree(SHOP, program)
        shutil.copy(HERE / "background.jadpo", program)
        database = folder / "shop.db"
        with jadpo(mode, folder, 4, program) as server:
            ask(f"{server.url}/products", PRODUCT)
            ask(f"{server.url}/counters", {"name": "one"})
            order = ask(f"{server.url}/orders", {"code": "TEA-1", "quantity": 1})["id"]
            asked(server, order, 1)
            for number in range(rounds):
                print(f"round {number + 1}", file=sys.stderr)
                wait_until_delivered(database)
                alone.append(figures(asked(server, order, seconds)))
                wait_until_delivered(database)
                before = delivered(database)
                fill(database, seconds + 1)
                began = time.monotonic()
                beside.append(figures(asked(server, order, seconds)))
                rates.append((delivered(database) - before) / (time.monotonic() - began))
    medians = {
        name: {figure: statistics.median(each[figure] for each in told) for figure in told[0]}
        for name, told in (("alone", alone), ("beside", beside))
    }
    return {
        "mode": mode,
        "delivered_per_second": statistics.median(rates),
        **medians,
        "ratios": {
            figure: statistics.median(
                busy[figure] / quiet[figure] for quiet, busy in zip(alone, beside, strict=True)
            )
            for figure in alone[0]
        },
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--mode", choices=("interpreted", "compiled"), default="interpreted")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    show(measure(given.mode, given.rounds, given.seconds), as_json=given.json)


def show(told: dict[str, object], *, as_json: bool) -> None:
    """Print what was measured."""
    if as_json:
        print(json.dumps(told, indent=1))
        return
    print(f"{told['delivered_per_second']:,.0f} deliveries/s beside {REQUESTS} requests/s")
    print(f"{'ms':<12}{'alone':>9}{'beside':>9}{'ratio':>8}")
    alone, beside, ratios = told["alone"], told["beside"], told["ratios"]
    assert isinstance(alone, dict)
    assert isinstance(beside, dict)
    assert isinstance(ratios, dict)
    for figure, ratio in ratios.items():
        print(f"{figure:<12}{alone[figure]:>9.2f}{beside[figure]:>9.2f}{ratio:>8.2f}")


if __name__ == "__main__":
    main()
