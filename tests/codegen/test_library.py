"""The standard library in compiled code: every row as the interpreter runs it."""

import pytest
from child_process import in_child
from library_comparison import library_differences, split_differences

from jadpo.stdlib import OPERATIONS
from jadpo_codegen import Tier
from jadpo_codegen.lowering.library import NATIVE_OPERATIONS


def test_every_row_agrees_with_the_interpreter_on_boundary_values(tmp_path):
    count, met, found = in_child(library_differences, Tier.FAST, note=tmp_path / "note")

    assert found == []
    assert count > 3_000
    assert met >= set(NATIVE_OPERATIONS)


def test_operations_with_native_code_are_rows():
    assert set(NATIVE_OPERATIONS) <= set(OPERATIONS)


@pytest.mark.parametrize("tier", [Tier.FAST, Tier.FULL])
def test_texts_split_by_constants_agree_with_the_interpreter(tier, tmp_path):
    assert in_child(split_differences, tier, note=tmp_path / "note") == []
