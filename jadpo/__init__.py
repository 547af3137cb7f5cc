"""Jadpo: the toolchain of the language, from source text to running programs.

Text becomes a syntax tree (``syntax``), and this the typed IR (``check``, ``ir``), which the
interpreter runs (``interpret``, ``stdlib``) on ``jadpo_runtime``. ``format`` lays text out,
``openapi`` describes routes, ``compare`` judges programs that state their outcome, ``cli`` is
the command line, and ``embedding`` has programs run inside of Python.

What ``embedding`` offers can be had from here: ``jadpo.load``, ``jadpo.asgi``.
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from jadpo.embedding import AppInTest as AppInTest
    from jadpo.embedding import AsgiApplication as AsgiApplication
    from jadpo.embedding import Attempt as Attempt
    from jadpo.embedding import Event as Event
    from jadpo.embedding import FakeCall as FakeCall
    from jadpo.embedding import Faulted as Faulted
    from jadpo.embedding import InputInvalid as InputInvalid
    from jadpo.embedding import JadpoError as JadpoError
    from jadpo.embedding import LoadedProgram as LoadedProgram
    from jadpo.embedding import LoadError as LoadError
    from jadpo.embedding import Reject as Reject
    from jadpo.embedding import Rejected as Rejected
    from jadpo.embedding import Response as Response
    from jadpo.embedding import Unavailable as Unavailable
    from jadpo.embedding import UnknownCallable as UnknownCallable
    from jadpo.embedding import asgi as asgi
    from jadpo.embedding import load as load

_OFFERED = frozenset(
    {
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
    }
)
"""What ``jadpo.embedding`` offers: it is imported when one of these is first asked for."""


def __getattr__(name: str) -> object:
    """Give what the embedding offers; the command line, which needs none of it, does not wait."""
    if name not in _OFFERED:
        raise AttributeError(f"module 'jadpo' has no attribute {name!r}")
    from jadpo import embedding

    return getattr(embedding, name)


def __dir__() -> list[str]:
    """All names, those that are offered among them."""
    return sorted({*globals(), *_OFFERED})
