"""Type-directed JSON: how the values of each type look outside [R5].

Reading is strict and closed: :func:`parse_json` takes only what RFC 8259 calls JSON, without
duplicate names; a decoder takes only what its type says. Where one type's values are read or
written again and again, compile its encoder or decoder once.

===============  ===========================================================================
Int              a number; beyond ±2^53 a string; both are accepted, and so is ``1.0`` as a number
Decimal          a string, printed plainly; a number is accepted exactly
Bool, Text       as they are
Uuid             lower-case; upper case is accepted
Bytes            base64, padded and canonical
Instant          ``2026-12-01T02:20:08.123456Z``, always six digits; fewer are accepted
CalendarDate     ``2026-12-01``
Duration         ISO 8601: ``PT5M``, ``P1DT2H``
``none``, Unit   ``null``
List, Set        an array; a Set's has no member twice
Map              an object where keys are represented by text, else an array of ``[key, value]``
Object, entity   an object; a field left out as ``optional`` is left out here too
plain variant    a string
with a payload   ``{"tag": "paid", …}``; the tag is called ``$tag`` where some variant of the enum
                 has a field called ``tag``
===============  ===========================================================================
"""

from jadpo_runtime.values.json.decoding import (
    Decode,
    compile_decoder,
    compile_fields_decoder,
    compile_text_decoder,
    decode,
)
from jadpo_runtime.values.json.encoding import (
    Encode,
    compile_encoder,
    compile_fields_encoder,
    dumps,
    encode,
)
from jadpo_runtime.values.json.error import INVALID_REQUEST, INVALID_VALUE, JsonError
from jadpo_runtime.values.json.reading import MAX_DEPTH, parse_json, refuse_depth

__all__ = [
    "INVALID_REQUEST",
    "INVALID_VALUE",
    "MAX_DEPTH",
    "Decode",
    "Encode",
    "JsonError",
    "compile_decoder",
    "compile_encoder",
    "compile_fields_decoder",
    "compile_fields_encoder",
    "compile_text_decoder",
    "decode",
    "dumps",
    "encode",
    "parse_json",
    "refuse_depth",
]
