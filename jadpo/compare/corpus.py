"""The format of a case of the corpus: a program that says itself what is to come of it.

::

    //! What the case shows, in a sentence or two.
    //! rules: T3 T11
    //! faults: "an overflow ends the test" integer_overflow 12:9

    type A = Nowhere  //~ ERROR name.unknown

Lines of the header begin with ``//!`` and stand first. ``rules:`` names the rules of
``docs/rules.md`` that the case is about. ``faults:``, once for each, names a test that is to end in
a fault, its code, and the line and column where it arises. A *mark*, ``//~ ERROR rule`` or ``//~
WARNING rule``, stands in the line of the diagnostic; each ``^`` after ``//~`` points one line up.
Beside the program stands a file ``.expected``.

A program of several files is a folder whose name ends in ``.project``. One of its files has the
header, and a place is written with its file: ``shop/stock.jadpo:12:9``.

What a person states in the header and the marks is never written by a machine; ``.expected`` is.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import attrs

from jadpo.diagnostics import Diagnostic
from jadpo.project import SUFFIX, read_source_bytes
from jadpo.source import Source

FOLDERS: Final = ("syntax", "reject", "several", "run", "faults", "runner", "http", "regressions")
"""The kinds of case; a case is anywhere under the folder of its kind."""

REJECTED: Final = ("reject", "several")
"""The kinds of case that are programs with errors."""

FOLDER_SUFFIX: Final = ".project"
"""How the name of a folder ends that is one case."""

_CORPUS = "corpus"
_HEADER = "//!"
_RULE_IDS = re.compile(r"[A-Z]\d+(?: [A-Z]\d+)*")
_FAULT = re.compile(
    r'"(?P<test>.*)" (?P<code>[a-z_]+) ((?P<file>\S+):)?(?P<line>\d+):(?P<column>\d+)'
)
_MARK = re.compile(r"//~(\^*) +(ERROR|WARNING) +([a-z_]+\.[a-z0-9_]+)")
_MARK_START = re.compile(r"//~")


class MalformedCase(Exception):  # noqa: N818 - a state of a file, not an error of the toolchain
    """A case is not in the format; the text says where and what to do."""


@attrs.frozen(order=True)
class Mark:
    """A diagnostic that is to come: its line, ``error`` or ``warning``, and its rule.

    ``file`` is where in a case that is a folder, and empty in one that is a file.
    """

    line: int
    severity: str
    rule: str
    file: str = ""

    def __str__(self) -> str:
        """The mark as it stands in a source, after its line."""
        where = f"{self.file}, " if self.file else ""
        return f"{where}line {self.line}: //~ {self.severity.upper()} {self.rule}"


@attrs.frozen
class ExpectedFault:
    """How a test is to end that ends in a fault; ``file`` as in :class:`Mark`."""

    test: str
    code: str
    line: int
    column: int
    file: str = ""

    def __str__(self) -> str:
        """The fault as a header writes it, after the test."""
        return f"{self.code} {self.file}{':' * bool(self.file)}{self.line}:{self.column}"


@attrs.frozen
class Case:
    """One program of the corpus with what it states about itself.

    ``path`` is its file or folder, ``kind`` one of :data:`FOLDERS`; ``about`` the text of the
    header. ``expected`` is where the recorded outcome stands.
    """

    path: Path
    kind: str
    sources: tuple[Source, ...]
    about: str
    rules: tuple[str, ...]
    faults: tuple[ExpectedFault, ...]
    marks: tuple[Mark, ...]

    @property
    def expected(self) -> Path:
        """The file of the recorded outcome."""
        return self.path.with_suffix(".expected")

    def file_of(self, source: str) -> str:
        """The path of a source as marks and faults give it."""
        return "" if self.path.suffix == SUFFIX else source


def has_header(source: Source) -> bool:
    """Whether a file says itself that it is a case, or the first of one that is a folder."""
    return source.text.startswith(_HEADER)


def folder_of_case(root: Path, file: Path) -> Path | None:
    """The outermost folder from ``root`` down to ``file`` that is a case by its name."""
    folders = [each for each in file.parents if each == root or each.is_relative_to(root)]
    return next((each for each in reversed(folders) if each.suffix == FOLDER_SUFFIX), None)


def cases_under(corpus: Path) -> list[Path]:
    """The programs of a corpus, in order of their paths."""
    files = [
        path for kind in FOLDERS for path in (corpus / kind).rglob(f"*{SUFFIX}") if path.is_file()
    ]
    return sorted({folder_of_case(corpus, file) or file for file in files})


def corpus_of(path: Path) -> Path:
    """The corpus that a case is in: the nearest folder of that name above it, else its own."""
    absolute = path.absolute()
    return next((each for each in absolute.parents if each.name == _CORPUS), absolute.parent)


def read_case(corpus: Path, path: Path) -> Case:
    """Read a case, which is a file or a folder; raises :class:`MalformedCase`."""
    files = sorted(path.rglob(f"*{SUFFIX}"), key=Path.as_posix) if path.is_dir() else [path]
    sources = []
    for file in files:
        read = read_source_bytes(file.as_posix(), file.read_bytes())
        if isinstance(read, Diagnostic):
            raise MalformedCase(f"{path}: {read.summary}")
        sources.append(read)
    return case_of(corpus, path, sources)


def case_of(corpus: Path, path: Path, sources: Sequence[Source]) -> Case:
    """The case that has been read from ``path``; raises :class:`MalformedCase`.

    In what the case gives, paths begin at it: an outcome does not depend on where the corpus is.
    """
    with_header = [source for source in sources if has_header(source)]
    if len(with_header) != 1:
        raise MalformedCase(f"{path}: {len(with_header)} of its files begin with `//!`, not one")
    rules: tuple[str, ...] = ()
    faults: list[ExpectedFault] = []
    about: list[str] = []
    for line in _header_lines(with_header[0].text):
        key, colon, rest = line.partition(":")
        if colon and key == "rules":
            rules += _rules(path, rest.strip())
        elif colon and key == "faults":
            faults.append(_fault(path, rest.strip()))
        else:
            about.append(line)
    if not " ".join(about).strip() or not rules:
        raise MalformedCase(
            f"{path}: a file that begins with `//!` is a case: its header says what it shows, "
            "and `//! rules: …`"
        )
    named = [Source(_name_in(path, source.path), source.text) for source in sources]
    is_folder = path.suffix != SUFFIX
    marks = [
        mark for source in named for mark in _marks(path, source, source.path if is_folder else "")
    ]
    return Case(
        path=path,
        kind=_kind_of(corpus, path, marks),
        sources=tuple(named),
        about=" ".join(about).strip(),
        rules=rules,
        faults=tuple(faults),
        marks=tuple(sorted(marks)),
    )


def _name_in(path: Path, file: str) -> str:
    name = Path(file)
    return name.name if path.suffix == SUFFIX else name.relative_to(path).as_posix()


def _kind_of(corpus: Path, path: Path, marks: Sequence[Mark]) -> str:
    """The folder of the corpus; of a case elsewhere, what its marks make of it."""
    kind = path.absolute().relative_to(corpus.absolute()).parts[0]
    if kind in FOLDERS:
        return kind
    if any(mark.severity == "error" for mark in marks):
        return "reject" if len(marks) == 1 else "several"
    return "run"


def _header_lines(text: str) -> Iterator[str]:
    for line in text.splitlines():
        if not line.startswith(_HEADER):
            return
        yield line.removeprefix(_HEADER).strip()


def _rules(path: Path, text: str) -> tuple[str, ...]:
    if not _RULE_IDS.fullmatch(text):
        raise MalformedCase(f"{path}: `rules: {text}` should read like `rules: T3 M2`")
    return tuple(text.split(" "))


def _fault(path: Path, text: str) -> ExpectedFault:
    found = _FAULT.fullmatch(text)
    if found is None:
        raise MalformedCase(
            f'{path}: `faults: {text}` should read like `faults: "name" integer_overflow 12:9`'
        )
    place = int(found["line"]), int(found["column"])
    return ExpectedFault(found["test"], found["code"], *place, found["file"] or "")


def _marks(path: Path, source: Source, file: str) -> Iterator[Mark]:
    for number, line in enumerate(source.text.split("\n"), start=1):
        found = list(_MARK.finditer(line))
        if len(found) != len(_MARK_START.findall(line)):
            raise MalformedCase(
                f"{path / file}:{number}: a mark should read like `//~ ERROR type.sibling_field`"
            )
        for mark in found:
            yield Mark(number - len(mark[1]), mark[2].lower(), mark[3], file)
