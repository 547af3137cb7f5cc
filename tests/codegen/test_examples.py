"""The tests of the examples pass in compiled code of every tier [X2].

``tests/corpus`` has the corpus in both modes, ``tests/compare`` what ``jadpo compare`` says of all.
"""

import pytest
from child_process import in_child
from compiled_examples import example_differences

from jadpo_codegen import Tier


@pytest.mark.parametrize("tier", [Tier.BALANCED, Tier.FULL])
def test_the_tests_of_the_examples_pass(tier, tmp_path):
    count, found = in_child(example_differences, tier, note=tmp_path / "note")

    assert found == []
    assert count >= 5
