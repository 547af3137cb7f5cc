"""What the functions of this package raise: one class for each thing that a caller may handle.

Each keeps what it was made of as its ``args``, so that it can be pickled: pools of processes hand
exceptions on like that.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from jadpo.diagnostics import Diagnostic, Diagnostics, Severity
from jadpo.diagnostics.plain import plain_line


class JadpoError(Exception):
    """The class of all the others: whatever a program or its use can lead to."""


class LoadError(JadpoError):
    """A program cannot be loaded or started: its source has mistakes, or its config or a store has.

    ``diagnostics`` has all of them, in order of place; as a text, they stand on a line each.
    """

    def __init__(self, path: str, diagnostics: Iterable[Diagnostic]) -> None:
        """``path`` is what was to be loaded; warnings among the diagnostics are left out."""
        found = Diagnostics(diagnostics)
        self.path = path
        self.diagnostics = tuple(each for each in found if each.severity is Severity.ERROR)
        super().__init__(path, self.diagnostics)

    def __str__(self) -> str:
        """The diagnostics, a line each."""
        lines = "\n".join(f"  {plain_line(each)}" for each in self.diagnostics)
        return f"{self.path} cannot be run:\n{lines}"


class UnknownCallable(JadpoError, LookupError):  # noqa: N818 - what is wrong, in a word
    """The program has no action, query or function of a name; the text suggests another."""


class InputInvalid(JadpoError, ValueError):  # noqa: N818 - what is wrong, in a word
    """What was given does not fit the type that takes it; nothing was run.

    ``path`` says where (``lines[2].price``; empty for the whole), ``constraint`` which rule of the
    type is broken (``min: 1``), ``None`` where it is no value at all.
    """

    def __init__(self, text: str, path: str = "", constraint: str | None = None) -> None:
        """``text`` is for a person."""
        super().__init__(text, path, constraint)
        self.text = text
        self.path = path
        self.constraint = constraint

    def __str__(self) -> str:
        """The text."""
        return self.text


class Rejected(JadpoError):  # noqa: N818 - the language's own word
    """A declared failure left the action, query or function; nothing that it did is kept.

    ``failure`` is its name, ``kind`` that of the failure (``NotFound``), ``code`` and ``message``
    what a client would be told, ``details`` its public fields as JSON values, ``where`` the place
    in the source at which it was raised.
    """

    def __init__(
        self,
        failure: str,
        kind: str,
        code: str,
        message: str,
        details: Mapping[str, Any],
        where: str | None,
    ) -> None:
        """Take what is known of the failure."""
        super().__init__(failure, kind, code, message, details, where)
        self.failure = failure
        self.kind = kind
        self.code = code
        self.message = message
        self.details = details
        self.where = where

    def __str__(self) -> str:
        """The code, the message, the details and the place."""
        told = ": ".join(filter(None, (self.code, self.message)))
        fields = ", ".join(f"{name}: {value}" for name, value in self.details.items())
        return told + (f" ({fields})" if fields else "") + _at(self.where)


class Faulted(JadpoError):  # noqa: N818 - the language's own word
    """A fault ended it; nothing that it did is kept.

    ``code`` is the fault's (``division_by_zero``; ``jadpo explain fault.CODE`` tells more),
    ``detail`` what happened, ``where`` the place in the source, if one is responsible.
    """

    def __init__(self, code: str, detail: str, where: str | None) -> None:
        """Take what is known of the fault."""
        super().__init__(code, detail, where)
        self.code = code
        self.detail = detail
        self.where = where

    def __str__(self) -> str:
        """The code, the detail and the place."""
        return ": ".join(filter(None, (self.code, self.detail))) + _at(self.where)


class Reject(JadpoError):  # noqa: N818 - `raise Reject("MailBusy")` reads as it is meant
    """Raised by a fake of a connection: the operation fails with a failure that it declares."""

    def __init__(self, failure: str) -> None:
        """``failure`` is its name, its module left out if one alone declares it."""
        super().__init__(failure)
        self.failure = failure


class Unavailable(JadpoError):  # noqa: N818 - `raise Unavailable("no answer")`
    """Raised by a fake of a connection: the outside system cannot be reached, which is a fault."""


def _at(where: str | None) -> str:
    return f" [{where}]" if where else ""
