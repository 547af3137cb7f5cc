"""Finding and running the tests of projects, and why one failed."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from jadpo.cli.checking import CheckedProject
from jadpo.cli.faults import fault_as_diagnostic, fault_lines
from jadpo.diagnostics import Diagnostic, Related, nearest_name
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.hosts.test import TestResult
from jadpo_runtime.manifest import Manifest, TestDefinition
from jadpo_runtime.outcome import Faulted, Rejected
from jadpo_runtime.values import Span
from jadpo_runtime.values.show import show_fields


@attrs.frozen
class TestProject:
    """A project whose tests are to be run; ``tests`` are those that the filter lets through.

    Without a program, its diagnostics say why.
    """

    __test__ = False

    path: Path
    checked: CheckedProject
    tests: tuple[TestDefinition, ...]


def test_project(path: Path, checked: CheckedProject, wanted: str | None) -> TestProject:
    """The project with the tests whose names contain ``wanted``, whatever the case."""
    tests = checked.program.manifest.tests if checked.program is not None else ()
    if wanted is not None:
        tests = tuple(test for test in tests if wanted.casefold() in test.name.casefold())
    return TestProject(path, checked, tests)


def no_test_matches(projects: Sequence[TestProject], wanted: str) -> Diagnostic | None:
    """The problem of a filter that lets no test through, although there are tests."""
    programs = [project.checked.program for project in projects]
    names = [test.name for program in programs if program for test in program.manifest.tests]
    if any(project.tests for project in projects) or not all(programs) or not names:
        return None
    near = nearest_name(wanted, names)
    return Diagnostic(
        rule="cli.no_test_matches",
        span=None,
        summary=f"no test's name contains `{wanted}`",
        why="a filter that matches nothing is most likely mistyped, and nothing was run",
        help=f"did you mean `{near}`?" if near else "leave `--filter` out to run all tests",
    )


@attrs.frozen
class TestProblem:
    """Why a test failed: a diagnostic, and lines that belong under it."""

    __test__ = False

    diagnostic: Diagnostic
    lines: tuple[str, ...]


def problem_of(manifest: Manifest, test: TestDefinition, result: TestResult) -> TestProblem | None:
    """Why a test failed; ``None`` where it passed."""
    if result.passed:
        return None
    match result.outcome:
        case Faulted() as fault:
            related = tuple(_behind(result))
            return TestProblem(fault_as_diagnostic(fault, related), tuple(fault_lines(fault)))
        case Rejected() as rejected:
            return _left(manifest, rejected)
    return TestProblem(_failed(test.span, "the test was stopped"), ())


def _behind(result: TestResult) -> Iterator[Related]:
    """The places behind a call of the test that a failure or fault left."""
    if result.failed_call is None:
        return
    match result.failed_call.outcome:
        case Rejected(trail=trail):
            for position, span in enumerate(trail):
                yield Related(span, "it was raised here" if position == 0 else "it passed here")
        case Faulted(span=span) if span is not None:
            yield Related(span, "the fault arose here")


def _left(manifest: Manifest, rejected: Rejected) -> TestProblem:
    """The problem of a test whose own body a failure left."""
    failure = manifest.failures[rejected.failure]
    fields = (*failure.public, *failure.internal)
    shown = show_fields(manifest.types, failure.name, fields, rejected.context)
    span = rejected.trail[-1] if rejected.trail else None
    related = [Related(span, "it was raised here") for span in rejected.trail[:1]]
    return TestProblem(_failed(span, f"the failure {shown} left the test", related), ())


def _failed(span: Span | None, text: str, related: Sequence[Related] = ()) -> Diagnostic:
    return fault_as_diagnostic(Faulted(FaultCode.TEST_CALL_FAILED, span, text), related)
