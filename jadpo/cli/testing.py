"""Finding the tests of projects and the cases of a corpus, and why a test failed."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from jadpo.cli.cases import FoundCase, found_case
from jadpo.cli.checking import CheckedProject, check_loaded, check_path, is_artefact
from jadpo.cli.faults import fault_as_diagnostic, fault_lines
from jadpo.compare.corpus import FOLDER_SUFFIX
from jadpo.compare.finding import find_cases
from jadpo.diagnostics import Diagnostic, Related, nearest_name
from jadpo.ir.program import Program
from jadpo.project import load_project
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.hosts.test import TestResult
from jadpo_runtime.manifest import Manifest, TestDefinition
from jadpo_runtime.outcome import Faulted, Rejected
from jadpo_runtime.values import Span
from jadpo_runtime.values.show import show_fields

if TYPE_CHECKING:
    from jadpo.compare.transcript import Difference, Transcript


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


@attrs.frozen
class TestsAt:
    """What is at a path: its cases, and a project if other files are there, or nothing at all."""

    __test__ = False

    cases: tuple[FoundCase, ...]
    project: TestProject | None


def tests_at(path: Path, wanted: str | None) -> TestsAt:
    """Read what is at ``path``, and check its project."""
    if not path.suffix and path.resolve().suffix == FOLDER_SUFFIX:
        # `.` in a folder that is a case has not the name that says so.
        path = path.resolve()
    if is_artefact(path):
        return TestsAt((), test_project(path, check_path(path), wanted))
    loaded = load_project(path)
    found = find_cases(path, loaded.sources)
    cases = tuple(found_case(path, each, names=wanted is not None) for each in found.cases)
    if cases and not found.project and not loaded.diagnostics:
        return TestsAt(cases, None)
    rest = attrs.evolve(loaded, sources=found.project)
    return TestsAt(cases, test_project(path, check_loaded(rest), wanted))


def no_test_matches(found: Sequence[TestsAt], wanted: str) -> Diagnostic | None:
    """The problem of a filter that lets no test or case through, although there are some."""
    projects = [each.project for each in found if each.project is not None]
    cases = [case for each in found for case in each.cases]
    programs = [project.checked.program for project in projects]
    names = [test.name for program in programs if program for test in program.manifest.tests]
    names += [test for case in cases for test in case.tests]
    names += [case.path.as_posix() for case in cases]
    some_match = any(project.tests for project in projects) or any(
        case.is_chosen(wanted) for case in cases
    )
    if some_match or not all(programs) or not names:
        return None
    near = nearest_name(wanted, names)
    return Diagnostic(
        rule="cli.no_test_matches",
        span=None,
        summary=f"no test's name contains `{wanted}`"
        + (", and no path of a case" if cases else ""),
        why="a filter that matches nothing is most likely mistyped, and nothing was run",
        help=f"did you mean `{near}`?" if near else "leave `--filter` out to run all tests",
    )


@attrs.frozen
class TestProblem:
    """Why a test failed: a diagnostic, and lines that belong under it."""

    __test__ = False

    diagnostic: Diagnostic
    lines: tuple[str, ...]


def problem_in_modes(
    program: Program, test: TestDefinition, transcripts: Mapping[str, "Transcript"]
) -> TestProblem | None:
    """Why a test failed that ran in some modes: in the first of them, or since they differ [X2].

    When memory ends a body depends on the engine. Then each mode is judged for itself.
    """
    from jadpo.compare.transcript import first_difference

    problems = {
        mode: problem_of(program.manifest, test, transcript.result)
        for mode, transcript in transcripts.items()
    }
    first, *others = transcripts.values()
    for other in others:
        difference = first_difference(first, other)
        if difference is not None and not (first.exceeds_memory or other.exceeds_memory):
            return _modes_differ(program, test, difference)
    return next((problem for problem in problems.values() if problem is not None), None)


def _modes_differ(program: Program, test: TestDefinition, difference: "Difference") -> TestProblem:
    from jadpo.compare.places import place_of

    line = difference.interpreted or difference.compiled
    place = None if line is None else place_of(program, line)
    diagnostic = Diagnostic(
        rule="test.modes_differ",
        span=place or test.span,
        summary="the test does not do the same compiled as interpreted",
        why="what a program does must not depend on how it is run",
        help="this is a mistake in Jadpo, and not in your program: please report it",
    )
    return TestProblem(diagnostic, difference.lines())


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
