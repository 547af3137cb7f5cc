"""Lengths of time as a person types them: ``15m``, ``90s``, ``1h30m``."""

import re
from typing import Final

import click

from jadpo_runtime.values import Duration

_UNITS: Final = {"ms": 1_000, "s": 1_000_000, "m": 60_000_000, "h": 3_600_000_000}
_DAY: Final = 24 * _UNITS["h"]

_PARTS: Final = re.compile(r"([0-9]{1,9})(ms|s|m|h|d)")
_WHOLE: Final = re.compile(rf"(?:{_PARTS.pattern})+")


def duration_given(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> Duration | None:
    """The callback of an option that is a length of time; wrong use where it writes none."""
    if value is None:
        return None
    if not _WHOLE.fullmatch(value):
        raise click.BadParameter(
            f"`{value}` is no length of time: write `15m`, `90s`, `1h30m` or `2d`."
        )
    units = {**_UNITS, "d": _DAY}
    return Duration(sum(int(number) * units[unit] for number, unit in _PARTS.findall(value)))


def duration_text(duration: Duration) -> str:
    """A length of time for a person, in its largest unit: ``850 ms``, ``12.3 s``, ``4 min``."""
    if duration < _UNITS["ms"]:
        return f"{int(duration)} µs"
    if duration < _UNITS["s"]:
        return f"{duration / _UNITS['ms']:.3g} ms"
    if duration < _UNITS["m"]:
        return f"{duration / _UNITS['s']:.3g} s"
    if duration < _UNITS["h"]:
        return f"{duration / _UNITS['m']:.3g} min"
    return f"{duration / _UNITS['h']:.4g} h"
