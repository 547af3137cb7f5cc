"""Diagnostics for pipes and logs: one line each, without colour."""

from jadpo.diagnostics.diagnostic import Diagnostic
from jadpo.diagnostics.visible import visible


def plain_line(diagnostic: Diagnostic) -> str:
    """The diagnostic as ``path:line:column: error[rule]: Summary. Why. Next step.``

    One of no place begins with its severity.
    """
    place = f"{diagnostic.span}: " if diagnostic.span else ""
    heading = f"{diagnostic.severity.value}[{diagnostic.rule}]"
    sentences = (diagnostic.summary, diagnostic.why, diagnostic.help)
    return visible(f"{place}{heading}: {' '.join(filter(None, map(sentence, sentences)))}")


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop, where it has none yet."""
    if not text:
        return text
    ended = text if text[-1] in ".!?" else text + "."
    return ended[0].upper() + ended[1:]
