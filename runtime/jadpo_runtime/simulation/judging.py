"""What a commit is to those who judge it, and how they say what is wrong."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias, cast

import attrs

from jadpo_runtime.runner.budget import LEASE_MARGIN, RUN_LIMIT
from jadpo_runtime.runner.claims import STALE_AFTER
from jadpo_runtime.simulation.audit import Change

Row: TypeAlias = Mapping[str, Any]
"""The audited columns of a record."""

LONGEST_LEASE: Final = RUN_LIMIT + LEASE_MARGIN
"""The longest that a claim lasts, in µs [M1]."""


class Violated(Exception):  # noqa: N818 - says what was found, as its name reads
    """An invariant does not hold."""

    def __init__(self, rule: str, text: str) -> None:
        """Name the rule by its id, and say what broke it."""
        super().__init__(f"[{rule}] {text}")
        self.rule: Final = rule


def require(holds: bool, rule: str, text: str, row: Row | None = None) -> None:
    """Raise :class:`Violated` unless it holds."""
    if not holds:
        raise Violated(rule, text if row is None else f"{text}: {dict(row)}")


@attrs.frozen
class Commit:
    """A commit that was made: who made it to which store, and what it changed.

    ``earliest`` and ``latest`` are the store's clock while the transaction was open, in µs.
    ``handlers`` are those of the version of the program that the process runs, by variant.
    """

    process: str
    store: str
    earliest: int
    latest: int
    handlers: Mapping[tuple[str, str], frozenset[str]]
    changes: Sequence[Change]

    def of(self, subject: str) -> list[Change]:
        """The changes of one table."""
        return [change for change in self.changes if change.subject == subject]

    def contains(self, instant: int) -> bool:
        """Whether it is a time at which the transaction was open."""
        return self.earliest <= instant <= self.latest


SeenAt: TypeAlias = Callable[[str, str], int | None]
"""When a process, named by the id of its liveness row, last said in a store that it lives."""


class Tokens:
    """Who holds which claim, and whether it may be taken from them [M2] [M4]."""

    def __init__(self, seen_at: SeenAt) -> None:
        """Know of no claim."""
        self._holders: Final[dict[str, str]] = {}
        self._seen_at: Final = seen_at

    def taken(self, commit: Commit, row: Row) -> None:
        """A claim was taken: its lease is the rest of the claimer's budget, and a minute [M1]."""
        self._holders[cast(str, row["token"])] = commit.process
        require(
            commit.earliest + LEASE_MARGIN <= row["lease_until"] <= commit.latest + LONGEST_LEASE,
            "M1",
            f"{commit.process} took a lease that is too short or too long, at {commit.latest}",
            row,
        )

    def require_held(self, commit: Commit, row: Row) -> None:
        """Whoever settles a claim must be the one who holds it."""
        holder = self._holders.get(row["token"])
        require(
            holder == commit.process,
            "M2",
            f"{commit.process} changed what {holder or 'nobody'} holds",
            row,
        )

    def require_free(self, commit: Commit, row: Row) -> None:
        """Whoever takes a claim over must see that its lease or its holder has ended."""
        until = row["lease_until"]
        ended = until <= commit.latest or until > commit.earliest + LONGEST_LEASE
        require(
            ended or self._is_stale(commit, row),
            "M4",
            f"{commit.process} took over the claim of a process that lives",
            row,
        )

    def _is_stale(self, commit: Commit, row: Row) -> bool:
        if row["owner"] is None:
            return False
        seen = self._seen_at(commit.store, row["owner"])
        if seen is None:
            return True
        # A moment too far in the future is as stale as one in the past.
        return seen <= commit.latest - STALE_AFTER or seen >= commit.earliest + STALE_AFTER
