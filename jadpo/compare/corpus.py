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

What a person states in the header and the marks is never written by a machine; ``.expected`` is.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import attrs

from jadpo.diagnostics import Diagnostic
from jadpo.project import SUFFIX, read_source_bytes
from jadpo.source import Source

FOLDERS: Final = ("syntax", "reject", "run", "faults", "runner", "http", "regressions")
"""The kinds of case; a case is anywhere under the folder of its kind."""

_HEADER = "//!"
_RULE_IDS = re.compile(r"[A-Z]\d+(?: [A-Z]\d+)*")
_FAULT = re.compile(r'"(?P<test>.*)" (?P<code>[a-z_]+) (?P<line>\d+):(?P<column>\d+)')
_MARK = re.compile(r"//~(\^*) +(ERROR|WARNING) +([a-z_]+\.[a-z0-9_]+)")
_MARK_START = re.compile(r"//~")


class MalformedCase(Exception):  # noqa: N818 - a state of a file, not an error of the toolchain
    """A case is not in the format; the text says where and what to do."""


@attrs.frozen(order=True)
class Mark:
    """A diagnostic that is to come: its line, ``error`` or ``warning``, and its rule."""

    line: int
    severity: str
    rule: str

    def __str__(self) -> str:
        """The mark as it stands in a source, after its line."""
        return f"line {self.line}: //~ {self.severity.upper()} {self.rule}"


@attrs.frozen
class ExpectedFault:
    """How a test is to end that ends in a fault."""

    test: str
    code: str
    line: int
    column: int


@attrs.frozen
class Case:
    """One program of the corpus with what it states about itself.

    ``kind`` is the folder; ``about`` the text of the header. ``expected`` is where the recorded
    outcome stands.
    """

    path: Path
    kind: str
    source: Source
    about: str
    rules: tuple[str, ...]
    faults: tuple[ExpectedFault, ...]
    marks: tuple[Mark, ...]

    @property
    def expected(self) -> Path:
        """The file of the recorded outcome."""
        return self.path.with_suffix(".expected")


def cases_under(corpus: Path) -> list[Path]:
    """The programs of a corpus, in order of their paths."""
    return sorted(
        path for kind in FOLDERS for path in (corpus / kind).rglob(f"*{SUFFIX}") if path.is_file()
    )


def read_case(corpus: Path, path: Path) -> Case:
    """Read a case; raises :class:`MalformedCase`.

    In what the case gives, its file has no folder: an outcome does not depend on where the corpus
    is.
    """
    read = read_source_bytes(path.name, path.read_bytes())
    if isinstance(read, Diagnostic):
        raise MalformedCase(f"{path}: {read.summary}")
    header = list(_header_lines(read.text))
    rules: tuple[str, ...] = ()
    faults: list[ExpectedFault] = []
    about: list[str] = []
    for line in header:
        key, colon, rest = line.partition(":")
        if colon and key == "rules":
            rules += _rules(path, rest.strip())
        elif colon and key == "faults":
            faults.append(_fault(path, rest.strip()))
        else:
            about.append(line)
    if not " ".join(about).strip() or not rules:
        raise MalformedCase(f"{path}: the header says what the case shows, and `//! rules: …`")
    return Case(
        path=path,
        kind=path.relative_to(corpus).parts[0],
        source=read,
        about=" ".join(about).strip(),
        rules=rules,
        faults=tuple(faults),
        marks=tuple(sorted(_marks(path, read.text))),
    )


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
    return ExpectedFault(found["test"], found["code"], int(found["line"]), int(found["column"]))


def _marks(path: Path, text: str) -> Iterator[Mark]:
    for number, line in enumerate(text.split("\n"), start=1):
        found = list(_MARK.finditer(line))
        if len(found) != len(_MARK_START.findall(line)):
            raise MalformedCase(
                f"{path}:{number}: a mark should read like `//~ ERROR type.sibling_field`"
            )
        for mark in found:
            yield Mark(number - len(mark[1]), mark[2].lower(), mark[3])
