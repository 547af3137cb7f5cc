"""Running the body of a piece, so that whatever becomes of it can be written to its record."""

from jadpo_runtime.boundary import BodyEnd, Call, NeedsOwnBoundary, run_body
from jadpo_runtime.faults import Fault, FaultCode, Stopped
from jadpo_runtime.hosts.host import Host
from jadpo_runtime.outcome import Faulted
from jadpo_runtime.runner.reports import BodyBroke
from jadpo_runtime.store import Store, Transaction
from jadpo_runtime.values import Duration
from jadpo_runtime.watchdog import Limit


def run_piece(
    host: Host,
    store: Store,
    transaction: Transaction,
    call: Call,
    limit: Limit,
    *,
    shared: bool = False,
) -> BodyEnd:
    """Run the body of a piece; see :func:`~jadpo_runtime.boundary.run_body`.

    A mistake in Jadpo itself, which any exception is that is none of the runtime's, is reported and
    becomes the fault ``internal_error``: an attempt that counts [Y1]. If it ended the invocation
    instead, each start would meet it again, and nothing behind the piece would ever run [Y3].
    """
    started = host.clock.elapsed()
    try:
        return run_body(host, store, transaction, call, limit, shared=shared)
    except (NeedsOwnBoundary, Fault, Stopped):
        raise
    except Exception as error:  # noqa: BLE001 - reported with its traceback, never hidden
        host.report(BodyBroke(call.name, error))
        what = " ".join(str(error).split()) or "no message"
        detail = f"{type(error).__name__}: {what}: a mistake in Jadpo, not in the program"
        took = Duration(host.clock.elapsed() - started)
        return BodyEnd(Faulted(FaultCode.INTERNAL_ERROR, None, detail), took=took)
