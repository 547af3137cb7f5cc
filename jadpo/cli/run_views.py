"""What ``jadpo run`` prints: lines as it happens, or one JSON document at the end."""

from collections.abc import Iterable, Mapping
from typing import TextIO, cast

from jadpo.cli.attempts import Attempt, attempt_as_json, attempt_parts
from jadpo.cli.faults import (
    failure_as_json,
    failure_lines,
    fault_as_diagnostic,
    fault_as_json,
    fault_lines,
)
from jadpo.cli.printing import Printer
from jadpo.cli.reporting import print_json
from jadpo.cli.results import result_lines
from jadpo.diagnostics.json_form import Json
from jadpo.source import Source
from jadpo_runtime.manifest import CallableSignature, Manifest
from jadpo_runtime.outcome import Faulted, Outcome, Rejected, Returned
from jadpo_runtime.values import Primitive, PrimitiveType
from jadpo_runtime.values.json import encode


class PrintedView:
    """Prints lines: the result as soon as it is committed, then each attempt."""

    def __init__(
        self,
        manifest: Manifest,
        signature: CallableSignature,
        sources: Mapping[str, Source],
        stream: TextIO,
    ) -> None:
        """Print on ``stream``; ``sources`` are the texts that places are in, by path."""
        self._manifest = manifest
        self._signature = signature
        self._sources = sources
        self._printer = Printer(stream)
        self._kept = False

    def ended(self, outcome: Outcome) -> None:
        """Print the value, the failure or the fault."""
        name = self._signature.name
        match outcome:
            case Returned(value=value):
                self._kept = True
                self._print_result(value)
            case Rejected():
                self._printer.line(f"{name} was rejected", style="bold red")
                self._print_lines(failure_lines(self._manifest, outcome))
            case Faulted():
                self._printer.line(f"{name} ended in a fault", style="bold red")
                self._printer.diagnostic(fault_as_diagnostic(outcome), self._sources)
                self._print_lines(fault_lines(outcome))

    def attempted(self, attempt: Attempt) -> None:
        """Print the line of an attempt."""
        self._printer.line(*attempt_parts(attempt))

    def finished(self, *, interrupted: bool) -> None:
        """Say what an interrupt left."""
        if not interrupted:
            return
        if self._kept:
            text = "Interrupted: what is left of the work waits in the database."
        else:
            text = f"Interrupted: nothing of {self._signature.name} was kept."
        self._printer.line(text, style="bold yellow")

    def _print_result(self, value: object) -> None:
        result = self._signature.result
        if result == PrimitiveType(Primitive.UNIT):
            self._printer.line(f"{self._signature.name} is done", style="bold green")
            return
        self._printer.line(f"{self._signature.name} returned", style="bold green")
        self._print_lines(result_lines(self._manifest.types, result, value))

    def _print_lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._printer.line(f"  {line}")


class JsonView:
    """Collects what happens, and prints one document."""

    def __init__(
        self, manifest: Manifest, signature: CallableSignature, sources: Mapping[str, Source]
    ) -> None:
        """Show places with the lines and columns of ``sources``."""
        self._manifest = manifest
        self._signature = signature
        self._sources = sources
        self._document: dict[str, Json] = {
            "callable": signature.name,
            "outcome": "stopped",
            "result": None,
            "failure": None,
            "fault": None,
        }
        self._work: list[Json] = []

    def ended(self, outcome: Outcome) -> None:
        """Take the value, the failure or the fault."""
        match outcome:
            case Returned(value=value):
                result = encode(self._manifest.types, self._signature.result, value)
                self._document |= {"outcome": "returned", "result": cast(Json, result)}
            case Rejected():
                failure = failure_as_json(self._manifest, outcome, self._sources)
                self._document |= {"outcome": "rejected", "failure": failure}
            case Faulted():
                fault = fault_as_json(outcome, self._sources)
                self._document |= {"outcome": "faulted", "fault": fault}

    def attempted(self, attempt: Attempt) -> None:
        """Take an attempt."""
        self._work.append(attempt_as_json(attempt))

    def finished(self, *, interrupted: bool) -> None:
        """Print the document."""
        print_json({**self._document, "work": self._work, "interrupted": interrupted})
