"""English for messages, in the author's words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from jadpo.check.checking import NOTHING_NAME
from jadpo.diagnostics import nearest_name
from jadpo_runtime.values import (
    FieldType,
    ListType,
    MapType,
    NamedType,
    OptionalType,
    SetType,
    Type,
)

_MODULE: Final = re.compile(r"^(?:[a-z_][a-z0-9_]*\.)+(?=[A-Z])|#[0-9]+")

_SPELT_WITH_A_VOWEL: Final = re.compile(r"[FHLMNRSX](?![a-z])")


def shown(type_: Type) -> str:
    """A type as it is written where it is visible: without its module.

    What has no values is ``…``, so that ``[]`` is a ``List<…>``.
    """
    match type_:
        case NamedType(name=name):
            return "…" if name == NOTHING_NAME else _MODULE.sub("", name)
        case FieldType(owner=owner, field=field):
            return f"{_MODULE.sub('', owner)}.{field}"
        case OptionalType(inner=NamedType(name=name)) if name == NOTHING_NAME:
            return "none"
        case OptionalType(inner=inner):
            return f"{shown(inner)}?"
        case ListType(element=element):
            return f"List<{shown(element)}>"
        case SetType(element=element):
            return f"Set<{shown(element)}>"
        case MapType(key=key, value=value):
            return f"Map<{shown(key)}, {shown(value)}>"
    return str(type_)


def an(what: Type | str) -> str:
    """A name or type in backticks with its article: "an `Int`", "a `Unit`".

    Names in U are read as "you": Unit, Uuid, Url, User. Capitals alone are spelt: "an `N`".
    """
    text = what if isinstance(what, str) else shown(what)
    if text == "none":
        return "`none`"
    is_vowel = text[:1] in "aeioAEIO" or _SPELT_WITH_A_VOWEL.match(text) is not None
    return f"{'an' if is_vowel else 'a'} `{text}`"


def either(names: Sequence[str]) -> str:
    """Names in backticks, of which one is meant: "`a`, `b` or `c`"."""
    quoted = [f"`{name}`" for name in names]
    return " or ".join([", ".join(quoted[:-1]), quoted[-1]] if len(quoted) > 1 else quoted)


def nearest_of_case(wanted: str, names: list[str]) -> str | None:
    """The nearest name, preferring those that begin in the same case: values before types."""
    same = [name for name in names if name[:1].isupper() == wanted[:1].isupper()]
    return nearest_name(wanted, same) or nearest_name(wanted, names)
