"""How long compiling takes, for the shop and for programs of more and more lines.

Run ``python bench/compile/scaling.py [--lines 5000]``. The programs are copies of the examples, as
``bench/check/throughput.py`` makes them. ``IR`` is the CPU time from the typed IR to the text of
LLVM IR, which all tiers share; the tiers are LLVM's, up to machine code. Times that double with
the lines grow with the program and not faster.
"""

import argparse
import sys
import time
from pathlib import Path

from jadpo.check import check_project
from jadpo.ir.program import Program
from jadpo.project import load_project
from jadpo_codegen import Tier
from jadpo_codegen.compiling import compile_module
from jadpo_codegen.jit import compile_text

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "bench" / "check"))

from throughput import project  # noqa: E402


def shop() -> Program:
    """The example program."""
    loaded = load_project(ROOT / "examples" / "shop")
    return checked(loaded.sources)


def checked(sources: object) -> Program:
    """The typed IR of sources without mistakes."""
    program = check_project(sources, "measured").program
    if program is None:
        raise SystemExit("the program has mistakes")
    return program


def row(name: str, program: Program, tiers: list[Tier]) -> str:
    """A line of the table."""
    start = time.process_time()
    module = compile_module(program)
    cells = [f"{time.process_time() - start:8.2f} s"]
    for tier in tiers:
        start = time.process_time()
        compile_text(module.text, tier)
        cells.append(f"{time.process_time() - start:8.2f} s")
    return f"{name:14}{len(module.text) // 1024:8} KiB{''.join(cells)}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lines", type=int, default=5_000)
    given = parser.parse_args()
    print(f"{'':14}{'text':>12}{'IR':>10}{'fast':>10}{'balanced':>10}{'full':>10}")
    print(row("shop", shop(), list(Tier)))
    for lines in (given.lines // 4, given.lines // 2, given.lines):
        print(row(f"{lines} lines", checked(project(lines)), [Tier.FAST, Tier.BALANCED]))


if __name__ == "__main__":
    main()
