"""What an attempt that did not return means for its record [Y1]: a pure decision."""

from jadpo_runtime.boundary import BodyEnd
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.manifest import Manifest, RetryPolicy, RetryShape
from jadpo_runtime.manifest.declarations import RETRIED_KINDS
from jadpo_runtime.outcome import Faulted, Rejected, Returned
from jadpo_runtime.runner.claims import Error
from jadpo_runtime.runner.retry import Decision, GiveUp, Uniform, decide
from jadpo_runtime.values import Instant, Span
from jadpo_runtime.values.internal_error import InternalError

_LOST_TRANSACTION = frozenset({FaultCode.STORE_UNAVAILABLE, FaultCode.STORE_CONTENDED})


def error_of(manifest: Manifest, end: BodyEnd) -> Error:
    """The code and text that a record keeps of a run that did not return."""
    match end.outcome:
        case Rejected(failure=name, trail=trail):
            failure = manifest.failures[name]
            text = failure.message or name
            return Error(failure.code, _at(text, trail[0] if trail else None))
        case Faulted(code=code, span=span, detail=detail):
            return Error(code.value, _at(detail or code.value, span))
        case Returned():
            raise InternalError("a body that returned has no error")
    return Error(FaultCode.DEADLINE_EXCEEDED.value, "The run was stopped at its limit.")


def decision_after(
    manifest: Manifest,
    policy: RetryPolicy,
    end: BodyEnd,
    *,
    attempts: int,
    first_attempt_at: Instant,
    now: Instant,
    uniform: Uniform,
) -> Decision:
    """Whether the piece is tried again; ``attempts`` counts the one that ended so."""
    outcome = end.outcome
    if isinstance(outcome, Rejected) and (
        manifest.failures[outcome.failure].kind not in RETRIED_KINDS
    ):
        return GiveUp()
    return decide(policy, attempts, first_attempt_at, now, uniform)


def may_give_up(manifest: Manifest, policy: RetryPolicy, end: BodyEnd, attempts: int) -> bool:
    """Whether :func:`decision_after` could be to give up, whenever it is asked."""
    outcome = end.outcome
    return (
        policy.shape is RetryShape.NONE
        or attempts >= policy.max_attempts
        or policy.max_elapsed is not None
        or (
            isinstance(outcome, Rejected)
            and manifest.failures[outcome.failure].kind not in RETRIED_KINDS
        )
    )


def lost_its_transaction(end: BodyEnd) -> bool:
    """Whether nothing more can be written where the body ran: the store failed under it."""
    return isinstance(end.outcome, Faulted) and end.outcome.code in _LOST_TRANSACTION


def _at(text: str, span: Span | None) -> str:
    return text if span is None else f"{text} ({span})"
