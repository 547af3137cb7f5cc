"""Doing something to recorded pieces of work, and telling what became of each."""

import enum
import getpass
import socket
from collections.abc import Mapping, Sequence
from typing import Final, TextIO

from jadpo.cli.faults import fault_as_diagnostic
from jadpo.cli.printing import Printer
from jadpo.cli.record_places import RecordPlace
from jadpo.cli.reporting import print_json
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.faults import Fault
from jadpo_runtime.outcome import Faulted
from jadpo_runtime.records.intervening import Intervention, intervene, state_of
from jadpo_runtime.records.opening import change_records
from jadpo_runtime.values import Instant

_AT_ONCE: Final = 500
"""Pieces in one transaction: others wait for milliseconds, not for all of them."""

_NAMED: Final = 10
"""Pieces that are named where many were left as they were."""


class Done(enum.Enum):
    """What became of a piece."""

    DONE = "done"
    HELD = "claimed"
    FINISHED = "finished"
    UNKNOWN = "unknown"


_WHY: Final = {
    Done.HELD: "a process runs it just now",
    Done.FINISHED: "it is done",
    Done.UNKNOWN: "there is none",
}


def said_by(environment: Mapping[str, str]) -> str:
    """Who does it, for the record: the user and the machine."""
    try:
        user = getpass.getuser()
    except (KeyError, OSError):
        user = environment.get("USER", "somebody")
    return f"{user}@{socket.gethostname()}"


def intervene_all(
    places: Sequence[RecordPlace],
    intervention: Intervention,
    ids: Sequence[str],
    *,
    now: Instant,
    by: str,
) -> dict[str, Done] | Diagnostic:
    """Do it to the pieces of these ids, some to a transaction; what became of each."""
    done = dict.fromkeys(ids, Done.UNKNOWN)
    wanted = list(done)
    try:
        for place in places:
            for first in range(0, len(wanted), _AT_ONCE):
                with change_records(place.path) as records:
                    if records is None:
                        break
                    for piece in wanted[first : first + _AT_ONCE]:
                        if intervene(records, intervention, piece, now=now, by=by):
                            done[piece] = Done.DONE
                        elif (state := state_of(records, intervention, piece)) is not None:
                            done[piece] = Done.HELD if state == "claimed" else Done.FINISHED
    except Fault as fault:
        return fault_as_diagnostic(Faulted(fault.code, None, fault.detail))
    return done


def print_done(intervention: Intervention, done: Mapping[str, Done], stream: TextIO) -> None:
    """Print how many were done, and which were not, and why."""
    printer = Printer(stream)
    left = [(piece, each) for piece, each in done.items() if each is not Done.DONE]
    for piece, each in left[:_NAMED]:
        printer.line(f"{piece}: ", ("left as it is", "yellow"), f", {_WHY[each]}")
    if len(left) > _NAMED:
        printer.line(f"{len(left) - _NAMED:,} more were left as they are")
    printer.line(f"{len(done) - len(left):,} {intervention.value}", style="bold")


def print_done_as_json(intervention: Intervention, done: Mapping[str, Done]) -> None:
    """Print ``{"action": …, "pieces": {id: what became of it}}``."""
    print_json(
        {
            "action": intervention.value,
            "pieces": {piece: each.value for piece, each in done.items()},
        }
    )
