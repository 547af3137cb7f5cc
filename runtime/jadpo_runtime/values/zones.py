"""IANA time zones, always from the ``tzdata`` package.

The machine's own zone files differ from host to host, so they are not looked at: a program means
the same wherever one version of ``tzdata`` is installed.
"""

import functools
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from zoneinfo import ZoneInfo


@functools.lru_cache(maxsize=1)
def zone_names() -> frozenset[str]:
    """All names of zones, links such as ``US/Eastern`` included."""
    return frozenset(_tzdata().joinpath("zones").read_text(encoding="utf-8").split())


def is_zone(name: str) -> bool:
    """Whether ``name`` is an IANA time zone, letter case included."""
    return name in zone_names()


@functools.lru_cache(maxsize=1024)
def zone(name: str) -> "ZoneInfo":
    """The rules of the zone ``name``; raises ``KeyError`` where there is no such zone."""
    if not is_zone(name):
        raise KeyError(name)
    from zoneinfo import ZoneInfo

    with _tzdata().joinpath("zoneinfo", *name.split("/")).open("rb") as file:
        return ZoneInfo.from_file(file, key=name)


def _tzdata() -> "Traversable":
    from importlib.util import find_spec

    spec = find_spec("tzdata")
    for folder in (spec and spec.submodule_search_locations) or ():
        if os.path.isdir(folder):  # noqa: PTH112 -- a package in an archive is no folder
            return Path(folder)
    # Not used for a folder, because it takes 10 ms to import.
    import importlib.resources

    return importlib.resources.files("tzdata")
