"""Operations at random on boundary values: both engines do the same [X2]."""

import pytest
from child_process import in_child
from operation_cases import operation_differences

from jadpo.stdlib import OPERATIONS
from jadpo_codegen import Tier

ROWS = {key for key, row in OPERATIONS.items() if row.implement is not None}


@pytest.mark.parametrize(("tier", "seed"), [(Tier.FAST, 1), (Tier.BALANCED, 2)])
def test_random_operations_agree_with_the_interpreter(tier, seed, tmp_path):
    met, found = in_child(operation_differences, 1_000, seed, [tier], note=tmp_path / "note")

    assert found == []
    assert met.keys() >= ROWS
