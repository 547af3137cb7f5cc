"""A program as bytes, for artefacts and caches: the same bytes for the same program.

The form is ASCII text. Its first line says the format, its version, and the SHA-256 of the rest.
Each other line is one record, as a JSON list: what it is, then its parts, where a part is a JSON
scalar or ``[n]``, the record of line n. A record refers to earlier ones only, equal records are
written once, and the last one is the program. So nothing is nested, however deep the program is,
and reading can neither loop nor run code.
"""

import datetime
import decimal
import enum
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final, TypeAlias

import attrs

from jadpo.ir.program import Program
from jadpo.ir.shapes import accepted_by, enumeration, name_of, shape_of
from jadpo_runtime.values import Duration, Instant
from jadpo_runtime.values.internal_error import InternalError

VERSION: Final = 1
"""Raised with every change of the IR, the manifest or this form."""

_FORMAT: Final = "jadpo-ir"

_Part: TypeAlias = bool | int | str | list[int] | None
"""A scalar, or a list of one number that refers to a record."""


class UnreadableIR(Exception):  # noqa: N818 - it names what the bytes are
    """The bytes hold no program of this version; the message is a sentence that says why."""


def write_program(program: Program) -> bytes:
    """The bytes of a program."""
    lines = _Writer().lines(program)
    body = "".join(f"{line}\n" for line in lines)
    digest = hashlib.sha256(body.encode("ascii")).hexdigest()
    return f"{_FORMAT} {VERSION} {digest}\n{body}".encode("ascii")


def read_program(content: bytes) -> Program:
    """The program that :func:`write_program` wrote; raises :class:`UnreadableIR`.

    The records have the right shapes; whether they make a well-formed program says
    :func:`jadpo.ir.verifier.verify`.
    """
    body = _checked_body(content)
    records: list[Any] = []
    for number, line in enumerate(body.splitlines(), start=2):
        try:
            records.append(_read_record(line, records))
        except (ValueError, TypeError, ArithmeticError) as error:
            raise UnreadableIR(f"line {number} of the IR is damaged: {error}") from None
    if not records or not isinstance(records[-1], Program):
        raise UnreadableIR("the IR does not end with a program")
    return records[-1]


def program_as_json(program: Program) -> dict[str, object]:
    """The same records as one JSON object, for people and tools that look into a program."""
    records = [json.loads(line) for line in _Writer().lines(program)]
    return {"format": _FORMAT, "version": VERSION, "records": records}


def content_hash(program: Program) -> str:
    """A text that is the same for the same program, and for no other: SHA-256 in hexadecimal."""
    return hashlib.sha256(write_program(program)).hexdigest()


def _checked_body(content: bytes) -> str:
    head, _, body = content.partition(b"\n")
    words = head[:200].split(b" ")
    if words[0] != _FORMAT.encode("ascii") or len(words) != 3:
        raise UnreadableIR("this is no Jadpo IR")
    if words[1] != str(VERSION).encode("ascii"):
        raise UnreadableIR("the IR was written by another version of Jadpo: build it again")
    if words[2] != hashlib.sha256(body).hexdigest().encode("ascii"):
        raise UnreadableIR("the IR is damaged: its content does not match its checksum")
    try:
        return body.decode("ascii")
    except UnicodeDecodeError:
        raise UnreadableIR("the IR is damaged: it has characters outside of ASCII") from None


# ---- writing


class _Writer:
    """Writes records, each once."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._known: dict[str, list[int]] = {}

    def lines(self, root: object) -> list[str]:
        """The lines of ``root`` and all that it is made of, without recursion."""
        open_records = [_Open(*_divided(root))]
        while True:
            current = open_records[-1]
            for part in current.parts:
                if part is None or type(part) in (bool, int, str):
                    current.written.append(part)
                else:
                    open_records.append(_Open(*_divided(part)))
                    break
            else:
                reference = self._reference([current.kind, *current.written])
                open_records.pop()
                if not open_records:
                    return self._lines
                open_records[-1].written.append(reference)

    def _reference(self, record: list[_Part]) -> list[int]:
        line = json.dumps(record, separators=(",", ":"))
        known = self._known.get(line)
        if known is None:
            known = self._known[line] = [len(self._lines)]
            self._lines.append(line)
        return known


class _Open:
    """A record whose parts are being written."""

    def __init__(self, kind: str, parts: Iterator[Any]) -> None:
        self.kind = kind
        self.parts = parts
        self.written: list[Any] = []


def _divided(value: object) -> tuple[str, Iterator[object]]:
    """The kind of a value that is no scalar, and its parts."""
    name = name_of(type(value))
    if name is not None:
        return name, iter(_fields_of(value))
    match value:
        case enum.Enum():
            return type(value).__name__, iter((value.name,))
        case Decimal():
            return "decimal", iter((str(value),))
        case Instant():
            return "instant", iter((int(value),))
        case Duration():
            return "duration", iter((int(value),))
        case datetime.date():
            return "date", iter((value.isoformat(),))
        case bytes():
            return "bytes", iter((value.hex(),))
        case tuple():
            return "tuple", iter(value)
        case list():
            return "list", iter(value)
        case Mapping():
            return "map", (part for entry in value.items() for part in entry)
    raise InternalError(f"a {type(value).__name__} in the IR")


def _fields_of(record: Any) -> Iterable[object]:
    if isinstance(record, tuple):
        return record
    return [getattr(record, field.name) for field in attrs.fields(type(record))]


# ---- reading

_TEXTS: Final = re.compile(r'"(?:[^"\\]|\\.)*"')

_FLAT: Final = re.compile(r"\[(?:[^\[\]{}]|\[\d+\])*\]")
"""A list of scalars and references, its texts taken out."""


def _read_record(line: str, records: Sequence[Any]) -> object:
    if _FLAT.fullmatch(_TEXTS.sub("", line)) is None:
        raise ValueError("it is no record")
    record = json.loads(line)
    if not record or not isinstance(record[0], str):
        raise ValueError("it does not say what it is")
    parts = [_read_part(part, records) for part in record[1:]]
    return _made(record[0], parts)


def _read_part(part: object, records: Sequence[Any]) -> Any:
    if isinstance(part, list):
        (number,) = part
        if not 0 <= number < len(records):
            raise ValueError("it refers to a record that is not before it")
        return records[number]
    if isinstance(part, float):
        raise ValueError("it has a number that is no integer")
    return part


def _made(kind: str, parts: list[Any]) -> object:
    shape = shape_of(kind)
    if shape is not None:
        accepted = accepted_by(shape.make)
        if len(parts) != len(accepted):
            raise ValueError(f"{kind} has {len(accepted)} parts, not {len(parts)}")
        for field, accepts, part in zip(shape.fields, accepted, parts, strict=True):
            if not accepts(part):
                raise ValueError(f"{field} of {kind} is a {type(part).__name__}")
        return shape.make(*parts)
    members = enumeration(kind)
    if members is not None:
        (name,) = parts
        if name not in members.__members__:
            raise ValueError(f"{kind} has no member of that name")
        return members[name]
    make = _COLLECTIONS.get(kind)
    if make is not None:
        return make(parts)
    read = _SCALARS.get(kind)
    if read is None:
        raise ValueError("it is of an unknown kind")
    type_, from_written = read
    (written,) = parts
    if type(written) is not type_:
        raise ValueError(f"{kind} is written as a {type(written).__name__}")
    return from_written(written)


def _read_map(parts: list[Any]) -> dict[Any, Any]:
    if len(parts) % 2:
        raise ValueError("a map has a key without a value")
    return dict(zip(parts[::2], parts[1::2], strict=True))


def _read_decimal(written: str) -> Decimal:
    value = Decimal(written)
    if not value.is_finite():
        raise decimal.InvalidOperation("a Decimal is finite")
    return value


_COLLECTIONS: Final[Mapping[str, Callable[[list[Any]], object]]] = {
    "tuple": tuple,
    "list": list,
    "map": _read_map,
}

_SCALARS: Final[Mapping[str, tuple[type, Callable[[Any], object]]]] = {
    "decimal": (str, _read_decimal),
    "instant": (int, Instant),
    "duration": (int, Duration),
    "date": (str, datetime.date.fromisoformat),
    "bytes": (str, bytes.fromhex),
}
"""How each is written in JSON, and read from that."""
