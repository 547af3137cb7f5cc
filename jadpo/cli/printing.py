"""Printing lines: with styles on a terminal, plain in a pipe."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, TextIO

import click

from jadpo.diagnostics import Diagnostic
from jadpo.diagnostics.plain import plain_line
from jadpo.diagnostics.visible import visible
from jadpo.source import Source

if TYPE_CHECKING:
    from rich.console import Console

Part = str | tuple[str, str]
"""A text, or a text and the style that rich gives it: ``("done", "green")``."""


class Printer:
    """Prints on one stream, line by line, as things happen.

    No character of what is printed steers a terminal: control characters become escapes.
    ``console`` is rich's for a terminal, ``None`` for anything else: then rich is not even loaded.
    """

    def __init__(self, stream: TextIO) -> None:
        """Print on ``stream``."""
        self._stream = stream
        self.console = _console_of(stream)

    def line(self, *parts: Part, style: str = "") -> None:
        """Print one line of the parts, one directly after the other, in ``style`` all in all."""
        if self.console is None:
            texts = (part if isinstance(part, str) else part[0] for part in parts)
            click.echo(visible("".join(texts)), file=self._stream)
            return
        from rich.text import Text

        line = Text(style=style)
        for part in parts:
            text, part_style = (part, "") if isinstance(part, str) else part
            line.append(visible(text), part_style)
        # A terminal breaks a long line itself, and then knows that it is one.
        self.console.print(line, soft_wrap=True)

    def diagnostic(self, diagnostic: Diagnostic, sources: Mapping[str, Source]) -> None:
        """Print a diagnostic: with its line of source on a terminal, else as one line."""
        if self.console is None:
            click.echo(plain_line(diagnostic), file=self._stream)
            return
        from jadpo.diagnostics.terminal import DiagnosticView

        self.console.print(DiagnosticView(diagnostic, sources))


def _console_of(stream: TextIO) -> "Console | None":
    if not stream.isatty():
        return None
    from rich.console import Console

    return Console(file=stream)
