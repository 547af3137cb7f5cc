"""What the documents say is so: their program, their rule ids, their links."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

TREE = Path(__file__).parents[2]
DOCUMENTS = sorted([*TREE.glob("*.md"), *TREE.glob("docs/**/*.md")])
CODE = sorted(
    path
    for folder in ("jadpo", "runtime", "codegen", "grammar", "tests")
    for path in (TREE / folder).rglob("*.py")
)


def test_the_program_of_the_readme_passes_its_test(tmp_path: Path) -> None:
    readme = (TREE / "README.md").read_text("utf-8")
    (program,) = re.findall(r"```jadpo\n(.*?)```", readme, re.S)
    (tmp_path / "todo.jadpo").write_text(program, encoding="utf-8")

    ended = subprocess.run(
        [sys.executable, "-m", "jadpo", "test", tmp_path / "todo.jadpo"],
        check=False,
        capture_output=True,
        encoding="utf-8",
    )

    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_each_rule_that_is_cited_is_listed() -> None:
    listed = set(
        re.findall(r"^\| ([A-Z]\d+) \|", (TREE / "docs/rules.md").read_text("utf-8"), re.M)
    )
    cited = {
        rule: path.relative_to(TREE)
        for path in CODE
        for rule in re.findall(r"\[([A-Z]\d+)\]", path.read_text("utf-8"))
    }

    assert {rule: path for rule, path in cited.items() if rule not in listed} == {}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_to_files_lead_somewhere(document: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", document.read_text("utf-8"))

    assert [link for link in links if not (document.parent / link).exists()] == []


def test_each_command_of_the_readme_exists() -> None:
    from jadpo.cli.commands import COMMANDS

    readme = (TREE / "README.md").read_text("utf-8")

    assert set(re.findall(r"^\| `jadpo (\w+)", readme, re.M)) == set(COMMANDS)
