"""Diagnostics for a person at a terminal: the line, underlined, with why and what to do.

::

    error[type.sibling_field]: `Order.id` is not a `Customer.id`
      ─ shop.jadpo:12:16
     12 │     return input.id
        │            ^^^^^^^^
      why   `Order.id` and `Customer.id` are types of their own
      help  …

Of this package only this module and ``excerpt`` import rich, which is slow to load: they are
imported where a terminal is written to.
"""

from collections.abc import Iterator, Mapping

import attrs
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from jadpo.diagnostics.collection import Diagnostics
from jadpo.diagnostics.diagnostic import Diagnostic, Edit, Severity
from jadpo.diagnostics.excerpt import excerpt
from jadpo.diagnostics.plain import sentence
from jadpo.diagnostics.visible import visible
from jadpo.source import Source
from jadpo_runtime.values.span import Span

_COLOURS = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow"}


def print_diagnostics(
    console: Console, diagnostics: Diagnostics, sources: Mapping[str, Source]
) -> None:
    """Print each diagnostic with its source, a blank line after each."""
    for diagnostic in diagnostics:
        console.print(DiagnosticView(diagnostic, sources))
        console.print()


@attrs.frozen
class DiagnosticView:
    """A diagnostic as something that rich prints, at whatever width there is.

    ``sources`` are the texts at hand, by path; a place in another one is named without its
    line.
    """

    diagnostic: Diagnostic
    sources: Mapping[str, Source]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        diagnostic = self.diagnostic
        colour = _COLOURS[diagnostic.severity]
        yield Text.assemble(
            (diagnostic.severity.value, colour),
            (f"[{diagnostic.rule}]", colour),
            (f": {visible(diagnostic.summary)}", "bold"),
        )
        if diagnostic.span is not None:
            yield from self._place(diagnostic.span, "^", colour, options)
        yield from _labelled("why", sentence(diagnostic.why))
        yield from _labelled("help", sentence(diagnostic.help))
        for edit in diagnostic.edits:
            yield from _labelled("edit", self._edit_text(edit))
        for related in diagnostic.related:
            yield from _labelled("see", sentence(related.text))
            yield from self._place(related.span, "-", "blue", options)

    def _place(self, span: Span, mark: str, colour: str, options: ConsoleOptions) -> Iterator[Text]:
        """Where it is, then the line with ``mark`` under the range."""
        bar, dash = ("|", "-") if options.ascii_only else ("│", "─")
        yield Text.assemble("  ", (f"{dash} {visible(str(span))}", "cyan"), overflow="fold")
        source = self.sources.get(span.path)
        if source is None:
            return
        gutter = f" {span.line}"
        margin = len(gutter) + 3
        shown = excerpt(source, span, options.max_width - margin, options.ascii_only)
        line = Text(no_wrap=True, overflow="crop", end="\n")
        yield line.append(f"{gutter} {bar} ", "dim").append(shown.text)
        under = Text(no_wrap=True, overflow="crop")
        under.append(f"{' ' * len(gutter)} {bar} ", "dim").append(" " * shown.start)
        yield under.append(mark * (shown.end - shown.start), colour)

    def _edit_text(self, edit: Edit) -> str:
        place = f"line {edit.span.line}, column {edit.span.column}"
        if edit.span.start == edit.span.end:
            return f"insert `{edit.replacement}` at {place}"
        source = self.sources.get(edit.span.path)
        old = f"`{source.text[edit.span.start : edit.span.end]}`" if source else "the text"
        if not edit.replacement:
            return f"delete {old} at {place}"
        return f"replace {old} with `{edit.replacement}` at {place}"


def _labelled(label: str, text: str) -> Iterator[Table]:
    """A label and a text that wraps beside it, never under it."""
    if not text:
        return
    row = Table.grid(padding=(0, 2, 0, 0))
    row.add_column(width=len("  help"), no_wrap=True)
    row.add_column(overflow="fold")
    row.add_row(Text(f"  {label}", "bold"), Text(visible(text)))
    yield row
