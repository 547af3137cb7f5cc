"""Every rule of the language has programs that keep it and programs that break it."""

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
    assert [line.split()[0] for line in lines] == listed
