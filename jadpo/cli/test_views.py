"""What ``jadpo test`` prints: lines with a progress bar under them, or one JSON document."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from jadpo.cli.cases import CaseEnd, FoundCase
from jadpo.cli.printing import Printer
from jadpo.cli.reporting import by_path, print_json
from jadpo.cli.testing import TestProblem, TestProject
from jadpo.diagnostics import Diagnostic, Diagnostics
from jadpo.diagnostics.json_form import (
    Json,
    diagnostic_as_json,
    diagnostics_as_json,
    range_as_json,
)
from jadpo_runtime.manifest import TestDefinition

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class View(Protocol):
    """Shows tests as they end."""

    def project(self, project: TestProject) -> None:
        """The tests of a project follow, or the mistakes in it are why there are none."""
        ...

    def cannot_run(self, problem: Diagnostic) -> None:
        """A mode cannot run that project, so none of its tests is run."""
        ...

    def ended(self, test: TestDefinition, problem: TestProblem | None) -> None:
        """A test of that project ended."""
        ...

    def case_ended(self, case: FoundCase, end: CaseEnd) -> None:
        """A case was judged."""
        ...

    def finished(self) -> None:
        """All tests of all projects ended, and all cases were judged."""
        ...


class PrintedView:
    """Prints a line for each test, what is wrong under each that failed, and a summary.

    A case has a line only if it failed, or was itself asked for.
    """

    def __init__(self, printer: Printer, *, names_projects: bool) -> None:
        """Print with ``printer``; ``names_projects``: a line before the tests of each."""
        self._printer = printer
        self._names_projects = names_projects
        self._project: TestProject | None = None
        self._bar: _Bar | None = None
        self._passed = 0
        self._failed = 0
        self._broken = 0

    @contextmanager
    def progress(self, total: int) -> Iterator[None]:
        """Show a bar under the lines within the ``with``, on a terminal."""
        if self._printer.console is None or not total:
            yield
            return
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        bar = Progress(
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.description}", markup=False),
            console=self._printer.console,
            transient=True,
        )
        with bar:
            self._bar = _Bar(bar, bar.add_task("", total=total))
            yield

    def project(self, project: TestProject) -> None:
        """Name the project; print its mistakes, or that it has no tests."""
        self._project = project
        if self._names_projects:
            self._printer.line(f"{project.path}:", style="bold")
        program = project.checked.program
        if program is None:
            self._broken += 1
            sources = by_path(project.checked.project.sources)
            for diagnostic in project.checked.diagnostics:
                self._printer.diagnostic(diagnostic, sources)
        elif not program.manifest.tests:
            self._printer.line(f"{project.path} has no tests.")

    def cannot_run(self, problem: Diagnostic) -> None:
        """Print why."""
        assert self._project is not None
        self._broken += 1
        self._printer.diagnostic(problem, by_path(self._project.checked.project.sources))

    def ended(self, test: TestDefinition, problem: TestProblem | None) -> None:
        """Print the test's line, and what is wrong."""
        assert self._project is not None
        if self._bar is not None:
            self._bar.advance()
        if problem is None:
            self._passed += 1
            self._printer.line(("passed", "green"), f": {test.name}")
            return
        self._failed += 1
        self._printer.line(("failed", "bold red"), f": {test.name}")
        self._printer.diagnostic(problem.diagnostic, by_path(self._project.checked.project.sources))
        for line in problem.lines:
            self._printer.line(f"  {line}")
        if self._printer.console is None:
            for related in problem.diagnostic.related:
                self._printer.line(f"  {related.span}: {related.text}")

    def case_ended(self, case: FoundCase, end: CaseEnd) -> None:
        """Print why the case failed, or what came of the one that was asked for."""
        if self._bar is not None:
            self._bar.advance()
        if end.passed:
            self._passed += 1
        else:
            self._failed += 1
        if case.alone or not end.passed:
            shown = ("passed", "green") if end.passed else ("failed", "bold red")
            self._printer.line(shown, f": {case.path.as_posix()}")
        if case.alone:
            for test in end.tests:
                self._printer.line(f"  {test.ended}: {test.name}")
        for reason in end.reasons:
            self._printer.line(f"  {reason}")

    def finished(self) -> None:
        """Print the summary: ``1 failed, 3 passed``."""
        counts = [
            (self._broken, "project not run" if self._broken == 1 else "projects not run"),
            (self._failed, "failed"),
            (self._passed, "passed"),
        ]
        shown = [f"{count} {what}" for count, what in counts if count]
        style = "bold red" if self._broken or self._failed else "bold green"
        self._printer.line(", ".join(shown) or "0 passed", style=style)


class _Bar:
    """The progress bar's one task."""

    def __init__(self, progress: "Progress", task: "TaskID") -> None:
        self._progress = progress
        self._task = task

    def advance(self) -> None:
        self._progress.advance(self._task)


class JsonView:
    """Collects what happens, and prints one document."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._projects: list[dict[str, Json]] = []
        self._tests: list[Json] = []
        self._cases: list[Json] = []
        self._project: TestProject | None = None
        self._passed = 0
        self._failed = 0

    def project(self, project: TestProject) -> None:
        """Begin the object of a project."""
        self._project = project
        self._tests = []
        sources = by_path(project.checked.project.sources)
        self._projects.append(
            {
                "path": str(project.path),
                "name": project.checked.project.name,
                **diagnostics_as_json(project.checked.diagnostics, sources),
                "tests": self._tests,
            }
        )

    def cannot_run(self, problem: Diagnostic) -> None:
        """Have the project say why, among its diagnostics."""
        assert self._project is not None
        sources = by_path(self._project.checked.project.sources)
        diagnostics = Diagnostics([*self._project.checked.diagnostics, problem])
        self._projects[-1] |= diagnostics_as_json(diagnostics, sources)

    def ended(self, test: TestDefinition, problem: TestProblem | None) -> None:
        """Add the object of a test."""
        assert self._project is not None
        sources = by_path(self._project.checked.project.sources)
        self._passed += problem is None
        self._failed += problem is not None
        document: dict[str, Json] = {
            "name": test.name,
            "range": range_as_json(test.span, sources),
            "outcome": "passed" if problem is None else "failed",
            "problem": None,
        }
        if problem is not None:
            diagnostic = diagnostic_as_json(problem.diagnostic, sources)
            document["problem"] = {**diagnostic, "lines": list(problem.lines)}
        self._tests.append(document)

    def case_ended(self, case: FoundCase, end: CaseEnd) -> None:
        """Add the object of a case."""
        self._passed += end.passed
        self._failed += not end.passed
        self._cases.append(
            {
                "path": case.path.as_posix(),
                "outcome": "passed" if end.passed else "failed",
                "reasons": list(end.reasons),
                "tests": [{"name": test.name, "ended": test.ended} for test in end.tests],
            }
        )

    def finished(self) -> None:
        """Print the document."""
        print_json(
            {
                "projects": [*self._projects],
                "cases": self._cases,
                "passed": self._passed,
                "failed": self._failed,
            }
        )
