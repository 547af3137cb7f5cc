"""Long operations of compiled code look at the stop byte while they go on [L6]."""

import pytest
from child_process import in_child
from stopping_cases import not_ended

from jadpo_codegen import Tier


@pytest.mark.parametrize("tier", [Tier.FAST, Tier.BALANCED])
def test_an_operation_on_much_ends_where_the_stop_byte_is_set(tier, tmp_path):
    assert in_child(not_ended, tier, note=tmp_path / "note") == []
