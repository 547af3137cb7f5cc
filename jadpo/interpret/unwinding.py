"""The exceptions by which a running body is left: failures, faults, and leaving an expression.

A failure has two stages. :class:`Raised` comes from a fallible operation and belongs to the
``attempt`` or the match directly around it. :class:`Leaving` is a failure on its way out of the
callable: no match of that callable may catch it, since it may pass through the arguments of the
matched call [F4]. The call of the callable turns it into :class:`Raised` again.
"""

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.values import Span


class Raised(Exception):  # noqa: N818 - a failure is an expected outcome, no error
    """A failure that a fallible operation raises.

    ``trail`` starts where it was raised; every ``attempt`` that it passes adds its span.
    """

    def __init__(self, failure: str, context: tuple[object, ...], trail: list[Span]) -> None:
        """Raise the failure of this qualified name with its context, public then internal."""
        super().__init__(failure)
        self.failure = failure
        self.context = context
        self.trail = trail


class Leaving(Exception):  # noqa: N818
    """A failure that leaves the callable."""

    def __init__(self, raised: Raised) -> None:
        """Let ``raised`` leave."""
        super().__init__(raised.failure)
        self.raised = raised


class FaultAt(Exception):  # noqa: N818
    """A fault with the span of the node that it arose in; nothing in a body catches it [F1]."""

    def __init__(self, code: FaultCode, span: Span, detail: str) -> None:
        """Place a fault."""
        super().__init__(code.value, detail)
        self.code = code
        self.span = span
        self.detail = detail


def placed(fault: Fault, span: Span) -> FaultAt:
    """The fault of an effect or a library operation, at the node that asked for it."""
    return FaultAt(fault.code, span, fault.detail)


class LeaveExpression(Exception):  # noqa: N818
    """A ``return``, ``break`` or ``continue`` in an arm of a match inside an expression.

    ``signal`` is what the statement around the expression then ends with.
    """

    def __init__(self, signal: object) -> None:
        """Leave the expression with a statement's signal."""
        super().__init__()
        self.signal = signal
