"""The process that compares: it may be ended by the code it runs, and another one goes on.

It reads a line of JSON for each program to compare, and writes lines of JSON: what it is about to
do, each test that it has compared, and that the program is done. Whoever started it knows from the
last line what ended it.
"""

import faulthandler
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from jadpo.cache_folder import OBJECTS, cache_folder
from jadpo.compare.corpus import corpus_of, read_case
from jadpo.compare.effects import Line
from jadpo.compare.finding import find_cases
from jadpo.compare.places import place_of
from jadpo.compare.transcript import Transcript, first_difference, transcript_of
from jadpo.compare.verdicts import Verdict
from jadpo.diagnostics import Diagnostics
from jadpo.diagnostics.json_form import range_as_json
from jadpo.diagnostics.plain import plain_line
from jadpo.interpret import interpret
from jadpo.ir.program import Program
from jadpo.project import load_project
from jadpo.source import Source
from jadpo_runtime.manifest import TestDefinition
from jadpo_runtime.program import Program as Engine

INTERPRETED: Final = "interpreted"

MOST_MEMORY: Final = 6 * 1024**3
"""Bytes of addresses that this process may use, so that it ends before the machine is in need."""

Say = Callable[[Mapping[str, Any]], None]


class Task(NamedTuple):
    """A program to be compared; ``skip`` are the tiers and tests that ended a process before."""

    path: Path
    is_case: bool
    tiers: tuple[str, ...]
    skip: frozenset[tuple[str, str]]


def main() -> None:
    """Compare the programs that standard input names until it ends."""
    faulthandler.enable()
    _limit_memory()
    # What anything else prints must not stand among the lines of the protocol.
    with os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="ascii") as answers:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

        def say(message: Mapping[str, Any]) -> None:
            answers.write(f"{json.dumps(message)}\n")
            answers.flush()

        for line in sys.stdin:
            compare_program(_task(json.loads(line)), say)
            say({"done": True})


def _task(document: Mapping[str, Any]) -> Task:
    return Task(
        Path(document["path"]),
        document["is_case"],
        tuple(document["tiers"]),
        frozenset((tier, test) for tier, test in document["skip"]),
    )


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits.
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard == resource.RLIM_INFINITY or hard > MOST_MEMORY:
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def compare_program(task: Task, say: Say) -> None:
    """Run the tests of a program in every engine, and say of each what came of it."""
    sources, program, diagnostics = _checked(task)
    if program is None:
        say({"problems": [plain_line(each) for each in diagnostics]})
        return
    comparison = _Comparison(task, sources, program, say)
    engines = dict(comparison.engines())
    for test in program.manifest.tests:
        comparison.compare(test, engines)


def _checked(task: Task) -> tuple[Sequence[Source], Program | None, Diagnostics]:
    from jadpo.check import check_project

    if task.is_case:
        case = read_case(corpus_of(task.path), task.path)
        checked = check_project(case.sources, case.path.stem)
        return case.sources, checked.program, checked.diagnostics
    if task.path.suffix == ".jadpoc" and not task.path.is_dir():
        from jadpo.artefact.reading import read_artefact

        artefact = read_artefact(task.path.read_bytes())
        return artefact.sources, artefact.program, Diagnostics()
    project = load_project(task.path)
    if project.diagnostics.has_errors:
        return project.sources, None, project.diagnostics
    sources = find_cases(task.path, project.sources).project
    checked = check_project(sources, project.name)
    return sources, checked.program, checked.diagnostics


class _Comparison:
    """The comparison of one program."""

    def __init__(self, task: Task, sources: Sequence[Source], program: Program, say: Say) -> None:
        self._task: Final = task
        self._sources: Final = {source.path: source for source in sources}
        self._program: Final = program
        self._say: Final = say

    def engines(self) -> Iterator[tuple[str, Engine]]:
        """Each tier with its engine; one that cannot be made is said."""
        from jadpo_codegen import Tier, compile_program
        from jadpo_codegen.object_cache import ObjectCache
        from jadpo_codegen.objects import NothingKept, Objects

        folder = cache_folder(os.environ, sys.platform)
        objects: Objects = NothingKept() if folder is None else ObjectCache(folder / OBJECTS)
        if not self._program.manifest.tests:
            return
        for tier in self._task.tiers:
            if (tier, "") in self._task.skip:
                continue
            self._say({"doing": [tier, ""]})
            try:
                yield tier, compile_program(self._program, Tier(tier), objects=objects)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
                self._ended(tier, "", Verdict.CRASHED, None, _shown(error))

    def compare(self, test: TestDefinition, engines: Mapping[str, Engine]) -> None:
        """Run a test interpreted and in each tier."""
        expected = self._transcript(INTERPRETED, test, interpret(self._program))
        if expected is None:
            return
        for tier, engine in engines.items():
            came = self._transcript(tier, test, engine)
            if came is None:
                continue
            difference = first_difference(expected, came)
            if difference is None:
                self._ended(tier, test.name, Verdict.SAME, None, ())
                continue
            is_memory = expected.exceeds_memory or came.exceeds_memory
            verdict = Verdict.POISONED if is_memory else Verdict.DIFFERENT
            line = difference.interpreted or difference.compiled
            self._ended(tier, test.name, verdict, line, difference.lines())

    def _transcript(self, tier: str, test: TestDefinition, engine: Engine) -> Transcript | None:
        if (tier, test.name) in self._task.skip:
            return None
        self._say({"doing": [tier, test.name]})
        try:
            return transcript_of(engine, test)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            self._ended(tier, test.name, Verdict.CRASHED, None, _shown(error))
            return None

    def _ended(
        self, tier: str, test: str, verdict: Verdict, line: Line | None, lines: Sequence[str]
    ) -> None:
        place = None if line is None else place_of(self._program, line)
        where = None
        if place is not None and place.path in self._sources:
            source = self._sources[place.path]
            text = source.text.split("\n")[place.line - 1].strip()
            where = {"range": range_as_json(place, self._sources), "text": text}
        self._say(
            {
                "tier": tier,
                "test": test,
                "verdict": verdict.value,
                "where": where,
                "lines": list(lines),
            }
        )


def _shown(error: Exception) -> tuple[str, ...]:
    last = traceback.extract_tb(error.__traceback__)[-1]
    text = " ".join(f"{type(error).__name__}: {error}".split())
    return (text, f"in {Path(last.filename).name}, line {last.lineno}")


if __name__ == "__main__":
    main()
