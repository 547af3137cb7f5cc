"""Names that other languages have and Jadpo has under another name, for who writes one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FOREIGN_TYPES: Final[Mapping[str, str]] = {
    "String": "Text",
    "Str": "Text",
    "string": "Text",
    "str": "Text",
    "Char": "Text",
    "Integer": "Int",
    "integer": "Int",
    "Long": "Int",
    "Short": "Int",
    "Number": "Decimal",
    "Float": "Decimal",
    "float": "Decimal",
    "Double": "Decimal",
    "double": "Decimal",
    "Boolean": "Bool",
    "boolean": "Bool",
    "Date": "CalendarDate",
    "DateTime": "Instant",
    "Datetime": "Instant",
    "Timestamp": "Instant",
    "Time": "Instant",
    "TimeDelta": "Duration",
    "Interval": "Duration",
    "UUID": "Uuid",
    "Guid": "Uuid",
    "GUID": "Uuid",
    "URL": "Url",
    "Uri": "Url",
    "URI": "Url",
    "Binary": "Bytes",
    "Blob": "Bytes",
    "TimeZone": "Zone",
    "Timezone": "Zone",
    "Void": "Unit",
    "void": "Unit",
    "Array": "List",
    "Vector": "List",
    "Dict": "Map",
    "HashMap": "Map",
}
"""The prelude type that is meant, by what other languages call it."""
