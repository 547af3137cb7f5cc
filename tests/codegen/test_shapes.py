"""What compiled code must not lose: shapes of the LLVM IR and the guards around compiling."""

import re
from pathlib import Path

import pytest
from ir_building import INT, Building, add, const, local, returns

from jadpo.check import check_project
from jadpo.ir import nodes
from jadpo.project import load_project
from jadpo_codegen import NotCompiledError, Tier
from jadpo_codegen.compiling import compile_module
from jadpo_codegen.jit import assembly_text, compile_text
from jadpo_codegen.lowering import arithmetic
from jadpo_codegen.lowering.body import Lowerings
from jadpo_codegen.lowering.tables import LOWERINGS
from jadpo_codegen.native_faults import NATIVE_FAULTS
from jadpo_runtime.values.internal_error import InternalError

KERNELS = Path(__file__).parents[2] / "examples" / "kernels"


def kernel(name: str) -> str:
    """The LLVM IR of one kernel's function."""
    project = load_project(KERNELS)
    program = check_project(project.sources, project.name).program
    text = compile_module(program, [name]).text
    found = re.search(r"^define internal [^\n]*@callable\.0\(.*?^}", text, re.M | re.S)
    assert found
    return found[0]


def test_fib_allocates_nothing_and_counts_its_depth_in_a_register():
    text = kernel("fib")

    assert "allocate" not in text
    assert "%depth" in text
    assert text.count("load atomic i8") == 2


def test_an_access_to_a_list_has_one_check_of_its_bounds():
    text = kernel("primes_below")

    # One collection.at and one collection.replace_at.
    assert len(re.findall(r"icmp u(lt|ge) i64 %v\d+, %v\d+", text)) == 2


def test_an_append_in_a_loop_moves_the_list_out_of_its_slot():
    text = kernel("primes_below")

    appends = text[: text.index("@unshared.")]
    assert "store ptr null" in appends.rsplit("load ptr", 1)[1]
    assert "@jadpo.retain" not in text


def test_a_counted_loop_polls_outside_of_its_turns():
    text = kernel("longest_collatz")

    # Between strips of the outer loop, before the inner one, and every 4,096 steps of it.
    assert text.count("load atomic i8") == 3
    assert "4096" in text


def test_a_loop_that_counts_its_steps_compares_once_to_poll_and_to_fault():
    text = kernel("longest_collatz")

    assert re.search(r"and i64 %v\d+, 4095", text)
    # The one sum that is checked by itself is 3 * x + 1 of an unusual x.
    assert text.count("sadd.with.overflow") == 1


def test_code_that_is_no_module_is_an_internal_error():
    with pytest.raises(InternalError, match="LLVM does not take"):
        compile_text("define i32 @f() { ret i64 0 }", Tier.FAST)


def test_assembly_can_be_read():
    assert "answer" in assembly_text("define i32 @answer() {\n  ret i32 42\n}\n", Tier.FAST)


def test_every_node_has_a_lowering():
    from jadpo.ir.walk import EXPRESSIONS, STATEMENTS

    lowered = {*LOWERINGS.expressions, *LOWERINGS.operations, *LOWERINGS.statements}
    assert lowered == EXPRESSIONS | STATEMENTS


def test_a_node_without_a_lowering_is_named(monkeypatch):
    building = Building()
    building.function("main", returns(nodes.Negate(local(0), INT, const(1).span)), takes=[INT])
    without = {kind: each for kind, each in LOWERINGS.expressions.items() if kind != nodes.Negate}
    monkeypatch.setattr(
        "jadpo_codegen.compiling.LOWERINGS",
        Lowerings(without, LOWERINGS.operations, LOWERINGS.statements),
    )

    with pytest.raises(NotCompiledError, match="Negate in 'main' at"):
        compile_module(building.program())


def test_every_native_fault_has_a_sentence():
    assert all(fault.sentence for fault in NATIVE_FAULTS)
    assert len(set(NATIVE_FAULTS)) == len(NATIVE_FAULTS)


def test_a_wrong_lowering_would_be_seen(monkeypatch, tmp_path):
    from engine_comparison import differences

    from jadpo.interpret import interpret
    from jadpo_codegen import compile_program

    building = Building()
    building.function("main", returns(add(local(0), local(1))), takes=[INT, INT])
    program = building.program()
    monkeypatch.setitem(arithmetic.CHECKED_INT, nodes.ArithmeticOperator.INT_ADD, "ssub")
    compiled = compile_program(program, Tier.FAST)

    found = list(differences(program, "main", [5, 3], interpret(program), compiled))

    assert found == [
        "main(5, 3): interpreted Returned(value=8), compiled Returned(value=2)",
    ]


def test_a_number_that_is_never_negative_is_divided_by_a_constant_with_one_product():
    text = kernel("nested_sum")

    assert "mul nuw i128" in text
    assert "srem" not in text
