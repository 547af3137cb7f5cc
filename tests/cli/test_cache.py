"""``jadpo cache``: what is kept, and that clearing removes only that."""

import json
from pathlib import Path

from command_line import EXAMPLES, jadpo

FIB = ("run", EXAMPLES / "kernels", "fib", "--input", "9", "--mode", "compiled")


def test_what_is_kept_is_told_and_cleared(tmp_path: Path) -> None:
    cache = str(tmp_path / "cache")
    jadpo(*FIB, JADPO_CACHE=cache)
    (tmp_path / "cache" / "letter.txt").write_text("mine")

    kept = jadpo("cache", JADPO_CACHE=cache)
    document = json.loads(jadpo("cache", "--json", JADPO_CACHE=cache).stdout)
    cleared = jadpo("cache", "clear", JADPO_CACHE=cache)
    after = json.loads(jadpo("cache", "--json", JADPO_CACHE=cache).stdout)

    assert (kept.returncode, kept.stdout.splitlines()[0]) == (0, f"{cache} holds")
    assert "  compiled code: 1 entry, " in kept.stdout
    (code,) = [kind for kind in document["kinds"] if kind["what"] == "compiled code"]
    assert document["folder"] == cache
    assert code["entries"] == 1
    assert code["bytes"] > 1_000
    assert (cleared.returncode, cleared.stdout.splitlines()[0]) == (0, f"{cache} held")
    assert all(kind["entries"] == 0 for kind in after["kinds"])
    assert (tmp_path / "cache" / "letter.txt").read_text() == "mine"


def test_a_cache_that_is_not_there_or_turned_off_holds_nothing(tmp_path: Path) -> None:
    missing = jadpo("cache", JADPO_CACHE=str(tmp_path / "missing"))
    off = jadpo("cache", "clear", JADPO_CACHE="off")

    assert (missing.returncode, off.returncode) == (0, 0)
    assert "  compiled code: 0 entries, 0 bytes" in missing.stdout
    assert off.stdout == "Nothing is kept: there is no cache folder.\n"
    assert not (tmp_path / "missing").exists()


def test_a_misspelt_subcommand_is_wrong_use() -> None:
    assert jadpo("cache", "clean").returncode == 2
