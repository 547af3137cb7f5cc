"""Rules of the language have programs that keep and that break them; those of the runtime tests."""

import re
import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).parents[2]


def rule_table(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, TREE / "scripts/rule-table", *arguments],
        check=False,
        capture_output=True,
        encoding="utf-8",
    )


def test_no_rule_of_the_language_lacks_a_program_on_a_side_where_one_is_due() -> None:
    ended = rule_table("--check")

    assert (ended.returncode, ended.stdout) == (0, ""), ended.stderr


def test_the_table_has_a_line_for_each_rule() -> None:
    listed = re.findall(r"^\| ([A-Z]\d+) \|", (TREE / "docs/rules.md").read_text("utf-8"), re.M)

    ended = rule_table()

    assert ended.returncode == 0, ended.stderr
    _, *lines = ended.stdout.splitlines()
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == listed


def test_a_rule_of_the_runtime_is_followed_by_its_tests() -> None:
    lines = rule_table().stdout.splitlines()
    of_unknown_commits = next(at for at, line in enumerate(lines) if line.startswith("P4 "))
    tests = []
    for line in lines[of_unknown_commits + 1 :]:
        if not line.startswith(" "):
            break
        tests.append(line.strip())
    assert any(test.startswith("tests/runner/test_unknown_commits.py::test_") for test in tests)
