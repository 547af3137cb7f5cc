"""An artefact from bytes that may be anything."""

import hashlib
import io
import json
import struct
import zipfile
from collections.abc import Mapping
from typing import Final

from jadpo.artefact.form import (
    CODE,
    FORMAT,
    MANIFEST,
    PARTS,
    PROGRAM,
    SOURCES,
    VERSION,
    Artefact,
    BuiltCode,
    NoArtefact,
)
from jadpo.ir.program import Program
from jadpo.ir.serialise import UnreadableIR, read_program
from jadpo.ir.verifier import problems
from jadpo.source import Source
from jadpo.stdlib import OPERATIONS
from jadpo_runtime.values.json import JsonError, refuse_depth

_TIERS: Final = ("fast", "balanced", "full")

_UNREADABLE: Final = (
    zipfile.BadZipFile,
    EOFError,
    KeyError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
    struct.error,
)
"""What the zip reader raises for bytes that are damaged or made on purpose."""

_NOT_WELL_FORMED: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What checking raises where records have the right shapes and make no sense together."""


def read_artefact(content: bytes) -> Artefact:
    """The artefact in these bytes; raises :class:`NoArtefact`."""
    parts = _parts(content)
    manifest = _document(parts[MANIFEST], MANIFEST)
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise NoArtefact("it is no artefact: its manifest does not say that it is one")
    if manifest.get("version") != VERSION:
        raise NoArtefact("it was built by another version of Jadpo")
    _check_sums(manifest, parts)
    name = manifest.get("name")
    if not isinstance(name, str) or not name:
        raise NoArtefact("it is damaged: its manifest gives the program no name")
    code = _code(manifest.get("code"), parts[CODE])
    return Artefact(name, _sources(parts[SOURCES]), _program(parts[PROGRAM]), code)


def _parts(content: bytes) -> Mapping[str, bytes]:
    """The parts by their names, of which there are exactly those that an artefact has."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            if sorted(entry.filename for entry in entries) != sorted((MANIFEST, *PARTS)):
                raise NoArtefact("it is no artefact: its parts have other names")
            for entry in entries:
                # Then no part is larger than the file.
                if entry.compress_type != zipfile.ZIP_STORED or entry.flag_bits & 1:
                    raise NoArtefact("it is no artefact: it holds what is compressed or encrypted")
                if entry.file_size > len(content):
                    raise NoArtefact("it is damaged: a part is larger than the file")
            return {entry.filename: archive.read(entry) for entry in entries}
    except _UNREADABLE as error:
        raise NoArtefact(f"it is damaged, or no artefact: {error}") from None


def _document(content: bytes, name: str) -> object:
    try:
        text = content.decode("ascii")
        refuse_depth(text)
        return json.loads(text)
    except (ValueError, JsonError, RecursionError):
        raise NoArtefact(f"it is damaged: {name} is not what was written there") from None


def _check_sums(manifest: Mapping[str, object], parts: Mapping[str, bytes]) -> None:
    sums = manifest.get("parts")
    for name in PARTS:
        expected = {"size": len(parts[name]), "sha256": hashlib.sha256(parts[name]).hexdigest()}
        if not isinstance(sums, dict) or sums.get(name) != expected:
            raise NoArtefact(f"it is damaged: {name} does not match its checksum")


def _code(document: object, code: bytes) -> BuiltCode:
    match document:
        case {"tier": str(tier), "key": str(key), "machine": dict(machine)} if tier in _TIERS:
            if all(isinstance(value, str) for value in machine.values()):
                return BuiltCode(tier, key, machine, code)
    raise NoArtefact("it is damaged: its manifest does not say what its code is for")


def _sources(content: bytes) -> tuple[Source, ...]:
    document = _document(content, SOURCES)
    sources = []
    for each in document if isinstance(document, list) else [None]:
        match each:
            case [str(path), str(text)]:
                sources.append(Source(path, text))
            case _:
                raise NoArtefact(f"it is damaged: {SOURCES} is not what was written there")
    return tuple(sources)


def _program(content: bytes) -> Program:
    """The program; what is loaded is held to the same rules as what the checker makes."""
    try:
        program = read_program(content)
        library = {
            key: len(row.signature.parameters) + len(row.signature.options)
            for key, row in OPERATIONS.items()
        }
        wrong = problems(program, library)
    except UnreadableIR as error:
        raise NoArtefact(str(error)) from None
    except (*_NOT_WELL_FORMED, RecursionError) as error:
        shown = f"{type(error).__name__}: {error}"
        raise NoArtefact(f"its program is not well-formed ({shown})") from None
    if wrong:
        first = wrong[0]
        raise NoArtefact(f"its program is not well-formed: {first.callable}: {first.message}")
    return program
