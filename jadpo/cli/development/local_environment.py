"""The environment of a program in development: what `.env.local` adds to that of the process."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from dotenv import dotenv_values

LOCAL: Final = ".env.local"
"""The file beside the source with variables for this machine alone: `NAME=value` on a line each."""


def local_environment(path: Path, environment: Mapping[str, str]) -> Mapping[str, str]:
    """What a program at ``path`` sees: variables of the process go before those of the file.

    A file that is not there or cannot be read adds nothing.
    """
    try:
        added = dotenv_values(folder_of(path) / LOCAL, interpolate=False, encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return environment
    given = {name: value for name, value in added.items() if value is not None}
    return {**given, **environment}


def folder_of(path: Path) -> Path:
    """The folder that a project is in: its own, or that of its one file."""
    return path if path.is_dir() else path.parent
