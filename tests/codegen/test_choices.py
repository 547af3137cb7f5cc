"""Choices between numbers, steps that loops count, and rests are as interpreted [C5, L6]."""

import pytest
from child_process import in_child
from choice_cases import choice_differences

from jadpo_codegen import Tier


@pytest.mark.parametrize("tier", Tier)
def test_choices_counts_and_rests_come_out_as_interpreted_at_the_ends_of_what_an_int_holds(
    tier, tmp_path
):
    assert in_child(choice_differences, tier, note=tmp_path / "note") == []
