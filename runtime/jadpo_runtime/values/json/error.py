"""What is wrong with JSON from outside."""

import json
from typing import Final

INVALID_REQUEST: Final = "invalid_request"
"""No JSON, or not the fields that are declared [R4]."""

INVALID_VALUE: Final = "invalid_value"
"""A well-formed value that fails its type [R4]."""

_SHOWN_KEY: Final = 60
"""Code points of a map's key that a path shows."""


class JsonError(Exception):
    """JSON from outside that is refused.

    ``path`` says where: ``lines[2].price``, empty for the whole. ``code`` is
    :data:`INVALID_REQUEST` or :data:`INVALID_VALUE`; of the latter ``constraint`` is the broken
    rule (``min: 1``, ``type: Int``, ``required``).
    """

    def __init__(self, path: str, code: str, message: str, constraint: str | None = None) -> None:
        """Make an error; ``message`` is a sentence without the path."""
        super().__init__(path, code, message, constraint)
        self.path = path
        self.code = code
        self.message = message
        self.constraint = constraint

    def __str__(self) -> str:
        """The message, after the path if there is one."""
        return f"{self.path}: {self.message}" if self.path else self.message

    def inside(self, step: str) -> "JsonError":
        """The same error seen from one level out: ``step`` is one of the functions below."""
        joint = "" if not self.path or self.path.startswith("[") else "."
        return JsonError(f"{step}{joint}{self.path}", self.code, self.message, self.constraint)


def field_step(name: str) -> str:
    """A field in a path; one that is no identifier, as only unknown ones are, in brackets."""
    return name if name.isidentifier() and name.isascii() else key_step(name)


def index_step(index: int) -> str:
    """An element of an array in a path."""
    return f"[{index}]"


def key_step(key: str) -> str:
    """An entry of a map in a path."""
    shown = key if len(key) <= _SHOWN_KEY else key[:_SHOWN_KEY] + "…"
    return f"[{json.dumps(shown, ensure_ascii=False)}]"


def wrong_type(type_name: str, expected: str) -> JsonError:
    """The error of a value of another kind; ``expected`` reads like ``a number``."""
    return JsonError("", INVALID_VALUE, f"expected {expected}", f"type: {type_name}")


def broken_rule(constraint: str) -> JsonError:
    """The error of a value that breaks a rule of its type."""
    return JsonError("", INVALID_VALUE, f"breaks the rule `{constraint}`", constraint)
