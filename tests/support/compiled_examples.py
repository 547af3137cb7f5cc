"""The tests of the examples in compiled code."""

from pathlib import Path

from jadpo.check import check_project
from jadpo.project import load_project
from jadpo_codegen import Tier, compile_program
from jadpo_runtime.hosts.test import run_test
from jadpo_runtime.outcome import Returned

TREE = Path(__file__).parents[2]


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
