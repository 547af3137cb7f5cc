"""Collections and texts that are updated in place while nobody else can see them.

``xs = collection.append(xs, x)`` makes a new list by its meaning. Where the slot holds the only
reference to the old one, nobody can tell when it is changed instead, and a loop of appends takes
linear time. The count of references decides at run time: whatever else holds the value (another
slot, a field, a constant, an iterator, the caller's frame) counts as one more.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from jadpo.interpret.arithmetic import SMALL_TEXT, check_room
from jadpo.interpret.frame import FIRST_SLOT, STOP, Evaluator, Frame
from jadpo.interpret.leaving import stores_anything
from jadpo.interpret.library import row_of
from jadpo.interpret.template import Fragment, build, called
from jadpo.interpret.translator import Translator
from jadpo.interpret.unwinding import placed
from jadpo.ir import nodes
from jadpo.ir.nodes import ArithmeticOperator
from jadpo.stdlib import Operation
from jadpo.stdlib.limits import MEMORY_LIMIT
from jadpo_runtime.faults import Fault
from jadpo_runtime.values import Span
from jadpo_runtime.values.internal_error import InternalError

_Operand: TypeAlias = nodes.Expression | nodes.FunctionReference


class Change(NamedTuple):
    """A change of ``value`` in place, as Python text over it and the operands ``other0`` …

    Where ``possible`` does not hold, the library is left to fault, or to do it its own way.
    """

    possible: str
    text: str


_HAS_ROOM_FOR_ELEMENT = f"len(value) < {MEMORY_LIMIT // 8}"

_HAS_ROOM_FOR_ENTRY = f"len(value) < {MEMORY_LIMIT // 48}"

CHANGES: Final[Mapping[str, Change]] = {
    "collection.append": Change(_HAS_ROOM_FOR_ELEMENT, "value.append(other0)"),
    "collection.replace_at": Change("0 <= other0 < len(value)", "value[other0] = other1"),
    "collection.put": Change(_HAS_ROOM_FOR_ENTRY, "value[other0] = other1"),
    "collection.add": Change(_HAS_ROOM_FOR_ENTRY, "value[other0] = None"),
    "collection.remove": Change("True", "value.pop(other0, None)"),
}
"""The operations that give their first argument with a small change.

The room is that of the library's own limits, in bytes of a list's place and of an entry.
"""


def inline_in_place(translator: Translator, node: nodes.Store, prefix: str) -> Fragment | None:
    """The text of a store that updates its own slot, or ``None`` where it is another one.

    The other operands are evaluated first. They come after the slot in order of evaluation, but
    none of them may assign to it, so that it makes no difference.
    """
    value = _representation(node.value)
    if isinstance(value, nodes.LibraryCall) and value.operation in CHANGES:
        operands: Sequence[_Operand] = value.arguments
    elif _is_concatenation(value):
        operands = _joined_texts(value)
    else:
        return None
    if not operands or not _is_slot(operands[0], node.slot):
        return None
    others = []
    for number, operand in enumerate(operands[1:]):
        if isinstance(operand, nodes.FunctionReference) or stores_anything(operand):
            return None
        others.append(translator.fragment(operand, f"u{number}"))
    place = FIRST_SLOT + node.slot
    if isinstance(value, nodes.LibraryCall):
        return called(_changing(value, others, place), prefix)
    return called(_lengthening(others, place, value.span), prefix)


def _changing(node: nodes.LibraryCall, others: Sequence[Fragment], place: int) -> Evaluator:
    change = CHANGES[node.operation]
    operands = "".join(f"other{number} = {{u{number}}}\n" for number in range(len(others)))
    names = ", ".join(f"other{number}" for number in range(len(others)))
    return build(
        f"{operands}"
        f"value = frame[place]\n"
        f"frame[place] = None\n"
        f"if getrefcount(value) == {UNSHARED} and {change.possible}:\n"
        f"    {change.text}\n"
        f"    frame[place] = value\n"
        f"else:\n"
        f"    frame[place] = by_the_library(frame, value, {names})",
        {f"u{number}": other for number, other in enumerate(others)},
        place=place,
        getrefcount=sys.getrefcount,
        by_the_library=_by_the_library(row_of(node), node.span),
    )


def _by_the_library(row: Operation, span: Span) -> Callable[..., Any]:
    implement, takes_stop = row.implement, row.takes_stop
    if implement is None:
        raise InternalError(f"{row.key} is an effect, with an IR node of its own")

    def apply(frame: Frame, *operands: Any) -> Any:
        given = (frame[STOP], *operands) if takes_stop else operands
        try:
            return implement(*given)
        except Fault as fault:
            raise placed(fault, span) from None

    return apply


def _lengthening(others: Sequence[Fragment], place: int, span: Span) -> Evaluator:
    names = {f"u{number}": other for number, other in enumerate(others)}
    given = "".join(f", {{{name}}}" for name in names)

    def lengthen(frame: Frame, *added: str) -> None:
        text = frame[place]
        frame[place] = None
        for part in added:
            if len(text) + len(part) > SMALL_TEXT:
                check_room(text, part, span)
            # CPython lengthens a text in place where this local is its only reference.
            text += part
        frame[place] = text

    return build(f"lengthen(frame{given})", names, lengthen=lengthen)


def _representation(
    node: _Operand,
) -> _Operand:
    """The expression below the changes of type that change no value."""
    while isinstance(node, nodes.Widen | nodes.Wrap | nodes.Unwrap):
        node = node.base
    return node


def _is_slot(node: _Operand, slot: int) -> bool:
    node = _representation(node)
    return isinstance(node, nodes.Local) and node.slot == slot


def _joined_texts(
    node: _Operand,
) -> list[_Operand]:
    """The texts of ``a + b + c``, in order."""
    texts: list[_Operand] = []
    while (
        isinstance(node, nodes.Arithmetic) and node.operator is ArithmeticOperator.TEXT_CONCATENATE
    ):
        texts.append(node.right)
        node = _representation(node.left)
    return [node, *reversed(texts)]


def _is_concatenation(node: _Operand) -> bool:
    return (
        isinstance(node, nodes.Arithmetic) and node.operator is ArithmeticOperator.TEXT_CONCATENATE
    )


def _references_of_an_unshared_value() -> int:
    """What ``sys.getrefcount`` says in a built function of a value that only its local holds."""
    count = build(
        """
        value = frame[0]
        frame[0] = None
        return getrefcount(value)
        """,
        {},
        getrefcount=sys.getrefcount,
    )
    references: int = count([[]])
    return references


UNSHARED: Final = _references_of_an_unshared_value()
"""Measured, because it differs between versions of Python."""
