"""Processes that are replaced one after the other under load: [Z1] [Z2] [Z6]."""

import json
import subprocess
import sys

from command_line import TREE


def test_no_request_fails_and_no_effect_is_lost_while_processes_are_replaced(tmp_path):
    """The short form of what the script does for minutes."""
    ran = subprocess.run(
        [
            sys.executable,
            str(TREE / "scripts" / "rolling-restart"),
            *("--seconds", "7", "--every", "3", "--json"),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    told = json.loads(ran.stdout)
    assert told["wrong"] == []
    assert told["restarts"] == 2
    assert told["answered"] > 0
