"""How the records of schedules and their runs may change: one run per due time, one at a time."""

from typing import Final

from jadpo_runtime.runner.schedule_records import INTERRUPTED
from jadpo_runtime.simulation.audit import Change
from jadpo_runtime.simulation.expectations import Promises
from jadpo_runtime.simulation.judging import Commit, Row, Tokens, require


class ScheduleRules:
    """Judges the schedules of all stores [D1] [D2]."""

    def __init__(self, promises: Promises, tokens: Tokens) -> None:
        """Know of no run yet."""
        self._promises: Final = promises
        self._tokens: Final = tokens
        self._running: Final[dict[tuple[str, str], str]] = {}
        self._made: Final[set[tuple[str, str, int]]] = set()

    def judge_schedule(self, commit: Commit, change: Change) -> None:
        """Judge a change of a schedule's own row: its lease and its due time."""
        before: Row | None = change.before
        after: Row | None = change.after
        if before is None or after is None:
            return
        if after["token"] is not None and after["token"] != before["token"]:
            require(before["due_at"] <= commit.latest, "D1", "run before it was due", before)
            if before["token"] is not None:
                self._tokens.require_free(commit, before)
            self._tokens.taken(commit, after)
        elif before["token"] is not None:
            self._tokens.require_held(commit, before)
        if after["due_at"] != before["due_at"]:
            require(before["token"] is not None, "D1", "moved on without a lease", after)
            later = after["due_at"] is None or after["due_at"] > before["due_at"]
            require(later, "D1", f"went back from {before['due_at']}", after)

    def judge_run(self, commit: Commit, change: Change) -> None:
        """Judge a change of the record of a run."""
        before, after = change.before, change.after
        if before is None:
            assert after is not None
            self._begun(commit, after)
        elif after is None:
            self._deleted(commit, before)
        elif before["state"] == "running":
            self._ended(commit, after)
        else:
            require(False, "D2", f"a run that was {before['state']} changed", after)

    def _begun(self, commit: Commit, run: Row) -> None:
        schedule = (commit.store, str(run["schedule"]))
        require(run["state"] == "running", "D2", "a run was recorded that never began", run)
        require(schedule not in self._running, "D1", "two runs at once", run)
        again = (*schedule, int(run["due_at"])) in self._made
        require(not again, "D1", "a second run for one due time", run)
        self._running[schedule] = str(run["id"])

    def _ended(self, commit: Commit, run: Row) -> None:
        schedule = (commit.store, str(run["schedule"]))
        require(self._running.get(schedule) == run["id"], "D1", "another run is going on", run)
        del self._running[schedule]
        if run["error_code"] != INTERRUPTED.code:
            self._made.add((*schedule, int(run["due_at"])))

    def _deleted(self, commit: Commit, run: Row) -> None:
        schedule = (commit.store, str(run["schedule"]))
        if run["state"] == "running":
            # Given back before it began.
            require(self._running.pop(schedule, None) == run["id"], "D1", "not its run", run)
            return
        old = run["ended_at"] <= commit.latest - self._promises.retention
        require(old and run["state"] == "done", "D3", "a run was deleted that is kept", run)
