"""Finding elements by their content [T9]."""

from jadpo.stdlib.limits import ELEMENT_WINDOW, poll, windows
from jadpo_runtime.values.equality import is_shallow, same_value


def position_of(elements: list[object], wanted: object, stop: bytearray) -> int:
    """The position of the first element equal to ``wanted``, or -1."""
    if not is_shallow(wanted):
        return _position_of_deep(elements, wanted, stop)
    for start, end in windows(len(elements), ELEMENT_WINDOW, stop):
        try:
            return elements.index(wanted, start, end)
        except ValueError:
            continue
    return -1


def _position_of_deep(elements: list[object], wanted: object, stop: bytearray) -> int:
    for position, element in enumerate(elements):
        poll(stop)
        if same_value(element, wanted):
            return position
    return -1
