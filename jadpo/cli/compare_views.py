"""What ``jadpo compare`` prints: a bar while it goes on, then each finding, then the counts."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from jadpo.cli.printing import Printer
from jadpo.cli.reporting import print_json
from jadpo.compare.report import Report
from jadpo.compare.units import Unit
from jadpo.compare.verdicts import Compared, Verdict

if TYPE_CHECKING:
    from rich.console import Console

_STYLES: Final = {
    Verdict.DIFFERENT: "bold red",
    Verdict.CRASHED: "bold red",
    Verdict.POISONED: "yellow",
}


@contextmanager
def progress(console: "Console | None", total: int) -> Iterator[Callable[[Unit], None]]:
    """Show a bar within the ``with``, on a terminal; what it gives is told of each program."""
    if console is None:
        yield lambda unit: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    bar = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
        console=console,
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=total)
        yield lambda unit: bar.update(task, advance=1, description=unit.path.as_posix())


def print_report(report: Report, printer: Printer) -> None:
    """Print the findings and the counts as lines."""
    for program in report.not_compared:
        printer.line(("not run", "bold red"), f": {program.program}")
        for line in program.lines:
            printer.line(f"  {line}")
    for finding in report.findings:
        shown = (finding.verdict.value, _STYLES[finding.verdict])
        printer.line(shown, f": {finding.program}: {_what(finding)}")
        if finding.where is not None:
            place = finding.where.range
            start = place["start"]
            at = f"{place['path']}:{start['line']}:{start['column']}"
            printer.line(f"  at {at}: {finding.where.text}")
        for line in finding.lines:
            printer.line(f"  {line}")
    if report.too_many_poisoned:
        printer.line("Memory ended too many tests for the others to show much.", style="bold red")
    counts = [f"{count} {verdict.value}" for verdict, count in report.counts.items() if count]
    if report.not_compared:
        counts.append(f"{len(report.not_compared)} not run")
    programs = f"{report.programs} program{'' if report.programs == 1 else 's'}"
    tiers = ", ".join(report.tiers)
    style = "bold red" if report.status else "bold green"
    printer.line(f"{', '.join(counts) or 'nothing to compare'} ({programs}; {tiers})", style=style)


def _what(finding: Compared) -> str:
    if not finding.test:
        return f"when it was compiled ({finding.tier})" if finding.tier else "when it was read"
    return f"{finding.test} ({finding.tier})"


def print_json_report(report: Report) -> None:
    """Print the report as one document."""
    print_json(
        {
            "programs": report.programs,
            "tiers": list(report.tiers),
            **{verdict.value: report.counts[verdict] for verdict in Verdict},
            "findings": [
                {
                    "program": finding.program,
                    "test": finding.test or None,
                    "tier": finding.tier or None,
                    "verdict": finding.verdict.value,
                    "range": None if finding.where is None else dict(finding.where.range),
                    "lines": list(finding.lines),
                }
                for finding in report.findings
            ],
            "not_run": [
                {"program": program.program, "lines": list(program.lines)}
                for program in report.not_compared
            ],
        }
    )
