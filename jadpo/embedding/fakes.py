"""Fakes of outside systems, as functions of Python [X1]."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

import attrs

from jadpo.embedding.errors import InputInvalid, Reject, Unavailable
from jadpo.embedding.json_values import json_value
from jadpo.embedding.names import declared_name
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.hosts.host import Connections
from jadpo_runtime.manifest import Manifest, OperationDefinition
from jadpo_runtime.outcome import CallOutcome, Rejected, Returned
from jadpo_runtime.values.json import (
    JsonError,
    compile_decoder,
    compile_encoder,
)

FakeOperation: TypeAlias = Callable[..., object]
"""Takes the request as a JSON value, if the operation has an input; gives the answer as one.

It may raise :class:`Reject` for a failure that the operation declares, and :class:`Unavailable`.
"""


@attrs.frozen
class FakeCall:
    """A call that a program made of an outside system; ``request`` is ``None`` without an input."""

    connection: str
    operation: str
    request: Any


class PythonFakes:
    """Connections whose operations are functions of Python, else those of ``others``."""

    def __init__(self, manifest: Manifest, others: Connections) -> None:
        """Answer nothing yet."""
        self._manifest: Final = manifest
        self._others: Final = others
        self._fakes: Final[dict[tuple[str, str], FakeOperation]] = {}
        self.calls: Final[list[FakeCall]] = []

    def add(self, connection: str, operation: str, fake: FakeOperation) -> None:
        """Answer an operation with ``fake``; raises LookupError where there is no such one."""
        name = declared_name(self._manifest.connections, connection, "connection")
        self._operation(name, operation)
        self._fakes[name, operation] = fake

    def call(self, connection: str, operation: str, request: object) -> CallOutcome:
        """Answer as the fake does."""
        definition = self._operation(connection, operation)
        asked = self._as_json(definition, request)
        self.calls.append(FakeCall(connection, operation, asked))
        fake = self._fakes.get((connection, operation))
        if fake is None:
            return self._others.call(connection, operation, request)
        try:
            answer = fake() if definition.input is None else fake(asked)
        except Reject as reject:
            return self._rejected(definition, reject)
        except Unavailable as unavailable:
            text = str(unavailable) or f"{connection}.{operation} cannot be reached."
            raise Fault(FaultCode.CONNECTION_UNAVAILABLE, text) from None
        return Returned(self._answer(connection, definition, answer))

    def _operation(self, connection: str, operation: str) -> OperationDefinition:
        operations = {each.name: each for each in self._manifest.connections[connection].operations}
        return operations[declared_name(operations, operation, f"operation of {connection}")]

    def _as_json(self, operation: OperationDefinition, request: object) -> object:
        if operation.input is None:
            return None
        return compile_encoder(self._manifest.types, operation.input)(request)

    def _answer(self, connection: str, operation: OperationDefinition, answer: object) -> object:
        if operation.output is None:
            return None
        try:
            return compile_decoder(self._manifest.types, operation.output)(json_value(answer))
        except (JsonError, InputInvalid) as error:
            raise InputInvalid(
                f"What the fake of {connection}.{operation.name} gives is no {operation.output}: "
                f"{error}"
            ) from None

    def _rejected(self, operation: OperationDefinition, reject: Reject) -> Rejected:
        """The failure; those of operations have no fields, since a status cannot fill any."""
        declared = {
            name: self._manifest.failures[name]
            for name in dict.fromkeys(failure for _, failure in operation.statuses)
        }
        what = f"failure of the operation {operation.name}"
        return Rejected(declared_name(declared, reject.failure, what), (), ())
