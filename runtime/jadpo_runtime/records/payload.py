"""How payloads of events and arguments of batch runs are stored: as JSON by their types."""

import json
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from jadpo_runtime.values import Field, TypeTable
from jadpo_runtime.values.json import (
    JsonError,
    compile_fields_decoder,
    compile_fields_encoder,
    dumps,
)
from jadpo_runtime.values.layers import holds_none

_READER: Final = json.JSONDecoder(parse_float=Decimal)
"""Reads what was written here; several times as fast as the strict reader of foreign JSON."""


class PayloadInvalid(Exception):  # noqa: N818 - a state of a record, not an error of the toolchain
    """A stored payload no longer decodes as its type [Y4]; the text says why."""


class PayloadCodec:
    """Writes and reads the values of ``fields`` as one JSON object."""

    def __init__(self, types: TypeTable, fields: Sequence[Field]) -> None:
        """Compile the codec of fields that have just the types written on them."""
        self._encode = compile_fields_encoder(types, fields)
        self._decode = compile_fields_decoder(types, fields)
        self._nullable = tuple(field.name for field in fields if holds_none(types, field.type))

    def encode(self, values: Sequence[object]) -> str:
        """The values, in order of the fields, as JSON text."""
        return dumps(self._encode(values))

    def decode(self, text: str) -> tuple[object, ...]:
        """The values of a stored text; raises :class:`PayloadInvalid`."""
        try:
            found = _read(text)
            if self._nullable and isinstance(found, dict):
                # A field that was added as `T?` after the record was written is `none` there.
                found = {**dict.fromkeys(self._nullable), **found}
            return tuple(self._decode(found))
        except (JsonError, json.JSONDecodeError, RecursionError) as error:
            raise PayloadInvalid(str(error)) from error


def _read(text: str) -> object:
    """The value of a JSON text; raises ``json.JSONDecodeError``.

    What was written here has no white space around it, and looking for that takes half of the time.
    """
    try:
        found, end = _READER.raw_decode(text)
    except json.JSONDecodeError:
        return _READER.decode(text)
    return found if end == len(text) else _READER.decode(text)
