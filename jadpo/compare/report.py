"""What a comparison of many programs comes to."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from jadpo.compare.children import Answer
from jadpo.compare.verdicts import Compared, NotCompared, Verdict

MOST_POISONED: Final = 0.05
"""The share of tests that memory may end, before the comparison counts as having shown little."""


class Report(NamedTuple):
    """The counts of each verdict, and every answer that is not ``SAME``."""

    programs: int
    tiers: Sequence[str]
    counts: Mapping[Verdict, int]
    findings: Sequence[Compared]
    not_compared: Sequence[NotCompared]

    @property
    def too_many_poisoned(self) -> bool:
        """Whether memory ended more tests than a comparison can bear."""
        return self.counts[Verdict.POISONED] > MOST_POISONED * sum(self.counts.values()) + 1

    @property
    def status(self) -> int:
        """The exit status: 0 where everything was compared and is the same."""
        wrong = self.counts[Verdict.DIFFERENT] + self.counts[Verdict.CRASHED]
        return 1 if wrong or self.not_compared or self.too_many_poisoned else 0


def report_of(programs: int, tiers: Sequence[str], answers: Sequence[Answer]) -> Report:
    """The report of all answers."""
    compared = [answer for answer in answers if isinstance(answer, Compared)]
    counts = {verdict: sum(answer.verdict is verdict for answer in compared) for verdict in Verdict}
    return Report(
        programs,
        tiers,
        counts,
        [answer for answer in compared if answer.verdict is not Verdict.SAME],
        [answer for answer in answers if isinstance(answer, NotCompared)],
    )
