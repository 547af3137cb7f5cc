"""Options that choose among the recorded pieces of work, and what they stand for."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import attrs
import click

from jadpo.cli.durations import duration_given
from jadpo_runtime.records.finding import DeliveryFilter
from jadpo_runtime.records.tables import PIECE_STATES
from jadpo_runtime.values import Duration, Instant

_Command = TypeVar("_Command", bound=Callable[..., Any])

_OPTIONS: Final = (
    click.option(
        "--state",
        "states",
        type=click.Choice(PIECE_STATES),
        multiple=True,
        help="Those in this state; may be given several times.",
    ),
    click.option("--subscriber", metavar="NAME", help="Those of this subscriber."),
    click.option("--event", metavar="NAME", help="Those of this event: Event or Event.variant."),
    click.option("--code", metavar="CODE", help="Those whose last error has this code."),
    click.option(
        "--older-than",
        metavar="TIME",
        callback=duration_given,
        help="Those whose event was emitted longer ago: 90s, 15m, 2d.",
    ),
    click.option(
        "--newer-than",
        metavar="TIME",
        callback=duration_given,
        help="Those whose event was emitted more recently.",
    ),
)


@attrs.frozen
class Chosen:
    """What the options say."""

    states: tuple[str, ...]
    subscriber: str | None
    event: str | None
    code: str | None
    older_than: Duration | None
    newer_than: Duration | None

    @property
    def chooses(self) -> bool:
        """Whether any option was given."""
        return any(value for value in attrs.astuple(self, recurse=False))

    def filter(self, now: Instant, states: Sequence[str] = ()) -> DeliveryFilter:
        """The deliveries that are meant at ``now``; ``states`` where none was given."""
        return DeliveryFilter(
            states=self.states or tuple(states),
            subscriber=self.subscriber,
            event=self.event,
            emitted_before=_ago(now, self.older_than),
            emitted_after=_ago(now, self.newer_than),
            error_code=self.code,
        )


def choosing_options(command: _Command) -> _Command:
    """Give a command the options; it takes them as the keywords of :class:`Chosen`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def _ago(now: Instant, age: Duration | None) -> Instant | None:
    return None if age is None else Instant(now - age)
