"""How fast `jadpo check` tells what is wrong after an edit of a project that was checked before.

    python bench/check/recheck.py [--lines 5000] [--rounds 7]

Compile the byte code first (`python -m compileall -q jadpo runtime codegen grammar`), as an
installed package has it. Every figure is of whole processes, start-up included: the median of the
time on the wall and of the CPU time, in seconds. Each round edits one line at another place and
checks again, with what the round before it kept. On a machine that does other work, the CPU time
says what the time on the wall would be on a quiet one.
"""

import argparse
import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from copies import write_project

KEEPS_NOTHING = {"JADPO_CACHE": "off"}


class Run(NamedTuple):
    """What one process took: seconds on the wall and of the CPU, and KiB of memory at its peak."""

    wall: float
    cpu: float
    memory: int


def main() -> None:
    """Measure, and print a line for each figure."""
    options = argparse.ArgumentParser(description="Checking again after an edit.")
    options.add_argument("--lines", type=int, default=5_000)
    options.add_argument("--rounds", type=int, default=7)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        project, cache = Path(folder) / "project", Path(folder) / "cache"
        project.mkdir()
        paths = write_project(chosen.lines, project)
        lines = sum(path.read_text(encoding="utf-8").count("\n") for path in paths)
        keeps = {"JADPO_CACHE": str(cache)}
        print(f"{lines} lines in {len(paths)} files")
        rounds = range(chosen.rounds)
        runs: dict[str, list[Run]] = {
            "start-up alone (--help)": [jadpo({}, "check", "--help") for _ in rounds],
            "keeping nothing": [jadpo(KEEPS_NOTHING, "check", str(project)) for _ in rounds],
        }
        runs["first time, kept"] = [jadpo(keeps, "check", str(project))]
        runs["nothing changed"] = [jadpo(keeps, "check", str(project)) for _ in rounds]
        for name, edit in EDITS.items():
            edited = edits(paths, edit)
            runs[name] = []
            for _ in rounds:
                next(edited)
                runs[name].append(jadpo(keeps, "check", str(project)))
            edited.close()
            jadpo(keeps, "check", str(project))
    for name, took in runs.items():
        wall = statistics.median(run.wall for run in took)
        cpu = statistics.median(run.cpu for run in took)
        memory = max(run.memory for run in took) / 1024
        print(f"{name:24} {wall:.3f} s on the wall, {cpu:.3f} s CPU, {memory:.0f} MiB")


def jadpo(environment: dict[str, str], *arguments: str) -> Run:
    """Run the command line once, with its output thrown away."""
    begin = time.perf_counter()
    nowhere = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_WRONLY, 0) for number in (1, 2)]
    child = os.posix_spawn(
        sys.executable,
        [sys.executable, "-m", "jadpo", *arguments],
        {**os.environ, **environment},
        file_actions=nowhere,
    )
    _, _, used = os.wait4(child, 0)
    wall = time.perf_counter() - begin
    return Run(wall, used.ru_utime + used.ru_stime, used.ru_maxrss)


# ---- edits

_NUMBERS = count(1)


def in_body(text: str) -> str:
    """Another comment and number in the first body."""
    return re.sub(
        r"^( +)return ", rf"\1var _ = {next(_NUMBERS)}\n\1return ", text, count=1, flags=re.M
    )


def comment(text: str) -> str:
    """One more comment between declarations."""
    return re.sub(r"^type ", rf"// {next(_NUMBERS)}\ntype ", text, count=1, flags=re.M)


def limit_of_type(text: str) -> str:
    """Another limit of the first type that has one."""
    return re.sub(r"max(_length)?: [\d_]+", rf"max\1: {1_000_000 + next(_NUMBERS)}", text, count=1)


def entity(text: str) -> str:
    """One more field of the first entity, optional."""
    return re.sub(
        r"^(entity .*\n)", rf"\1    more_{next(_NUMBERS)}: Text?\n", text, count=1, flags=re.M
    )


def unknown_name(text: str) -> str:
    """A name in the first body that nothing declares."""
    return re.sub(
        r"^( +)return ", rf"\1var _ = gone_{next(_NUMBERS)}\n\1return ", text, count=1, flags=re.M
    )


def syntax(text: str) -> str:
    """A body whose syntax is wrong."""
    return re.sub(
        r"^( +)return ", rf"\1var = {next(_NUMBERS)}\n\1return ", text, count=1, flags=re.M
    )


EDITS: dict[str, Callable[[str], str]] = {
    "edit in a body": in_body,
    "edit of a comment": comment,
    "edit of a type": limit_of_type,
    "edit of an entity": entity,
    "edit with a wrong name": unknown_name,
    "edit with wrong syntax": syntax,
}


def edits(paths: list[Path], edit: Callable[[str], str]) -> Iterator[None]:
    """Edit the files in turn, each time from the text that was there at first."""
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    editable = [path for path in paths if edit(texts[path]) != texts[path]]
    try:
        for number in count():
            path = editable[number % len(editable)]
            path.write_text(edit(texts[path]), encoding="utf-8")
            yield
            path.write_text(texts[path], encoding="utf-8")
    finally:
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
