"""How fast a project is checked: 5,000 lines from cold, and the shop with its start-up.

Run ``python bench/check/throughput.py``. The project is copies of the example programs, a file
each, with what they declare numbered. ``cold`` is the CPU time of parsing and checking it in a
running process, the best of several rounds. ``command`` is the wall time of a whole ``jadpo
check``, the median of several runs, start-up included.
"""

import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from jadpo.check import check_project
from jadpo.source import Source

EXAMPLES = Path(__file__).parents[2] / "examples"
LINES = 5_000
ROUNDS = 7
QUIET = subprocess.DEVNULL
NAMED = (
    "type|entity|failure|event|batch|subscriber|schedule|fixture|function|action|query|connection"
)
ONCE = re.compile(r"^(?:application|store) .*$|^config \w+ \{[^}]*\}[^}]*\}", re.MULTILINE)
"""What stands in a project once: it is in the first copy."""


def project(lines: int) -> list[Source]:
    """Files of at least so many lines together: copies of the examples with numbered names."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.rglob("*.jadpo"))]
    sources: list[Source] = []
    while sum(source.text.count("\n") for source in sources) < lines:
        number = len(sources)
        text = texts[number % len(texts)]
        text = text if number < len(texts) else numbered(ONCE.sub("", text), number)
        sources.append(Source(f"part_{number}.jadpo", text))
    return sources


def numbered(text: str, number: int) -> str:
    """The text with a number behind each name that it declares, so that copies do not collide."""
    declared = set(re.findall(rf"^(?:public )?(?:{NAMED}) (\w+)", text, re.MULTILINE))
    names = re.compile(rf"(?<![.\w])(?:{'|'.join(sorted(declared))})\b(?!:)")
    text = names.sub(lambda name: f"{name[0]}{number}", text)
    text = re.sub(r'code: "(\w+)"', rf'code: "\1_{number}"', text)
    return re.sub(r"^(route \w+ /)", rf"\g<1>part_{number}/", text, flags=re.MULTILINE)


def cold(sources: list[Source]) -> float:
    """Seconds of CPU time that parsing and checking take, the best of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        check_project(sources)
        best = min(best, time.process_time() - begin)
    return best


def command(path: Path) -> float:
    """Seconds of wall time of a ``jadpo check``, the median of several runs."""
    took = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-m", "jadpo", "check", path], check=True, stderr=QUIET)
        took.append(time.perf_counter() - begin)
    return statistics.median(took)


def main() -> None:
    """Measure, and print a line for each figure."""
    sources = project(LINES)
    lines = sum(source.text.count("\n") for source in sources)
    found = [str(each.summary) for each in check_project(sources).diagnostics]
    assert not found, found[:5]
    took = cold(sources)
    print(f"cold: {lines} lines in {took:.3f} s, {lines / took:,.0f} lines/s")
    print(f"command, examples/shop: {command(EXAMPLES / 'shop'):.3f} s")
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            (Path(folder) / source.path).write_text(source.text, encoding="utf-8")
        print(f"command, {lines} lines: {command(Path(folder)):.3f} s")


if __name__ == "__main__":
    main()
