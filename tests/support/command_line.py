"""Running the command line as a person does: a process with its output and exit status."""

import os
import subprocess
import sys
from pathlib import Path

TREE = Path(__file__).parents[2]
EXAMPLES = TREE / "examples"
SHOP = EXAMPLES / "shop"


def jadpo(
    *arguments: str | Path, folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder; nothing of the run may be a traceback."""
    ended = subprocess.run(
        [sys.executable, "-m", "jadpo", *map(str, arguments)],
        check=False,
        capture_output=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        cwd=folder,
        env={**os.environ, **environment},
    )
    assert "Traceback" not in ended.stdout + ended.stderr
    assert ended.returncode != 70, ended.stderr
    return ended


def write(folder: Path, **files: str) -> Path:
    """Write source files into a folder, by their names without ending."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.jadpo").write_text(text, encoding="utf-8")
    return folder
