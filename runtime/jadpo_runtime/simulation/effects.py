"""What pieces did, compared with what their records say: once each, and nothing lost."""

import json
from collections import Counter
from collections.abc import Mapping
from typing import Final

from jadpo_runtime.simulation.audit import Change
from jadpo_runtime.simulation.expectations import ClientCall
from jadpo_runtime.simulation.judging import Commit, require


class EffectRules:
    """Judges events and the rows that pieces leave, in all stores."""

    def __init__(self, items: frozenset[str]) -> None:
        """``items`` are the identities, as JSON, of the rows that a batch goes over."""
        self._items: Final = items
        self._effects: Final[Counter[tuple[str, str]]] = Counter()
        self._deliveries: Final[dict[str, str]] = {}
        self._deliveries_of: Final[dict[str, set[str]]] = {}
        self._batch_numbers: Final[dict[str, str]] = {}
        self._batch_states: Final[dict[str, str]] = {}
        self._passed_over: Final[set[tuple[str, str]]] = set()
        self._calls: Final[Counter[int]] = Counter()
        self.events = 0

    # ---- after each commit

    def judge_ledger(self, commit: Commit, change: Change) -> None:
        """A row that a piece left: its only one, in the commit that settles the piece."""
        row = change.after
        assert row is not None, "nothing deletes rows of a ledger"
        kind, key = str(row["kind"]), str(row["key"])
        self._effects[kind, key] += 1
        rule = {"delivery": "W3", "row": "K1", "schedule": "D1"}[kind]
        require(self._effects[kind, key] == 1, rule, "an effect was doubled", row)
        settles = {"delivery": _settles_delivery, "row": _advances, "schedule": _ends_run}[kind]
        require(settles(commit, key), rule, "an effect without its piece's record", row)

    def judge_event(self, commit: Commit, change: Change) -> None:
        """An event and its deliveries come together [W1], and an emitting piece is settled."""
        row = change.after
        if row is None:
            assert change.before is not None
            left = self._deliveries_of.get(str(change.before["id"]))
            require(not left, "D3", "an event was deleted that has deliveries", change.before)
            return
        self.events += 1
        made = {
            str(delivery.after["handler"])
            for delivery in commit.of("_jadpo_delivery")
            if delivery.before is None
            and delivery.after is not None
            and delivery.after["event_id"] == row["id"]
        }
        wanted = commit.handlers.get((str(row["event"]), str(row["variant"])), frozenset())
        require(made == wanted, "W1", f"an event for {sorted(wanted)} has {sorted(made)}", row)
        if row["cause"] is None:
            self._called(str(row["payload"]))
        else:
            settled = _settles_delivery(commit, str(row["cause"]))
            require(settled, "W3", "an event of a handler that was not settled with it", row)

    def judge_delivery(self, commit: Commit, change: Change) -> None:
        """Keep the state of a delivery; one that is done has had its effect."""
        before, after = change.before, change.after
        if after is None:
            assert before is not None
            self._deliveries_of[str(before["event_id"])].discard(str(before["id"]))
            return
        delivery = str(after["id"])
        self._deliveries[delivery] = str(after["state"])
        if before is None:
            self._deliveries_of.setdefault(str(after["event_id"]), set()).add(delivery)
        elif after["state"] == "done":
            effects = self._effects["delivery", delivery] + sum(
                1
                for each in commit.changes
                if each.before is None
                and each.after is not None
                and each.after.get("key") == delivery
                and each.subject.startswith("_jadpo") is False
            )
            require(effects > 0, "W3", "done, and it had no effect", after)

    def judge_batch_run(self, commit: Commit, change: Change) -> None:
        """Keep the state of a batch run."""
        after = change.after
        if after is None:
            return
        run = str(after["id"])
        self._batch_states[run] = str(after["state"])
        if change.before is None:
            number = json.loads(str(after["arguments"])).get("number")
            self._batch_numbers[run] = str(number)
            if after["cause"] is None and number is not None:
                self._calls[int(number)] += 1

    def judge_batch_failure(self, commit: Commit, change: Change) -> None:
        """Keep which rows were passed over [K2]."""
        if change.before is None and change.after is not None:
            self._passed_over.add((str(change.after["run_id"]), str(change.after["identity"])))

    def judge_inbox(self, commit: Commit, change: Change) -> None:
        """An inbox row goes only when its delivery cannot come again [W3] [D3]."""
        if change.after is None and change.before is not None:
            state = self._deliveries.get(str(change.before["message_id"]))
            require(
                state == "done",
                "W3",
                "an inbox row of a delivery was deleted that may come again",
                {**change.before, "state": state},
            )

    def _called(self, payload: str) -> None:
        self._calls[int(json.loads(payload)["number"])] += 1

    # ---- at the end

    def judge_end(self, outcomes: Mapping[int, tuple[ClientCall, bool]]) -> None:
        """Raise for what is not finished, or finished without what it should have done."""
        for delivery, state in self._deliveries.items():
            require(state in ("done", "failed"), "B2", f"{delivery} is {state} for ever")
            effects = self._effects["delivery", delivery]
            require(
                effects == (state == "done"), "W3", f"{delivery} is {state}, its effects {effects}"
            )
        for number, (call, returned) in outcomes.items():
            times = self._calls[number]
            require(times <= 1, "W1", f"call {number} of {call.action} was kept {times} times")
            require(times == 1 or not returned, "W1", f"call {number} of {call.action} was lost")
        for run, state in self._batch_states.items():
            require(state in ("done", "failed"), "K1", f"the batch run {run} is {state} for ever")
            if state == "done" and self._batch_numbers.get(run, "None") != "None":
                self._judge_rows(run, self._batch_numbers[run])

    def _judge_rows(self, run: str, number: str) -> None:
        for item in self._items:
            done = self._effects["row", f"{number} {item}"]
            passed_over = (run, item) in self._passed_over
            require(
                done + passed_over == 1,
                "K1" if done else "K2",
                f"row {item} of batch run {number}: done {done} times, passed over {passed_over}",
            )


def _settles_delivery(commit: Commit, delivery: str) -> bool:
    """Whether the delivery is marked done in this commit, here or in the inbox."""
    here = any(
        change.after is not None
        and change.after["id"] == delivery
        and change.after["state"] == "done"
        for change in commit.of("_jadpo_delivery")
    )
    return here or any(
        change.after is not None and change.after["message_id"] == delivery
        for change in commit.of("_jadpo_inbox")
    )


def _advances(commit: Commit, key: str) -> bool:
    """Whether the run's cursor moves behind the row in this commit."""
    number, _, item = key.partition(" ")
    return any(
        change.before is not None
        and change.after is not None
        and json.loads(str(change.after["arguments"])).get("number") == int(number)
        and change.after["cursor"] is not None
        and json.loads(str(change.after["cursor"])) >= json.loads(item)
        and change.before["cursor"] != change.after["cursor"]
        for change in commit.of("_jadpo_batch_run")
    )


def _ends_run(commit: Commit, key: str) -> bool:
    """Whether a run of a schedule ends in this commit."""
    return any(
        change.after is not None and change.after["state"] == "done"
        for change in commit.of("_jadpo_schedule_run")
    )
