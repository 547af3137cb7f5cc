"""The format of a case: what it states about itself, and that a contradiction is seen."""

from pathlib import Path

import pytest

from jadpo.compare.corpus import (
    Case,
    ExpectedFault,
    MalformedCase,
    Mark,
    cases_under,
    read_case,
)
from jadpo.compare.judging import MODES, Judgement, judge

HEADER = "//! Shows something.\n//! rules: T3 X1\n"


def case_of(folder: Path, kind: str, text: str) -> Case:
    path = folder / kind / "case.jadpo"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return read_case(folder, path)


def judged(folder: Path, kind: str, text: str) -> Judgement:
    return judge(case_of(folder, kind, HEADER + text), MODES["interpreted"])


def test_the_header_says_what_the_case_is_about(tmp_path: Path) -> None:
    text = (
        "//! Shows one thing,\n//! and another: so.\n//! rules: T3\n//! rules: M2 M4\n"
        '//! faults: "a \\"b\\": c" integer_overflow 12:9\n\n//! no header any more\n'
    )

    case = case_of(tmp_path, "faults", text)

    assert (case.kind, case.about) == ("faults", "Shows one thing, and another: so.")
    assert case.rules == ("T3", "M2", "M4")
    assert case.faults == (ExpectedFault('a \\"b\\": c', "integer_overflow", 12, 9),)


def test_marks_are_of_their_line_or_of_one_above(tmp_path: Path) -> None:
    text = (
        f"{HEADER}a //~ ERROR type.mismatch //~ WARNING flow.unused\n"
        "b\n//~^ ERROR syntax.x\n//~^^^ ERROR syntax.y\n"
    )

    assert case_of(tmp_path, "reject", text).marks == (
        Mark(3, "error", "syntax.y"),
        Mark(3, "error", "type.mismatch"),
        Mark(3, "warning", "flow.unused"),
        Mark(4, "error", "syntax.x"),
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "type A = Int {}\n",
        "//! Shows something.\n",
        "//! rules: T3\n",
        "//! Shows something.\n//! rules: T3, M2\n",
        "//! Shows something.\n//! rules:\n",
        f"{HEADER}//! faults: overflow integer_overflow 1:2\n",
        f'{HEADER}//! faults: "a" integer_overflow\n',
        f"{HEADER}//~ ERROR type\n",
        f"{HEADER}//~ error type.mismatch\n",
        f"{HEADER}//~ERROR type.mismatch\n",
    ],
)
def test_what_is_not_in_the_format_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(MalformedCase):
        case_of(tmp_path, "run", text)


def test_a_diagnostic_without_a_mark_is_seen(tmp_path: Path) -> None:
    judgement = judged(tmp_path, "reject", "type A = Nowhere\n")

    (complaint,) = judgement.complaints
    assert complaint.startswith("a diagnostic came that no mark announces, line 3: //~ ERROR type.")


def test_a_mark_without_its_diagnostic_is_seen(tmp_path: Path) -> None:
    judgement = judged(tmp_path, "reject", "type A = Int {} //~ ERROR type.mismatch\n")

    assert judgement.complaints == (
        "a mark announces a diagnostic that did not come, line 3: //~ ERROR type.mismatch",
        "the program has no errors, so it is not rejected",
    )


def test_a_program_to_be_run_without_tests_is_seen(tmp_path: Path) -> None:
    complaints = judged(tmp_path, "run", "type A = Int {}\n").complaints

    assert complaints == ("the program has no tests, so nothing was run",)


def test_a_test_that_does_not_pass_is_seen(tmp_path: Path) -> None:
    judgement = judged(tmp_path, "run", 'test "sum" { assert 1 + 1 == 3 }\n')

    assert judgement.complaints == (
        'the test "sum" should pass, but did end in assertion_failed 3:14',
    )


def test_a_fault_that_is_not_announced_or_elsewhere_is_seen(tmp_path: Path) -> None:
    test = 'test "none" { var zero = 0  assert 1 % zero == 0 }\n'

    elsewhere = judged(tmp_path, "faults", f'//! faults: "none" division_by_zero 4:1\n{test}')
    missing = judged(tmp_path, "faults", f'//! faults: "other" division_by_zero 4:1\n{test}')

    assert elsewhere.complaints == (
        'the test "none" should end in division_by_zero 4:1, but did end in division_by_zero 4:36',
    )
    assert missing.complaints[-1] == 'the header names a test "other", which there is not'


def test_a_rejected_program_has_one_mistake_and_one_of_several_has_more(tmp_path: Path) -> None:
    one = "type A = Nowhere //~ ERROR type.unknown\n"
    two = f"{one}type B = Nobody //~ ERROR type.unknown\n"

    assert judged(tmp_path, "reject", one).complaints == ()
    assert judged(tmp_path, "several", two).complaints == ()
    assert judged(tmp_path, "reject", two).complaints == (
        "the program has 2 marks: a case of `reject` has one mistake, and one with more belongs "
        "into `several`",
    )
    assert judged(tmp_path, "several", one).complaints == (
        "a case of `several` has several mistakes: this belongs into `reject`",
    )


def test_a_folder_is_one_case_with_the_file_in_each_place(tmp_path: Path) -> None:
    folder = tmp_path / "run" / "two.project"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.jadpo").write_text(
        '//! Shows it.\n//! rules: S3\n//! faults: "none" division_by_zero deep/b.jadpo:2:41\n'
        'module m\ntest "none" { assert share(Whole(0)) == 0 }\n',
        encoding="utf-8",
    )
    (folder / "deep/b.jadpo").write_text(
        "module m\nfunction share(of: Whole) -> Whole { return Whole(1 % of) }\n"
        "type Whole = Int {}\ntype Other = Int {} //~ WARNING flow.x\n",
        encoding="utf-8",
    )

    case = read_case(tmp_path, folder)

    assert cases_under(tmp_path) == [folder]
    assert case.expected == tmp_path / "run/two.expected"
    assert case.faults == (ExpectedFault("none", "division_by_zero", 2, 41, "deep/b.jadpo"),)
    assert case.marks == (Mark(4, "warning", "flow.x", "deep/b.jadpo"),)
    assert list(judge(case, MODES["interpreted"]).complaints) == [
        "a mark announces a diagnostic that did not come, deep/b.jadpo, line 4: //~ WARNING flow.x",
        'the test "none" should end in division_by_zero deep/b.jadpo:2:41, but did end in '
        "division_by_zero deep/b.jadpo:2:51",
    ]


def test_a_folder_has_one_header(tmp_path: Path) -> None:
    folder = tmp_path / "run" / "two.project"
    folder.mkdir(parents=True)
    (folder / "a.jadpo").write_text(HEADER, encoding="utf-8")
    (folder / "b.jadpo").write_text(HEADER, encoding="utf-8")

    with pytest.raises(MalformedCase, match="2 of its files begin with `//!`"):
        read_case(tmp_path, folder)
