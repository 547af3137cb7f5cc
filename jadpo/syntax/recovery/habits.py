"""Repairs of particular habits, which get a diagnostic of their own. Those of words: `words`."""

from jadpo.diagnostics import Diagnostic, Edit
from jadpo.syntax.mishap import Substitute
from jadpo.syntax.nodes import Name
from jadpo.syntax.recovery.forms import BLOCK, construct, reason
from jadpo.syntax.recovery.repairs import matching
from jadpo.syntax.recovery.stack import cells_of, expected_terminals, open_brackets, stack_before
from jadpo.syntax.recovery.stops import Change, Repair, Stop, written_as
from jadpo.syntax.tokens import Mark

_COMPARISONS = frozenset({"LESS", "LESS_EQUAL", "GREATER", "GREATER_EQUAL"})
_EQUALITIES = frozenset({"EQUAL", "NOT_EQUAL", "IN"})
_STATEMENT_WORDS = frozenset({"run", "start", "advance"})
_LEAVING = frozenset({"return", "break", "continue"})
_HEADS = frozenset({"IF", "WHILE", "FOR", "MATCH"})


def commas_in_block(stop: Stop) -> Repair | None:
    """`{ a: 1, b: 2 }`: one diagnostic for all commas between the items of a block."""
    token = stop.token
    opening = next(open_brackets(stop.cell), None)
    if token is None or token.text != "," or opening is None or opening.terminal != "LBRACE":
        return None
    closing = matching(stop, opening.begin) or len(stop.tokens)
    places = [stop.at]
    depth = 0
    for index in range(stop.at + 1, closing):
        text = stop.tokens[index].text
        depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
        if text == "," and depth == 0:
            places.append(index)
    changes = tuple(Change(place, place + 1) for place in places)
    if not stop.holds(*changes):
        changes = changes[:1]
        if not stop.holds(*changes):
            return None
    spans = [
        stop.source.span(stop.tokens[change.begin].start, stop.tokens[change.begin].end)
        for change in changes
    ]
    diagnostic = Diagnostic(
        rule="syntax.unexpected",
        span=spans[0],
        summary="no commas stand between the items of a block",
        why=BLOCK,
        help="delete the comma" if len(spans) == 1 else f"delete the {len(spans)} commas",
        edits=tuple(Edit(span, "") for span in spans),
    )
    return Repair(changes, diagnostic)


def failures_behind_result(stop: Stop) -> Repair | None:
    """`-> Count fails Missing {`: the failures stand before the `->`."""
    token = stop.token
    if token is None or token.text != "fails":
        return None
    arrow = next((cell.begin for cell in cells_of(stop.cell) if cell.terminal == "ARROW"), None)
    body = next((at for at in range(stop.at, len(stop.tokens)) if stop.tokens[at].text == "{"), 0)
    change = Change(stop.at, body)
    if arrow is None or not body or not stop.holds(change):
        return None
    source, place = stop.source, stop.tokens[arrow].start
    last = stop.tokens[body - 1]
    failures = source.text[token.start : last.end]
    diagnostic = Diagnostic(
        rule="syntax.unexpected",
        span=source.span(token.start, token.end),
        summary="`fails` does not stand behind the result",
        why=reason(stop.cell, stop.tokens),
        help="move it before `->`",
        edits=(
            Edit(source.span(place, place), f"{failures} "),
            Edit(source.span(stop.gap, last.end), ""),
        ),
    )
    return Repair((change,), diagnostic)


def missing_result(stop: Stop) -> Repair | None:
    """`function f(n: Count) { … }`: every callable has a result."""
    token = stop.token
    if token is None or token.text != "{" or "ARROW" not in stop.expected:
        return None
    arrow = Substitute(Mark("->", stop.gap, stop.gap), "ARROW")
    change = Change(
        stop.at, stop.at, (arrow, Substitute(Name("Unit", stop.gap, stop.gap), "IDENT"))
    )
    if not stop.holds(change):
        return None
    diagnostic = Diagnostic(
        rule="syntax.missing",
        span=stop.source.span(*stop.place),
        summary="expected `->` and the type of the result before `{`",
        why="a callable says what it gives; one that gives nothing is written `-> Unit`",
        help="add `->` and a type",
    )
    return Repair((change,), diagnostic)


def assignment_in_condition(stop: Stop) -> Repair | None:
    """`if a = b`, `where: a = b`."""
    token = stop.token
    began = construct(stop.cell)
    if token is None or token.text != "=" or "EQUAL" not in stop.expected:
        return None
    is_condition = began is not None and began.terminal != "VAR"
    if not is_condition and not _is_in_where(stop):  # more likely a value is missing, or a word
        return None
    change = Change(stop.at, stop.at + 1, (written_as("==", token),))
    if not stop.holds(change):
        return None
    span = stop.source.span(token.start, token.end)
    diagnostic = Diagnostic(
        rule="syntax.unexpected",
        span=span,
        summary="`=` does not compare",
        why="`=` gives a value to a variable, `==` compares two values",
        help="write `==`",
        edits=(Edit(span, "=="),),
    )
    return Repair((change,), diagnostic)


def _is_in_where(stop: Stop) -> bool:
    """Whether the last label before the stop, in its block, is `where:`."""
    opening = next(open_brackets(stop.cell), None)
    if opening is None or opening.terminal != "LBRACE":
        return False
    for index in range(stop.at - 1, opening.begin + 1, -1):
        if stop.tokens[index].text == ":":
            return stop.tokens[index - 1].text == "where"
    return False


def expression_alone(stop: Stop) -> Repair | None:
    """`total + 3`: an expression whose value nothing takes is no statement."""
    begin = stop.at
    while begin > 0 and (
        isinstance(stop.tokens[begin - 1], Name) or stop.tokens[begin - 1].text == "."
    ):
        begin -= 1
        if stop.layout.is_first(stop.tokens[begin]):
            break
    if begin == stop.at or "ASSIGN" not in stop.expected:
        return None
    if begin == stop.at - 1 and stop.tokens[begin].text in _STATEMENT_WORDS:
        return None
    first = stop.tokens[begin]
    place = first.start
    bound = (
        Substitute(Name("var", place, place), "VAR"),
        Substitute(Name("missing", place, place), "IDENT"),
        Substitute(Mark("=", place, place), "ASSIGN"),
    )
    change = Change(begin, begin, bound)
    if "VAR" not in expected_terminals(stack_before(stop.kinds, begin)) or not stop.holds(change):
        return None
    written = stop.source.text[first.start : stop.gap]
    diagnostic = Diagnostic(
        rule="syntax.unexpected",
        span=stop.source.span(first.start, stop.gap),
        summary=f"an expression that begins with `{written}` is no statement",
        why="a statement does something: it binds, assigns, calls, emits, decides or returns",
        help="bind its value with `var`, return it, or delete it",
    )
    return Repair((change,), diagnostic)


def anonymous_function(stop: Stop) -> Repair | None:
    """`collection.map(xs, with: x => x + 1)`."""
    token, previous = stop.token, stop.previous
    opening = next(open_brackets(stop.cell), None)
    if token is None or token.text not in ("=>", "->") or previous is None:
        return None
    change = Change(stop.at - 1, stop.at + 1)
    in_arguments = opening is not None and opening.terminal == "LPAR"
    if not in_arguments or not isinstance(previous, Name) or not stop.holds(change):
        return None
    diagnostic = Diagnostic(
        rule="syntax.foreign_syntax",
        span=stop.source.span(token.start, token.end),
        summary="Jadpo has no functions without a name",
        why="a function is declared with `function`, and given to another by its name",
        help="declare a function, and write its name here",
    )
    return Repair((change,), diagnostic)


def payload_in_parentheses(stop: Stop) -> Repair | None:
    """`Status.paid(receipt) => …`: a payload's names stand in braces, side by side [C2]."""
    token = stop.token
    closing = matching(stop, stop.at) if token is not None and token.text == "(" else None
    if token is None or closing is None or "FAT_ARROW" not in stop.expected:
        return None
    inside = range(stop.at + 1, closing)
    commas = [at for at in inside if stop.tokens[at].text == ","]
    changes = (
        Change(stop.at, stop.at + 1, (written_as("{", token),)),
        *(Change(at, at + 1) for at in commas),
        Change(closing, closing + 1, (written_as("}", stop.tokens[closing]),)),
    )
    names = [stop.tokens[at].text for at in inside if at not in commas]
    if not names or not stop.holds(*changes):
        return None
    span = stop.source.span(token.start, stop.tokens[closing].end)
    written = f"{{ {'  '.join(names)} }}"
    diagnostic = Diagnostic(
        rule="syntax.unexpected",
        span=span,
        summary="what a variant holds is not named in parentheses",
        why="a pattern names the fields of a variant in braces, side by side",
        help=f"write `{written}`",
        edits=(Edit(span, written),),
    )
    return Repair(changes, diagnostic)


def statement_as_arm(stop: Stop) -> Repair | None:
    """`Status.open => return x`: an arm is an expression, or statements in braces [C2]."""
    token, previous = stop.token, stop.previous
    if token is None or previous is None or previous.text != "=>" or token.text not in _LEAVING:
        return None
    if token.text == "return":
        change = Change(stop.at, stop.at + 1)  # what it returns is read as the arm's value
    else:
        change = Change(stop.at, stop.at + 1, (written_as("{", token), written_as("}", token)))
    if not stop.holds(change):
        return None
    shape = "return …" if token.text == "return" else token.text
    diagnostic = Diagnostic(
        rule="syntax.unexpected",
        span=stop.source.span(token.start, token.end),
        summary=f"the statement `{token.text}` is no arm of its own",
        why="an arm is an expression, or a block of statements in braces",
        help=f"write `{{ {shape} }}`",
    )
    return Repair((change,), diagnostic)


def index_in_brackets(stop: Stop) -> Repair | None:
    """`xs[0]`."""
    token, previous = stop.token, stop.previous
    closing = matching(stop, stop.at) if token is not None and token.text == "[" else None
    if token is None or closing is None or previous is None or previous.end != token.start:
        return None
    change = Change(stop.at, closing + 1)
    if "PLUS" not in stop.expected or not stop.holds(change):
        return None
    begin = stop.at - 1
    while begin > 1 and stop.tokens[begin - 1].text == ".":
        begin -= 2
    source = stop.source
    values = source.text[stop.tokens[begin].start : previous.end]
    index = source.text[token.end : stop.tokens[closing].start]
    first, colon, last = (part.strip() for part in index.partition(":"))
    from_end = index.lstrip().startswith("-")
    if colon:
        end = last or f"collection.count({values})"
        written = f"collection.slice({values}, {first or 0}, {end})"
    else:
        written = f"collection.last({values})" if from_end else f"collection.at({values}, {index})"
    plain = isinstance(previous, Name) and closing > stop.at + 1 and not (from_end and colon)
    diagnostic = Diagnostic(
        rule="syntax.foreign_syntax",
        span=source.span(token.start, stop.tokens[closing].end),
        summary="Jadpo has no index in brackets",
        why="an element may not be there, so `collection.at(list, index)` gives a `T?`, and "
        "`collection.get(map, key)` likewise",
        help=f"write `{written}`" if plain else "write a call of one of them",
        edits=(Edit(source.span(stop.tokens[begin].start, stop.tokens[closing].end), written),)
        if plain
        else (),
    )
    return Repair((change,), diagnostic)


def chained_comparison(stop: Stop) -> Repair | None:
    """`a < b < c` [C4]."""
    token = stop.token
    if token is None or "AND" not in stop.expected:
        return None
    kind = stop.kinds[stop.at]
    if kind not in _COMPARISONS | _EQUALITIES or kind in stop.expected:
        return None
    change = Change(stop.at, stop.at + 1, (written_as("and", token),))
    if not stop.holds(change):
        return None
    diagnostic = Diagnostic(
        rule="syntax.comparison_chained",
        span=stop.source.span(token.start, token.end),
        summary=f"`{token.text}` follows a comparison",
        why="a comparison gives a Bool, which is compared with nothing without parentheses",
        help="join two comparisons with `and`, or parenthesise the first",
    )
    return Repair((change,), diagnostic)


def negated_operand(stop: Stop) -> Repair | None:
    """`a == not b`: `not` binds looser than what stands before it [C4]."""
    token = stop.token
    if token is None or token.text != "not" or "LPAR" not in stop.expected:
        return None
    change = Change(stop.at, stop.at + 1)
    if not stop.holds(change):
        return None
    diagnostic = Diagnostic(
        rule="syntax.unexpected",
        span=stop.source.span(token.start, token.end),
        summary="`not` cannot follow this operator",
        why="`not` binds looser than comparisons and arithmetic",
        help="parenthesise it with its operand",
    )
    return Repair((change,), diagnostic)


def object_in_head(stop: Stop) -> Repair | None:
    """`if x == Size { w: 1 } { … }`: an Object literal in a head without parentheses [C4]."""
    opening = next(open_brackets(stop.cell), None)
    if opening is None or opening.terminal != "LBRACE":
        return None
    begin = opening.begin
    while begin > 1 and isinstance(stop.tokens[begin - 1], Name):
        begin -= 1
        if stop.tokens[begin - 1].text != ".":
            break
        begin -= 1
    closing = matching(stop, opening.begin)
    heads = (cell.terminal in _HEADS for cell in cells_of(opening) if cell.terminal)
    if closing is None or begin == opening.begin or not any(heads):
        return None
    first, last = stop.tokens[begin].start, stop.tokens[closing].end
    changes = (
        Change(begin, begin, (Substitute(Mark("(", first, first), "LPAR"),)),
        Change(closing + 1, closing + 1, (Substitute(Mark(")", last, last), "RPAR"),)),
    )
    if not stop.holds(*changes):
        return None
    diagnostic = Diagnostic(
        rule="syntax.object_in_head",
        span=stop.source.span(first, last),
        summary="an Object literal in the head of a statement is parenthesised",
        why="its `{` would otherwise begin the block of the `if`, `while`, `for` or `match`",
        help="put it in parentheses",
        edits=(
            Edit(stop.source.span(first, first), "("),
            Edit(stop.source.span(last, last), ")"),
        ),
    )
    return Repair(changes, diagnostic)
