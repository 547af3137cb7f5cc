"""Numbers between bounds, as patterns of the strings that JSON has for them [R5].

``minimum`` and ``maximum`` say nothing of strings, so a schema needs a pattern beside them. The
patterns keep to what ECMA 262 and most other engines share, and are for numbers as they are
written: without needless zeros before them and without a sign before zero.
"""

from decimal import Decimal
from typing import Final

_ANY_FRACTION: Final = r"(?:\.[0-9]+)?"
_NO_FRACTION: Final = r"(?:\.0+)?"


def integer_pattern(minimum: int | None, maximum: int | None) -> str:
    """The pattern of integers from ``minimum`` to ``maximum``; ``None`` is no bound."""
    signed = []
    if maximum is None or maximum >= 0:
        least = max(minimum or 0, 0)
        most = None if maximum is None else _integer_at_most(maximum)
        signed.append(_both(_integer_at_least(least), most))
    if minimum is None or minimum < 0:
        least = 1 if maximum is None else max(1, -maximum)
        most = None if minimum is None else _integer_at_most(-minimum)
        signed.append("-" + _both(_integer_at_least(least), most))
    return _whole(signed)


def decimal_pattern(minimum: Decimal | None, maximum: Decimal | None) -> str:
    """The pattern of decimals from ``minimum`` to ``maximum``; ``None`` is no bound."""
    zero = Decimal(0)
    signed = []
    if maximum is None or maximum >= 0:
        least = max(minimum or zero, zero)
        most = None if maximum is None else _decimal_at_most(maximum)
        signed.append(_both(_decimal_at_least(least), most))
    if minimum is None or minimum < 0:
        least = zero if maximum is None else max(-maximum, zero)
        most = None if minimum is None else _decimal_at_most(-minimum)
        signed.append("-" + _both(_decimal_at_least(least), most))
    return _whole(signed)


def _whole(alternatives: list[str]) -> str:
    return f"^(?:{'|'.join(alternatives)})$" if alternatives else "^(?!)$"


def _both(lower: str, upper: str | None) -> str:
    """What matches both patterns, up to the end of the text."""
    return lower if upper is None else f"(?={lower}$){upper}"


# ---- magnitudes


def _integer_at_least(bound: int) -> str:
    if bound == 0:
        return "(?:0|[1-9][0-9]*)"
    digits = str(bound)
    longer = f"[1-9][0-9]{{{len(digits)},}}"
    return f"(?:{'|'.join([longer, *_larger(digits), digits])})"


def _integer_at_most(bound: int) -> str:
    digits = str(bound)
    if len(digits) == 1:
        return f"[0-{digits}]" if bound else "0"
    shorter = f"[1-9][0-9]{{0,{len(digits) - 2}}}"
    return f"(?:{'|'.join(['0', shorter, *_smaller(digits, leading='1'), digits])})"


def _larger(digits: str) -> list[str]:
    """The patterns of the larger numbers with as many digits."""
    return [
        f"{digits[:i]}{_range(int(digit) + 1, 9)}{_any(len(digits) - i - 1)}"
        for i, digit in enumerate(digits)
        if digit != "9"
    ]


def _smaller(digits: str, leading: str) -> list[str]:
    """The patterns of the smaller numbers with as many digits; ``leading`` is the least first."""
    return [
        f"{digits[:i]}{_range(least, int(digit) - 1)}{_any(len(digits) - i - 1)}"
        for i, digit in enumerate(digits)
        if int(digit) > (least := int(leading) if i == 0 else 0)
    ]


def _range(first: int, last: int) -> str:
    return str(first) if first == last else f"[{first}-{last}]"


def _any(count: int) -> str:
    return f"[0-9]{{{count}}}" if count else ""


def _decimal_at_least(bound: Decimal) -> str:
    whole, fraction = _parts(bound)
    above = _integer_at_least(whole + 1) + _ANY_FRACTION
    if not fraction:
        return f"(?:{_integer_at_least(whole)}{_ANY_FRACTION})"
    larger = [
        f"{fraction[:i]}{_range(int(digit) + 1, 9)}[0-9]*"
        for i, digit in enumerate(fraction)
        if digit != "9"
    ]
    return rf"(?:{above}|{whole}\.(?:{'|'.join([*larger, f'{fraction}[0-9]*'])}))"


def _decimal_at_most(bound: Decimal) -> str:
    whole, fraction = _parts(bound)
    at = f"{whole}{_NO_FRACTION}"
    if fraction:
        smaller = [
            f"{fraction[:i]}{_range(0, int(digit) - 1)}[0-9]*"
            for i, digit in enumerate(fraction)
            if digit != "0"
        ]
        shorter = [fraction[:i] for i in range(1, len(fraction))]
        at = rf"{whole}(?:\.(?:{'|'.join([*smaller, *shorter, f'{fraction}0*'])}))?"
    below = f"{_integer_at_most(whole - 1)}{_ANY_FRACTION}|" if whole else ""
    return f"(?:{below}{at})"


def _parts(bound: Decimal) -> tuple[int, str]:
    """The whole part of a magnitude, and the digits of its fraction without zeros behind them."""
    whole, _, fraction = format(bound, "f").partition(".")
    return int(whole), fraction.rstrip("0")
