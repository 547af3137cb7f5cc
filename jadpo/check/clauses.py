"""The `name: value` clauses of a declaration: which it knows, and which of them it was given."""

from collections.abc import Collection, Iterable

from jadpo.check.checking import Checking
from jadpo.check.foreign_names import FOREIGN_CLAUSES
from jadpo.check.scope import Place
from jadpo.diagnostics import Edit, nearest_name
from jadpo.syntax import nodes


def known_clauses(
    checking: Checking,
    place: Place,
    clauses: Iterable[nodes.Clause],
    known: Collection[str],
    rule: str,
    owner: str,
) -> dict[str, nodes.Clause]:
    """The clauses by name, without those that ``owner`` does not know.

    Each of these is reported under ``rule``; ``owner`` names the declaration in words ("a
    store"). A misspelt one counts as the clause that was meant, so that this is not missed as
    well. The parser has seen to it that no name comes twice.
    """
    found: dict[str, nodes.Clause] = {}
    misspelt: dict[str, nodes.Clause] = {}
    for clause in clauses:
        name = clause.name.text
        if name in known:
            found[name] = clause
            continue
        span = place.span(clause.name)
        near = nearest_name(name, known) or _by_other_name(name, known)
        if near is not None:
            misspelt.setdefault(near, clause)
        checking.report(
            rule,
            span,
            f"{owner} has no clause `{name}`",
            why=f"its clauses are {', '.join(f'`{each}`' for each in known)}",
            help=f"did you mean `{near}`?" if near else f"remove `{name}`",
            edits=(Edit(span, near),) if near else (),
        )
    return misspelt | found


def _by_other_name(name: str, known: Collection[str]) -> str | None:
    meant = FOREIGN_CLAUSES.get(name)
    return meant if meant in known else None
