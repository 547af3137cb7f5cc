"""`jadpo run` killed while it delivers: every effect is there exactly once [Z6] [W3] [M4]."""

import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).parents[2] / "scripts" / "kill_while_delivering"


def test_effects_of_killed_commands_are_there_exactly_once(tmp_path: Path) -> None:
    ended = subprocess.run(
        [
            *(sys.executable, SCRIPT, "--events", "60", "--kills", "3", "--seed", "8"),
            *("--keep", tmp_path),
        ],
        check=False,
        capture_output=True,
        text=True,
        # It ends by itself where nothing is delivered any more; this is for a machine that is busy.
        timeout=900,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "3 processes killed" in ended.stdout
    assert "0 deliveries not done" in ended.stdout
    assert "every effect is there exactly once" in ended.stdout
