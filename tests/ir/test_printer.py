"""The printed IR: what the checker makes of programs that have every construct between them."""

from pathlib import Path

import pytest
from ir_building import HERE, INT, Building, add, at, const, if_, local, returns

from jadpo.check import check_project
from jadpo.ir import nodes
from jadpo.ir.node_texts import Detail, literal
from jadpo.ir.printer import print_callable, print_node, print_program
from jadpo.ir.walk import NODES, descendants
from jadpo.project import load_project
from jadpo_runtime.values import OMITTED, Duration, Instant

PROGRAMS = Path(__file__).parent / "programs"


def program_of(name):
    project = load_project(PROGRAMS / f"{name}.jadpo")
    result = check_project(project.sources, project.name)
    assert not list(result.diagnostics)
    return result.program


@pytest.mark.parametrize("name", ["values", "flow", "effects"])
def test_programs(name, snapshot, monkeypatch):
    monkeypatch.chdir(PROGRAMS)
    source = (PROGRAMS / f"{name}.jadpo").read_text(encoding="utf-8")
    text = print_program(program_of(name)).replace(f"{PROGRAMS}/", "")
    assert f"{source}\n{'=' * 40}\n\n{text}" == snapshot


def test_types_and_spans_on_request(snapshot):
    callables = program_of("flow").callables
    text = print_callable(callables["checked"], detail=Detail(types=True, spans=True))
    assert text == snapshot


def test_the_programs_have_every_kind_of_node_but_calls_of_connections():
    seen = {
        type(node)
        for name in ("values", "flow", "effects")
        for callable_ in program_of(name).callables.values()
        for node in descendants(callable_)
    }
    missing = {kind.__name__ for kind in NODES - seen}
    assert missing == {"CallConnection"}


def test_a_remark_stands_beside_its_node():
    wrong = local(7)
    statement = if_(const(1), [returns(wrong)])
    text = print_node(statement, Detail(beside=lambda node: "no" if node is wrong else None))
    assert text == "if const 1 {\n  return %7 [error: no]\n}"


def test_the_span_of_a_block_stands_at_its_head():
    loop = nodes.While(const(1), (nodes.Break(at(3, 4)),), at(2, 5))
    text = print_node(loop, Detail(spans=True))
    assert text == "while const 1 @1:1 { @2:5\n  break @3:4\n}"


def test_slots_say_what_they_are():
    building = Building()
    building.function("main", returns(add(local(0), const(1))), takes=[INT], slots=[INT])
    assert print_program(building.program()) == (
        "function main(v0: Int) -> Int\n"
        "  %0 parameter v0: Int\n"
        "  %1 var mut v1: Int\n"
        "  return (%0 int.add const 1)\n"
    )
    assert HERE.line == 1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "none"),
        (True, "true"),
        (-5, "-5"),
        ('a"\n\\', '"a\\"\\u{A}\\\\"'),
        (Instant(5), "instant 5"),
        (Duration(-5), "duration -5"),
        ([1, "a"], '[1, "a"]'),
        ({"a": None}, '{"a": none}'),
        (("paid", 1), '("paid", 1)'),
        (OMITTED, "omitted"),
        (b"\x00\xff", "bytes 00ff"),
    ],
)
def test_values_are_shown_on_one_line(value, text):
    assert literal(value) == text
