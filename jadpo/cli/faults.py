"""Faults and failures of running programs, as people and programs read them [F1] [F6]."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from jadpo.diagnostics import Diagnostic, Related
from jadpo.diagnostics.json_form import Json, range_as_json
from jadpo.diagnostics.passwords import without_passwords
from jadpo.diagnostics.visible import visible
from jadpo.source import Source
from jadpo_runtime.config import ConfigInvalid
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.outcome import Faulted, Rejected
from jadpo_runtime.values.json import compile_fields_encoder
from jadpo_runtime.values.show import show

_OF_TESTS: Final = frozenset({FaultCode.ASSERTION_FAILED, FaultCode.TEST_CALL_FAILED})
"""What a person asked for by writing a test: that needs no explanation."""


def fault_as_diagnostic(fault: Faulted, related: Sequence[Related] = ()) -> Diagnostic:
    """A fault as a diagnostic of the area ``fault``.

    Its summary is the first line of the detail; :func:`fault_lines` gives the others.
    """
    rule = f"fault.{fault.code.value}"
    summary = fault.detail.partition("\n")[0].rstrip(".") or f"the fault `{fault.code.value}`"
    explained = fault.code not in _OF_TESTS
    return Diagnostic(
        rule=rule,
        span=fault.span,
        summary=summary,
        why="a fault ends the boundary, and nothing that it did is kept" if explained else "",
        help=f"`jadpo explain {rule}` tells more" if explained else "",
        related=tuple(related),
    )


def config_problems(invalid: ConfigInvalid) -> list[Diagnostic]:
    """All that is missing or invalid in the config of a program [G1]."""
    return [
        Diagnostic(
            rule="fault.config_invalid",
            span=None,
            summary=without_passwords(problem.text.rstrip(".")),
            why="a program starts only when all of its config is there and valid",
            help=f"set {problem.variable} in the environment" if problem.variable else "",
        )
        for problem in invalid.problems
    ]


def fault_lines(fault: Faulted) -> list[str]:
    """The lines of a fault's detail after the first: both sides of an assertion, say."""
    return fault.detail.split("\n")[1:]


def failure_lines(manifest: Manifest, rejected: Rejected) -> Iterator[str]:
    """A failure that left an action: code, message, public fields and the way it took [F6]."""
    failure = manifest.failures[rejected.failure]
    message = f": {visible(failure.message)}" if failure.message else ""
    yield f"rejected[{failure.code}]{message}"
    for field, value in zip(failure.public, rejected.context, strict=False):
        yield f"  {field.name}: {show(manifest.types, field.type, value)}"
    for position, span in enumerate(rejected.trail):
        yield f"  {'raised at' if position == 0 else 'through'} {span}"


def failure_as_json(
    manifest: Manifest, rejected: Rejected, sources: Mapping[str, Source]
) -> dict[str, Json]:
    """A failure for programs; of its context only the public fields [F6]."""
    failure = manifest.failures[rejected.failure]
    encode_fields = compile_fields_encoder(manifest.types, failure.public)
    return {
        "failure": failure.name,
        "kind": failure.kind.value,
        "code": failure.code,
        "message": failure.message,
        "public": cast(Json, encode_fields(rejected.context[: len(failure.public)])),
        "trail": [range_as_json(span, sources) for span in rejected.trail],
    }


def fault_as_json(fault: Faulted, sources: Mapping[str, Source]) -> dict[str, Json]:
    """A fault for programs; ``range`` is null where no place in the source is responsible."""
    return {
        "code": fault.code.value,
        "detail": fault.detail,
        "range": range_as_json(fault.span, sources) if fault.span else None,
    }
