"""What ``jadpo migrate`` prints: the steps of each store, or one JSON document."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO, cast

from jadpo.cli.migrations import StoreMigrated, may_apply_all
from jadpo.cli.printing import Part, Printer
from jadpo.cli.reporting import print_json
from jadpo.diagnostics.json_form import Json
from jadpo_runtime.store.schema import Effect, Finding, Step
from jadpo_runtime.store.schema.steps import AddColumn, FinishBackfill, RequireValue

if TYPE_CHECKING:
    from rich.status import Status

_STYLES = {Effect.KEEPS: "green", Effect.LOSES: "yellow", Effect.REFUSED: "red"}


class Doing:
    """Shows on a terminal what takes long, on one line that goes when it is over."""

    def __init__(self, stream: TextIO) -> None:
        """Show it on ``stream``, where that is a terminal."""
        self._stream = stream
        self._shown = ExitStack()
        self._status: Status | None = None

    def __enter__(self) -> Self:
        """Nothing is shown before something takes long."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Take the line away."""
        self._shown.close()

    def report(self, what: str, rows: int) -> None:
        """Show what goes on; ``rows`` of it are done."""
        if not rows or not self._stream.isatty():
            return
        text = f"{what}: {rows:,} rows"
        if self._status is None:
            from rich.console import Console

            self._status = self._shown.enter_context(Console(file=self._stream).status(text))
        else:
            self._status.update(text)


def print_migrated(
    migrated: Sequence[StoreMigrated], stream: TextIO, *, only_plan: bool, allow_loss: bool
) -> None:
    """Print the steps of each store, the rows in their way, and what was done."""
    printer = Printer(stream)
    for each in migrated:
        if each.migrated.findings:
            printer.line(f"store {each.store}, {each.path}", style="bold")
        for finding in each.migrated.findings:
            printer.line("  ", *_step_parts(finding))
            for line in _problem_lines(finding):
                printer.line(f"    {line}")
    printer.line(_conclusion(migrated, only_plan=only_plan, allow_loss=allow_loss))


def print_migrated_as_json(migrated: Sequence[StoreMigrated]) -> None:
    """Print the document of all stores."""
    stores: list[Json] = [
        {
            "store": each.store,
            "path": each.path,
            "applied": each.migrated.applied,
            "steps": [_step_as_json(finding) for finding in each.migrated.findings],
        }
        for each in migrated
    ]
    print_json({"stores": stores})


def _step_parts(finding: Finding) -> Iterator[Part]:
    yield finding.step.sentence
    rows = _counted(finding.rows)
    match finding.effect:
        case Effect.REFUSED:
            stand = "stands" if finding.rows == 1 else "stand"
            yield f": refused, {rows} {stand} in the way" if finding.rows else ": refused", "red"
        case Effect.LOSES:
            yield f": loses values of {rows}", "yellow"
        case Effect.KEEPS if _is_filled_later(finding.step) and finding.rows:
            yield f": {rows} to fill", "yellow"


def _is_filled_later(step: Step) -> bool:
    return isinstance(step, AddColumn | RequireValue | FinishBackfill) and step.has_backfill


def _problem_lines(finding: Finding) -> Iterator[str]:
    for problem in finding.problems:
        yield f"{finding.step.entity} {problem.identity}: {', '.join(problem.fields)} {problem.why}"
    more = finding.rows - len(finding.problems)
    if finding.problems and more > 0:
        yield f"and {_counted(more)} more"
    if finding.note:
        yield finding.note


def _conclusion(migrated: Sequence[StoreMigrated], *, only_plan: bool, allow_loss: bool) -> str:
    findings = [finding for each in migrated for finding in each.migrated.findings]
    if not findings:
        return "Nothing to do: the schema is that of the program."
    steps = "1 step" if len(findings) == 1 else f"{len(findings)} steps"
    if all(each.migrated.applied for each in migrated):
        return f"Migrated: {steps}."
    if may_apply_all(migrated, allow_loss=allow_loss):
        return f"Planned: {steps}. Nothing was changed."
    if any(finding.effect is Effect.REFUSED for finding in findings):
        return "Refused, as rows or the kind of change stand in the way. Nothing was changed."
    flag = "--allow-loss"
    if only_plan:
        return f"Planned: {steps}, taken only with {flag}. Nothing was changed."
    return f"Refused, as values would be lost; {flag} takes these steps too. Nothing was changed."


def _step_as_json(finding: Finding) -> dict[str, Json]:
    """A step for programs; ``kind`` is the name of its class in words."""
    return {
        "kind": _words(type(finding.step).__name__),
        "entity": finding.step.entity,
        "field": cast(Json, getattr(finding.step, "field", None)),
        "sentence": finding.step.sentence,
        "effect": finding.effect.value,
        "rows": finding.rows,
        "problems": [
            {"identity": each.identity, "fields": list(each.fields), "why": each.why}
            for each in finding.problems
        ],
        "note": finding.note,
    }


def _words(name: str) -> str:
    """``AddColumn`` as ``add_column``."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name)[1:]


def _counted(rows: int) -> str:
    return "1 row" if rows == 1 else f"{rows:,} rows"
