"""The diagnostics of one run of a stage, in order of their places."""

from collections.abc import Iterable, Iterator

from jadpo.diagnostics.diagnostic import Diagnostic


class Diagnostics:
    """Collects diagnostics in any order and gives them back in order of path and position.

    The same diagnostic said twice is kept once, so two passes that both see a mistake need not
    know of each other.
    """

    __slots__ = ("_collected",)

    def __init__(self, diagnostics: Iterable[Diagnostic] = ()) -> None:
        # A dict is a set that keeps the order in which things came.
        self._collected: dict[Diagnostic, None] = dict.fromkeys(diagnostics)

    def add(self, diagnostic: Diagnostic) -> None:
        """Collect one more."""
        self._collected[diagnostic] = None

    def replace(self, old: Diagnostic, new: Diagnostic) -> None:
        """Put a fuller diagnostic where one was collected."""
        del self._collected[old]
        self._collected[new] = None

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Collect several more."""
        self._collected.update(dict.fromkeys(diagnostics))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(self._collected, key=_place))

    def __len__(self) -> int:
        return len(self._collected)

    @property
    def error_count(self) -> int:
        """How many of them are errors."""
        return sum(1 for each in self._collected if each.is_error)

    @property
    def warning_count(self) -> int:
        """How many of them are warnings."""
        return len(self._collected) - self.error_count

    @property
    def has_errors(self) -> bool:
        """Whether any of them stops the program."""
        return any(each.is_error for each in self._collected)


def _place(diagnostic: Diagnostic) -> tuple[str, int, int, str, str]:
    span = diagnostic.span
    if span is None:
        return "", -1, -1, diagnostic.rule, diagnostic.summary
    return span.path, span.start, span.end, diagnostic.rule, diagnostic.summary
