"""Calls of authored callables: the depth, the stop byte, the frame, failures on their way out."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from jadpo.interpret.frame import CALL_DEPTH_LIMIT, CONTEXT, DEPTH, STOP, Evaluator, Frame
from jadpo.interpret.operation import Operation
from jadpo.interpret.template import Fragment, build, called
from jadpo.interpret.translator import Translator
from jadpo.interpret.unwinding import FaultAt, Leaving
from jadpo.interpret.values import list_of
from jadpo.ir import nodes
from jadpo_runtime.faults import FaultCode, Stopped
from jadpo_runtime.values import Span

MOST_ARGUMENTS_IN_A_TEXT: Final = 8
"""How many arguments at most a call has in its text; more are made as a list first."""

MOST_BLANKS_IN_A_TEXT: Final = 4
"""How many slots at most a call empties by name."""


def translate_call(translator: Translator, node: nodes.Call) -> Evaluator:
    """A call: its arguments left to right [C6], the depth, the stop byte, then the body."""
    fragments: dict[str, Fragment] = {}
    places = []
    lines = []
    if len(node.arguments) <= MOST_ARGUMENTS_IN_A_TEXT:
        for number, argument in enumerate(node.arguments):
            fragments[f"a{number}"] = translator.fragment(argument, f"a{number}")
            lines.append(f"argument{number} = {{a{number}}}")
            places.append(f"argument{number}")
    else:
        fragments["arguments"] = called(list_of(translator, node.arguments), "arguments")
        lines.append("values = {arguments}")
        places.append("*values")
    blank = blanks(translator.callable(node.name))
    if len(blank) <= MOST_BLANKS_IN_A_TEXT:
        places += ["None"] * len(blank)
    else:
        places.append("*blank")
    call = f"return body[0]([depth + 1, stop, frame[{CONTEXT}], {', '.join(places)}])"
    if node.failures:
        call = f"try:\n    {call}\nexcept Leaving as leaving:\n    raise leaving.raised from None"
    lines.append(
        f"depth = frame[{DEPTH}]\n"
        f"stop = frame[{STOP}]\n"
        f"if depth >= {CALL_DEPTH_LIMIT}:\n"
        f"    raise too_deep(span)\n"
        f"if stop[0]:\n"
        f"    raise Stopped()\n"
        f"{call}"
    )
    return build(
        "\n".join(lines),
        fragments,
        body=translator.body(node.name),
        blank=blank,
        span=node.span,
        too_deep=too_deep,
        Stopped=Stopped,
        Leaving=Leaving,
    )


def call_operation(translator: Translator, node: nodes.Call) -> Operation:
    """A call whose arguments are evaluated already: the subject of a match."""
    return Operation(list_of(translator, node.arguments), calling(translator, node.name, node.span))


def calling(translator: Translator, name: str, span: Span) -> Callable[[Frame, Sequence[Any]], Any]:
    """A function that calls a callable from a frame with the values of its arguments."""
    body = translator.body(name)
    blank = blanks(translator.callable(name))

    def call(frame: Frame, arguments: Sequence[Any]) -> Any:
        if frame[DEPTH] >= CALL_DEPTH_LIMIT:
            raise too_deep(span)
        if frame[STOP][0]:
            raise Stopped
        try:
            return body[0]([frame[DEPTH] + 1, frame[STOP], frame[CONTEXT], *arguments, *blank])
        except Leaving as leaving:
            raise leaving.raised from None

    return call


def blanks(callable_: nodes.Callable) -> tuple[None, ...]:
    """What the slots of a callable hold at first that are no parameters."""
    return (None,) * (len(callable_.slots) - callable_.parameters)


def too_deep(span: Span) -> FaultAt:
    """The fault of a call made while too many authored calls are active."""
    return FaultAt(
        FaultCode.CALL_DEPTH_EXCEEDED,
        span,
        f"a call was made while {CALL_DEPTH_LIMIT:,} calls were active",
    )
