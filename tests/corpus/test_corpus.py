"""Every program of the corpus comes out as it says itself, in every mode [X2].

One test for each program and mode; what only parses or checks has no modes. What is recorded in a
file ``.expected`` is written by ``scripts/update-corpus``; the header and the marks of a program
are not, so a record that is wrong contradicts them.
"""

import re
from pathlib import Path

import pytest

from jadpo.compare.corpus import cases_under, read_case
from jadpo.compare.judging import MODES, is_as_recorded, judge

TREE = Path(__file__).parents[2]
CORPUS = TREE / "corpus"
RULES = set(re.findall(r"^\| ([A-Z]\d+) \|", (TREE / "docs/rules.md").read_text("utf-8"), re.M))


NOT_RUN = ("syntax", "reject", "several")
"""The folders whose programs are not run."""

RUN = [path for path in cases_under(CORPUS) if path.relative_to(CORPUS).parts[0] not in NOT_RUN]


@pytest.mark.parametrize("path", cases_under(CORPUS), ids=lambda p: str(p.relative_to(CORPUS)))
def test_a_program_comes_out_as_it_says(path: Path) -> None:
    case = read_case(CORPUS, path)

    judgement = judge(case, MODES["interpreted"])

    assert judgement.complaints == ()
    assert judgement.outcome == case.expected.read_text("utf-8")


@pytest.mark.parametrize("path", RUN, ids=lambda p: str(p.relative_to(CORPUS)))
def test_a_compiled_program_comes_out_as_it_says(path: Path) -> None:
    case = read_case(CORPUS, path)

    judgement = judge(case, MODES["compiled"])

    assert judgement.complaints == ()
    assert is_as_recorded(case.expected.read_text("utf-8"), judgement.outcome, "compiled")


@pytest.mark.parametrize("path", cases_under(CORPUS), ids=lambda p: str(p.relative_to(CORPUS)))
def test_a_program_names_rules_that_there_are(path: Path) -> None:
    assert set(read_case(CORPUS, path).rules) - RULES == set()


def test_every_record_has_its_program() -> None:
    programs = {path.with_suffix(".expected") for path in cases_under(CORPUS)}

    assert set(CORPUS.rglob("*.expected")) - programs == set()
