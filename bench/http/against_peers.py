"""The shop over HTTP: Jadpo against FastAPI and fastify, and requests beside background work.

    bench/http/peers/set-up
    python bench/http/against_peers.py [--seconds N] [--rounds N] [--only NAME] [--json]
    python bench/http/against_peers.py --background [--seconds N] [--rounds N] [--json]

In each round each contender serves `GET /orders/{id}` and `POST /orders` to wrk over 8 connections;
an order is reserved and billed after its answer. Printed are medians: requests in a second, µs of
CPU of the server's process for each (for POST with the work that an order leaves), and how many
times as fast Jadpo is. A peer that is not installed is skipped, and named. All of them flush each
commit to the disk (`synchronous=FULL`). wrk takes a core, where there are two.
"""

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Final

from servers import HERE, NotInstalled, Server, fastapi, fastify, jadpo

CONNECTIONS: Final = 8

CONTENDERS: Final[Mapping[str, Callable[[Path, int], AbstractContextManager[Server]]]] = {
    "jadpo interpreted": partial(jadpo, "interpreted"),
    "jadpo compiled": partial(jadpo, "compiled"),
    "fastapi": fastapi,
    "fastify": fastify,
}

KINDS: Final = ("get", "post")

PRODUCT: Final = {"code": "TEA-1", "name": "Tea", "price": 2.5, "stock": 1_000_000_000}


def ask(url: str, body: object) -> dict[str, str]:
    """What a POST answers."""
    request = urllib.request.Request(
        url, json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        told: dict[str, str] = json.loads(answer.read())
        return told


def load(server: Server, kind: str, argument: str, seconds: float) -> dict[str, float]:
    """What wrk tells of one load, with the CPU of the server until it is idle again."""
    wrk = shutil.which("wrk")
    if wrk is None:
        raise SystemExit("wrk is missing: apt-get install wrk")
    cpu = server.cpu()
    started = time.monotonic()
    command = [wrk, "-t1", f"-c{CONNECTIONS}", f"-d{max(1, round(seconds))}s", "--timeout", "10s"]
    script = ["-s", str(HERE / "load.lua"), server.url, "--", kind, argument]
    ran = subprocess.run([*command, *script], capture_output=True, check=True, text=True)
    told: dict[str, float] = json.loads(ran.stdout.splitlines()[-1])
    if told["statuses"] or told["broken"]:
        raise SystemExit(f"{kind}: {told['statuses']} errors by status, {told['broken']} broken")
    _until_idle(server)
    took = time.monotonic() - started
    told["per_second"] = told["requests"] / told["seconds"]
    told["settled_per_second"] = told["requests"] / took
    told["cpu_us"] = (server.cpu() - cpu) / told["requests"] * 1e6
    return told


def _until_idle(server: Server) -> None:
    """Until the server takes less than a tenth of a core."""
    while True:
        before = server.cpu()
        time.sleep(0.3)
        if server.cpu() - before < 0.03:
            return


def measure(
    serve: Callable[[Path, int], AbstractContextManager[Server]], threads: int, seconds: float
) -> dict[str, dict[str, float]]:
    """One contender in one round."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name, serve(Path(name), threads) as server:
        ask(f"{server.url}/products", PRODUCT)
        order = {"code": "TEA-1", "quantity": 1}
        placed = [ask(f"{server.url}/orders", order) for _ in range(100)]
        ids = Path(name) / "ids"
        ids.write_text("".join(f"{each['id']}\n" for each in placed))
        arguments = {"get": str(ids), "post": "TEA-1"}
        for kind in KINDS:
            load(server, kind, arguments[kind], 1)
        return {kind: load(server, kind, arguments[kind], seconds) for kind in KINDS}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_Plain)
    parser.add_argument("--seconds", type=float, default=5, help="of each load")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=4, help="that answer, where there are any")
    parser.add_argument("--only", action="append", choices=list(CONTENDERS))
    parser.add_argument(
        "--background",
        action="store_true",
        help="measure requests beside 2,000 deliveries/s instead, as background.py does",
    )
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    if given.background:
        import background

        told = background.measure("interpreted", given.rounds, given.seconds)
        background.show(told, as_json=given.json)
        return
    skipped: dict[str, str] = {}
    rounds: dict[str, list[dict[str, dict[str, float]]]] = {}
    for number in range(given.rounds):
        for name in given.only or CONTENDERS:
            if name in skipped:
                continue
            print(f"round {number + 1}: {name}", file=sys.stderr)
            try:
                told = measure(CONTENDERS[name], given.threads, given.seconds)
            except NotInstalled as lacks:
                skipped[name] = str(lacks)
                continue
            rounds.setdefault(name, []).append(told)
    medians = {
        name: {
            kind: {
                figure: statistics.median(each[kind][figure] for each in told)
                for figure in told[0][kind]
            }
            for kind in KINDS
        }
        for name, told in rounds.items()
    }
    if given.json:
        print(json.dumps({"medians": medians, "rounds": rounds, "skipped": skipped}, indent=1))
    else:
        show(medians, skipped)


def show(
    medians: Mapping[str, Mapping[str, Mapping[str, float]]], skipped: Mapping[str, str]
) -> None:
    """A table for each kind of request, with ratios to the first contender."""
    for kind in KINDS:
        print(
            f"\n{kind.upper():<20}{'req/s':>9}{'settled/s':>11}{'CPU µs':>9}{'p50 ms':>8}", end=""
        )
        print(f"{'p99 ms':>8}   {', '.join(f'{name} is ×' for name in medians if 'jadpo' in name)}")
        for name, told in medians.items():
            row = told[kind]
            settled = f"{row['settled_per_second']:,.0f}" if kind == "post" else ""
            print(
                f"{name:<20}{row['per_second']:>9,.0f}{settled:>11}{row['cpu_us']:>9,.0f}", end=""
            )
            print(f"{row['p50'] / 1000:>8.1f}{row['p99'] / 1000:>8.1f}   ", end="")
            ratios = [
                f"{medians[jadpo][kind]['per_second'] / row['per_second']:.2f}"
                for jadpo in medians
                if "jadpo" in jadpo
            ]
            print(", ".join(ratios))
    for name, lacks in skipped.items():
        print(f"skipped {name}: {lacks}")


class _Plain(argparse.RawDescriptionHelpFormatter):
    """Help as it is written."""


if __name__ == "__main__":
    main()
