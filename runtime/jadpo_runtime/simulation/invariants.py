"""All invariants of a simulation: judged after each commit, and at the end.

Each commit is judged by the changes of records that it made, so that nothing is judged which a
transaction undid. What a broken invariant says begins with the rule of the runtime that it is of.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from jadpo_runtime.simulation.audit import Change
from jadpo_runtime.simulation.effects import EffectRules
from jadpo_runtime.simulation.expectations import ClientCall, Promises
from jadpo_runtime.simulation.judging import Commit, SeenAt, Tokens
from jadpo_runtime.simulation.pieces import PieceRules
from jadpo_runtime.simulation.schedules import ScheduleRules
from jadpo_runtime.store.sqlite.tables import table_name

_Judge: TypeAlias = Callable[[Commit, Change], None]


class Invariants:
    """The judges of one simulation, each for the changes of one table."""

    def __init__(
        self,
        promises: Promises,
        items: frozenset[str],
        ledgers: Iterable[str],
        seen_at: SeenAt,
    ) -> None:
        """Judge what a program with these promises does."""
        tokens = Tokens(seen_at)
        deliveries = PieceRules(promises, tokens, "handler")
        batch_runs = PieceRules(promises, tokens, "batch")
        schedules = ScheduleRules(promises, tokens)
        self._effects: Final = EffectRules(items)
        self._judges: Final[dict[str, tuple[_Judge, ...]]] = {
            "_jadpo_delivery": (deliveries.judge, self._effects.judge_delivery),
            "_jadpo_batch_run": (batch_runs.judge, self._effects.judge_batch_run),
            "_jadpo_batch_failure": (self._effects.judge_batch_failure,),
            "_jadpo_event": (self._effects.judge_event,),
            "_jadpo_schedule": (schedules.judge_schedule,),
            "_jadpo_schedule_run": (schedules.judge_run,),
            "_jadpo_inbox": (self._effects.judge_inbox,),
            **{table_name(entity): (self._effects.judge_ledger,) for entity in ledgers},
        }

    @property
    def events(self) -> int:
        """How many events were recorded."""
        return self._effects.events

    def judge(self, commit: Commit) -> None:
        """Raise :class:`~jadpo_runtime.simulation.judging.Violated` if the commit breaks a rule."""
        for change in commit.changes:
            for judge in self._judges[change.subject]:
                judge(commit, change)

    def judge_end(self, outcomes: Mapping[int, tuple[ClientCall, bool]]) -> None:
        """Raise for what is not finished, or finished without what it should have done.

        ``outcomes`` are the client's calls, by their numbers, and whether each returned.
        """
        self._effects.judge_end(outcomes)
