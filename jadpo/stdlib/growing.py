"""Large texts made stretch by stretch, the stop byte seen in between [L6].

A single copy of a hundred megabytes is an instruction that nothing interrupts. A text that only its
maker knows grows in its place: Python asks the system for more room, which moves no bytes. So
adding a stretch costs what the stretch does, however long the text is by then.
"""

from collections.abc import Iterable, Iterator

from jadpo.stdlib.limits import TEXT_WINDOW, poll, windows


def joined(parts: Iterable[str], stop: bytearray) -> str:
    """The parts one after the other; each is short.

    Python adds in place only where it has seen the same instruction add texts before: so all
    large texts are made by this loop, the last part too.
    """
    whole = ""
    for part in parts:
        poll(stop)
        whole += part
    return whole


def stretches(text: str, start: int, end: int) -> Iterator[str]:
    """The code points from ``start`` up to, without, ``end``, some at a time."""
    for first in range(start, end, TEXT_WINDOW):
        yield text[first : min(first + TEXT_WINDOW, end)]


def copied(text: str, start: int, end: int, stop: bytearray) -> str:
    """The code points from ``start`` up to, without, ``end``; both are within the text."""
    if end - start <= TEXT_WINDOW:
        return text[start:end]
    return joined(stretches(text, start, end), stop)


def repetitions(text: str, length: int) -> Iterator[str]:
    """The text, which is not empty, over and over again, cut at ``length``, some at a time."""
    stretch = text * max(1, TEXT_WINDOW // len(text))
    while length > len(stretch):
        yield from stretches(stretch, 0, len(stretch))
        length -= len(stretch)
    yield from stretches(stretch, 0, length)


def repeated(text: str, length: int, stop: bytearray) -> str:
    """The text over and over again, cut at ``length`` code points; the text is not empty."""
    return joined(repetitions(text, length), stop)


def leading(text: str, character: str, stop: bytearray) -> int:
    """How many of one character a text begins with."""
    for start, end in windows(len(text), TEXT_WINDOW, stop):
        rest = text[start:end].lstrip(character)
        if rest:
            return end - len(rest)
    return len(text)
