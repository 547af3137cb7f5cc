"""How the boundary tables of the standard library are run."""

import operator
from collections.abc import Callable

import pytest

from jadpo.stdlib import OPERATIONS
from jadpo_runtime.faults import Fault, FaultCode


def run_operation(key: str, arguments: tuple[object, ...], stop: bytearray | None = None) -> object:
    """What an operation gives, or the code of the fault it raises; arguments stay as they are."""
    row = OPERATIONS[key]
    before = [_contents(argument) for argument in arguments]
    leading = (bytearray(1) if stop is None else stop,) if row.takes_stop else ()
    try:
        result = row.implement(*leading, *arguments)
    except Fault as fault:
        return fault.code
    after = [_contents(argument) for argument in arguments]
    assert all(map(_are_same, before, after)), "an argument was changed"
    return result


def _contents(argument: object) -> list[object]:
    if isinstance(argument, dict):
        return [*argument, *argument.values()]
    return list(argument) if isinstance(argument, list) else []


def _are_same(before: list[object], after: list[object]) -> bool:
    return len(before) == len(after) and all(map(operator.is_, before, after))


def _seen(value: object) -> object:
    """A value in a form whose equality sees types, digits, and the order of sets and maps."""
    if isinstance(value, dict):
        return [(_seen(key), _seen(item)) for key, item in value.items()]
    if isinstance(value, list | tuple):
        return [_seen(item) for item in value]
    return value if isinstance(value, FaultCode) else (type(value), str(value))


@pytest.fixture
def gives() -> Callable[[str, tuple[object, ...], object], None]:
    """Asserts what an operation gives for arguments."""

    def check(key: str, arguments: tuple[object, ...], expected: object) -> None:
        result = run_operation(key, arguments)
        assert _seen(result) == _seen(expected)

    return check


@pytest.fixture
def run() -> Callable[..., object]:
    """Runs an operation."""
    return run_operation
