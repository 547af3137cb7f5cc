"""An artefact as bytes: the same bytes for the same program, tier and machine."""

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from typing import Final

from jadpo import __version__
from jadpo.artefact.form import (
    CODE,
    FORMAT,
    MANIFEST,
    PARTS,
    PROGRAM,
    SCHEMA,
    SOURCES,
    VERSION,
    Artefact,
)
from jadpo.ir.serialise import write_program
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.store.schema.record import record_text
from jadpo_runtime.store.sqlite.records import needed_records
from jadpo_runtime.store.sqlite.tables import tables_of

_NO_TIME: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can say: when something was built is no part of it."""

_FILE_MODE: Final = 0o100644 << 16


def write_artefact(artefact: Artefact) -> bytes:
    """The bytes of an artefact."""
    built = artefact.code
    parts = {
        PROGRAM: write_program(artefact.program),
        SOURCES: _json([[source.path, source.text] for source in artefact.sources]),
        SCHEMA: _json(schema_of(artefact.program.manifest)),
        CODE: built.code,
    }
    manifest = {
        "format": FORMAT,
        "version": VERSION,
        "jadpo": __version__,
        "name": artefact.name,
        "code": {"tier": built.tier, "key": built.key, "machine": dict(built.machine)},
        "parts": {
            name: {"size": len(parts[name]), "sha256": hashlib.sha256(parts[name]).hexdigest()}
            for name in PARTS
        },
    }
    return _zipped({MANIFEST: _json(manifest), **parts})


def schema_of(manifest: Manifest) -> Mapping[str, object]:
    """What the databases of a program must be like: the tables of each store, by entity."""
    return {store: _tables_of(manifest, store) for store in manifest.stores}


def _tables_of(manifest: Manifest, store: str) -> Mapping[str, object]:
    tables = tables_of(manifest.types, manifest.entities, store)
    records = needed_records(manifest.types, tables)
    return {name: json.loads(record_text(record)) for name, record in records.items()}


def _json(document: object) -> bytes:
    return (json.dumps(document, indent=1, sort_keys=True) + "\n").encode("ascii")


def _zipped(parts: Mapping[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        for name, content in parts.items():
            entry = zipfile.ZipInfo(name, _NO_TIME)
            entry.create_system = 3  # the same on every system
            entry.external_attr = _FILE_MODE
            archive.writestr(entry, content)
    return stream.getvalue()
