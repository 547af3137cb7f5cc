"""The object cache: what is kept, what is not believed, and what a key depends on."""

import os
import re
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from ir_building import INT, Building, add, local, returns
from recording_context import RecordingContext

from jadpo_codegen import Tier, compile_program
from jadpo_codegen.object_cache import ObjectCache
from jadpo_codegen.objects import ABI, BuiltObject, Machine, NothingKept, object_key
from jadpo_runtime.outcome import Returned

KEY, OTHER = "a" * 64, "b" * 64
MACHINE = Machine("x86_64-linux", "small", "+sse2", "0.50.0", "22.1.0")


def program():
    building = Building()
    building.function("main", returns(add(local(0), local(1))), takes=[INT, INT])
    return building.program()


def sum_of(compiled):
    return compiled.run("main", [2, 3], RecordingContext())


def test_what_was_kept_is_given_back(tmp_path):
    cache = ObjectCache(tmp_path / "deep" / "objects")

    assert cache.get(KEY) is None
    cache.put(KEY, b"code")

    assert ObjectCache(tmp_path / "deep" / "objects").get(KEY) == b"code"
    assert cache.get(OTHER) is None


def test_a_second_process_loads_and_does_not_compile(tmp_path, monkeypatch):
    cache = ObjectCache(tmp_path)
    assert sum_of(compile_program(program(), Tier.FAST, objects=cache)) == Returned(5)

    def never(text, tier):
        raise AssertionError("it was compiled again")

    monkeypatch.setattr("jadpo_codegen.program.compile_text", never)

    assert sum_of(compile_program(program(), Tier.FAST, objects=cache)) == Returned(5)
    with pytest.raises(AssertionError, match="compiled again"):
        compile_program(program(), Tier.FULL, objects=cache)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-1],
        lambda content: content[:40],
        lambda content: b"",
        lambda content: content[:-1] + bytes([content[-1] ^ 1]),
        lambda content: b"x" + content,
        lambda content: b"no object at all",
    ],
)
def test_a_damaged_entry_is_made_again(tmp_path, damage):
    cache = ObjectCache(tmp_path)
    compile_program(program(), Tier.FAST, objects=cache)
    (entry,) = tmp_path.iterdir()
    whole = entry.read_bytes()
    entry.write_bytes(damage(whole))

    assert sum_of(compile_program(program(), Tier.FAST, objects=cache)) == Returned(5)
    assert entry.read_bytes() == whole


def test_an_entry_of_another_user_is_not_loaded(tmp_path, monkeypatch):
    cache = ObjectCache(tmp_path)
    cache.put(KEY, b"code")
    assert cache.get(KEY) == b"code"

    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)

    assert cache.get(KEY) is None


def test_a_folder_that_cannot_be_made_keeps_nothing(tmp_path):
    (tmp_path / "file").write_text("in the way")
    cache = ObjectCache(tmp_path / "file" / "objects")

    assert sum_of(compile_program(program(), Tier.FAST, objects=cache)) == Returned(5)
    assert cache.get(KEY) is None


def test_what_was_not_used_for_longest_goes_first(tmp_path):
    cache = ObjectCache(tmp_path, most_bytes=3_000)
    keys = [digit * 64 for digit in "123456"]
    for time, key in enumerate(keys[:3]):
        cache.put(key, bytes(800))
        os.utime(tmp_path / f"{key}.o", (time, time))
    assert cache.get(keys[0]) is not None

    cache.put(keys[3], bytes(800))

    assert [key for key in keys if cache.get(key) is not None] == [keys[0], keys[2], keys[3]]
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 3_000


def test_an_entry_larger_than_all_may_be_is_not_kept(tmp_path):
    cache = ObjectCache(tmp_path, most_bytes=1_000)

    cache.put(KEY, bytes(2_000))

    assert list(tmp_path.iterdir()) == []


def test_entries_that_were_never_finished_go_in_time(tmp_path):
    cache = ObjectCache(tmp_path)
    (tmp_path / ".unfinished-old").write_bytes(b"half")
    os.utime(tmp_path / ".unfinished-old", (0, 0))
    (tmp_path / ".unfinished-new").write_bytes(b"half")

    cache.put(KEY, b"code")

    assert sorted(path.name for path in tmp_path.iterdir()) == [".unfinished-new", f"{KEY}.o"]


def written(folder: Path, number: int) -> int:
    """Write and read the same few entries again and again; how many were not as written."""
    cache = ObjectCache(folder, most_bytes=20_000)
    wrong = 0
    for turn in range(150):
        digit = f"{(number + turn) % 4}"
        cache.put(digit * 64, digit.encode() * 8_000)
        for other in "0123":
            wrong += cache.get(other * 64) not in (None, other.encode() * 8_000)
    return wrong


def test_processes_that_write_at_once_never_give_each_other_half_an_entry(tmp_path):
    with ProcessPoolExecutor(4, mp_context=get_context("fork")) as pool:
        wrong = list(pool.map(written, [tmp_path] * 4, range(4)))

    assert wrong == [0] * 4
    assert all(path.suffix == ".o" for path in tmp_path.iterdir())


def test_a_key_depends_on_all_that_makes_the_code_another():
    keys = [
        object_key("module", Tier.FAST, MACHINE),
        object_key("Module", Tier.FAST, MACHINE),
        object_key("module", Tier.FULL, MACHINE),
        *(
            object_key("module", Tier.FAST, MACHINE._replace(**{field: "another"}))
            for field in Machine._fields
        ),
    ]

    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch("[0-9a-f]{64}", key) for key in keys)


def test_the_number_of_the_abi_is_that_of_its_page():
    page = (Path(__file__).parents[2] / "docs/abi.md").read_text("utf-8")

    assert f"The number of this ABI is {ABI}." in page


def test_what_came_with_a_program_is_used_where_it_is_the_code_asked_for(tmp_path):
    others = ObjectCache(tmp_path)
    others.put(OTHER, b"from the cache")
    built = BuiltObject(KEY, b"built", others)

    assert (built.get(KEY), built.get(OTHER)) == (b"built", b"from the cache")
    assert BuiltObject(KEY, b"built", NothingKept()).get(OTHER) is None
