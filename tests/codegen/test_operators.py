"""Operators in compiled code: what the interpreter does, on every pair of boundary values [C5]."""

import pytest
from child_process import in_child
from engine_comparison import operator_differences, random_body_differences

from jadpo_codegen import Tier


@pytest.mark.parametrize("tier", Tier)
def test_operators_agree_with_the_interpreter_on_boundary_values(tier, tmp_path):
    count, found = in_child(operator_differences, tier, note=tmp_path / "note")
    assert found == []
    assert count > 9_000


@pytest.mark.parametrize(("tier", "seeds"), [(Tier.FAST, range(40)), (Tier.FULL, range(40, 50))])
def test_random_bodies_agree_with_the_interpreter(tier, seeds, tmp_path):
    assert in_child(random_body_differences, seeds, tier, note=tmp_path / "note") == []
