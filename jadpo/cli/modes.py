"""The two modes of running a program, as options of commands."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeVar

import click

INTERPRETED: Final = "interpreted"

COMPILED: Final = "compiled"

MODES: Final = (INTERPRETED, COMPILED)

TIERS: Final = ("fast", "balanced", "full")
"""The tiers of compilation, from the one that is soonest made to the one that is fastest."""

_Command = TypeVar("_Command", bound=Callable[..., Any])


def mode_option(help_text: str) -> Callable[[_Command], _Command]:
    """The option ``--mode``, which gives ``None`` where it is left out."""
    return click.option("--mode", type=click.Choice(MODES), help=help_text)


def tier_option(help_text: str) -> Callable[[_Command], _Command]:
    """The option ``--tier``, which gives ``None`` where it is left out."""
    return click.option("--tier", type=click.Choice(TIERS), help=help_text)


class Running(NamedTuple):
    """A mode, and the tier of compiled code."""

    mode: str
    tier: str


def running(mode: str | None, tier: str | None, built_tier: str | None, usual: Running) -> Running:
    """How something is to be run: as the options say, else as it was built, else as usual.

    ``built_tier`` is that of code that came with the program. Raises click's error for a tier where
    nothing is compiled.
    """
    chosen = mode or (usual.mode if built_tier is None else COMPILED)
    refuse_tier_without_code(chosen, tier)
    return Running(chosen, tier or built_tier or usual.tier)


def refuse_tier_without_code(mode: str | None, tier: str | None) -> None:
    """Raise click's error for a tier where nothing is compiled."""
    if mode == INTERPRETED and tier is not None:
        raise click.UsageError(
            "'--tier' is about compiled code: give it with '--mode compiled', or leave it out."
        )
