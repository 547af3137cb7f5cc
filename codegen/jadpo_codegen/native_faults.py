"""The faults that compiled code finds by itself, with the sentence that Python makes of each."""

from typing import Final, NamedTuple

from jadpo_runtime.faults import FaultCode


class NativeFault(NamedTuple):
    """A fault and its sentence, which may name two numbers as ``{0}`` and ``{1}``."""

    code: FaultCode
    sentence: str


INTEGER_OVERFLOW: Final = NativeFault(
    FaultCode.INTEGER_OVERFLOW, "the result is outside of the range of Int"
)
DIVISION_BY_ZERO: Final = NativeFault(FaultCode.DIVISION_BY_ZERO, "a number was divided by zero")
CALL_DEPTH_EXCEEDED: Final = NativeFault(
    FaultCode.CALL_DEPTH_EXCEEDED, "a call was made while 1,000 calls were active"
)
MEMORY_EXCEEDED: Final = NativeFault(FaultCode.MEMORY_EXCEEDED, "there was no more memory")
INDEX_OUT_OF_RANGE: Final = NativeFault(
    FaultCode.INDEX_OUT_OF_RANGE, "there is no element {0} in a list of {1}"
)


def _out_of_range(type_: str) -> NativeFault:
    return NativeFault(FaultCode.INTEGER_OVERFLOW, f"the result is outside of the range of {type_}")


INSTANT_OUT_OF_RANGE: Final = _out_of_range("Instant")
DURATION_OUT_OF_RANGE: Final = _out_of_range("Duration")
DATE_OUT_OF_RANGE: Final = _out_of_range("CalendarDate")

NATIVE_FAULTS: Final = (
    INTEGER_OVERFLOW,
    DIVISION_BY_ZERO,
    CALL_DEPTH_EXCEEDED,
    MEMORY_EXCEEDED,
    INDEX_OUT_OF_RANGE,
    INSTANT_OUT_OF_RANGE,
    DURATION_OUT_OF_RANGE,
    DATE_OUT_OF_RANGE,
)
"""Every one, by the number that compiled code writes."""
