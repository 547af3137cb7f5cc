"""What `jadpo check` keeps between two runs, and all that can happen to it."""

import json
import os
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from command_line import jadpo, write

from jadpo.cli import kept_checks, rechecking
from jadpo.cli.kept_checks import KeptChecks
from jadpo.toolchain import toolchain_digest

PROGRAM = """
type Count = Int { min: 0 }

function twice(n: Count) fails InvalidValue -> Count {
    var unread = 1
    return attempt Count(n * 2)
}
"""
WARNED = "flow.unused_binding"


@pytest.fixture
def project(tmp_path):
    return write(tmp_path / "project", a=PROGRAM)


@pytest.fixture
def cache(tmp_path):
    return tmp_path / "cache"


@pytest.fixture
def known_toolchain(cache, monkeypatch):
    """This process keeps in the cache; its code counts as unchanged while the test runs."""
    monkeypatch.setenv("JADPO_CACHE", str(cache))
    monkeypatch.setattr("jadpo.toolchain.toolchain_digest", lambda: "toolchain")


def kept_file(cache: Path) -> Path:
    (file,) = (cache / "checks").iterdir()
    return file


def check(project: Path, cache: Path | str) -> str:
    """What a check prints; all checks of the program here end well."""
    ended = jadpo("check", project, JADPO_CACHE=str(cache))
    assert (ended.returncode, ended.stderr) == (0, "1 project checked: 1 warning.\n")
    return ended.stdout


def test_a_second_check_says_the_same_and_leaves_the_file(project, cache):
    anew = check(project, "off")
    assert WARNED in anew
    assert not cache.exists()
    assert check(project, cache) == anew
    kept = kept_file(cache)
    content = kept.read_bytes()
    assert check(project, cache) == anew
    assert kept.read_bytes() == content
    assert kept.stat().st_mode & 0o077 == 0


def test_what_was_reported_is_reported_again_without_the_checker(
    project, known_toolchain, monkeypatch
):
    first = list(rechecking.problems_at(project).diagnostics)

    def never(*_: object) -> None:
        raise AssertionError("it is checked again")

    monkeypatch.setattr("jadpo.check.rechecking.problems_of_project", never)
    assert list(rechecking.problems_at(project).diagnostics) == first
    write(project, a=PROGRAM + "\n")
    with pytest.raises(AssertionError, match="again"):
        rechecking.problems_at(project)


def test_damage_of_any_kind_is_as_if_nothing_was_kept(project, cache, known_toolchain):
    first = list(rechecking.problems_at(project).diagnostics)
    kept = kept_file(cache)
    content = kept.read_bytes()
    choice = random.Random(20261201)
    damaged = [b"", b"\n", b"{}", b"[" * 100_000, os.urandom(2000), content + b" ", content[:-1]]
    damaged += [content[: choice.randrange(len(content))] for _ in range(40)]
    for _ in range(150):
        at = choice.randrange(len(content))
        damaged.append(
            content[:at] + bytes([content[at] ^ choice.randrange(1, 256)]) + content[at + 1 :]
        )
    for each in damaged:
        kept.write_bytes(each)
        assert list(rechecking.problems_at(project).diagnostics) == first
        assert kept.read_bytes() == content  # and it is mended


@pytest.mark.parametrize(
    "value",
    [
        None,
        7,
        [],
        {"told": 1},
        {"told": ["x"]},
        {"told": ["KEY", [1]]},
        {"told": ["KEY", [["no.such_rule", "error", None, "", "", "", [], []]]]},
        {"told": ["KEY", [["type.unknown", "error", [1], "", "", "", [], []]]]},
        {"outlines": {"x": [1]}, "bodies": [[]]},
    ],
)
def test_whole_files_with_something_else_in_them_are_as_if_not_there(
    project, cache, value, known_toolchain
):
    first = list(rechecking.problems_at(project).diagnostics)
    kept = KeptChecks(cache / "checks", "toolchain")
    right = kept.get(project)
    assert isinstance(right, dict)
    kept.put(project, json.loads(json.dumps(value).replace("KEY", right["told"][0])))
    assert list(rechecking.problems_at(project).diagnostics) == first


def test_json_nested_without_bound_is_as_if_not_there(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_checks.json, "dumps", lambda *_, **__: "[" * 200_000 + "]" * 200_000)
    kept = KeptChecks(tmp_path, "toolchain")
    kept.put(tmp_path, None)
    assert len(list(tmp_path.iterdir())) == 1
    assert kept.get(tmp_path) is None


def test_what_another_toolchain_kept_is_not_read(tmp_path):
    project = tmp_path / "project"
    KeptChecks(tmp_path / "checks", "one").put(project, {"a": 1})
    assert KeptChecks(tmp_path / "checks", "another").get(project) is None
    assert KeptChecks(tmp_path / "checks", "one").get(project) == {"a": 1}


def test_what_another_user_wrote_is_not_read(tmp_path, monkeypatch):
    kept = KeptChecks(tmp_path / "checks", "toolchain")
    kept.put(tmp_path, {"a": 1})
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert kept.get(tmp_path) is None


def test_a_toolchain_has_one_digest_until_its_code_changes(tmp_path, monkeypatch):
    before = toolchain_digest()
    assert before is not None
    assert toolchain_digest() == before
    (tmp_path / "__init__.py").write_text("")
    (tmp_path / "more.py").write_text("x = 1")
    package = type("package", (), {"__file__": str(tmp_path / "__init__.py")})
    monkeypatch.setattr("jadpo.toolchain._PACKAGES", (package,))
    first = toolchain_digest()
    (tmp_path / "more.py").write_text("x = 12")
    assert toolchain_digest() not in (first, before)
    monkeypatch.setattr("jadpo.toolchain._PACKAGES", (type("gone", (), {"__file__": "/no/x.py"}),))
    assert toolchain_digest() is None


@pytest.mark.parametrize("obstacle", ["a file", "a link to nothing", "a folder without rights"])
def test_a_folder_that_cannot_be_used_keeps_nothing_and_disturbs_nothing(project, cache, obstacle):
    anew = check(project, "off")
    if obstacle == "a file":
        cache.write_text("in the way")
    elif obstacle == "a link to nothing":
        cache.symlink_to("/proc/nothing/here")
    else:
        cache.mkdir(mode=0o500)
    assert check(project, cache) == anew
    assert check(project, cache) == anew


def test_a_file_that_is_a_folder_disturbs_nothing(project, cache):
    anew = check(project, cache)
    kept = kept_file(cache)
    kept.unlink()
    kept.mkdir()
    assert check(project, cache) == anew
    assert not [each for each in (cache / "checks").iterdir() if each.name.startswith(".")]


def test_several_processes_at_once_each_say_what_is_right(project, cache, tmp_path):
    other = write(tmp_path / "other", a=PROGRAM.replace("unread", "lost"))
    expected = {each: check(each, "off") for each in (project, other)}

    def run(number: int) -> bool:
        chosen = (project, other)[number % 2]
        return check(chosen, cache) == expected[chosen]

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(run, range(12)))
    assert len(list((cache / "checks").iterdir())) == 2


def test_the_projects_not_checked_for_longest_are_forgotten(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_checks, "MOST_FILES", 3)
    kept = KeptChecks(tmp_path / "checks", "toolchain")
    for number in range(5):
        kept.put(tmp_path / str(number), {"number": number})
        os.utime(kept._file(tmp_path / str(number)), (number, number))
    known = [kept.get(tmp_path / str(number)) is not None for number in range(5)]
    assert known == [False, False, True, True, True]


def test_files_never_finished_are_removed(tmp_path):
    folder = tmp_path / "checks"
    folder.mkdir()
    abandoned = folder / ".unfinished-x"
    abandoned.write_text("half")
    os.utime(abandoned, (1, 1))
    KeptChecks(folder, "toolchain").put(tmp_path, {})
    assert not abandoned.exists()


def test_an_edit_is_seen_at_once(project, cache):
    check(project, cache)
    write(project, a=PROGRAM.replace("n * 2", "m * 2"))
    ended = jadpo("check", project, JADPO_CACHE=str(cache))
    assert ended.returncode == 1
    assert "name.unknown" in ended.stdout
    write(project, a=PROGRAM)
    assert WARNED in check(project, cache)
