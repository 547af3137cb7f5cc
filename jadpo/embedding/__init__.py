"""Programs inside of Python: run, served by any ASGI server, and tested with pytest.

:func:`load` gives a :class:`LoadedProgram`, :func:`asgi` an application to be served. What they
raise is in :mod:`~jadpo.embedding.errors`. The names are offered by ``jadpo`` itself, which imports
this package when the first of them is used.
"""

import os
from collections.abc import Mapping

from jadpo.embedding.application import AsgiApplication
from jadpo.embedding.background import Attempt
from jadpo.embedding.errors import (
    Faulted,
    InputInvalid,
    JadpoError,
    LoadError,
    Reject,
    Rejected,
    Unavailable,
    UnknownCallable,
)
from jadpo.embedding.fakes import FakeCall
from jadpo.embedding.loading import Mode, Tier, databases_of, loaded_program
from jadpo.embedding.program import LoadedProgram
from jadpo.embedding.requests import Response
from jadpo.embedding.tested import AppInTest, Event

__all__ = [
    "AppInTest",
    "AsgiApplication",
    "Attempt",
    "Event",
    "FakeCall",
    "Faulted",
    "InputInvalid",
    "JadpoError",
    "LoadError",
    "LoadedProgram",
    "Reject",
    "Rejected",
    "Response",
    "Unavailable",
    "UnknownCallable",
    "asgi",
    "load",
]


def load(
    path: str | os.PathLike[str],
    *,
    mode: Mode | None = None,
    tier: Tier | None = None,
    database: str | None = None,
    databases: Mapping[str, str] | None = None,
    environment: Mapping[str, str] | None = None,
) -> LoadedProgram:
    """Load a program: a file or folder of source, or what ``jadpo build`` wrote.

    It is interpreted unless ``mode`` is ``"compiled"`` or it was built; ``tier`` says how much time
    goes into making code fast. ``database`` is the URL of its one store, ``databases`` are those of
    several by name, in place of what the program says. Config is read from ``environment``, else
    from that of the process. Nothing is opened yet. Raises :class:`LoadError` with the diagnostics
    where the program has mistakes, ValueError for a wrong use of this function.
    """
    loaded = loaded_program(path, mode, tier)
    urls = databases_of(loaded.manifest, loaded.path, database, databases)
    return LoadedProgram(loaded, os.environ if environment is None else environment, urls)


def asgi(
    path: str | os.PathLike[str],
    *,
    mode: Mode | None = None,
    tier: Tier | None = None,
    database: str | None = None,
    databases: Mapping[str, str] | None = None,
    environment: Mapping[str, str] | None = None,
    workers: int = 4,
    largest_body: int = 1024 * 1024,
) -> AsgiApplication:
    """The ASGI application of the program at ``path``: :func:`load`, then its ``asgi``."""
    program = load(
        path,
        mode=mode,
        tier=tier,
        database=database,
        databases=databases,
        environment=environment,
    )
    return program.asgi(workers=workers, largest_body=largest_body)
