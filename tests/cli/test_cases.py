"""``jadpo test`` on cases: programs that say themselves what is to come of them."""

import json
from pathlib import Path

import pytest
from command_line import EXAMPLES, jadpo

from jadpo.cli.cases import difference

CORPUS = EXAMPLES.parent / "corpus"

HEADER = "//! Shows something.\n//! rules: T3\n"
ADDS = f'{HEADER}\ntest "adds up" {{ assert 1 + 1 == 2 }}\n'
FAILS = f'{HEADER}\ntest "does not add up" {{ assert 1 + 1 == 3 }}\n'
DIVIDES = (
    f'{HEADER}//! faults: "none" division_by_zero 4:36\n'
    'test "none" { var zero = 0  assert 1 % zero == 0 }\n'
)
REFUSED = f"{HEADER}\ntype A = Nowhere //~ ERROR type.unknown\n"


def put(folder: Path, **files: str) -> Path:
    """Write files by their names, ``shop__stock`` for ``shop/stock.jadpo``."""
    for name, text in files.items():
        file = folder / f"{name.replace('__', '/')}.jadpo"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


def test_a_folder_of_the_corpus_comes_out_as_it_says() -> None:
    ended = jadpo("test", CORPUS / "faults", CORPUS / "several", CORPUS / "syntax")

    count = len([*CORPUS.glob("faults/*.jadpo"), *CORPUS.glob("syntax/*.jadpo")])
    count += len(list(CORPUS.glob("several/*/*.jadpo")))
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == f"{count} passed\n"


def test_cases_of_several_files_are_judged(tmp_path: Path) -> None:
    ended = jadpo("test", CORPUS / "run/modules", CORPUS / "reject/modules")

    count = len(list(CORPUS.glob("run/modules/*.expected")))
    count += len(list(CORPUS.glob("reject/modules/*.expected")))
    assert (ended.returncode, ended.stdout) == (0, f"{count} passed\n")


def test_each_file_is_a_program_of_its_own_and_only_failed_ones_have_a_line(tmp_path: Path) -> None:
    cases = put(tmp_path, one=ADDS, deep__two=ADDS, three=FAILS, four=DIVIDES, five=REFUSED)

    ended = jadpo("test", cases)

    assert ended.returncode == 1
    assert ended.stdout.splitlines() == [
        f"failed: {tmp_path}/three.jadpo",
        '  the test "does not add up" should pass, but did end in assertion_failed 4:26',
        "1 failed, 4 passed",
    ]


def test_what_differs_from_the_record_is_shown_with_both_sides(tmp_path: Path) -> None:
    cases = put(tmp_path, one=ADDS, two=ADDS)
    (cases / "one.expected").write_text('test "adds up"\n  passed\n', encoding="utf-8")
    (cases / "two.expected").write_text('test "adds up"\n  stopped\n  more\n', encoding="utf-8")

    ended = jadpo("test", cases)

    assert ended.returncode == 1
    assert ended.stdout.splitlines() == [
        f"failed: {cases}/two.jadpo",
        f"  {cases}/two.expected:2: another outcome is recorded (1 line differs, and 1 more)",
        "    expected:   stopped",
        "    got:        passed",
        "1 failed, 1 passed",
    ]


def test_a_long_line_is_shown_where_it_differs() -> None:
    one, other = f"{'a' * 500}left{'b' * 500}", f"{'a' * 500}right{'b' * 500}"

    _, expected, got = difference(Path("x.expected"), one, other)

    assert expected.startswith("  expected: …aaa")
    assert "aleftb" in expected
    assert "arightb" in got
    assert len(got) < 200


def test_a_case_that_was_asked_for_shows_how_its_tests_ended(tmp_path: Path) -> None:
    cases = put(tmp_path, one=DIVIDES)

    ended = jadpo("test", cases / "one.jadpo")

    assert ended.returncode == 0
    assert ended.stdout.splitlines() == [
        f"passed: {cases}/one.jadpo",
        "  ended in division_by_zero 4:36: none",
        "1 passed",
    ]


def test_the_other_files_of_a_folder_are_its_project(tmp_path: Path) -> None:
    put(tmp_path, types="type Whole = Int {}\n", one=ADDS)
    put(tmp_path, uses='test "of the project" { assert Whole(1) == Whole(1) }\n')

    ended = jadpo("test", tmp_path)

    assert ended.returncode == 0
    lines = [f"{tmp_path}:", "passed: of the project", "2 passed"]
    assert ended.stdout.splitlines() == lines


def test_a_folder_without_a_header_is_no_case_whatever_its_name(tmp_path: Path) -> None:
    put(tmp_path / "my.project", a="type Whole = Int {}\n", b='test "b" { assert 1 == 1 }\n')

    ended = jadpo("test", tmp_path)

    assert (ended.returncode, ended.stdout) == (0, "passed: b\n1 passed\n")


def test_the_filter_is_on_paths_and_on_names_of_tests(tmp_path: Path) -> None:
    cases = put(tmp_path / "cases", one=ADDS, two=FAILS, three=REFUSED)

    by_path = jadpo("test", cases, "--filter", "THREE.jad")
    by_name = jadpo("test", cases, "--filter", "does NOT")
    none = jadpo("test", cases, "--filter", "ads up")

    assert (by_path.returncode, by_path.stdout) == (0, "1 passed\n")
    assert by_name.returncode == 1
    assert by_name.stdout.splitlines()[-1] == "1 failed"
    assert none.returncode == 2
    assert "Did you mean `adds up`?" in none.stderr


def test_cases_as_json(tmp_path: Path) -> None:
    cases = put(tmp_path, one=ADDS, two=FAILS)

    ended = jadpo("test", cases, "--json")

    document = json.loads(ended.stdout)
    one, two = document["cases"]
    assert (ended.returncode, document["projects"]) == (1, [])
    assert (document["passed"], document["failed"]) == (1, 1)
    assert one == {
        "path": f"{cases}/one.jadpo",
        "outcome": "passed",
        "reasons": [],
        "tests": [{"name": "adds up", "ended": "passed"}],
    }
    assert two["outcome"] == "failed"
    assert two["reasons"] == [
        'the test "does not add up" should pass, but did end in assertion_failed 4:26'
    ]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("//! No rules.\n", "its header says what it shows, and `//! rules: …`"),
        (f"{HEADER}type A = Int {{}}\n", "the program has no tests, so nothing was run"),
        (
            f"{HEADER}type A = Nowhere\n",
            "a diagnostic came that no mark announces, line 3: //~ ERR",
        ),
        (f"{HEADER}type A = Int {{}} //~ ERROR type.unknown\n", "a diagnostic that did not come"),
        (f"{HEADER}//~ error\n", "one.jadpo:3: a mark should read like"),
    ],
)
def test_a_case_that_contradicts_itself_fails(tmp_path: Path, text: str, reason: str) -> None:
    ended = jadpo("test", put(tmp_path, one=text))

    assert ended.returncode == 1
    assert reason in ended.stdout
    assert ended.stdout.splitlines()[-1] == "1 failed"


def test_a_file_that_cannot_be_read_does_not_hide_the_cases(tmp_path: Path) -> None:
    put(tmp_path, one=ADDS)
    (tmp_path / "latin.jadpo").write_bytes(b"// caf\xe9")

    ended = jadpo("test", tmp_path)

    assert ended.returncode == 1
    assert "error[syntax.not_utf8]" in ended.stdout
    assert ended.stdout.splitlines()[-1] == "1 project not run, 1 passed"


def test_a_case_of_several_files_is_one_wherever_it_is_named_from(tmp_path: Path) -> None:
    case = put(
        tmp_path / "two.project",
        a=f'{HEADER}\nmodule m\ntest "both" {{ assert Whole(1) == Whole(1) }}\n',
        deep__b="module m\ntype Whole = Int {}\n",
    )

    for ended in (jadpo("test", case), jadpo("test", "deep/..", folder=case)):
        assert ended.returncode == 0
        assert ended.stdout.splitlines() == [f"passed: {case}", "  passed: both", "1 passed"]
