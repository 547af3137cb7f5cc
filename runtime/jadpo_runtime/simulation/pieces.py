"""How the records of deliveries and batch runs may change from one commit to the next."""

import json
from collections.abc import Callable
from typing import Final

from jadpo_runtime.manifest import RetryPolicy, RetryShape
from jadpo_runtime.runner.claims import ENDED_ITS_PROCESS, MOST_TAKEOVERS
from jadpo_runtime.simulation.audit import Change
from jadpo_runtime.simulation.expectations import Promises
from jadpo_runtime.simulation.judging import Commit, Row, Tokens, Violated, require
from jadpo_runtime.values import INT_MAX


class PieceRules:
    """Judges the changes of one kind of piece."""

    def __init__(self, promises: Promises, tokens: Tokens, named_by: str) -> None:
        """The policy of a piece is found by its column ``named_by``."""
        self._promises: Final = promises
        self._tokens: Final = tokens
        self._named_by: Final = named_by
        self._transitions: Final[dict[tuple[str, str], Callable[[Commit, Row, Row], None]]] = {
            ("pending", "claimed"): self._claimed,
            ("claimed", "pending"): self._released,
            ("claimed", "claimed"): self._went_on,
            ("claimed", "done"): self._done,
            ("claimed", "failed"): self._failed,
        }

    def judge(self, commit: Commit, change: Change) -> None:
        """Raise :class:`Violated` for a change that no rule allows."""
        before, after = change.before, change.after
        if before is None:
            assert after is not None
            new = after["state"] == "pending" and after["attempts"] == 0
            require(new, "B2", "a piece was recorded in another state than pending", after)
        elif after is None:
            self._deleted(commit, before)
        else:
            transition = (str(before["state"]), str(after["state"]))
            judged = self._transitions.get(transition)
            if judged is None:
                raise Violated("B2", f"{transition[0]} became {transition[1]}: {dict(after)}")
            judged(commit, before, after)

    def _claimed(self, commit: Commit, before: Row, after: Row) -> None:
        require(before["due_at"] <= commit.latest, "H4", "claimed before it was due", before)
        require(after["attempts"] == before["attempts"], "Y1", "a claim counted", after)
        self._tokens.taken(commit, after)

    def _released(self, commit: Commit, before: Row, after: Row) -> None:
        if after["takeovers"] == before["takeovers"] + 1:
            self._tokens.require_free(commit, before)
            require(after["attempts"] == before["attempts"], "Z6", "a takeover counted", after)
            return
        self._tokens.require_held(commit, before)
        if after["attempts"] == before["attempts"]:
            return
        self._require_one_more(before, after)
        require(after["error_code"] is not None, "Z2", "counted, but nothing failed", after)
        self._require_due_by_policy(commit, after)

    def _went_on(self, commit: Commit, before: Row, after: Row) -> None:
        """A batch run goes on behind its next rows, and never back [K1]."""
        self._tokens.require_held(commit, before)
        require(
            after["cursor"] is not None
            and (
                before["cursor"] is None
                or json.loads(after["cursor"]) > json.loads(before["cursor"])
            ),
            "K1",
            f"the cursor went from {before['cursor']} to {after['cursor']}",
            after,
        )

    def _done(self, commit: Commit, before: Row, after: Row) -> None:
        self._tokens.require_held(commit, before)
        self._require_one_more(before, after)

    def _failed(self, commit: Commit, before: Row, after: Row) -> None:
        self._tokens.require_held(commit, before)
        if after["error_code"] == ENDED_ITS_PROCESS:
            require(before["takeovers"] >= MOST_TAKEOVERS, "Y3", "given up too early", before)
            return
        self._require_one_more(before, after)
        policy = self._policy(after)
        given_up = (
            policy.shape is RetryShape.NONE
            or after["attempts"] >= policy.max_attempts
            or not self._promises.retried.get(str(after["error_code"]), True)
            or (
                policy.max_elapsed is not None
                and commit.latest + _longest_delay(policy, after["attempts"])
                > after["first_attempt_at"] + policy.max_elapsed
            )
        )
        require(given_up, "Y1", "given up before its policy's end", after)

    def _deleted(self, commit: Commit, before: Row) -> None:
        require(before["state"] == "done", "D3", "what is not finished was deleted", before)
        old = before["settled_at"] <= commit.latest - self._promises.retention
        require(old, "D3", "deleted before the retention's end", before)

    def _require_one_more(self, before: Row, after: Row) -> None:
        require(after["attempts"] == before["attempts"] + 1, "Y1", "no attempt was counted", after)
        most = 1 if self._is_single(after) else self._policy(after).max_attempts
        require(after["attempts"] <= most, "Y1", f"more than {most} attempts", after)

    def _require_due_by_policy(self, commit: Commit, after: Row) -> None:
        policy = self._policy(after)
        longest = _longest_delay(policy, after["attempts"])
        jitters = policy.shape is RetryShape.EXPONENTIAL and policy.full_jitter
        shortest = 0 if jitters else longest
        in_time = commit.earliest + shortest <= after["due_at"] <= commit.latest + longest
        require(in_time, "Y2", f"due at another time than {commit.latest} + the delay", after)

    def _is_single(self, row: Row) -> bool:
        return self._policy(row).shape is RetryShape.NONE

    def _policy(self, row: Row) -> RetryPolicy:
        none = RetryPolicy(RetryShape.NONE)  # A backfill's.
        return self._promises.policies.get(str(row[self._named_by]), none)


def _longest_delay(policy: RetryPolicy, attempts: int) -> int:
    if policy.shape is RetryShape.FIXED:
        return policy.initial
    return min(policy.initial << min(attempts - 1, 62), policy.maximum, INT_MAX)
