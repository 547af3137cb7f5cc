"""Printing lines: with styles on a terminal, plain in a pipe."""

from collections.abc import Mapping
from typing import TextIO

import click

from jadpo.diagnostics import Diagnostic
from jadpo.diagnostics.plain import plain_line
from jadpo.diagnostics.visible import visible
from jadpo.source import Source

Part = str | tuple[str, str]
"""A text, or a text and the style that rich gives it: ``("done", "green")``."""


class Printer:
    """Prints on one stream, line by line, as things happen.

    No character of what is printed steers a terminal: control characters become escapes.
    """

    def __init__(self, stream: TextIO) -> None:
        """Print on ``stream``; rich is loaded only for a terminal."""
        self._stream = stream
        self.is_terminal = stream.isatty()

    def line(self, *parts: Part, style: str = "") -> None:
        """Print one line of the parts, one directly after the other, in ``style`` all in all."""
        if not self.is_terminal:
            texts = (part if isinstance(part, str) else part[0] for part in parts)
            click.echo(visible("".join(texts)), file=self._stream)
            return
        from rich.console import Console
        from rich.text import Text

        line = Text(style=style)
        for part in parts:
            text, style = (part, "") if isinstance(part, str) else part
            line.append(visible(text), style)
        # A terminal breaks a long line itself, and then knows that it is one.
        Console(file=self._stream).print(line, soft_wrap=True)
        self._stream.flush()

    def diagnostic(self, diagnostic: Diagnostic, sources: Mapping[str, Source]) -> None:
        """Print a diagnostic: with its line of source on a terminal, else as one line."""
        if not self.is_terminal:
            click.echo(plain_line(diagnostic), file=self._stream)
            return
        from rich.console import Console

        from jadpo.diagnostics.terminal import DiagnosticView

        Console(file=self._stream).print(DiagnosticView(diagnostic, sources))
