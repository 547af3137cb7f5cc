"""Terminals in words that a person knows."""

from jadpo_grammar import tables as generated

_TEXTS = {terminal: text for text, terminal in generated.WORDS.items()} | {
    terminal: text for text, terminal in generated.OPERATORS.items()
}
_LABEL_TEXTS = {terminal: f"{text}:" for text, terminal in generated.LABELS.items()}

_NAMED = {
    "IDENT": "a name",
    "MEMBER": "a name",
    "STRING": "a text",
    "INT": "a number",
    "ROUTE_PATH": "a path such as `/orders/{id}`",
    "GET": "a method such as `GET`",
    "LABEL": "a label such as `name:`",
    "$END": "the end",
}

# What can begin one of these can begin it in many ways, of which a list would help nobody.
_GROUPS = (
    ("a field or an operation", frozenset({"LABEL", "ACTION", "PERSISTENCE"})),
    ("a form such as `optional` or `many`", frozenset({"OPTIONAL", "MANY", "COUNT"})),
    ("a variant", frozenset({"VAR", "MUT", "IDENT"})),
    ("a statement", frozenset({"VAR", "RETURN", "IDENT"})),
    ("a declaration", frozenset({"ENTITY", "TYPE", "EVENT"})),
    ("a pattern", frozenset({"STRING", "FAILURE", "IDENT"})),
    ("an expression", frozenset({"STRING", "LPAR", "IDENT"})),
    ("a literal", frozenset({"STRING", "INT"})),
    ("an operator", frozenset({"PLUS", "AND", "EQUAL"})),
)
_OPERATORS = frozenset({
    "AND", "OR", "IN", "EXISTS", "SUPPLIED", "EQUAL", "NOT_EQUAL", "LESS", "LESS_EQUAL",
    "GREATER", "GREATER_EQUAL", "PLUS", "MINUS", "STAR", "SLASH", "PERCENT", "DOT", "LPAR",
})  # fmt: skip
_GOING_ON = _OPERATORS | {"COMMA", "QUESTION", "ASSIGN", "OPTIONAL", "DEFAULT", "FROM"}
_SHOWN_AT_MOST = 4


def text_of(terminal: str) -> str | None:
    """How a terminal is written, if it is always written the same."""
    return _TEXTS.get(terminal)


def thing_expected(terminals: frozenset[str], previous: str) -> str:
    """The one thing that is missing after the token ``previous``, such as `an expression`."""
    for name, members in _GROUPS[:-1]:
        if members <= terminals:
            return name
    if "IDENT" in terminals and previous in (":", "->", "<", "="):
        return "a type"
    for terminal, name in _NAMED.items():
        if terminal in terminals:
            return name
    return things_expected(terminals, at_line_start=True)


def things_expected(terminals: frozenset[str], at_line_start: bool) -> str:
    """What may stand next, as `` `(`, `{` or a name``; the most telling things first.

    At the start of a line nobody expects what would go on with the line before.
    """
    for name, members in _GROUPS[:-1]:
        if members <= terminals:
            closers = [
                f"`{_TEXTS[each]}`" for each in ("RPAR", "RSQB", "RBRACE") if each in terminals
            ]
            return _joined([name, *closers])
    if at_line_start:
        terminals = (terminals - _GOING_ON) or terminals
    rest = terminals
    things: list[str] = []
    for name, members in _GROUPS[-1:]:
        if members <= terminals:
            things.append(name)
            rest = rest - _OPERATORS
    things += sorted({_NAMED[each] for each in rest if each in _NAMED})
    words = sorted(f"`{_TEXTS[each]}`" for each in rest if each in _TEXTS and each not in _NAMED)
    labels = sorted(f"`{_LABEL_TEXTS[each]}`" for each in rest if each in _LABEL_TEXTS)
    return _joined(things + words + ([] if "LABEL" in rest else labels))


def _joined(things: list[str]) -> str:
    if len(things) > _SHOWN_AT_MOST:
        things = [*things[: _SHOWN_AT_MOST - 1], "something else"]
    if len(things) < 2:
        return things[0] if things else "nothing"
    return f"{', '.join(things[:-1])} or {things[-1]}"
