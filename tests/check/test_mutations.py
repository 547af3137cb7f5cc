"""Mutated programs, in the short seeded form of `scripts/mutate`."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("form", [[], ["--misspell"]], ids=["any token", "a letter of a name"])
def test_one_wrong_token_crashes_nothing_and_mostly_gives_one_error(form: list[str]) -> None:
    run = subprocess.run(
        [sys.executable, "scripts/mutate", *form, "--mutations", "400", "--seed", "20261201"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "crashes: 0" in run.stdout
