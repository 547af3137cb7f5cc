"""Finding what a dotted name stands for, with the words for when it is not there."""

from __future__ import annotations

from jadpo.check.checking import Checking
from jadpo.check.modules import PRELUDE
from jadpo.check.naming import PRELUDE_FAILURE, is_miscased
from jadpo.check.scope import Place
from jadpo.check.symbols import Symbol, SymbolKind
from jadpo.check.typenames import import_of, not_visible_because
from jadpo.diagnostics import Edit, nearest_name
from jadpo.syntax import nodes


def find_failure(checking: Checking, place: Place, path: nodes.Path) -> str | None:
    """The qualified name of a failure, or ``None``, which is reported."""
    if path.text == PRELUDE_FAILURE:
        return PRELUDE.qualified
    symbol = find_declared(checking, place, path, SymbolKind.FAILURE, "failure.unknown")
    return None if symbol is None else symbol.qualified


def find_declared(
    checking: Checking, place: Place, path: nodes.Path, kind: SymbolKind, rule: str
) -> Symbol | None:
    """The symbol of that kind that a path of one name stands for; reports under ``rule``."""
    symbol = place.module.find(path.text)
    if symbol is not None and symbol.kind is kind:
        return symbol
    span = place.span(path)
    if symbol is not None:
        checking.report(
            rule,
            span,
            f"`{path.text}` is no {kind.value}: it is the {symbol.kind.value} `{path.text}`",
            why=f"only what is declared as `{kind.value}` can stand here",
            help=f"name {_article(kind)}",
        )
        return None
    known = list(place.module.of_kind(kind))
    if kind is SymbolKind.FAILURE:
        known.append(PRELUDE_FAILURE)
    if is_miscased(path.text, known, upper=kind.is_type_like):
        return None
    wanted = import_of(checking, place, path.text)
    near = None if wanted else nearest_name(path.text, known)
    checking.report(
        rule,
        span,
        f"there is no {kind.value} `{path.text}`",
        why=not_visible_because(
            checking, place, path.text, f"no {kind.value} of this name is declared"
        ),
        help=f"did you mean `{near}`?"
        if near
        else f"write `{wanted}`"
        if wanted
        else f"declare `{kind.value} {path.text}`",
        edits=(Edit(span, near),) if near else (),
        subject=path.text,
    )
    return None


def _article(kind: SymbolKind) -> str:
    word = kind.value
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
