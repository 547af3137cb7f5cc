"""``jadpo compare``: what is planted in compiled code is found, and a crash ends one test only."""

import json
import sys
from pathlib import Path

import pytest
from command_line import EXAMPLES, TREE, jadpo, write

from jadpo.compare.children import Comparing, compare_all
from jadpo.compare.report import report_of
from jadpo.compare.units import Unit, units_at
from jadpo.compare.verdicts import Compared, NotCompared, Verdict

SUPPORT = TREE / "tests" / "support"

SUMS = """
type Whole = Int {}

event Noted { noted { size: Whole } }

action note(size: Whole) -> Whole {
    emit Noted.noted { size: Whole(size + 1) }
    return size
}

test "no sum" { assert 2 * 3 == 6 }

test "a sum" { assert 1 + 1 == 2 }

test "an effect" { var _ = call note(Whole(4)) }
"""


def compared(path: Path, child: str, longest: float = 60.0) -> list[Compared]:
    comparing = Comparing(("fast",), 2, [sys.executable, str(SUPPORT / child)], longest)
    answers = compare_all(list(units_at(path)), comparing, lambda unit: None)
    assert all(isinstance(answer, Compared) for answer in answers)
    return [answer for answer in answers if isinstance(answer, Compared)]


def test_a_wrong_lowering_is_found_where_it_shows_first(tmp_path: Path) -> None:
    app = write(tmp_path, app=SUMS)

    none, sum_, effect = compared(app, "wrong_lowering_child.py")

    assert (none.test, none.verdict) == ("no sum", Verdict.SAME)
    assert (sum_.test, sum_.verdict, sum_.tier) == ("a sum", Verdict.DIFFERENT, "fast")
    assert effect.verdict is Verdict.DIFFERENT
    assert effect.where is not None
    assert effect.where.range["start"]["line"] == 7
    assert effect.where.text == "emit Noted.noted { size: Whole(size + 1) }"
    assert effect.lines == (
        "interpreted: emit Noted.noted (5)",
        "compiled:    emit Noted.noted (3)",
    )


@pytest.mark.skipif(sys.platform == "win32", reason="processes end in other ways there")
def test_what_ends_the_process_is_a_finding_and_the_rest_goes_on(tmp_path: Path) -> None:
    endings = ["segfault", "abort", "killed", "exit", "memory", "exception"]
    for number, ending in enumerate(endings):
        write(
            tmp_path / f"{number}",
            app=f'test "before" {{ assert 1 == 1 }}\ntest "{ending}" {{ assert 1 == 1 }}\n'
            'test "after" { assert 1 == 1 }\n',
        )

    answers = [
        answer
        for number in range(len(endings))
        for answer in compared(tmp_path / f"{number}", "crashing_child.py")
    ]

    others = [answer for answer in answers if answer.test in ("before", "after")]
    assert [answer.verdict for answer in others] == [Verdict.SAME] * 12
    crashed = {answer.test: answer for answer in answers if answer.test in endings}
    assert {answer.verdict for answer in crashed.values()} == {Verdict.CRASHED}
    assert crashed["segfault"].lines[0] == "the process was ended by SIGSEGV"
    assert crashed["abort"].lines[0] == "the process was ended by SIGABRT"
    assert crashed["killed"].lines[0] == "the process was ended by SIGKILL"
    assert crashed["exit"].lines[0] == "the process ended with status 3"
    assert crashed["memory"].lines[0].startswith("MemoryError")
    assert crashed["exception"].lines[0].startswith("ZeroDivisionError")


def test_what_does_not_come_to_an_end_is_a_finding(tmp_path: Path) -> None:
    app = write(tmp_path, app='test "hang" { assert 1 == 1 }\ntest "b" { assert 1 == 1 }\n')

    hang, other = compared(app, "crashing_child.py", longest=8.0)

    assert (hang.verdict, hang.lines) == (
        Verdict.CRASHED,
        ("the process did not come to an end in 8 s",),
    )
    assert (other.test, other.verdict) == ("b", Verdict.SAME)


def test_the_examples_do_the_same_in_every_tier() -> None:
    ended = jadpo("compare", EXAMPLES, "--processes", "2")

    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == "21 same (4 programs; fast, balanced, full)\n"


def test_a_sample_of_the_corpus_does_the_same(tmp_path: Path) -> None:
    corpus = TREE / "corpus" / "runner"

    ended = jadpo("compare", corpus, "--tier", "fast", "--json", "--processes", "2")

    document = json.loads(ended.stdout)
    assert (ended.returncode, document["findings"]) == (0, [])
    assert document["programs"] >= 30
    assert document["same"] >= document["programs"]


def test_a_program_with_mistakes_is_told(tmp_path: Path) -> None:
    app = write(tmp_path, app="type A = Nowhere\n")

    ended = jadpo("compare", app)

    lines = ended.stdout.splitlines()
    assert ended.returncode == 1
    assert lines[0] == f"not run: {app}"
    assert "error[type.unknown]" in lines[1]
    assert lines[2] == "1 not run (1 program; fast, balanced, full)"


def test_a_folder_of_projects_stands_for_each(tmp_path: Path) -> None:
    test = 'test "a" { assert 1 == 1 }\n'
    one = write(tmp_path / "one", app=f'application One {{ version: "1" }}\n{test}')
    two = write(tmp_path / "two", app=f'application Two {{ version: "1" }}\n{test}')

    assert list(units_at(tmp_path)) == [Unit(one, is_case=False), Unit(two, is_case=False)]
    assert list(units_at(one)) == [Unit(one, is_case=False)]


def test_memory_that_ends_many_tests_fails_the_comparison() -> None:
    def of(verdict: Verdict, count: int) -> list[Compared]:
        return [Compared("a", str(number), "fast", verdict) for number in range(count)]

    few = report_of(1, ("fast",), of(Verdict.SAME, 97) + of(Verdict.POISONED, 3))
    many = report_of(1, ("fast",), of(Verdict.SAME, 90) + of(Verdict.POISONED, 10))
    unread = report_of(1, ("fast",), [NotCompared("a", ("wrong",))])

    assert (few.status, many.status, unread.status) == (0, 1, 1)
    assert len(few.findings) == 3
