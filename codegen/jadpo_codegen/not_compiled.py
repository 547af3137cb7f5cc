"""What compiled mode has no code for."""

from jadpo_runtime.values import Span


class NotCompiledError(Exception):
    """A program holds a node that is not compiled; the interpreter runs it.

    ``what`` names the kind of node, or the operation or type that it is about.
    """

    def __init__(self, what: str, callable_name: str, span: Span | None) -> None:
        """Name what is not compiled, and where it stands."""
        place = "" if span is None else f" at {span}"
        super().__init__(f"{what} in {callable_name!r}{place} is not compiled")
        self.what = what
        self.callable_name = callable_name
        self.span = span
