"""Resolving failures: their kinds, codes and contexts [F1] [F2] [F6]."""

from __future__ import annotations

from typing import Final

from jadpo.check.checking import Checking
from jadpo.check.clauses import known_clauses
from jadpo.check.declare.fields import check_field_names, check_plain_fields, fields_of
from jadpo.check.naming import PRELUDE_FAILURE
from jadpo.check.scope import Place
from jadpo.check.types import TEXT
from jadpo.diagnostics import Edit, Related, nearest_name
from jadpo.syntax import nodes
from jadpo_runtime.manifest import FailureDefinition, FailureKind
from jadpo_runtime.values import Field, Span

INVALID_VALUE: Final = FailureDefinition(
    name=PRELUDE_FAILURE,
    kind=FailureKind.INVALID_VALUE,
    code="invalid_value",
    message="A value breaks a rule of its type.",
    public=(Field("constraint", TEXT),),
)
"""The failure of constructions, declared by the prelude [F3]."""

_OF_FAULTS: Final = frozenset({FailureKind.MISCONFIGURED, FailureKind.INTERNAL_FAULT})
_KINDS: Final = {kind.value: kind for kind in FailureKind if kind not in _OF_FAULTS}
_CLAUSES: Final = ("kind", "code", "message")


def resolve_failures(checking: Checking) -> None:
    """Define every failure, that of the prelude first."""
    declarations = checking.declarations
    declarations.failures[INVALID_VALUE.name] = INVALID_VALUE
    codes: dict[str, tuple[str, Span | None]] = {INVALID_VALUE.code: (INVALID_VALUE.name, None)}
    for tree, place in checking.trees:
        for node in tree.declarations:
            if not isinstance(node, nodes.FailureDeclaration):
                continue
            symbol = place.module.symbol_of(node)
            if symbol is None:
                continue
            declarations.places[symbol.qualified] = place.span(node.name)
            # One that is declared twice is one mistake, whatever its code.
            taken = {} if symbol.is_repeated else codes
            declarations.failures[symbol.qualified] = _define(
                checking, place, node, symbol.qualified, taken
            )


def _define(
    checking: Checking,
    place: Place,
    node: nodes.FailureDeclaration,
    name: str,
    codes: dict[str, tuple[str, Span | None]],
) -> FailureDefinition:
    clauses = known_clauses(
        checking,
        place,
        node.clauses,
        _CLAUSES,
        "failure.clause_unknown",
        f"the failure `{node.name.text}`",
    )
    written = node.public_fields + node.internal_fields
    check_field_names(checking, place, written, node.name.text)
    names = {field.name.text for field in node.public_fields}
    public = fields_of(checking, place, node.public_fields)
    internal = tuple(
        field
        for field in fields_of(checking, place, node.internal_fields)
        if field.name not in names
    )
    check_plain_fields(checking, place, written, public + internal, "a failure's context field")
    return FailureDefinition(
        name=name,
        kind=_kind(checking, place, node, clauses.get("kind")),
        code=_code(checking, place, node, clauses.get("code"), codes),
        message=_message(checking, place, clauses.get("message")),
        public=public,
        internal=internal,
        doc=node.doc or "",
    )


def _kind(
    checking: Checking,
    place: Place,
    node: nodes.FailureDeclaration,
    clause: nodes.Clause | None,
) -> FailureKind:
    if clause is None:
        checking.declarations.mistaken.add(place.module.qualify(node.name.text))
        if _has_unknown_clause(node):
            return FailureKind.REJECTED
        checking.report(
            "failure.kind_missing",
            place.span(node.name),
            f"the failure `{node.name.text}` has no `kind`",
            why="a failure's kind decides its HTTP status, and whether work is tried again",
            help="add `kind: NotFound`, `kind: Conflict` or another one",
        )
        return FailureKind.REJECTED
    written = clause.value.text if isinstance(clause.value, nodes.Path) else ""
    found = _KINDS.get(written)
    if found is not None:
        return found
    span = place.span(clause.value)
    near = nearest_name(written, _KINDS) if written else None
    of_faults = written in {kind.value for kind in _OF_FAULTS}
    checking.report(
        "failure.kind_unknown",
        span,
        f"`{written}` is a kind of faults, and no failure's"
        if of_faults
        else f"there is no kind of failures `{written}`"
        if written
        else "this is no kind of failures",
        why="the kinds are " + ", ".join(f"`{kind}`" for kind in _KINDS),
        help=f"did you mean `{near}`?" if near else "choose one of these kinds",
        edits=(Edit(span, near),) if near else (),
    )
    checking.declarations.mistaken.add(place.module.qualify(node.name.text))
    return FailureKind.REJECTED


def _has_unknown_clause(node: nodes.FailureDeclaration) -> bool:
    """Whether a clause is not known: it may be meant for what seems to be missing."""
    return any(clause.name.text not in _CLAUSES for clause in node.clauses)


def _code(
    checking: Checking,
    place: Place,
    node: nodes.FailureDeclaration,
    clause: nodes.Clause | None,
    codes: dict[str, tuple[str, Span | None]],
) -> str:
    if clause is None:
        if _has_unknown_clause(node):
            return ""
        checking.report(
            "failure.code_missing",
            place.span(node.name),
            f"the failure `{node.name.text}` has no `code`",
            why="clients tell failures apart by their codes",
            help='add `code: "…"`, in lower_snake_case',
        )
        return ""
    if not isinstance(clause.value, nodes.TextLiteral) or not clause.value.value:
        checking.report(
            "failure.code_invalid",
            place.span(clause.value),
            f"the code of `{node.name.text}` is no text",
            why="clients tell failures apart by their codes, which are written out",
            help='write a text literal such as `"order_missing"`',
        )
        return ""
    code = clause.value.value
    first = codes.get(code)
    if first is not None:
        owner, span = first
        checking.report(
            "failure.code_taken",
            place.span(clause.value),
            f'the code "{code}" is that of `{owner}` already',
            why="codes are unique in a project, since clients tell failures apart by them",
            help="choose another code",
            related=(Related(span, f"`{owner}` has it here"),) if span else (),
        )
    else:
        codes[code] = (node.name.text, place.span(clause.value))
    return code


def _message(checking: Checking, place: Place, clause: nodes.Clause | None) -> str:
    if clause is None:
        return ""
    if isinstance(clause.value, nodes.TextLiteral):
        return clause.value.value
    checking.report(
        "failure.message_invalid",
        place.span(clause.value),
        "the message is no text literal",
        why="a failure's message is fixed: what varies goes into its context",
        help='write a text literal such as `"No such order."`',
    )
    return ""
