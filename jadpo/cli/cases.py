"""The cases of a corpus that ``jadpo test`` meets: reading, choosing and judging them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from jadpo.cli.modes import COMPILED
from jadpo.compare.corpus import Case, MalformedCase, case_of, corpus_of
from jadpo.compare.excerpt import excerpt
from jadpo.compare.finding import CaseFiles
from jadpo.syntax import nodes, parse

if TYPE_CHECKING:
    from jadpo.compare.judging import JudgedTest


@attrs.frozen
class FoundCase:
    """A case to be judged; ``case`` is a sentence where it is not in the format.

    ``alone`` says that the case itself was asked for, not a folder that it is in.
    """

    path: Path
    case: Case | str
    tests: tuple[str, ...]
    alone: bool

    def is_chosen(self, wanted: str) -> bool:
        """Whether its path or the name of a test contains ``wanted``, whatever the case."""
        names = (self.path.as_posix(), *self.tests)
        return any(wanted.casefold() in name.casefold() for name in names)


@attrs.frozen
class CaseEnd:
    """What came of a case: why it failed, in lines; none where it came out as it says.

    ``tests`` are those that were run.
    """

    reasons: tuple[str, ...]
    tests: "tuple[JudgedTest, ...]" = ()

    @property
    def passed(self) -> bool:
        """Whether the case came out as it says."""
        return not self.reasons


def found_case(root: Path, files: CaseFiles, *, names: bool) -> FoundCase:
    """The case that was found under ``root``; ``names``: read the names of its tests, too."""
    case: Case | str
    try:
        case = case_of(corpus_of(files.path), files.path, files.sources)
    except MalformedCase as malformed:
        case = str(malformed)
    tests = tuple(_tests(files)) if names else ()
    return FoundCase(files.path, case, tests, alone=files.path == root)


def _tests(files: CaseFiles) -> Iterator[str]:
    for source in files.sources:
        tree = parse(source).tree
        for declaration in tree.declarations:
            if isinstance(declaration, nodes.TestDeclaration):
                yield declaration.title.value


def judged(found: FoundCase, modes: Sequence[str], tier: str) -> CaseEnd:
    """Judge a case by its header, its marks, and its record where there is one.

    It must come out as it says in each of ``modes``, and do the same in all of them. ``tier`` is
    that of compiled code.
    """
    # The checker and the engines are loaded only for a case: a mistyped path is told at once.
    from jadpo.compare.judging import MODES, compiled_in, is_as_recorded, judge_in_modes

    case = found.case
    if isinstance(case, str):
        return CaseEnd((case,))
    engines = {**MODES, COMPILED: compiled_in(tier)}
    judgements = judge_in_modes(case, {mode: engines[mode] for mode in modes})
    recorded: str | None = None
    unread: list[str] = []
    try:
        recorded = case.expected.read_text("utf-8")
    except FileNotFoundError:
        pass
    except (OSError, UnicodeDecodeError) as error:
        unread.append(f"{case.expected} cannot be read: {error}")
    reasons: dict[str, Sequence[str]] = {}
    for name, judgement in judgements.items():
        found_here = [*judgement.complaints, *unread]
        if recorded is not None and not is_as_recorded(recorded, judgement.outcome, name):
            found_here += difference(case.expected, recorded, judgement.outcome)
        reasons[name] = found_here
    return CaseEnd(tuple(_in_modes(reasons)), next(iter(judgements.values())).tests)


def _in_modes(reasons: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """What is wrong in all modes, once, or in each that something is wrong in."""
    first = next(iter(reasons.values()))
    if all(each == first for each in reasons.values()):
        yield from first
        return
    for mode, found in reasons.items():
        if found:
            yield f"{mode}:"
            yield from (f"  {reason}" for reason in found)


def difference(record: Path, recorded: str, came: str) -> Sequence[str]:
    """The first line in which what came differs from the record, with both sides."""
    pairs = list(zip_longest(recorded.splitlines(), came.splitlines()))
    different = [number for number, (one, other) in enumerate(pairs) if one != other]
    if not different:
        return [] if recorded == came else [f"{record} differs in its ends of lines"]
    first = different[0]
    letters = zip(*(side or "" for side in pairs[first]), strict=False)
    alike = sum(1 for _ in takewhile(lambda two: two[0] == two[1], letters))
    expected, got = (
        "nothing more" if side is None else excerpt(side, alike) for side in pairs[first]
    )
    more = f", and {len(different) - 1} more" if len(different) > 1 else ""
    return [
        f"{record}:{first + 1}: another outcome is recorded (1 line differs{more})",
        f"  expected: {expected}",
        f"  got:      {got}",
    ]
