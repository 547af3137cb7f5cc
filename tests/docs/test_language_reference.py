"""The reference in docs/language: every example is checked, and every rule has its place.

A block of Jadpo is a whole program that the checker accepts without a word, and whose tests pass.
The words after ``jadpo`` say otherwise: ``continued`` puts the accepted blocks of the page since
the last whole program before it; ``refused RULE`` says that there is exactly one diagnostic, of
that rule.
"""

import re
import subprocess
import sys
from pathlib import Path

import attrs
import pytest
from command_line import TREE, jadpo

from jadpo.check import check_project
from jadpo.format import Formatted, format_source
from jadpo.source import Source

LANGUAGE = TREE / "docs/language"
PAGES = sorted(LANGUAGE.glob("*.md"))
BLOCK = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```$", re.M | re.S)


@attrs.frozen
class Example:
    """A block of a page: its line, the program it makes, and the rule that refuses it, if any."""

    page: str
    line: int
    block: str
    program: str
    refused: str | None

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def examples_of(page: Path) -> list[Example]:
    text = page.read_text("utf-8")
    examples: list[Example] = []
    before = ""
    for block in BLOCK.finditer(text):
        language, words, program = block[1], block[2].split(), block[3]
        if language != "jadpo":
            continue
        if words[:1] == ["continued"]:
            program, words = before + program, words[1:]
        refused = None
        if words:
            kind, refused = words
            assert kind == "refused", f"{page.name}: there are no blocks `{block[2]}`"
        else:
            before = program
        line = text.count("\n", 0, block.start()) + 1
        examples.append(Example(page.name, line, block[3], program, refused))
    return examples


EXAMPLES = [example for page in PAGES for example in examples_of(page)]


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_an_example_is_accepted_or_refused_as_its_page_says(example: Example) -> None:
    found = check_project((Source("example.jadpo", example.program),), "example").diagnostics

    said = [(each.rule, str(each.span), each.summary) for each in found]
    assert [rule for rule, _, _ in said] == ([example.refused] if example.refused else []), said


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_an_example_is_laid_out_canonically(example: Example) -> None:
    laid_out = format_source(Source("example.jadpo", example.block))

    if not isinstance(laid_out, Formatted):
        assert (example.refused or "").startswith("syntax.")
        return
    assert laid_out.text == example.block


def test_the_tests_of_the_examples_pass(tmp_path: Path) -> None:
    files = []
    for number, example in enumerate(EXAMPLES):
        if example.refused is None and re.search(r"^test ", example.program, re.M):
            files.append(tmp_path / f"{number}_{example.page.removesuffix('.md')}.jadpo")
            files[-1].write_text(example.program, encoding="utf-8")

    ended = jadpo("test", *files)

    assert len(files) > 10
    assert ended.returncode == 0, ended.stdout + ended.stderr


def test_each_page_has_an_example_and_is_listed() -> None:
    listed = set(re.findall(r"\]\(([a-z]+\.md)\)", (LANGUAGE / "README.md").read_text("utf-8")))

    assert listed == {page.name for page in PAGES} - {"README.md"}
    without = {page.name for page in PAGES} - {example.page for example in EXAMPLES}
    assert without == {"README.md", "choices.md", "library.md"}


def test_each_rule_of_the_language_has_one_place() -> None:
    rules = re.findall(
        r"^\| ([STEQFCVNRGX]\d+) \|", (TREE / "docs/rules.md").read_text("utf-8"), re.M
    )
    text = "".join(page.read_text("utf-8") for page in PAGES)
    anchors = re.findall(r'<a id="([a-z]\d+)"></a>', text)

    assert sorted(anchors) == sorted(rule.lower() for rule in rules)
    assert [rule for rule in rules if f"**[{rule}]**" not in text] == []


def test_the_page_of_the_library_is_what_its_table_says() -> None:
    script = TREE / "scripts/library-page"

    ended = subprocess.run([sys.executable, script, "--check"], check=False, capture_output=True)

    assert ended.returncode == 0, ended.stdout


def test_links_to_rules_lead_to_their_places() -> None:
    for page in PAGES:
        for target, anchor in re.findall(
            r"\]\(([a-z]*\.?m?d?)#([a-z]\d+)\)", page.read_text("utf-8")
        ):
            there = (LANGUAGE / target if target else page).read_text("utf-8")
            assert f'<a id="{anchor}"></a>' in there, (page.name, target, anchor)
