"""A diagnostic: what is wrong, where, why, and what to do about it."""

from enum import Enum

import attrs

from jadpo.diagnostics.rules import require_rule
from jadpo_runtime.values.span import Span


class Severity(Enum):
    """How much a diagnostic matters: an error stops the program, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@attrs.frozen
class Edit:
    """An exact change of the source: put ``replacement`` where ``span`` is.

    An insertion has an empty span, a deletion an empty replacement.
    """

    span: Span
    replacement: str


@attrs.frozen
class Related:
    """Another place that a reader needs to see, and what it has to do with the matter."""

    span: Span
    text: str


@attrs.frozen
class Diagnostic:
    """One mistake, told once.

    ``span`` is the smallest responsible range, or ``None`` where nothing in a source is
    responsible (a missing folder, say). ``summary`` quotes the author's names, ``why`` is one
    sentence giving the reason, ``help`` the one recommended next step, with ``edits`` where
    that step is an exact change. The texts are plain: names in backticks, a lower-case letter
    first, no full stop at the end.

    Raises :class:`~jadpo_runtime.values.internal_error.InternalError` if ``rule`` is not in
    the registry: each rule has a page for ``jadpo explain``.
    """

    rule: str
    span: Span | None
    summary: str
    why: str
    help: str
    severity: Severity = Severity.ERROR
    edits: tuple[Edit, ...] = ()
    related: tuple[Related, ...] = ()

    def __attrs_post_init__(self) -> None:
        require_rule(self.rule)

    @property
    def is_error(self) -> bool:
        """Whether this stops the program."""
        return self.severity is Severity.ERROR
