"""A program in the making and a context that records, for each test."""

from collections.abc import Callable

import pytest
from ir_building import Building
from recording_context import RecordingContext

from jadpo.interpret import interpret
from jadpo.ir.verifier import verify
from jadpo.stdlib import OPERATIONS
from jadpo_runtime.outcome import Outcome

LIBRARY = {
    key: len(row.signature.parameters) + len(row.signature.options)
    for key, row in OPERATIONS.items()
}


@pytest.fixture
def building() -> Building:
    return Building()


@pytest.fixture
def context() -> RecordingContext:
    return RecordingContext()


@pytest.fixture
def run(building: Building, context: RecordingContext) -> Callable[..., Outcome]:
    """Verify what is built, and run a callable of it."""

    def run_callable(name: str, *arguments: object) -> Outcome:
        program = building.program()
        verify(program, LIBRARY)
        return interpret(program).run(name, arguments, context)

    return run_callable
