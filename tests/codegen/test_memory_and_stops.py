"""Memory and time of compiled bodies: what is let go of, the limit, the stop byte [L6]."""

import pytest
from child_process import in_child
from memory_cases import (
    cells_left_over,
    deep_calls,
    deep_calls_on_a_thread,
    outcome_of,
    resident_growth,
    stopped_after,
)

from jadpo_codegen import Tier
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.outcome import Faulted, Returned, StoppedEarly

PURE = ("lists", "large_lists", "maps", "objects", "failures")


@pytest.mark.parametrize("tier", Tier)
def test_a_body_that_gives_a_number_leaves_no_cell(tier, tmp_path):
    assert in_child(cells_left_over, PURE, tier, note=tmp_path / "note") == []


@pytest.mark.parametrize("name", ["spin", "counted", "calling", "failing", "doubling_30"])
def test_a_body_in_a_loop_stops_within_a_tenth_of_a_second(name, tmp_path):
    outcome, seconds = in_child(stopped_after, name, Tier.FULL, note=tmp_path / "note")

    assert outcome == StoppedEarly()
    assert seconds < 0.1


def test_values_beyond_the_limit_are_a_fault(tmp_path):
    outcome = in_child(outcome_of, "hoard", 1, note=tmp_path / "note")

    assert isinstance(outcome, Faulted)
    assert outcome.code is FaultCode.MEMORY_EXCEEDED
    assert outcome.span is not None


def test_a_text_may_take_more_than_half_of_the_memory(tmp_path):
    assert in_child(outcome_of, "large", 140_000_000, note=tmp_path / "note") == Returned(
        140_000_001
    )


def test_many_runs_leave_the_process_as_large_as_it_was(tmp_path):
    assert in_child(resident_growth, 5_000, note=tmp_path / "note") < 1_000


@pytest.mark.parametrize("tier", Tier)
def test_calls_nested_too_deep_are_a_fault_whatever_they_take_of_the_stack(tier, tmp_path):
    outcomes = in_child(deep_calls, tier, note=tmp_path / "note")

    assert [outcome.code for outcome in outcomes] == [FaultCode.CALL_DEPTH_EXCEEDED] * 3


def test_calls_nested_too_deep_are_a_fault_on_a_thread_with_a_small_stack(tmp_path):
    small, large = in_child(deep_calls_on_a_thread, 256 * 1024, note=tmp_path / "note")

    assert small.code is FaultCode.CALL_DEPTH_EXCEEDED
    assert large.code is FaultCode.CALL_DEPTH_EXCEEDED
