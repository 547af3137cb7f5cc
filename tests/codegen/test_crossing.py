"""Between Python and compiled code: values, failures, effects and exceptions, both ways."""

import pytest
from child_process import in_child
from crossing_cases import (
    depths,
    effect_differences,
    exceptions,
    failure_differences,
    holders_of_a_row,
    many_failures,
    shared_values,
    threads_together,
    value_differences,
    values_taken_twice,
)

from jadpo_codegen import Tier
from jadpo_runtime.outcome import Returned


@pytest.mark.parametrize("tier", [Tier.FAST, Tier.FULL])
def test_values_come_back_as_they_went_in(tier, tmp_path):
    assert in_child(value_differences, tier, note=tmp_path / "note") == []


@pytest.mark.parametrize("tier", [Tier.FAST, Tier.FULL])
def test_values_are_handed_over_however_deep_they_are_nested(tier, tmp_path):
    found = in_child(depths, 100_000, tier, note=tmp_path / "note")

    assert found == [100_000, 100_001, 100_000]


@pytest.mark.parametrize("tier", [Tier.FAST, Tier.FULL])
def test_parts_that_values_share_are_handed_over_once(tier, tmp_path):
    # 60 variants with their lists; 5,001 links and their list.
    assert in_child(shared_values, tier, note=tmp_path / "note") == [121, 5_002, 121]


@pytest.mark.parametrize("tier", [Tier.FAST, Tier.FULL])
def test_an_object_that_is_taken_again_becomes_a_new_value(tier, tmp_path):
    interpreted, compiled = in_child(values_taken_twice, tier, note=tmp_path / "note")

    assert compiled == interpreted


@pytest.mark.parametrize("tier", Tier)
def test_failures_have_the_contexts_and_trails_of_the_interpreter(tier, tmp_path):
    assert in_child(failure_differences, tier, note=tmp_path / "note") == []


def test_failures_that_are_matched_in_a_loop_leave_no_memory_behind(tmp_path):
    outcome = in_child(many_failures, 200_000, 256 * 1024, Tier.BALANCED, note=tmp_path / "note")

    assert isinstance(outcome, Returned)


@pytest.mark.parametrize("tier", [Tier.FAST, Tier.FULL])
def test_effects_get_and_give_what_they_do_interpreted(tier, tmp_path):
    assert in_child(effect_differences, tier, note=tmp_path / "note") == []


def test_rows_are_held_no_longer_than_the_values_that_were_made_of_them(tmp_path):
    often, *others = in_child(holders_of_a_row, Tier.BALANCED, note=tmp_path / "note")
    least, most, after = often

    # The ten of the list that the loop went through last may be there still.
    assert least == after
    assert most <= least + 10
    assert all(first == after for first, _, after in others)


def test_exceptions_of_effects_pass_and_the_program_runs_on(tmp_path):
    assert in_child(exceptions, Tier.BALANCED, note=tmp_path / "note") == [
        "Broken",
        "Returned",
        "KeyboardInterrupt",
        "Returned",
        "store_unavailable memory.jadpo:34:28",
        "Returned",
        "memory_exceeded None",
        "Returned",
    ]


def test_programs_in_threads_with_small_stacks_do_not_meet(tmp_path):
    outcomes = in_child(threads_together, 4, Tier.BALANCED, note=tmp_path / "note")

    assert len(outcomes) == 80
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert isinstance(outcomes[0], Returned)
