"""Where this user's computer keeps what Jadpo may forget, by the convention of the system.

Everything in the folder can be made again, so whoever keeps something there survives that it is
missing, damaged, or cannot be written. Each kind of thing has a folder of its own below it.
"""

from collections.abc import Mapping
from pathlib import Path

VARIABLE = "JADPO_CACHE"
"""The variable of the environment that names another folder, or :data:`OFF`."""

OBJECTS = "objects"
"""The folder of compiled code in that of the caches."""

OFF = "off"
"""The value of :data:`VARIABLE` with which nothing is kept, and nothing kept is used."""


def cache_folder(environment: Mapping[str, str], platform: str) -> Path | None:
    """The folder that Jadpo's caches stand in, or ``None`` where there is to be none.

    ``platform`` is that of :data:`sys.platform`. The folder need not exist yet. Without a variable
    that says otherwise it is ``jadpo`` in ``$XDG_CACHE_HOME`` or ``~/.cache``, on macOS in
    ``~/Library/Caches``, on Windows in ``%LOCALAPPDATA%``. A user without a home has none.
    """
    chosen = environment.get(VARIABLE, "")
    if chosen == OFF:
        return None
    if chosen:
        return Path(chosen)
    shared = _folder_of_all_programs(environment, platform)
    # The convention has it that a relative path counts as none.
    return shared / "jadpo" if shared is not None and shared.is_absolute() else None


def _folder_of_all_programs(environment: Mapping[str, str], platform: str) -> Path | None:
    if platform == "win32":
        return _path(environment.get("LOCALAPPDATA"))
    home = _path(environment.get("HOME"))
    if platform == "darwin":
        return home and home / "Library" / "Caches"
    named = _path(environment.get("XDG_CACHE_HOME"))
    if named is not None and named.is_absolute():
        return named
    return home and home / ".cache"


def _path(text: str | None) -> Path | None:
    return Path(text) if text else None
