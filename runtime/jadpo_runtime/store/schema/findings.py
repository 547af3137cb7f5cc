"""What the stored rows make of each step of a migration."""

import enum
from collections.abc import Sequence

import attrs

from jadpo_runtime.store.schema.steps import Step


class Effect(enum.Enum):
    """What taking a step would do."""

    KEEPS = "keeps"
    """All that is stored is kept."""

    LOSES = "loses"
    """Values are lost: only where that is allowed."""

    REFUSED = "refused"
    """Rows stand in the way, or there is no such step: never taken."""


@attrs.frozen
class RowProblem:
    """A row that stands in the way: its identity, the fields concerned, and why."""

    identity: str
    fields: tuple[str, ...]
    why: str


@attrs.frozen
class Finding:
    """A step, and what it does to the rows there are.

    ``rows`` counts those that it loses values of, or that stand in its way; ``problems`` names the
    first of these. ``note`` says why a step is refused whatever the rows, or what to do.
    """

    step: Step
    effect: Effect
    rows: int = 0
    problems: tuple[RowProblem, ...] = ()
    note: str = ""


@attrs.frozen
class Migrated:
    """The steps of a store's migration, and whether they were taken: all of them, or none."""

    findings: tuple[Finding, ...]
    applied: bool

    @property
    def is_refused(self) -> bool:
        """Whether some step is never taken, as things are."""
        return any(finding.effect is Effect.REFUSED for finding in self.findings)

    @property
    def loses(self) -> bool:
        """Whether some step loses values."""
        return any(finding.effect is Effect.LOSES for finding in self.findings)


def may_apply(findings: Sequence[Finding], *, allow_loss: bool) -> bool:
    """Whether all of the steps may be taken."""
    effects = {finding.effect for finding in findings}
    return Effect.REFUSED not in effects and (allow_loss or Effect.LOSES not in effects)
