"""How names may look and which are taken: [S1] and [S2].

Reserved words [S4] are refused by the parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from jadpo.check.scope import NAMESPACES, Place
from jadpo.check.symbols import Symbol
from jadpo.diagnostics import Edit, Related
from jadpo.syntax import nodes
from jadpo_runtime.values import Primitive

if TYPE_CHECKING:
    from jadpo.check.body import Body
    from jadpo.check.checking import Checking

PRELUDE_TYPES: Final = frozenset({kind.value for kind in Primitive} | {"List", "Set", "Map"})
"""The types that need no declaration."""

PRELUDE_FAILURE: Final = "InvalidValue"
"""The failure that the prelude declares [F3]."""

TYPE_FORMS: Final = frozenset({"Object", "Enum"})
"""Words that build types; a type of that name could not be told from them."""

_TYPE_NAME: Final = re.compile(r"[A-Z][A-Za-z0-9]*")
_VALUE_NAME: Final = re.compile(r"_*[a-z][a-z0-9_]*")
_WORDS_OF_NAME: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+")


def check_case(checking: Checking, place: Place, name: nodes.Name, what: str, upper: bool) -> None:
    """Report [S1] where a name has the wrong case; ``what`` is what it names ("field")."""
    pattern = _TYPE_NAME if upper else _VALUE_NAME
    if pattern.fullmatch(name.text):
        return
    words = _WORDS_OF_NAME.findall(name.text)
    case = "UpperCamelCase" if upper else "lower_snake_case"
    if upper:
        wanted = "".join(word[0].upper() + word[1:] for word in words)
    else:
        wanted = "_".join(word.lower() for word in words)
    span = place.span(name)
    known = bool(wanted) and pattern.fullmatch(wanted) is not None
    article = "an" if what[0] in "aeiou" else "a"
    checking.report(
        "name.case",
        span,
        f"the {what} `{name.text}` is not in {case}",
        why=f"the case of a name tells types from values: {article} {what} is in {case}",
        help=f"call it `{wanted}`" if known else f"choose a name in {case}",
        edits=(Edit(span, wanted),) if known else (),
    )


def is_miscased(name: str, declared: Iterable[str], *, upper: bool) -> bool:
    """Whether one of these is the name in the wrong case, which was reported there [S1]."""
    pattern = _TYPE_NAME if upper else _VALUE_NAME
    letters = name.replace("_", "").lower()
    return pattern.fullmatch(name) is not None and any(
        other.replace("_", "").lower() == letters and not pattern.fullmatch(other)
        for other in declared
    )


def _is_cased(symbol: Symbol) -> bool:
    """Whether a declaration's name has its case; that of one that has not is to be changed."""
    pattern = _TYPE_NAME if symbol.kind.is_type_like else _VALUE_NAME
    return pattern.fullmatch(symbol.name) is not None


def check_taken(
    checking: Checking,
    place: Place,
    name: nodes.Name,
    what: str,
    instead: str = "choose another name",
) -> bool:
    """Report [S2] where a declaration or binding takes a name of the prelude; true if it may.

    ``instead`` is what to do about it.
    """
    text = name.text
    if text in PRELUDE_TYPES or text in TYPE_FORMS:
        taken = "a type of the prelude"
    elif text in NAMESPACES:
        taken = "a namespace of the standard library"
    elif text == PRELUDE_FAILURE:
        taken = "the failure of the prelude"
    else:
        return True
    checking.report(
        "name.taken",
        place.span(name),
        f"the {what} `{text}` takes the name of {taken}",
        why=f"`{text}` means {taken} everywhere, so that a program reads the same everywhere",
        help=instead,
    )
    return False


def unknown_subject(body: Body, name: str, near: str | None) -> str:
    """What an unknown name is said about: a body, or the file where a declaration may be meant."""
    is_local = near is None or near in list(body.scope.visible())
    return f"{body.name} {name}" if is_local else name


def check_bound_name(body: Body, name: nodes.Name, is_field: bool) -> bool:
    """Report where a body may not bind that name here: [S2], or its case [S1].

    True if the name means nothing else there. A field of a payload is bound under its own name,
    which no pattern can change.
    """
    checking, place = body.checking, body.place
    field_instead = "leave it out of the pattern, or rename the field of the variant"
    if not check_taken(
        checking, place, name, "binding", field_instead if is_field else "choose another name"
    ):
        return False
    taken = body.scope.find(name.text)
    if taken is not None:
        what = f"the binding `{name.text}`"
        instead = _instead_of(what, is_field)
        if is_field and taken.is_field:
            instead = "leave it out of one of the two patterns"
        _report_shadowing(body, name, what, Related(taken.span, "it is bound here"), instead)
        return False
    symbol = body.place.module.find(name.text)
    if symbol is not None and _is_cased(symbol):
        related = None
        if symbol.source is not None and symbol.declaration is not None:
            declared = symbol.declaration.name
            related = Related(
                symbol.source.span(declared.start, declared.end), "it is declared here"
            )
        what = f"the {symbol.kind.value} `{name.text}`"
        _report_shadowing(body, name, what, related, _instead_of(what, is_field))
        return False
    check_case(checking, place, name, "binding", upper=False)
    return True


def _instead_of(taken: str, is_field: bool) -> str:
    return f"leave it out of the pattern, or rename {taken}" if is_field else "choose another name"


def _report_shadowing(
    body: Body, name: nodes.Name, taken: str, related: Related | None, instead: str
) -> None:
    body.checking.report(
        "name.shadows",
        body.span(name),
        f"`{name.text}` is already the name of {taken}",
        why="a binding may not reuse a name that is visible where it is declared, so that a name "
        "means one thing in a body",
        help=instead,
        related=(related,) if related else (),
    )
