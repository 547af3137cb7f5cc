"""The callables of a program, called with values of Python and answering JSON values."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import attrs

from jadpo.cli.callables import find_callable
from jadpo.diagnostics import Diagnostic
from jadpo.diagnostics.plain import sentence
from jadpo.embedding.errors import Faulted, InputInvalid, Rejected, UnknownCallable
from jadpo.embedding.json_values import json_value
from jadpo_runtime import outcome as outcomes
from jadpo_runtime.faults import Fault
from jadpo_runtime.manifest import CallableSignature, Manifest
from jadpo_runtime.outcome import Outcome, Returned, StoppedEarly
from jadpo_runtime.values import Field
from jadpo_runtime.values.json import (
    Encode,
    JsonError,
    compile_decoder,
    compile_encoder,
    compile_fields_decoder,
    compile_fields_encoder,
)


class NotGiven:
    """The type of :data:`NOT_GIVEN`."""


NOT_GIVEN: Final = NotGiven()
"""Stands for an input that is left out, for ``None`` is one."""


@attrs.frozen
class PreparedCall:
    """A callable, and valid arguments for it."""

    name: str
    arguments: tuple[object, ...]


@attrs.frozen
class _Callable:
    signature: CallableSignature
    decode_one: Callable[[object], object] | None
    decode_named: Callable[[object], Sequence[object]]
    encode: Encode


class Calls:
    """The callables of a program; what reads and writes their values is compiled once."""

    def __init__(self, manifest: Manifest) -> None:
        """Compile nothing yet."""
        self._manifest: Final = manifest
        self._by_given_name: Final[dict[str, _Callable]] = {}

    def prepare(self, name: str, value: object, named: Mapping[str, object]) -> PreparedCall:
        """The call of what ``name`` names.

        ``value`` is the one parameter's, or an object of several by name; ``named`` are parameters
        by name. Raises :class:`UnknownCallable` and :class:`InputInvalid`.
        """
        called = self._callable(name)
        return PreparedCall(called.signature.name, _arguments(called, value, named))

    def result(self, name: str, outcome: Outcome) -> Any:
        """What a call came to, as a JSON value; raises :class:`Rejected` and :class:`Faulted`."""
        match outcome:
            case Returned(value=value):
                try:
                    return self._callable(name).encode(value)
                except Fault as fault:
                    raise Faulted(fault.code.value, fault.detail, None) from None
            case outcomes.Rejected():
                raise self._rejected(outcome)
            case outcomes.Faulted(code=code, span=span, detail=detail):
                raise Faulted(code.value, detail, None if span is None else str(span))
            case StoppedEarly():
                raise Faulted("stopped", "It was stopped before its end.", None)

    def _callable(self, name: str) -> _Callable:
        found = self._by_given_name.get(name)
        if found is None:
            found = self._by_given_name[name] = self._compiled(name)
        return found

    def _compiled(self, name: str) -> _Callable:
        signature = find_callable(self._manifest, name)
        if isinstance(signature, Diagnostic):
            raise UnknownCallable(f"{sentence(signature.summary)} {sentence(signature.help)}")
        types = self._manifest.types
        parameters = signature.parameters
        return _Callable(
            signature,
            compile_decoder(types, parameters[0].type) if len(parameters) == 1 else None,
            compile_fields_decoder(types, [Field(each.name, each.type) for each in parameters]),
            compile_encoder(types, signature.result),
        )

    def _rejected(self, rejected: outcomes.Rejected) -> Rejected:
        failure = self._manifest.failures[rejected.failure]
        encode = compile_fields_encoder(self._manifest.types, failure.public)
        details = encode(rejected.context[: len(failure.public)])
        assert isinstance(details, dict), "fields are written as an object"
        return Rejected(
            failure.name,
            failure.kind.value,
            failure.code,
            failure.message,
            details,
            str(rejected.trail[0]) if rejected.trail else None,
        )


def _arguments(called: _Callable, value: object, named: Mapping[str, object]) -> tuple[object, ...]:
    signature = called.signature
    if value is not NOT_GIVEN and named:
        raise InputInvalid(
            f"`{signature.name}` is given one value and also parameters by name: give either."
        )
    if value is NOT_GIVEN and not named and signature.parameters:
        raise InputInvalid(f"`{signature.name}` needs an input: {_parameters(signature)}.")
    if not signature.parameters and (named or value is not NOT_GIVEN):
        raise InputInvalid(f"`{signature.name}` takes no input.")
    try:
        if called.decode_one is not None and not named:
            return (called.decode_one(json_value(value)),)
        return tuple(called.decode_named(json_value(named if value is NOT_GIVEN else value)))
    except (JsonError, InputInvalid) as error:
        raise _invalid(signature, error) from None


def _invalid(signature: CallableSignature, error: JsonError | InputInvalid) -> InputInvalid:
    message = error.message if isinstance(error, JsonError) else str(error)
    where = f"at `{error.path}`: " if error.path else ""
    rule = error.constraint
    broken = f" (`{rule}`)" if rule is not None and rule not in message else ""
    return InputInvalid(
        f"The input does not fit `{signature.name}`: {where}{message}{broken}. "
        f"It takes {_parameters(signature)}.",
        error.path,
        rule,
    )


def _parameters(signature: CallableSignature) -> str:
    return ", ".join(f"`{each.name}: {each.type}`" for each in signature.parameters)
