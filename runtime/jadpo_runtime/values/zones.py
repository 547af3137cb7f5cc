"""IANA time zones, always from the ``tzdata`` package.

The machine's own zone files differ from host to host, so they are not looked at: a program means
the same wherever one version of ``tzdata`` is installed.
"""

import functools
import importlib.resources
import zoneinfo


@functools.lru_cache(maxsize=1)
def zone_names() -> frozenset[str]:
    """All names of zones, links such as ``US/Eastern`` included."""
    listing = importlib.resources.files("tzdata").joinpath("zones").read_text(encoding="utf-8")
    return frozenset(listing.split())


def is_zone(name: str) -> bool:
    """Whether ``name`` is an IANA time zone, letter case included."""
    return name in zone_names()


@functools.lru_cache(maxsize=1024)
def zone(name: str) -> zoneinfo.ZoneInfo:
    """The rules of the zone ``name``; raises ``KeyError`` where there is no such zone."""
    if not is_zone(name):
        raise KeyError(name)
    path = importlib.resources.files("tzdata").joinpath("zoneinfo", *name.split("/"))
    with path.open("rb") as file:
        return zoneinfo.ZoneInfo.from_file(file, key=name)
