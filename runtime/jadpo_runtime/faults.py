"""Faults: what ends a boundary without being declared anywhere [F1]."""

import enum


class FaultCode(enum.Enum):
    """The codes of faults; the value is the code that people see."""

    INTEGER_OVERFLOW = "integer_overflow"
    DECIMAL_OVERFLOW = "decimal_overflow"
    DIVISION_BY_ZERO = "division_by_zero"
    INDEX_OUT_OF_RANGE = "index_out_of_range"
    CALL_DEPTH_EXCEEDED = "call_depth_exceeded"
    MEMORY_EXCEEDED = "memory_exceeded"
    DEADLINE_EXCEEDED = "deadline_exceeded"
    STORED_VALUE_INVALID = "stored_value_invalid"
    CARDINALITY_EXCEEDED = "cardinality_exceeded"
    CONSTRAINT_VIOLATED = "constraint_violated"
    STORE_UNAVAILABLE = "store_unavailable"
    STORE_CONTENDED = "store_contended"
    CONNECTION_UNAVAILABLE = "connection_unavailable"
    OUTCOME_UNKNOWN = "outcome_unknown"
    CONFIG_INVALID = "config_invalid"
    INTERNAL_ERROR = "internal_error"
    """Of background work only: a mistake in Jadpo itself ended an attempt."""
    ASSERTION_FAILED = "assertion_failed"
    """Of tests only: an ``assert`` that does not hold."""
    TEST_CALL_FAILED = "test_call_failed"
    """Of tests only: a failure or fault left a ``call`` of a test [X1]."""


class Fault(Exception):  # noqa: N818 - the language's word: a fault is not an error of the toolchain
    """Ends the body that runs; an engine adds where in the source it arose."""

    def __init__(self, code: FaultCode, detail: str = "") -> None:
        """Make a fault; ``detail`` is a sentence for the person who reads it."""
        super().__init__(code.value, detail)
        self.code = code
        self.detail = detail


class StoredValueInvalid(Fault):
    """A stored row does not satisfy its types [E2].

    ``identity`` is the row's, ``None`` where it cannot be told.
    """

    def __init__(self, detail: str, identity: object = None) -> None:
        """Say for a person which field of which row it is."""
        super().__init__(FaultCode.STORED_VALUE_INVALID, detail)
        self.identity = identity


class Stopped(Exception):  # noqa: N818
    """The stop byte was set: the body ends and nothing it did is kept [L6]."""
