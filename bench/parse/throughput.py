"""How fast text becomes nodes: a project of 5,000 lines, parsed whole and parsed again.

Run ``python bench/parse/throughput.py``. The project is copies of the example programs, a file
each, with their names numbered. Figures are the best of several rounds, in CPU time, since other
work on the machine must not count. ``again`` has every declaration in the cache but one that was
edited, as an editor would have it.
"""

import re
import time
from collections.abc import Callable
from pathlib import Path

from jadpo.source import Source
from jadpo.syntax import DeclarationCache, parse
from jadpo.syntax.tokenizer import tokenize

EXAMPLES = Path(__file__).parents[2] / "examples"
LINES = 5_000
ROUNDS = 15


def project(lines: int) -> list[Source]:
    """Files of at least so many lines together: copies of the examples, in which the names that
    are declared have the number of their copy."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.rglob("*.jadpo"))]
    sources: list[Source] = []
    while sum(source.text.count("\n") for source in sources) < lines:
        number = len(sources)
        text = texts[number % len(texts)]
        declared = set(re.findall(r"\b(?:type|entity|failure|event|batch|store) (\w+)", text))
        names = re.compile(rf"\b(?:{'|'.join(sorted(declared))})\b")
        text = names.sub(lambda name, number=number: f"{name[0]}{number}", text)
        sources.append(Source(f"part_{number}.jadpo", text))
    return sources


def seconds(work: Callable[[], object]) -> float:
    """The CPU time of the best of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best


def main() -> None:
    """Measure, and print a line for each figure."""
    sources = project(LINES)
    lines = sum(source.text.count("\n") for source in sources)
    assert not any(parse(source).diagnostics for source in sources)

    caches = {source.path: DeclarationCache() for source in sources}
    edited = [Source(source.path, f"// edited\n{source.text}") for source in sources]

    def parse_all() -> None:
        for source in sources:
            parse(source)

    def parse_again() -> None:
        for version in (sources, edited):
            for source in version:
                parse(source, caches[source.path])

    for name, work, size in (
        ("tokens", lambda: [tokenize(source) for source in sources], lines),
        ("tokens and nodes", parse_all, lines),
        ("again, moved by a line", parse_again, 2 * lines),
    ):
        print(f"{name:>24}: {size / seconds(work):>9,.0f} lines/s")


if __name__ == "__main__":
    main()
