"""What an artefact holds."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import attrs

from jadpo.ir.program import Program
from jadpo.source import Source

SUFFIX: Final = ".jadpoc"
"""How the name of an artefact ends."""

FORMAT: Final = "jadpo-artefact"

VERSION: Final = 1
"""Raised with every change of the form; the IR has a version of its own."""

MANIFEST: Final = "manifest.json"

PROGRAM: Final = "program.ir"

SOURCES: Final = "sources.json"

SCHEMA: Final = "schema.json"

CODE: Final = "code.o"

PARTS: Final = (PROGRAM, SOURCES, SCHEMA, CODE)
"""The parts beside the manifest, in the order in which they stand."""


class BuiltCode(NamedTuple):
    """Object code for one machine.

    ``key`` says for which module, tier and machine it is, as docs/abi.md tells; ``machine`` is
    what people may know of that.
    """

    tier: str
    key: str
    machine: Mapping[str, str]
    code: bytes


@attrs.frozen
class Artefact:
    """A program with the texts it was made from, and its code."""

    name: str
    sources: tuple[Source, ...]
    program: Program
    code: BuiltCode


class NoArtefact(Exception):  # noqa: N818 - it names what the bytes are
    """Bytes that are no artefact this version can use; the text is a sentence that says why."""
