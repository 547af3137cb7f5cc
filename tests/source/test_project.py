"""Reading a project from disk (language, section 1): one file, or a folder of files."""

import os
import sys
from pathlib import Path

import pytest

from jadpo.project import LARGEST_FILE, Project, load_project


def rules(project: Project) -> list[str]:
    return [each.rule for each in project.diagnostics]


def only_summary(project: Project) -> str:
    (diagnostic,) = project.diagnostics
    return diagnostic.summary


def test_a_file_is_a_project_named_after_it(tmp_path: Path) -> None:
    file = tmp_path / "shop.jadpo"
    file.write_text("type A = Int {}", encoding="utf-8")

    project = load_project(file)

    assert project.name == "shop"
    assert [source.text for source in project.sources] == ["type A = Int {}"]
    assert not project.diagnostics


def test_a_folder_is_read_at_any_depth_in_order_of_paths(tmp_path: Path) -> None:
    for name in ("b.jadpo", "a/z.jadpo", "a/b/c.jadpo", "a.jadpo", "notes.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")

    project = load_project(tmp_path)

    paths = [Path(source.path).relative_to(tmp_path).as_posix() for source in project.sources]
    assert paths == ["a.jadpo", "a/b/c.jadpo", "a/z.jadpo", "b.jadpo"]
    assert project.name == tmp_path.name


def test_paths_are_shown_as_they_were_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "a.jadpo").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)

    assert [source.path for source in load_project("shop").sources] == ["shop/a.jadpo"]
    assert load_project(".").name == tmp_path.name


def test_hidden_files_and_folders_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / ".venv").mkdir()
    for name in (".venv/a.jadpo", ".#b.jadpo", "c.jadpo"):
        (tmp_path / name).write_text("", encoding="utf-8")

    project = load_project(tmp_path)

    assert [Path(source.path).name for source in project.sources] == ["c.jadpo"]


def test_a_link_back_up_is_not_followed_for_ever(tmp_path: Path) -> None:
    (tmp_path / "a.jadpo").write_text("", encoding="utf-8")
    (tmp_path / "again").symlink_to(tmp_path, target_is_directory=True)

    assert len(load_project(tmp_path).sources) == 1


def test_nothing_at_the_path_is_told_with_the_nearest_name(tmp_path: Path) -> None:
    (tmp_path / "shop.jadpo").write_text("", encoding="utf-8")

    project = load_project(tmp_path / "shpo.jadpo")

    (diagnostic,) = project.diagnostics
    assert diagnostic.rule == "cli.path_missing"
    assert diagnostic.help == f"did you mean `{tmp_path}/shop.jadpo`?"


def test_a_path_in_a_missing_folder_is_told(tmp_path: Path) -> None:
    assert rules(load_project(tmp_path / "no" / "shop.jadpo")) == ["cli.path_missing"]


def test_a_path_through_a_file_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "shop.jadpo").write_text("", encoding="utf-8")

    assert rules(load_project(tmp_path / "shop.jadpo" / "x.jadpo")) == ["cli.path_unreadable"]


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "readme.txt").write_text("", encoding="utf-8")

    assert rules(load_project(tmp_path)) == ["cli.no_source_files"]


def test_a_file_of_another_kind_is_told(tmp_path: Path) -> None:
    (tmp_path / "shop.txt").write_text("", encoding="utf-8")

    assert rules(load_project(tmp_path / "shop.txt")) == ["cli.not_a_source_file"]


@pytest.mark.parametrize("given", ["", "shop.jadpo"])
def test_a_folder_named_like_a_source_file_is_told_once(tmp_path: Path, given: str) -> None:
    (tmp_path / "shop.jadpo").mkdir()
    (tmp_path / "shop.jadpo" / "a.jadpo").write_text("", encoding="utf-8")

    assert rules(load_project(tmp_path / given)) == ["cli.folder_named_as_source"]


def test_a_link_to_nowhere_is_unreadable_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "gone.jadpo").symlink_to(tmp_path / "nowhere")
    (tmp_path / "here.jadpo").write_text("", encoding="utf-8")

    project = load_project(tmp_path)

    assert rules(project) == ["cli.path_unreadable"]
    assert [Path(source.path).name for source in project.sources] == ["here.jadpo"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes on disk")
def test_a_pipe_is_refused_rather_than_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jadpo")

    project = load_project(tmp_path / "pipe.jadpo")

    assert rules(project) == ["cli.path_unreadable"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems refuse such names")
def test_a_name_that_is_no_utf8_is_shown_with_escapes(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.jadpo")).write_text("", encoding="utf-8")

    (source,) = load_project(tmp_path).sources

    assert source.path == f"{tmp_path}/caf\\xe9.jadpo"


def test_a_file_over_the_limit_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "big.jadpo").open("wb") as stream:
        stream.truncate(LARGEST_FILE + 1)

    assert rules(load_project(tmp_path)) == ["syntax.file_too_large"]


def test_bytes_that_are_not_utf8_are_told_with_byte_and_line(tmp_path: Path) -> None:
    file = tmp_path / "a.jadpo"
    file.write_bytes("// é\n// caf".encode() + b"\xe9 \xff\n")

    project = load_project(file)

    (diagnostic,) = project.diagnostics
    assert diagnostic.rule == "syntax.not_utf8"
    assert "byte 12 (0xE9)" in diagnostic.summary
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column) == (2, 7)


def test_a_character_cut_short_at_the_end_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.jadpo").write_bytes(b"// \xe6\xbc")

    assert "byte 3 (0xE6)" in only_summary(load_project(tmp_path))


def test_utf16_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.jadpo").write_bytes("type A = Int {}".encode("utf-16"))

    (diagnostic,) = load_project(tmp_path).diagnostics

    assert "UTF-16" in diagnostic.help


def test_a_byte_order_mark_is_told_with_the_edit_that_deletes_it(tmp_path: Path) -> None:
    (tmp_path / "a.jadpo").write_bytes(b"\xef\xbb\xbftype A = Int {}")

    (diagnostic,) = load_project(tmp_path).diagnostics

    assert diagnostic.rule == "syntax.byte_order_mark"
    (edit,) = diagnostic.edits
    assert (edit.span.start, edit.span.end, edit.replacement) == (0, 1, "")


def test_a_nul_character_is_told_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "a.jadpo").write_bytes(b"// a\n// b\0")

    (diagnostic,) = load_project(tmp_path).diagnostics

    assert diagnostic.rule == "syntax.nul_character"
    assert diagnostic.span is not None
    assert (diagnostic.span.line, diagnostic.span.column) == (2, 5)


def test_every_unreadable_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.jadpo").write_bytes(b"\xff")
    (tmp_path / "b.jadpo").write_bytes(b"\0")
    (tmp_path / "c.jadpo").write_bytes(b"")

    project = load_project(tmp_path)

    assert rules(project) == ["syntax.not_utf8", "syntax.nul_character"]
    assert len(project.sources) == 1
