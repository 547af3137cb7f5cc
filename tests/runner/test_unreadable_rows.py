"""Stored rows that do not satisfy their types, met by a batch run: [E2] [K2]."""

import json
import sqlite3
from pathlib import Path

import pytest
from command_line import jadpo, write

PROGRAM = """
type Number = Int { min: 0  max: 100 }
type Seen = Int {}
failure Gone { kind: NotFound  code: "gone" }

entity Row {
    number: Number
    value: Number
    seen: Seen
    identity: number
    action see(number: Row.number) fails Gone -> Row {
        return attempt update required Row {
            where: number == number
            set: { seen: current.seen + 1 }
            missing: Gone
        }
    }
    action fill(count: Number) fails InvalidValue, Twice -> Unit {
        for number in collection.range(0, count) {
            var _ = attempt create Row {
                number: attempt Row.number(number)
                value: Row.value(1)
                seen: Seen(0)
            } conflict Row.number: Twice
        }
    }
}

failure Twice { kind: Conflict  code: "twice" }

batch see_all(times: Number) {
    over: Row { where: seen == 0 }
    size: 4
    retry: none
    each row { var _ = attempt Row.see(row.number) }
}

action begin(times: Number) -> Unit { start see_all(times) }
"""


@pytest.mark.parametrize("broken", [[0], [3, 4], [9]])
def test_a_row_that_cannot_be_read_is_passed_over(tmp_path: Path, broken: list[int]) -> None:
    """It fails as one whose body fails, and holds up no other."""
    program = write(tmp_path / "program", rows=PROGRAM)
    database = f"sqlite:{tmp_path / 'rows.db'}"
    filled = jadpo("run", program, "Row.fill", "--input", "10", "--database", database)
    assert filled.returncode == 0, filled.stderr
    with sqlite3.connect(tmp_path / "rows.db") as rows:
        for number in broken:
            rows.execute('UPDATE "Row" SET value = -5 WHERE number = ?', (number,))

    ended = jadpo("run", program, "begin", "--input", "1", "--database", database, "--json")

    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["work"][-1]["state"] == "done"
    with sqlite3.connect(tmp_path / "rows.db") as rows:
        seen = rows.execute('SELECT number FROM "Row" WHERE seen = 1 ORDER BY number').fetchall()
        assert seen == [(number,) for number in range(10) if number not in broken]
        failures = "SELECT identity, error_code FROM _jadpo_batch_failure ORDER BY identity"
        assert rows.execute(failures).fetchall() == [
            (f"{number}", "stored_value_invalid") for number in broken
        ]
