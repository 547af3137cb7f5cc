"""The corpus and the examples in compiled code, against what is recorded of them."""

from collections.abc import Sequence
from pathlib import Path

from jadpo.check import check_project
from jadpo.compare.corpus import cases_under, read_case
from jadpo.compare.judging import judge
from jadpo.project import load_project
from jadpo_codegen import Tier, compile_program
from jadpo_runtime.hosts.test import run_test
from jadpo_runtime.outcome import Returned

TREE = Path(__file__).parents[2]

CORPUS = TREE / "corpus"

KINDS = ("run", "faults", "runner", "http", "regressions")
"""The kinds of case that run."""


def corpus_differences(tier: Tier, except_for: Sequence[str], note: Path) -> tuple[int, list[str]]:
    """How many cases ran, and which came out otherwise than recorded."""
    found = []
    count = 0
    for path in cases_under(CORPUS):
        name = path.relative_to(CORPUS).as_posix()
        if name.split("/")[0] not in KINDS or name in except_for:
            continue
        note.write_text(name)
        count += 1
        case = read_case(CORPUS, path)
        judgement = judge(case, lambda program: compile_program(program, tier))
        if judgement.complaints or judgement.outcome != case.expected.read_text("utf-8"):
            found.append(f"{name}: {judgement.complaints}\n{judgement.outcome}")
    return count, found


def example_differences(tier: Tier, note: Path) -> tuple[int, list[str]]:
    """How many tests of the examples ran, and which did not pass."""
    found = []
    count = 0
    for folder in sorted((TREE / "examples").iterdir()):
        project = load_project(folder)
        program = check_project(project.sources, project.name).program
        assert program is not None
        compiled = compile_program(program, tier)
        for test in program.manifest.tests:
            note.write_text(f"{folder.name}: {test.name}")
            count += 1
            result = run_test(compiled, test)
            if not isinstance(result.outcome, Returned):
                found.append(f"{folder.name}: {test.name}: {result.outcome}")
    return count, found
