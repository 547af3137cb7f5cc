"""How each construct is written, to say so to a person whose text is not."""

from collections.abc import Sequence
from typing import NamedTuple

from jadpo.syntax.nodes import Name
from jadpo.syntax.recovery.stack import Cell, cells_of, open_brackets
from jadpo.syntax.tokens import Token


class Form(NamedTuple):
    """A construct with its article, and how it is written."""

    noun: str
    written: str


FORMS = {
    "ACTION": Form("an action", "action name(parameter: Type) fails Failure -> Type { … }"),
    "ACTION_L": Form("an inline action", "action: fails Failure { … }"),
    "ADVANCE": Form("advancing the clock", "advance clock by 15m"),
    "APPLICATION": Form("an application", 'application Name { version: "1.0.0" }'),
    "ASSERT": Form("an assertion", "assert condition"),
    "AUTHENTICATION": Form("an authentication", "authentication name { … }"),
    "BACKFILL": Form("a backfill", "backfill Entity.field(row) { … }"),
    "BATCH": Form("a batch", "batch name(parameter: Type) { over: Entity  each row { … } }"),
    "CLOCK_L": Form("a fixture's clock", 'clock: fixed Instant("2026-01-15T12:00:00Z")'),
    "CONFIG": Form("a config", 'config Name { value: Type { binding: "NAME" } }'),
    "CONFLICT": Form("a conflict clause", "conflict Entity.field: Failure"),
    "CONFLICT_L": Form("a conflict clause", "conflict: Failure"),
    "CONNECTION": Form("a connection", "connection name { kind: http … }"),
    "CREATE": Form("a create", "create Entity { field: value }"),
    "DEFAULT": Form("a default", "default literal"),
    "DELETE": Form("a delete", "delete required Entity { where: … missing: Failure }"),
    "EACH": Form("the body of a batch", "each row { … }"),
    "ELSE": Form("an else", "if condition { … } else { … }"),
    "EMIT": Form("an emit", "emit Event.variant { field: value }"),
    "ENTITY": Form("an entity", "entity Name { field: Type  identity: field }"),
    "EVENT": Form("an event", "event Name { variant { field: Type } }"),
    "FAILS": Form("a list of failures", "fails Failure, OtherFailure"),
    "FAILURE": Form("a failure", 'failure Name { kind: Conflict  code: "a_code" }'),
    "FIXTURE": Form("a fixture", "fixture name { clock: fixed …  seed: 7 }"),
    "FOR": Form("a for", "for item in list { … }"),
    "FROM": Form("the header of a field", 'from "X-Tenant"'),
    "FUNCTION": Form("a function", "function name(parameter: Type) -> Type { … }"),
    "IF": Form("an if", "if condition { … }"),
    "IMPORT": Form("an import", "import a.module { Name, other_name }"),
    "INTERNAL": Form("the internal context of a failure", "internal { field: Type }"),
    "MATCH": Form("a match", "match value { pattern => result }"),
    "MODULE": Form("a module line", "module a.module"),
    "ON": Form("a handler", "on Event.variant(binding) { … }"),
    "OPERATION": Form("an operation", 'operation name { request: POST "/path"  input: Type }'),
    "ORDER_BY_L": Form("an order", "order_by: field asc, other desc"),
    "OVER_L": Form("the rows of a batch", "over: Entity { where: … }"),
    "PERSISTENCE": Form("a persistence block", "persistence { store: name  unique: field }"),
    "PUBLISH_L": Form("a list of what is published", "publish: Event.variant, Event.other"),
    "QUERY": Form("a query", "query many Entity { where: …  order_by: field }"),
    "RECEIVING": Form("a receiver", "receiving Type(message) { … }"),
    "REFERENCE": Form("a reference", "reference field: Entity.field on_delete: restrict"),
    "REJECT": Form("a reject", "reject Failure { field: value }"),
    "REQUEST_L": Form("a request", 'request: POST "/path"'),
    "RETURN": Form("a return", "return value"),
    "ROUTE": Form("a route", "route GET /orders/{id} { … }"),
    "RUN": Form("running what is due", "run pending"),
    "SCHEDULE": Form("a schedule", "schedule name { every: 15m  run: an_action() }"),
    "SET_L": Form("a set clause", "set: { field: value }"),
    "START": Form("a start", "start batch(argument)"),
    "STORE": Form("a store", "store name { url: config.name }"),
    "SUBSCRIBER": Form("a subscriber", "subscriber name { on Event.variant(binding) { … } }"),
    "TEST": Form("a test", 'test "what is so" using fixture { … }'),
    "TYPE": Form("a type", "type Name = Type { constraint: value }"),
    "UPDATE": Form(
        "an update", "update required Entity { where: …  set: { … }  missing: Failure }"
    ),
    "VAR": Form("a variable", "var name = value"),
    "WHILE": Form("a while", "while condition { … }"),
}
"""By the terminal that begins the construct."""

_QUERY_DECLARATION = Form(
    "a query", "query name(parameter: Type) freshness: authoritative -> Type { … }"
)
_AFTER_NAME = frozenset({"(", "->", "freshness", "fails"})
"""What follows the name where `query` declares one, the first with or without its parameters."""
_BRACKETS = {
    "LPAR": "what stands between `(` and `)` is separated by commas",
    "LSQB": "what stands between `[` and `]` is separated by commas",
}
BLOCK = "the items of a block stand one after the other, without commas or semicolons"
"""What all blocks share."""


def construct(cell: Cell) -> Cell | None:
    """The cell of the word that began the construct the stack is in; ``None`` between items."""
    for each in cells_of(cell):
        if each.terminal in FORMS:
            return each
        if each.terminal == "LBRACE" and each is not cell and each is not cell.below:
            return None
    return None


def reason(cell: Cell, tokens: Sequence[Token]) -> str:
    """Why something else is expected: how the construct is written that the stack is in."""
    began = construct(cell)
    if began is None:
        inside = any(each.terminal == "LBRACE" for each in cells_of(cell))
        around = _around(cell)
        if around is not None:
            return f"{around.noun} is written `{around.written}`"
        return BLOCK if inside else "at the top level of a file there are declarations only"
    form = FORMS[began.terminal]
    if began.terminal == "QUERY" and _names_a_declaration(began, tokens):
        form = _QUERY_DECLARATION
    return f"{form.noun} is written `{form.written}`"


_TOLD_BY_FORM = frozenset({"MATCH", "PERSISTENCE", "CREATE", "SCHEDULE", "SUBSCRIBER", "BATCH"})
"""Constructs whose items look so special that the form says more than what all blocks share."""


def _around(cell: Cell) -> Form | None:
    """The form of the construct whose block the stack is in, if that says something."""
    opening = next(open_brackets(cell), None)
    if opening is None or opening.terminal != "LBRACE" or opening.below is None:
        return None
    began = construct(opening.below)
    return FORMS[began.terminal] if began is not None and began.terminal in _TOLD_BY_FORM else None


def reason_in_list(cell: Cell, tokens: Sequence[Token]) -> str:
    """The same for a comma or a closing bracket: how a list in brackets is written."""
    opening = next(open_brackets(cell), None)
    return _BRACKETS.get(opening.terminal if opening else "") or reason(cell, tokens)


def _names_a_declaration(cell: Cell, tokens: Sequence[Token]) -> bool:
    """Whether the word `query` there declares a query."""
    following = tokens[cell.begin + 1 : cell.begin + 3]
    return (
        len(following) == 2 and isinstance(following[0], Name) and following[1].text in _AFTER_NAME
    )
