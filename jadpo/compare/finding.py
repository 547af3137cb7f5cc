"""Which of the files that were read are cases of a corpus, and which are a project.

A file that begins with ``//!`` is a case. A folder whose name ends in ``.project`` is one if one of
its files does. What is left is a project.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from jadpo.compare.corpus import folder_of_case, has_header
from jadpo.source import Source


class CaseFiles(NamedTuple):
    """The file or folder of a case, and the sources that were read of it."""

    path: Path
    sources: tuple[Source, ...]


class Found(NamedTuple):
    """The cases among files, in order of their paths, and the sources that belong to none."""

    cases: tuple[CaseFiles, ...]
    project: tuple[Source, ...]


def find_cases(root: Path, sources: Sequence[Source]) -> Found:
    """Part the sources that were read of the file or folder ``root``."""
    groups: dict[Path, list[Source]] = {}
    for source in sources:
        file = Path(source.path)
        groups.setdefault(folder_of_case(root, file) or file, []).append(source)
    cases = tuple(
        CaseFiles(path, tuple(group))
        for path, group in sorted(groups.items())
        if any(map(has_header, group))
    )
    in_cases = {source.path for case in cases for source in case.sources}
    return Found(cases, tuple(source for source in sources if source.path not in in_cases))
