"""What somebody meant who wrote a number that is none."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from jadpo.syntax.literals import DURATION_UNITS, duration_text


class NumberMeant(NamedTuple):
    """The number to write instead, if there is one that means the same, and why."""

    written: str | None
    why: str


def number_meant(text: str) -> NumberMeant:
    """What to write instead of a number that is none."""
    found = next(filter(None, (read(text) for read in _READINGS)), None)
    return NumberMeant(*found) if found else NumberMeant(None, _FORMS)


_FORMS = (
    "numbers are `42`, `1_000_000` and `12.50`, durations are `250ms`, `5s`, `15m`, `1h` and "
    "`30d`, and no letter or digit follows them directly"
)


def _joined_durations(text: str) -> tuple[str, str] | None:
    """`1h30m` and `1.5h` as one whole number of a unit."""
    parts = re.fullmatch(r"(?:[0-9]+(?:\.[0-9]+)?(?:ms|[smhd]))+", text, re.ASCII)
    if not parts:
        return None
    total = Fraction(0)
    for amount, unit in re.findall(r"([0-9.]+)(ms|[smhd])", text):
        total += Fraction(amount) * DURATION_UNITS[unit]
    if total.denominator != 1 or total % DURATION_UNITS["ms"]:
        return None
    return duration_text(int(total)), "a duration is a whole number of one unit"


def _other_base(text: str) -> tuple[str, str] | None:
    if not re.fullmatch(r"0(?:[xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)", text):
        return None
    return str(int(text, 0)), "numbers are written in base ten"


def _exponent(text: str) -> tuple[str, str] | None:
    parts = re.fullmatch(r"([0-9]+)(?:\.([0-9]+))?[eE]\+?([0-9]{1,2})", text, re.ASCII)
    if not parts:
        return None
    whole, fraction, exponent = parts[1], parts[2] or "", int(parts[3])
    shifted = (whole + fraction.ljust(exponent, "0")).lstrip("0") or "0"
    if len(fraction) > exponent:
        point = len(whole) + exponent
        shifted = f"{(whole + fraction)[:point]}.{(whole + fraction)[point:]}"
    return shifted, "numbers have no exponents"


def _loose_point(text: str) -> tuple[str, str] | None:
    if re.fullmatch(r"\.[0-9]+", text):
        return f"0{text}", "a Decimal has digits on both sides of its point"
    if re.fullmatch(r"[0-9_]*[0-9]\.", text):
        return f"{text}0", "a Decimal has digits on both sides of its point"
    return None


def _loose_underscores(text: str) -> tuple[str, str] | None:
    if not re.fullmatch(r"[0-9_]+(?:\.[0-9_]+)?", text) or text.endswith("._"):
        return None
    cleaned = ".".join("_".join(filter(None, part.split("_"))) or "0" for part in text.split("."))
    return cleaned, "a `_` in a number stands between two digits"


_READINGS: tuple[Callable[[str], tuple[str, str] | None], ...] = (
    _joined_durations,
    _other_base,
    _exponent,
    _loose_point,
    _loose_underscores,
)
