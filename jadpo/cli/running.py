"""Running a callable, and then the work that it set off."""

import traceback
from collections.abc import Mapping
from typing import Protocol

from jadpo.cli.attempts import Attempt
from jadpo.cli.exit_status import INTERNAL_ERROR, INTERRUPTED, PROBLEMS
from jadpo.cli.faults import config_problems, fault_as_diagnostic
from jadpo.cli.interruption import stopping_on_interrupt
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.clock import SystemClock
from jadpo_runtime.config import ConfigInvalid
from jadpo_runtime.faults import Fault
from jadpo_runtime.hosts.stores import stores_used
from jadpo_runtime.hosts.tool import tool
from jadpo_runtime.manifest import CallableKind, CallableSignature
from jadpo_runtime.outcome import Faulted, Outcome, Returned
from jadpo_runtime.program import Program
from jadpo_runtime.runner.reports import BodyBroke, Report, StoreFailed


class View(Protocol):
    """Shows a run as it happens."""

    def ended(self, outcome: Outcome) -> None:
        """The callable ended; what it did, if it returned, is committed."""
        ...

    def attempted(self, attempt: Attempt) -> None:
        """A piece of the work was run."""
        ...

    def finished(self, *, interrupted: bool) -> None:
        """The run is over."""
        ...


def run_and_follow(
    program: Program,
    signature: CallableSignature,
    arguments: tuple[object, ...],
    *,
    environment: Mapping[str, str],
    urls: Mapping[str, str],
    view: View,
) -> int | list[Diagnostic]:
    """Run a callable, then, if it is an action that returned, what is due; the exit status.

    It is 0 where the callable returned, whatever became of the work: what it did is committed, so
    it must not look as though it were to be run again. Where the program cannot be started, gives
    the problems.
    """
    clock = SystemClock()
    store_failed = False
    body_broke = False

    def report(of: Report) -> None:
        nonlocal store_failed, body_broke
        store_failed = store_failed or isinstance(of, StoreFailed)
        if isinstance(of, BodyBroke):
            body_broke = True
            if environment.get("JADPO_TRACE") == "1":
                traceback.print_exception(of.error)
        view.attempted(Attempt(clock.now(), of))

    try:
        with (
            tool(
                program,
                environment=environment,
                databases=urls,
                report=report,
                stores=_stores_used(program, signature),
            ) as running,
            stopping_on_interrupt(running.stop) as interruption,
        ):
            outcome = running.run(signature.name, arguments)
            view.ended(outcome)
            if isinstance(outcome, Returned) and signature.kind is CallableKind.ACTION:
                running.run_due()
    except ConfigInvalid as invalid:
        return config_problems(invalid)
    except Fault as fault:
        return [fault_as_diagnostic(Faulted(fault.code, None, fault.detail))]
    view.finished(interrupted=interruption.asked)
    if interruption.asked:
        return INTERRUPTED
    if body_broke:
        return INTERNAL_ERROR
    return 0 if isinstance(outcome, Returned) and not store_failed else PROBLEMS


def _stores_used(program: Program, signature: CallableSignature) -> frozenset[str]:
    """The stores that a run uses: after an action, what is due in any is run as well."""
    callables = program.manifest.callables
    return stores_used(
        callables.values() if signature.kind is CallableKind.ACTION else (signature,)
    )
