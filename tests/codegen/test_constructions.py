"""Constructions in compiled code break the rule that they break in the interpreter [T4] [F3]."""

import re

import pytest
from child_process import in_child
from construction_cases import SOURCE, construction_differences
from memory_cases import program_of

from jadpo_codegen import Tier
from jadpo_codegen.compiling import compile_module


@pytest.mark.parametrize("tier", Tier)
def test_constructions_come_out_as_interpreted(tier, tmp_path):
    count, found = in_child(construction_differences, tier, note=tmp_path / "note")

    assert found == []
    assert count > 70


def test_bounds_and_lengths_are_compared_without_python():
    program = program_of(SOURCE)

    for name in ("few", "fewer", "name", "longer", "blob", "wait"):
        text = compile_module(program, [name]).text
        body = re.search(r"^define internal [^\n]*@callable\.0\(.*?^}", text, re.M | re.S)
        assert body
        assert "@jadpo.ask_python" not in body[0], name
