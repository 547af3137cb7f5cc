"""The serialised form: the same program back, the same bytes, no trust in what is read."""

import hashlib
import os
import subprocess
import sys
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ir_building import DECIMAL, HERE, INT, TEXT, Building, add, const, returns

from jadpo.ir.printer import print_program
from jadpo.ir.serialise import (
    VERSION,
    UnreadableIR,
    content_hash,
    program_as_json,
    read_program,
    write_program,
)
from jadpo.ir.verifier import verify
from jadpo_runtime.values import OMITTED, Duration, Instant

VALUES = [
    None,
    True,
    False,
    0,
    -1,
    2**63 - 1,
    -(2**63),
    "",
    'a\n"\\\u0000é\U0001f600',
    b"",
    b"\x00\xff",
    Decimal("1.10"),
    Decimal("1.1"),
    Decimal("1E+3"),
    Decimal("0E-20"),
    Instant(-5),
    Duration(5),
    date(2026, 1, 15),
    OMITTED,
    (),
    (1, ("a", None)),
    [],
    [1, [2]],
    {},
    {"k": None, 2: [3]},
    {Decimal("1.0"): 1},
]


def small(value: object = 1) -> Building:
    building = Building()
    building.function("main", returns(const(value)))
    return building


def signed(body: bytes) -> bytes:
    """A body under a header that fits it."""
    return f"jadpo-ir {VERSION} {hashlib.sha256(body).hexdigest()}\n".encode() + body


def body_of(content: bytes) -> bytes:
    return content.partition(b"\n")[2]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_every_kind_of_value_comes_back_as_it_was(value):
    program = read_program(write_program(small(value).program()))
    read = program.callables["main"].body[0].value.value
    assert read == value
    assert type(read) is type(value)
    assert repr(read) == repr(value)


def test_whole_programs_come_back_with_their_manifest(shop, kernels):
    for program in (shop, kernels):
        content = write_program(program)
        read = read_program(content)
        assert read.manifest == program.manifest
        assert print_program(read) == print_program(program)
        assert write_program(read) == content
        verify(read)


def test_the_order_of_declarations_is_kept(shop):
    read = read_program(write_program(shop))
    assert list(read.manifest.entities) == list(shop.manifest.entities)
    assert list(read.callables) == list(shop.callables)


def test_bytes_do_not_depend_on_the_process(shop):
    script = (
        "import sys; from pathlib import Path\n"
        "from jadpo.check import check_project\n"
        "from jadpo.project import load_project\n"
        "from jadpo.ir.serialise import content_hash\n"
        "project = load_project(Path(sys.argv[1]))\n"
        "print(content_hash(check_project(project.sources, project.name).program))\n"
    )
    path = Path(__file__).parents[2] / "examples" / "shop"
    hashes = {
        subprocess.run(
            [sys.executable, "-c", script, str(path)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    assert len(hashes) == 1


def test_hashes_tell_programs_apart_that_compare_equal():
    ones = [1, True, Decimal("1.0"), Decimal("1.00"), Instant(1), Duration(1)]
    assert len({content_hash(small(value).program()) for value in ones}) == len(ones)
    assert content_hash(small().program()) == content_hash(small().program())


def test_a_very_deep_program_is_written_and_read():
    deep = const(1)
    for _ in range(20_000):
        deep = add(deep, const(1))
    building = Building()
    building.function("main", returns(deep))
    content = write_program(building.program())
    assert write_program(read_program(content)) == content


def test_as_json_it_holds_the_same_records(kernels):
    json = program_as_json(kernels)
    assert json["format"] == "jadpo-ir"
    assert json["version"] == VERSION
    assert len(json["records"]) == body_of(write_program(kernels)).count(b"\n")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "this is no Jadpo IR"),
        (b"PK\x03\x04 zip", "this is no Jadpo IR"),
        (b"jadpo-ir 1\n", "this is no Jadpo IR"),
        (b"jadpo-ir 999 abc\n", "another version"),
        (b"jadpo-ir %d abc\n[]" % VERSION, "does not match its checksum"),
        (signed(b""), "does not end with a program"),
        (signed(b'["tuple"]\n'), "does not end with a program"),
        (signed('["é"]\n'.encode()), "outside of ASCII"),
        (signed(b"[" * 200_000), "line 2"),
        (signed(b'["tuple",[0]]\n'), "not before it"),
        (signed(b'["tuple",[-1]]\n'), "it is no record"),
        (signed(b'["ir.Break"]\n'), "ir.Break has 1 parts, not 0"),
        (signed(b'["ir.Break",5]\n'), "span of ir.Break is a int"),
        (signed(b'["os.system","true"]\n'), "unknown kind"),
        (signed(b'["Primitive","FLOAT"]\n'), "no member of that name"),
        (signed(b'["decimal","NaN"]\n'), "finite"),
        (signed(b'["decimal","x"]\n'), "line 2"),
        (signed(b'["decimal",5]\n'), "written as a int"),
        (signed(b'["date","2026-13-01"]\n'), "line 2"),
        (signed(b'["bytes","0g"]\n'), "line 2"),
        (signed(b'["map",1]\n'), "a key without a value"),
        (signed(b'["list"]\n["map",[0],1]\n'), "line 3"),
        (signed(b'["tuple",1.5]\n'), "no integer"),
        (signed(b'["tuple",NaN]\n'), "no integer"),
        (signed(b'["instant",' + b"9" * 10_000 + b"]\n"), "line 2"),
        (signed(b"[]\n"), "does not say what it is"),
        (signed(b"{}\n"), "it is no record"),
    ],
)
def test_damaged_bytes_are_a_clear_error(content, said):
    with pytest.raises(UnreadableIR, match=said):
        read_program(content)


def test_every_cut_and_every_flipped_byte_is_noticed():
    content = write_program(small().program())
    for end in range(0, len(content), 7):
        with pytest.raises(UnreadableIR):
            read_program(content[:end])
    for place in range(0, len(content), 3):
        damaged = bytearray(content)
        damaged[place] ^= 1
        with pytest.raises(UnreadableIR):
            read_program(bytes(damaged))


LINES = body_of(write_program(small().program())).splitlines()


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_a_forged_body_gives_a_program_of_the_right_shapes_or_an_error(data):
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(lines) - 1))
        line = bytearray(lines[number])
        place = data.draw(st.integers(0, len(line) - 1))
        line[place : place + data.draw(st.integers(0, 3))] = data.draw(
            st.sampled_from(
                [b"", b"0", b"9", b'"', b"[", b"]", b",", b"null", b"true", b"[3]", b"-"]
            )
        )
        lines[number] = bytes(line)
    try:
        program = read_program(signed(b"\n".join(lines) + b"\n"))
    except UnreadableIR:
        return
    write_program(program)


def test_types_of_fields_are_checked_exactly():
    building = Building()
    building.function("main", returns(const(1)), takes=[INT, TEXT, DECIMAL])
    content = body_of(write_program(building.program()))
    forged = content.replace(b'"ir.Slot","v0"', b'"ir.Slot",true')
    assert forged != content
    with pytest.raises(UnreadableIR, match=r"name of ir.Slot is a bool"):
        read_program(signed(forged))


def test_spans_come_back():
    read = read_program(write_program(small().program()))
    assert read.callables["main"].span == HERE
