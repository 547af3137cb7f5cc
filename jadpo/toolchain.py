"""What tells one toolchain from another: whatever it keeps of a program holds for itself alone."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import attr

import jadpo
import jadpo_grammar
import jadpo_runtime
from jadpo.digest import digest

_PACKAGES = (jadpo, jadpo_grammar, jadpo_runtime)
"""The packages that decide what a program means."""


def toolchain_digest() -> str | None:
    """A digest of this toolchain: other code, another Python or another library gives another.

    Code counts as changed when the size of a file or the time of its last change differs, as it
    does for Python's own byte code. A library that is installed, updated or removed changes the
    folder that libraries stand in. ``None`` if the code stands in no folder that can be read.
    """
    texts = [jadpo.__version__, sys.version, sys.implementation.name]
    try:
        libraries = Path(attr.__file__).parent.parent
        texts.append(f"{libraries} {libraries.stat().st_mtime_ns}")
        for package in _PACKAGES:
            texts += sorted(_files(os.path.dirname(package.__file__ or "")))  # noqa: PTH120
    except OSError:
        return None
    return digest(*texts)


def _files(folder: str) -> Iterator[str]:
    """Each file of code at any depth, with its size and time."""
    # Not `Path.rglob`, which takes ten times as long: this runs at each start.
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                found = entry.stat()
                yield f"{entry.path} {found.st_size} {found.st_mtime_ns}"
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from _files(entry.path)
