"""Waiting until a source file changes."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from watchfiles import Change, watch

from jadpo.cli.development.local_environment import LOCAL, folder_of

_GATHER: Final = 30
"""Milliseconds for which changes are gathered: an editor writes a file in several steps."""

_LOOK_EVERY: Final = 15
"""Milliseconds between looks whether more has changed."""


def changes(path: Path, stop: threading.Event) -> Iterator[None]:
    """Give something each time source files or `.env.local` of a project change, until stopped."""
    for _ in watch(
        folder_of(path),
        watch_filter=_is_source,
        debounce=_GATHER,
        step=_LOOK_EVERY,
        stop_event=stop,
        rust_timeout=200,
        raise_interrupt=False,
    ):
        yield


def _is_source(_: Change, path: str) -> bool:
    name = Path(path).name
    return name.endswith(".jadpo") or name == LOCAL
