"""Hours of a mixed program leave no more and no more records, pages and memory [D3].

The short form of `scripts/simulate-day`.
"""

import itertools
from pathlib import Path

from simulated_day import hours


def test_what_a_program_leaves_is_flat_once_the_purge_has_something_to_delete(tmp_path: Path):
    passed = list(hours(tmp_path, 6, 20, "interpreted"))

    pieces = [hour.pieces - before.pieces for before, hour in itertools.pairwise(passed)]
    assert min(pieces) > 50, "too little happened"
    # The retention is an hour and the purge hourly: two hours' records are there at most.
    most = max(sum(hour.records.values()) for hour in passed[1:3])
    for hour in passed[3:]:
        assert sum(hour.records.values()) <= 1.3 * most
        assert hour.used_bytes <= 1.2 * passed[2].used_bytes
        assert hour.file_bytes <= 1.3 * passed[2].file_bytes
    assert passed[-1].records["event"] < sum(pieces)
