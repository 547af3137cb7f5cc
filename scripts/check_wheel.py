"""Compare a built wheel with the tree: each file of the four packages is in it, and no other.

Usage: ``python scripts/check_wheel.py jadpo-….whl``.
"""

import subprocess
import sys
import zipfile
from pathlib import Path, PurePosixPath

TREE = Path(__file__).parents[1]
PACKAGES = ("jadpo", "runtime/jadpo_runtime", "codegen/jadpo_codegen", "grammar/jadpo_grammar")


def files_of_tree() -> set[str]:
    """The files under version control, by the paths they have when installed."""
    listed = subprocess.run(
        ["git", "-C", str(TREE), "ls-files", "-z", *PACKAGES],
        check=True,
        capture_output=True,
        encoding="utf-8",
    ).stdout
    outer = {PurePosixPath(package).parent for package in PACKAGES} - {PurePosixPath(".")}
    return {_installed(PurePosixPath(path), outer) for path in listed.split("\0") if path}


def files_of_wheel(wheel: Path) -> set[str]:
    """The files in the wheel but its metadata."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


def _installed(path: PurePosixPath, outer: set[PurePosixPath]) -> str:
    for folder in outer:
        if path.is_relative_to(folder):
            return str(path.relative_to(folder))
    return str(path)


def main() -> None:
    """Say what differs, and end with status 1 if anything does."""
    tree, wheel = files_of_tree(), files_of_wheel(Path(sys.argv[1]))
    for path in sorted(tree - wheel):
        print(f"missing in the wheel: {path}")
    for path in sorted(wheel - tree):
        print(f"in the wheel only: {path}")
    if tree != wheel:
        sys.exit(1)
    print(f"the wheel holds all {len(tree)} files of the four packages, and no other")


if __name__ == "__main__":
    main()
