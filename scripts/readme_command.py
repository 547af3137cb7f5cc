"""Print the n-th shell command of README.md, so that CI runs what a reader is told to run.

Usage: ``python scripts/readme_command.py N``, with N counted from 1.
"""

import re
import sys
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def main() -> None:
    """Print the command; there are exactly two, one to use Jadpo and one to develop it."""
    commands = re.findall(r"^```sh\n(.*?)^```$", README.read_text("utf-8"), re.S | re.M)
    if len(commands) != 2:
        sys.exit(f"README.md has {len(commands)} shell commands; it should have exactly 2")
    print(commands[int(sys.argv[1]) - 1].strip())


if __name__ == "__main__":
    main()
