"""The spans of a program by number, as compiled code names them."""

from collections.abc import Sequence

from jadpo_runtime.values import Span


class Spans:
    """Numbers those of the module, and others that come with the failures of effects."""

    def __init__(self, spans: Sequence[Span]) -> None:
        """Begin with the spans of a module, in order of their numbers."""
        self._spans = list(spans)
        self._numbers = {span: number for number, span in enumerate(spans)}

    def at(self, number: int) -> Span:
        """The span of a number."""
        return self._spans[number]

    def number(self, span: Span) -> int:
        """The number of a span, a new one where it has none."""
        number = self._numbers.get(span)
        if number is None:
            number = self._numbers[span] = len(self._spans)
            self._spans.append(span)
        return number
