"""Repairs of what anybody mistypes: a mark or a thing that is missing, wrong or too much.

A function looks at the place where parsing stopped and proposes a repair, or has none. Those that
know a particular habit stand in `habits`; the order in which all are asked in `recover`.
"""

from jadpo.diagnostics import Diagnostic, Edit, Related
from jadpo.syntax.mishap import Substitute
from jadpo.syntax.nodes import Name
from jadpo.syntax.recovery.braces import unclosed_brace
from jadpo.syntax.recovery.forms import construct, reason, reason_in_list
from jadpo.syntax.recovery.stack import open_brackets
from jadpo.syntax.recovery.stops import Change, Repair, Stop
from jadpo.syntax.recovery.wording import text_of, thing_expected
from jadpo.syntax.tokens import Mark, Token
from jadpo_grammar import tables as generated

_CLOSERS = {"RPAR": "LPAR", "RSQB": "LSQB", "RBRACE": "LBRACE"}
_RESERVED = frozenset(generated.RESERVED.split())
_MARKS = (
    "COMMA", "COLON", "ASSIGN", "LBRACE", "LPAR", "ARROW", "FAT_ARROW", "IN", "BY", "DOT",
    "GREATER",
)  # fmt: skip
_CONSTRUCTS_OF_MARKS = {"IN": {"FOR"}, "BY": {"ADVANCE"}, "ASSIGN": {"VAR", "TYPE"}}
_THINGS: dict[str, Token] = {
    "IDENT": Name("missing", 0, 0),
    "MEMBER": Name("missing", 0, 0),
    "STRING": Mark('""', 0, 0),
    "INT": Mark("0", 0, 0),
    "ROUTE_PATH": Mark("/", 0, 0),
    "GET": Name("GET", 0, 0),
    "LABEL": Name("missing", 0, 0),
}
"""What is put where such a thing is missing, for the tree to have one."""


def missing_closer(stop: Stop) -> Repair | None:
    """`f(x` at the end of a line: the innermost open bracket is to be closed there."""
    opening = next(open_brackets(stop.cell), None)
    if opening is None:
        return None
    closer = next(each for each, opener in _CLOSERS.items() if opener == opening.terminal)
    if closer not in stop.expected or (closer == "RBRACE" and not stop.starts_line):
        return None
    text = text_of(closer) or ""
    change = _insertion(stop, Mark(text, stop.gap, stop.gap), closer)
    if not stop.holds(change):
        return None
    if closer == "RBRACE":
        diagnostic = unclosed_brace(stop.source, stop.tokens, opening.begin, stop.gap)
        return Repair((change,), diagnostic)
    bracket = stop.tokens[opening.begin]
    line = stop.layout.line(bracket)
    diagnostic = Diagnostic(
        rule="syntax.unclosed",
        span=stop.source.span(*stop.place),
        summary=f"expected `{text}` to close the `{bracket.text}` opened at line {line}",
        why=reason_in_list(stop.cell, stop.tokens),
        help=f"add `{text}`",
        edits=(Edit(stop.source.span(stop.gap, stop.gap), text),),
        related=(Related(stop.source.span(bracket.start, bracket.end), "it is opened here"),),
    )
    return Repair((change,), diagnostic)


def missing_closer_before_brace(stop: Stop) -> Repair | None:
    """`if f(n { … }`: the `{` was taken for that of an Object literal."""
    if stop.at < 2 or stop.tokens[stop.at - 1].text != "{":
        return None
    return missing_closer(stop.earlier(stop.at - 1))


def missing_colon(stop: Stop) -> Repair | None:
    """`code Text`, `code = 3`: a label without its colon, and maybe without what follows it."""
    token = stop.token
    if not isinstance(token, Name) or token.text in _RESERVED:
        return None
    special = generated.LABELS.get(token.text, "LABEL")
    terminal = special if special in stop.expected else "LABEL"
    if terminal not in stop.expected:
        return None
    label = Substitute(token, terminal)
    colon = Substitute(Mark(":", token.end, token.end), "COLON")
    thing = Substitute(Name("missing", token.end, token.end), "IDENT")
    following = stop.tokens[stop.at + 1] if stop.at + 1 < len(stop.tokens) else token
    equals = following.text == "="
    change = Change(stop.at, stop.at + 2 if equals else stop.at + 1, (label, colon))
    if not stop.holds(change):
        opening = next(open_brackets(stop.cell), None)
        in_parameters = opening is not None and opening.terminal == "LPAR"
        ends = following.text in ("}", ",") or stop.cell.terminal == "REFERENCE"
        if not (stop.starts_line or in_parameters or ends):
            return None
        change = Change(stop.at, stop.at + 1, (label, colon, thing))
        equals = False
        if not stop.holds(change):
            return None
    starts_line = stop.layout.is_first(following)
    gap = stop.source.span(token.end, token.end)
    span = stop.source.span(following.start, following.end)
    diagnostic = Diagnostic(
        rule="syntax.unexpected" if equals else "syntax.missing",
        span=gap if starts_line else span,
        summary=f"expected `:` {'instead of `=`' if equals else f'after `{token.text}`'}",
        why=reason(stop.cell, stop.tokens),
        help="write `:`" if equals else "add `:` and what belongs after it",
        edits=(Edit(span, ":") if equals else Edit(gap, ":"),)
        if len(change.substitutes) == 2
        else (),
    )
    return Repair((change,), diagnostic)


def missing_comma(stop: Stop) -> Repair | None:
    """`f(a b)`."""
    return _missing_mark(stop, ("COMMA",))


def missing_mark(stop: Stop) -> Repair | None:
    """`var x 3`: a mark that the construct has is not there."""
    return _missing_mark(stop, _MARKS)


def _missing_mark(stop: Stop, marks: tuple[str, ...]) -> Repair | None:
    for terminal in marks:
        text = text_of(terminal)
        if text is None or terminal not in stop.expected or not _belongs(stop, terminal):
            continue
        token = Name(text, stop.gap, stop.gap) if text.isalpha() else Mark(text, stop.gap, stop.gap)
        change = _insertion(stop, token, terminal)
        if stop.holds(change):
            spaced = text if text in (",", ":", ".", "(") else f" {text}"
            diagnostic = Diagnostic(
                rule="syntax.missing",
                span=stop.source.span(*stop.place),
                summary=f"expected `{text}` {_where(stop)}",
                why=(reason_in_list if text == "," else reason)(stop.cell, stop.tokens),
                help=f"add `{text}`",
                edits=(Edit(stop.source.span(stop.gap, stop.gap), spaced),),
            )
            return Repair((change,), diagnostic)
    return None


def missing_braces(stop: Stop) -> Repair | None:
    """`if x return y`: a statement stands where a block belongs, which neither brace encloses."""
    if "LBRACE" not in stop.expected or stop.token is None or stop.surplus_of_opening != 0:
        return None
    end = _end_of_statement(stop)
    last = stop.tokens[end - 1].end
    changes = (
        _insertion(stop, Mark("{", stop.gap, stop.gap), "LBRACE"),
        Change(end, end, (Substitute(Mark("}", last, last), "RBRACE"),)),
    )
    if not stop.holds(*changes):
        return None
    source = stop.source
    diagnostic = Diagnostic(
        rule="syntax.missing",
        span=source.span(*stop.place),
        summary=f"expected `{{` {_where(stop)}",
        why=reason(stop.cell, stop.tokens),
        help="add `{` there, and `}` after the statement",
        edits=(
            Edit(source.span(stop.gap, stop.gap), " {"),
            Edit(source.span(last, last), " }"),
        ),
    )
    return Repair(changes, diagnostic)


def _end_of_statement(stop: Stop) -> int:
    """The index after the statement that begins at the stop: a line, or what brackets keep open."""
    depth = 0
    for index in range(stop.at, len(stop.tokens)):
        token = stop.tokens[index]
        if token.text in ("(", "[", "{"):
            depth += 1
        elif (
            depth == 0
            and index > stop.at
            and (token.text in ("}", "else") or stop.layout.is_first(token))
        ):
            return index
        if token.text in (")", "]", "}"):
            depth -= 1
    return len(stop.tokens)


def missing_brace_before_previous(stop: Stop) -> Repair | None:
    """`counted number: Count }`: the label was read as something else, for its `{` is missing."""
    if stop.at < 2 or stop.surplus_of_opening >= 0:
        return None
    earlier = stop.earlier(stop.at - 1)
    return _missing_mark(earlier, ("LBRACE",))


def missing_thing_before_line(stop: Stop) -> Repair | None:
    """`return a +` at the end of a line."""
    return missing_thing(stop) if stop.starts_line else None


def missing_thing(stop: Stop) -> Repair | None:
    """`f(a + )`: a name, a type, a value is not there."""
    if stop.token is not None and stop.token.text == "(" and "VAR" in stop.expected:
        return None  # a name would make a call of what follows, which is not meant
    words = {} if _THINGS.keys() & stop.expected else _words_among(stop.expected)
    for terminal, token in (_THINGS | words).items():
        if terminal not in stop.expected or (terminal == "LABEL" and not stop.before_colon):
            continue
        change = _insertion(stop, _standing_at(token, stop.gap), terminal)
        if stop.holds(change):
            return Repair((change,), _missing_thing(stop, stop.gap, _where(stop), stop.previous))
    return None


def missing_thing_at_line_end(stop: Stop) -> Repair | None:
    """`x =` and on the next line `y = 3`: the value is not there, the next line is right."""
    previous = stop.previous
    if previous is None or stop.at < 2 or not stop.layout.is_first(previous):
        return None
    earlier = stop.earlier(stop.at - 1)
    for terminal, token in _THINGS.items():
        if terminal not in earlier.expected:
            continue
        change = _insertion(earlier, _standing_at(token, earlier.gap), terminal)
        if earlier.holds(change):
            before = earlier.previous
            where = f"after `{before.text}`" if before else "here"
            return Repair((change,), _missing_thing(earlier, earlier.gap, where, before))
    return None


def superfluous_token(stop: Stop) -> Repair | None:
    """`a + + b`: parsing goes on without the token."""
    token = stop.token
    if token is None or not _may_go(stop, token):
        return None
    return _superfluous(stop, stop.at, token)


def superfluous_previous(stop: Stop) -> Repair | None:
    """Parsing goes on without the token before."""
    previous = stop.previous
    if previous is None or previous.text in ("{", "}"):
        return None
    return _superfluous(stop, stop.at - 1, previous)


def superfluous_brackets(stop: Stop) -> Repair | None:
    """`for (x in xs) { }`: parsing goes on without the bracket and the one that closes it."""
    token = stop.token
    if token is None or token.text not in ("(", "[", "{"):
        return None
    closing = matching(stop, stop.at)
    if closing is None or stop.surplus_of_opening > 0:
        return None
    changes = Change(stop.at, stop.at + 1), Change(closing, closing + 1)
    if not stop.holds(*changes):
        return None
    source, other = stop.source, stop.tokens[closing]
    span = source.span(token.start, token.end)
    diagnostic = Diagnostic(
        rule="syntax.unexpected",
        span=span,
        summary=f"no `{token.text}` is expected here",
        why=reason(stop.cell, stop.tokens),
        help=f"delete `{token.text}` and the `{other.text}` that closes it",
        edits=(Edit(span, ""), Edit(source.span(other.start, other.end), "")),
    )
    return Repair(changes, diagnostic)


def wrong_mark(stop: Stop) -> Repair | None:
    """`none -> 3`: another mark belongs there."""
    token = stop.token
    if token is None or token.text not in generated.OPERATORS or not _may_go(stop, token):
        return None
    for terminal in (*_MARKS, "RPAR", "RSQB", "RBRACE"):
        if terminal == "RBRACE" and stop.surplus_of_opening <= 0:
            continue
        if terminal == "LBRACE" and stop.surplus_of_opening >= 0:
            continue
        text = text_of(terminal)
        if text is None or terminal not in stop.expected or not _belongs(stop, terminal):
            continue
        substitute = Substitute(Mark(text, token.start, token.end), terminal)
        change = Change(stop.at, stop.at + 1, (substitute,))
        if stop.holds(change):
            span = stop.source.span(token.start, token.end)
            diagnostic = Diagnostic(
                rule="syntax.unexpected",
                span=span,
                summary=f"expected `{text}` instead of {shown(token)}",
                why=(reason_in_list if text in ")]," else reason)(stop.cell, stop.tokens),
                help=f"write `{text}`",
                edits=(Edit(span, text),),
            )
            return Repair((change,), diagnostic)
    return None


def matching(stop: Stop, opening: int) -> int | None:
    """The index of the bracket that closes the one at index ``opening``."""
    depth = 0
    for index in range(opening, len(stop.tokens)):
        text = stop.tokens[index].text
        if text in ("(", "[", "{"):
            depth += 1
        elif text in (")", "]", "}"):
            depth -= 1
            if depth == 0:
                return index
    return None


def shown(token: Token | None) -> str:
    """A token as a message quotes it."""
    if token is None:
        return "the end"
    text = token.text
    return f"`{text}`" if len(text) <= 40 else f"`{text[:38]}…`"


def _insertion(stop: Stop, token: Token, terminal: str) -> Change:
    return Change(stop.at, stop.at, (Substitute(token, terminal),))


def _may_go(stop: Stop, token: Token) -> bool:
    """Whether a token may be taken away: a brace only if there are too many of its kind."""
    if token.text == "{":
        return stop.surplus_of_opening > 0
    return token.text != "}" or stop.surplus_of_opening < 0


def _belongs(stop: Stop, terminal: str) -> bool:
    """Whether a mark or word is one of the construct it would be put into.

    Other words are names there, and a `{` alone is missing only where its `}` is there.
    """
    if terminal == "LBRACE" and stop.surplus_of_opening == 0:
        return False
    if terminal == "GREATER":
        return "PLUS" not in stop.expected  # it ends the arguments of a type, and compares nothing
    wanted = _CONSTRUCTS_OF_MARKS.get(terminal)
    began = construct(stop.cell)
    return wanted is None or (began is not None and began.terminal in wanted)


def _words_among(terminals: frozenset[str]) -> dict[str, Token]:
    """The keywords among terminals, as tokens; no `module`, with which one line alone begins."""
    return {
        terminal: Name(text, 0, 0)
        for text, terminal in sorted(generated.WORDS.items())
        if terminal in terminals - {"MODULE"}
    }


def _standing_at(token: Token, place: int) -> Token:
    return type(token)(token.text, place, place)


def _where(stop: Stop) -> str:
    """Where something is missing: before what stands on the line, or after what ends it."""
    if stop.previous is None or (stop.token is not None and not stop.starts_line):
        return f"before {shown(stop.token)}"
    return f"after {shown(stop.previous)}"


def _missing_thing(stop: Stop, gap: int, where: str, previous: Token | None) -> Diagnostic:
    thing = thing_expected(stop.expected, previous.text if previous else "")
    return Diagnostic(
        rule="syntax.missing",
        span=stop.source.span(*stop.place),
        summary=f"expected {thing} {where}",
        why=reason(stop.cell, stop.tokens),
        help=f"add {thing}",
    )


def _superfluous(stop: Stop, index: int, token: Token) -> Repair | None:
    change = Change(index, index + 1)
    if not stop.holds(change):
        return None
    span = stop.source.span(token.start, token.end)
    diagnostic = Diagnostic(
        rule="syntax.unexpected",
        span=span,
        summary=f"{shown(token)} is not expected here",
        why=(reason_in_list if token.text in ")]," else reason)(stop.cell, stop.tokens),
        help=f"delete {shown(token)}",
        edits=(Edit(span, ""),),
    )
    return Repair((change,), diagnostic)
