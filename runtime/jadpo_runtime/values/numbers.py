"""The arithmetic that both engines share: 64-bit integers and decimal128."""

import decimal
from typing import Final

INT_MIN: Final = -(2**63)
"""The smallest Int."""

INT_MAX: Final = 2**63 - 1
"""The largest Int."""

DECIMAL128: Final = decimal.Context(
    prec=34,
    rounding=decimal.ROUND_HALF_EVEN,
    Emin=-6143,
    Emax=6144,
    capitals=1,
    clamp=1,
    traps=[decimal.InvalidOperation, decimal.DivisionByZero, decimal.Overflow],
)
"""IEEE 754-2008 decimal128: 34 digits, round half even; traps raise Python's decimal errors.

Use it through its methods (``DECIMAL128.add(a, b)``); nothing depends on the thread's context.
"""
