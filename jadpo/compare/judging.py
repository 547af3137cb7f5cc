"""Running a case of the corpus in a mode, and saying what is wrong with what came of it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import attrs

from jadpo.check import check_project
from jadpo.compare.corpus import REJECTED, Case, ExpectedFault, Mark
from jadpo.compare.memory_faults import without_details
from jadpo.compare.observation import observed
from jadpo.compare.outline import outline_of
from jadpo.compare.transcript import Transcript, first_difference, transcript_of
from jadpo.diagnostics import Diagnostics
from jadpo.diagnostics.plain import plain_line
from jadpo.interpret import interpret
from jadpo.ir.program import Program as CheckedProgram
from jadpo.ir.verifier import problems
from jadpo.stdlib import OPERATIONS
from jadpo.syntax import parse
from jadpo_runtime.hosts.test import TestResult
from jadpo_runtime.outcome import Faulted
from jadpo_runtime.program import Program

Mode: TypeAlias = Callable[[CheckedProgram], Program]
"""Makes a program of an engine from the typed IR."""


class NoEngine(Exception):  # noqa: N818 - it says what there is not
    """A mode cannot run a program; the text says why."""


def compiled_in(tier: str) -> Mode:
    """The mode that makes native code in a tier, given by its word."""

    def compiled(program: CheckedProgram) -> Program:
        # LLVM is loaded only where something is compiled.
        from jadpo_codegen import NotCompiledError, Tier, compile_program

        try:
            return compile_program(program, Tier(tier))
        except NotCompiledError as error:
            raise NoEngine(str(error)) from None

    return compiled


MODES: Final[Mapping[str, Mode]] = {"interpreted": interpret, "compiled": compiled_in("fast")}
"""The modes that every case must come out of in the same way [X2]. The first is the reference."""


_LIBRARY: Final = {
    key: len(row.signature.parameters) + len(row.signature.options)
    for key, row in OPERATIONS.items()
}
"""How many arguments each operation of the standard library has in the IR."""


@attrs.frozen
class JudgedTest:
    """How a test of a case ended, in words, and what contradicts the case in that."""

    name: str
    ended: str
    complaint: str | None


@attrs.frozen
class Judgement:
    """What came of a case: its outcome as text, and in sentences what contradicts the case.

    ``tests`` are those that were run, in order; what they complain of is among ``complaints``.
    """

    outcome: str
    complaints: tuple[str, ...]
    tests: tuple[JudgedTest, ...] = ()


def judge(case: Case, mode: Mode) -> Judgement:
    """Run a case: parse it, check it, or run its tests, as its kind says."""
    return judge_in_modes(case, {"": mode})[""]


def judge_in_modes(case: Case, modes: Mapping[str, Mode]) -> Mapping[str, Judgement]:
    """Run a case in several modes. A test that comes out otherwise than in the first contradicts.

    What only parses or checks does not depend on the mode.
    """
    if case.kind == "syntax":
        return dict.fromkeys(modes, _judge_syntax(case))
    if case.kind in REJECTED:
        return dict.fromkeys(modes, _judge_rejection(case))
    return _judge_run(case, modes)


def _judge_syntax(case: Case) -> Judgement:
    parsed = [parse(source) for source in case.sources]
    diagnostics = Diagnostics(found for each in parsed for found in each.diagnostics)
    outcome = _printed(diagnostics) + "".join(outline_of(each.tree) for each in parsed)
    return Judgement(outcome, tuple(_against_marks(case, diagnostics)))


def _judge_rejection(case: Case) -> Judgement:
    diagnostics = check_project(case.sources, case.path.stem).diagnostics
    complaints = list(_against_marks(case, diagnostics))
    if case.kind == "reject" and len(case.marks) > 1:
        complaints.append(
            f"the program has {len(case.marks)} marks: a case of `reject` has one mistake, and "
            "one with more belongs into `several`"
        )
    if case.kind == "several" and len(case.marks) < 2:
        complaints.append("a case of `several` has several mistakes: this belongs into `reject`")
    if not diagnostics.has_errors:
        complaints.append("the program has no errors, so it is not rejected")
    return Judgement(_printed(diagnostics), tuple(complaints))


def _judge_run(case: Case, modes: Mapping[str, Mode]) -> Mapping[str, Judgement]:
    checked = check_project(case.sources, case.path.stem)
    complaints = list(_against_marks(case, checked.diagnostics))
    printed = _printed(checked.diagnostics)
    if checked.program is None:
        return dict.fromkeys(modes, Judgement(printed, tuple(complaints)))
    complaints += [
        f"the IR of {wrong.callable} is wrong: {wrong.message}"
        for wrong in problems(checked.program, _LIBRARY)
    ]
    if not checked.program.manifest.tests:
        complaints.append("the program has no tests, so nothing was run")
    judgements = {}
    reference: Sequence[Transcript] | None = None
    for name, mode in modes.items():
        try:
            program = mode(checked.program)
        except NoEngine as none:
            judgements[name] = Judgement(printed, (*complaints, str(none)))
            continue
        transcripts = [transcript_of(program, test) for test in program.manifest.tests]
        ended = _judged_run(case, printed, program, transcripts)
        others = () if reference is None else _unlike(reference, transcripts)
        judgements[name] = attrs.evolve(ended, complaints=(*complaints, *ended.complaints, *others))
        reference = reference or transcripts
    return judgements


def _judged_run(
    case: Case, printed: str, program: Program, transcripts: Sequence[Transcript]
) -> Judgement:
    results = [transcript.result for transcript in transcripts]
    judged = tuple(_judged_tests(case, results))
    complaints = [test.complaint for test in judged if test.complaint is not None]
    complaints += _faults_of_no_test(case, results)
    written = "\n".join(source.text for source in case.sources)
    texts = (observed(program.manifest, result, written) for result in results)
    return Judgement(printed + "\n".join(texts), tuple(complaints), judged)


def _unlike(reference: Iterable[Transcript], others: Iterable[Transcript]) -> Iterator[str]:
    """What tests did otherwise than in the mode of reference; memory ends bodies at any time."""
    for one, other in zip(reference, others, strict=True):
        difference = first_difference(one, other)
        if difference is None or one.exceeds_memory or other.exceeds_memory:
            continue
        yield f'the test "{one.result.name}" does not do the same in both modes'
        yield from (f"  {line}" for line in difference.lines())


def is_as_recorded(recorded: str, came: str, mode: str) -> bool:
    """Whether an outcome is the recorded one, which is that of the mode of reference.

    Where memory ends a body in another mode, with which sentence is not compared.
    """
    if recorded == came or mode == next(iter(MODES)):
        return recorded == came
    return without_details(recorded) == without_details(came)


def _printed(diagnostics: Diagnostics) -> str:
    return "".join(f"{plain_line(diagnostic)}\n" for diagnostic in diagnostics)


def _against_marks(case: Case, diagnostics: Diagnostics) -> Iterator[str]:
    """The difference between the diagnostics that came and those that the marks announce."""
    came = Counter(
        Mark(
            each.span.line if each.span else 0,
            each.severity.value,
            each.rule,
            case.file_of(each.span.path) if each.span else "",
        )
        for each in diagnostics
    )
    announced = Counter(case.marks)
    for mark in sorted((came - announced).elements()):
        yield f"a diagnostic came that no mark announces, {mark}"
    for mark in sorted((announced - came).elements()):
        yield f"a mark announces a diagnostic that did not come, {mark}"


def _judged_tests(case: Case, results: Iterable[TestResult]) -> Iterator[JudgedTest]:
    """Each test passes, but those that the header says end in a fault."""
    announced = {fault.test: fault for fault in case.faults}
    for result in results:
        expected = announced.get(result.name)
        came = _fault_of(case, result)
        ended = "pass" if result.passed else "end otherwise"
        ended = ended if came is None else _shown(came)
        past = "passed" if result.passed else f"ended{ended.removeprefix('end')}"
        wrong = came != expected or (came is None and not result.passed)
        complaint = f'the test "{result.name}" should {_shown(expected)}, but did {ended}'
        yield JudgedTest(result.name, past, complaint if wrong else None)


def _faults_of_no_test(case: Case, results: Iterable[TestResult]) -> Iterator[str]:
    names = {result.name for result in results}
    for fault in case.faults:
        if fault.test not in names:
            yield f'the header names a test "{fault.test}", which there is not'


def _fault_of(case: Case, result: TestResult) -> ExpectedFault | None:
    """The fault that ended a test: that of its call, where it was a call that was left by one."""
    outcome = result.outcome
    if result.failed_call is not None and isinstance(result.failed_call.outcome, Faulted):
        outcome = result.failed_call.outcome
    if not isinstance(outcome, Faulted):
        return None
    code, span = outcome.code.value, outcome.span
    if span is None:
        return ExpectedFault(result.name, code, 0, 0)
    return ExpectedFault(result.name, code, span.line, span.column, case.file_of(span.path))


def _shown(fault: ExpectedFault | None) -> str:
    return "pass" if fault is None else f"end in {fault}"
