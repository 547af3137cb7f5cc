"""The corpus and the examples come out of compiled code as out of the interpreter [X2]."""

import pytest
from child_process import in_child
from corpus_comparison import corpus_differences, example_differences

from jadpo_codegen import Tier

OTHER_SENTENCES = ("faults/deep_values.jadpo",)
"""Values nested so deep that Python cannot hold them fault with another sentence (docs/abi.md)."""


def test_the_corpus_comes_out_as_recorded(tmp_path):
    count, found = in_child(corpus_differences, Tier.FAST, OTHER_SENTENCES, note=tmp_path / "note")

    assert found == []
    assert count > 150


@pytest.mark.parametrize("tier", [Tier.BALANCED, Tier.FULL])
def test_the_tests_of_the_examples_pass(tier, tmp_path):
    count, found = in_child(example_differences, tier, note=tmp_path / "note")

    assert found == []
    assert count >= 5
