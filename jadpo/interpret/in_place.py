"""Collections and texts that are updated in place while nobody else can see them.

``xs = collection.append(xs, x)`` makes a new list by its meaning. Where the slot holds the only
reference to the old one, nobody can tell when it is changed instead, and a loop of appends takes
linear time. The count of references decides at run time: whatever else holds the value (another
slot, a field, a constant, an iterator, the caller's frame) counts as one more.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from jadpo.interpret.arithmetic import SMALL_TEXT, check_room
from jadpo.interpret.frame import FIRST_SLOT, STOP, Frame
from jadpo.interpret.leaving import stores_anything
from jadpo.interpret.library import row_of
from jadpo.interpret.template import Fragment
from jadpo.interpret.translator import Translator
from jadpo.interpret.unwinding import placed
from jadpo.ir import nodes
from jadpo.ir.nodes import ArithmeticOperator
from jadpo.stdlib import Operation
from jadpo.stdlib.limits import check_entries, check_list
from jadpo_runtime.faults import Fault
from jadpo_runtime.values import Span
from jadpo_runtime.values.internal_error import InternalError

_Operand: TypeAlias = nodes.Expression | nodes.FunctionReference

_Update: TypeAlias = Callable[..., None]


def inline_in_place(translator: Translator, node: nodes.Store, prefix: str) -> Fragment | None:
    """The text of a store that updates its own slot, or ``None`` where it is another one.

    The other operands are evaluated first. They come after the slot in order of evaluation, but
    none of them may assign to it, so that it makes no difference.
    """
    value = _representation(node.value)
    place = FIRST_SLOT + node.slot
    if isinstance(value, nodes.LibraryCall):
        change = CHANGES.get(value.operation)
        if change is None:
            return None
        update = _library_update(change, row_of(value), place, value.span)
        operands: Sequence[_Operand] = value.arguments
    elif _is_concatenation(value):
        operands = _joined_texts(value)
        update = _text_update(place, value.span)
    else:
        return None
    if not operands or not _is_slot(operands[0], node.slot):
        return None
    return _updating(translator, update, operands[1:], prefix)


def _updating(
    translator: Translator,
    update: _Update,
    operands: Sequence[_Operand],
    prefix: str,
) -> Fragment | None:
    name = f"{prefix}_update"
    texts = ["frame"]
    bound: dict[str, object] = {name: update}
    weight = 2
    for number, operand in enumerate(operands):
        if isinstance(operand, nodes.FunctionReference) or stores_anything(operand):
            return None
        fragment = translator.fragment(operand, f"{prefix}u{number}")
        bound.update(fragment.bound)
        texts.append(fragment.text)
        weight += fragment.weight
    return Fragment(f"{name}({', '.join(texts)})", bound, weight)


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


def _library_update(change: Callable[..., bool], row: Operation, place: int, span: Span) -> _Update:
    implement, takes_stop = row.implement, row.takes_stop
    if implement is None:
        raise InternalError(f"{row.key} is an effect, with an IR node of its own")

    def update(frame: Frame, *operands: Any) -> None:
        value = frame[place]
        frame[place] = None
        try:
            if sys.getrefcount(value) == UNSHARED and change(value, *operands):
                frame[place] = value
            elif takes_stop:
                frame[place] = implement(frame[STOP], value, *operands)
            else:
                frame[place] = implement(value, *operands)
        except Fault as fault:
            raise placed(fault, span) from None

    return update


def _text_update(place: int, span: Span) -> _Update:
    def update(frame: Frame, *added: str) -> None:
        text = frame[place]
        frame[place] = None
        for part in added:
            if len(text) + len(part) > SMALL_TEXT:
                check_room(text, part, span)
            # CPython lengthens a text in place where this local is its only reference.
            text += part
        frame[place] = text

    return update


def _references_of_an_unshared_value() -> int:
    """What ``sys.getrefcount`` says of a value that only a local of the caller holds."""
    places: list[Any] = [[]]
    value = places[0]
    places[0] = None
    return sys.getrefcount(value)


UNSHARED: Final = _references_of_an_unshared_value()
"""Measured, because it differs between versions of Python."""


# ---- changes in place; each tells whether it did it, else the library does what is left to do


def _append(elements: list[Any], element: Any) -> bool:
    check_list(len(elements) + 1)
    elements.append(element)
    return True


def _replace_at(elements: list[Any], index: int, element: Any) -> bool:
    if not 0 <= index < len(elements):
        return False
    elements[index] = element
    return True


def _put(entries: dict[Any, Any], key: Any, value: Any) -> bool:
    check_entries(len(entries) + 1)
    entries[key] = value
    return True


def _add(members: dict[Any, None], member: Any) -> bool:
    check_entries(len(members) + 1)
    members[member] = None
    return True


def _remove(entries: dict[Any, Any], key: Any) -> bool:
    entries.pop(key, None)
    return True


CHANGES: Final[Mapping[str, Callable[..., bool]]] = {
    "collection.append": _append,
    "collection.replace_at": _replace_at,
    "collection.put": _put,
    "collection.add": _add,
    "collection.remove": _remove,
}
"""The operations that give their first argument with a small change."""
