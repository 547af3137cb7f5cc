"""What SQLite's errors mean for a program, and for the person who reads about them."""

import sqlite3
from collections.abc import Mapping
from typing import Final

from jadpo_runtime.faults import Fault, FaultCode, Stopped
from jadpo_runtime.values.internal_error import InternalError

_PRIMARY_CODE: Final = 0xFF
"""Extended result codes keep the primary one in the low byte."""

_CONTENDED: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})

_UNAVAILABLE: Final[Mapping[int, str]] = {
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened; look at the folder and its permissions",
    sqlite3.SQLITE_CORRUPT: "it is damaged; restore it from a backup",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "reading or writing the file failed",
    sqlite3.SQLITE_NOMEM: "there is not enough memory",
    sqlite3.SQLITE_NOTADB: "the file is not an SQLite database",
    sqlite3.SQLITE_PERM: "its permissions forbid it",
    sqlite3.SQLITE_READONLY: "it cannot be written; look at the permissions of file and folder",
    sqlite3.SQLITE_TOOBIG: "a value is too big for it",
    sqlite3.SQLITE_ERROR: "it does not hold what the program put there",
}

_BAD_UTF8: Final = "Could not decode to UTF-8"
"""How Python's message begins when a stored text is no UTF-8; that error has no code."""


class ConstraintRefused(InternalError):  # noqa: N818 - expected where rows are written
    """A statement was undone because it would have broken a constraint of the schema.

    Whoever writes rows of entities finds out which; nobody else can cause it.
    """


class UnreadableText(Fault):
    """A stored text is no UTF-8; whoever reads rows of entities finds out which."""

    def __init__(self, detail: str) -> None:
        """Take what is known of the column."""
        super().__init__(FaultCode.STORED_VALUE_INVALID, detail)


def is_contention(error: BaseException) -> bool:
    """Whether another connection held what this one needed."""
    return isinstance(error, sqlite3.Error) and _code(error) in _CONTENDED


def meaning(error: Exception, database: str) -> Exception:
    """What an error of SQLite or of handing it a value is to us; never one of ``sqlite3``.

    ``database`` is how a person knows the database.
    """
    if isinstance(error, UnicodeEncodeError):
        return Fault(
            FaultCode.CONSTRAINT_VIOLATED,
            "a text holds half of a surrogate pair, which is no Unicode scalar value",
        )
    if not isinstance(error, sqlite3.Error):
        return InternalError(f"SQLite was given a value that it cannot hold: {error}")
    code = _code(error)
    if code == sqlite3.SQLITE_INTERRUPT:
        return Stopped()
    if code == sqlite3.SQLITE_CONSTRAINT:
        return ConstraintRefused(str(error))
    if code is not None and code in _CONTENDED:
        return Fault(FaultCode.STORE_CONTENDED, f"{database} is locked by another process")
    if code is not None and code in _UNAVAILABLE:
        return Fault(FaultCode.STORE_UNAVAILABLE, f"{database}: {_UNAVAILABLE[code]} ({error})")
    if str(error).startswith(_BAD_UTF8):
        return UnreadableText(f"a stored text is not UTF-8: {error}")
    if code is None or code == sqlite3.SQLITE_MISUSE:
        return InternalError(f"SQLite was used wrongly: {error}")
    return Fault(FaultCode.STORE_UNAVAILABLE, f"{database} failed ({error})")


def _code(error: sqlite3.Error) -> int | None:
    # Errors that Python's module raises by itself have no code.
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & _PRIMARY_CODE
