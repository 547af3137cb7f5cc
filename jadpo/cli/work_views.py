"""What ``jadpo work`` prints: a line, or a JSON object on a line, for each thing that happens."""

import json
from collections.abc import Iterator, Sequence
from typing import Final, Protocol, TextIO, TypeAlias

import attrs

from jadpo.cli.attempts import Attempt, attempt_as_json, attempt_parts
from jadpo.cli.durations import duration_text
from jadpo.cli.printing import Part, Printer
from jadpo.diagnostics.json_form import Json
from jadpo.diagnostics.visible import visible
from jadpo_runtime.runner.reports import PieceEnded
from jadpo_runtime.values import Duration, Instant
from jadpo_runtime.values.iso8601 import instant_text


@attrs.frozen
class WorkStarted:
    """The process works from now on; ``stores`` are pairs of a name and a place."""

    at: Instant
    program: str
    process: int
    threads: int
    stores: tuple[tuple[str, str], ...]


@attrs.frozen
class ServeStarted:
    """The process serves at ``url`` from now on."""

    at: Instant
    url: str


@attrs.frozen
class RequestAnswered:
    """A request was answered; ``failure`` is the code that the response tells, if any."""

    at: Instant
    method: str
    path: str
    status: int
    took: Duration
    request_id: str
    trace_id: str | None
    route: str | None
    failure: str | None


@attrs.frozen
class EventCommitted:
    """An event was committed; ``event`` is its name with its variant."""

    at: Instant
    event: str
    id: str


@attrs.frozen
class VersionServed:
    """A version of the program is served from now on, ``took`` µs after its source changed."""

    at: Instant
    program: str
    mode: str
    took: int


@attrs.frozen
class WorkTick:
    """A tick ran pieces, or a minute is over; ``next_due`` is how long until the next is due."""

    at: Instant
    pieces: int
    next_due: Duration | None


@attrs.frozen
class WorkStopping:
    """A signal asked the process to stop."""

    at: Instant
    signal: str


@attrs.frozen
class WorkStopped:
    """The process ends; ``in_time`` is false where something did not stop within 10 seconds."""

    at: Instant
    in_time: bool


Shown: TypeAlias = (
    Attempt
    | WorkStarted
    | ServeStarted
    | RequestAnswered
    | EventCommitted
    | VersionServed
    | WorkTick
    | WorkStopping
    | WorkStopped
)


class Lines(Protocol):
    """Shows what happens."""

    def wants(self, shown: Shown) -> bool:
        """Whether it is shown at all."""

    def show(self, happened: Sequence[Shown]) -> None:
        """Write these, in order, and see that they are read now."""
        ...


class PrintedLines:
    """Prints a line each; with ``quiet`` only what did not succeed."""

    def __init__(self, stream: TextIO, *, quiet: bool) -> None:
        """Print on ``stream``."""
        self._stream = stream
        self._printer = Printer(stream)
        self._quiet = quiet

    def wants(self, shown: Shown) -> bool:
        """Whether it is to be told."""
        return not (self._quiet and _is_ordinary(shown))

    def show(self, happened: Sequence[Shown]) -> None:
        """Print those that are to be told."""
        told = [each for each in happened if self.wants(each)]
        if self._printer.console is not None:
            for each in told:
                self._printer.line(*_parts(each))
            return
        # All at once: there may be tens of thousands in a second.
        lines = (
            visible("".join(part if isinstance(part, str) else part[0] for part in _parts(each)))
            for each in told
        )
        self._stream.write("".join(f"{line}\n" for line in lines))
        self._stream.flush()


class JsonLines:
    """Prints a JSON object on a line each, ASCII only so that any pipe carries it."""

    def __init__(self, stream: TextIO) -> None:
        """Print on ``stream``."""
        self._stream = stream

    def wants(self, shown: Shown) -> bool:
        """All is printed."""
        return True

    def show(self, happened: Sequence[Shown]) -> None:
        """Print them all."""
        self._stream.write("".join(f"{json.dumps(_as_json(each))}\n" for each in happened))
        self._stream.flush()


def _is_ordinary(shown: Shown) -> bool:
    """Whether nobody need look at it."""
    if isinstance(shown, Attempt):
        return isinstance(shown.report, PieceEnded) and shown.report.error_code is None
    if isinstance(shown, RequestAnswered):
        return shown.status < 500
    return not (isinstance(shown, WorkStopped) and not shown.in_time)


def _parts(shown: Shown) -> Iterator[Part]:
    if isinstance(shown, Attempt):
        yield from attempt_parts(shown)
        return
    yield f"{instant_text(shown.at)} ", "dim"
    match shown:
        case WorkStarted():
            yield "working", "bold green"
            stores = ", ".join(f"{name} at {place}" for name, place in shown.stores)
            threads = "1 thread" if shown.threads == 1 else f"{shown.threads} threads"
            yield f" on {shown.program}: {stores}; process {shown.process}, {threads}"
        case ServeStarted():
            yield "serving", "bold green"
            yield f" at {shown.url}"
        case RequestAnswered():
            yield str(shown.status), _STATUS_STYLES[min(shown.status // 100, 5)]
            yield f" {shown.method} {shown.path}", "bold"
            yield "" if shown.failure is None else f" {shown.failure}"
            yield f" in {_milliseconds(shown.took)}", "dim"
        case EventCommitted():
            yield "emitted", "blue"
            yield f" {shown.event} "
            yield shown.id, "dim"
        case VersionServed():
            yield f"{shown.program} is served", "bold green"
            yield f", {shown.mode}, after {_milliseconds(Duration(shown.took))}"
        case WorkTick():
            pieces = "1 piece" if shown.pieces == 1 else f"{shown.pieces} pieces"
            yield f"tick: {pieces} run, {_next(shown.next_due)}", "dim"
        case WorkStopping():
            yield f"stopping: {shown.signal}", "bold yellow"
        case WorkStopped(in_time=True):
            yield "stopped: what was not finished waits in the database", "bold"
        case WorkStopped():
            yield "stopped", "bold red"
            yield ": something did not end in time; others take it over in half a minute"


_STATUS_STYLES: Final = ("", "", "green", "cyan", "yellow", "bold red")
"""By the first digit of a status."""


def _milliseconds(took: Duration) -> str:
    return f"{took / 1000:.1f} ms"


def _next(next_due: Duration | None) -> str:
    if next_due is None:
        return "nothing waits"
    return "more is due" if next_due == 0 else f"the next look in {duration_text(next_due)}"


def _as_json(shown: Shown) -> dict[str, Json]:
    if isinstance(shown, Attempt):
        return attempt_as_json(shown)
    document: dict[str, Json] = {"at": instant_text(shown.at)}
    match shown:
        case WorkStarted():
            return {
                **document,
                "kind": "started",
                "program": shown.program,
                "process": shown.process,
                "threads": shown.threads,
                "stores": dict(shown.stores),
            }
        case ServeStarted():
            return {**document, "kind": "serving", "url": shown.url}
        case RequestAnswered():
            return {
                **document,
                "kind": "request",
                "method": shown.method,
                "path": shown.path,
                "status": shown.status,
                "took_us": int(shown.took),
                "request_id": shown.request_id,
                "trace_id": shown.trace_id,
                "route": shown.route,
                "code": shown.failure,
            }
        case EventCommitted():
            return {**document, "kind": "event", "event": shown.event, "id": shown.id}
        case VersionServed():
            return {
                **document,
                "kind": "version",
                "program": shown.program,
                "mode": shown.mode,
                "took_us": shown.took,
            }
        case WorkTick():
            due = (
                None if shown.next_due is None else instant_text(Instant(shown.at + shown.next_due))
            )
            return {**document, "kind": "tick", "pieces": shown.pieces, "next_look_at": due}
        case WorkStopping():
            return {**document, "kind": "stopping", "signal": shown.signal}
        case WorkStopped():
            return {**document, "kind": "stopped", "in_time": shown.in_time}
