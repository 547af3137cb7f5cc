"""Repairs of forms that other languages have and Jadpo writes in another way. Words: `foreign`."""

from jadpo.diagnostics import Diagnostic, Edit
from jadpo.syntax.mishap import Substitute
from jadpo.syntax.nodes import Name
from jadpo.syntax.recovery.repairs import matching
from jadpo.syntax.recovery.stack import expected_terminals, open_brackets, stack_before
from jadpo.syntax.recovery.stops import Change, Repair, Stop, written_as
from jadpo.syntax.tokens import Mark, Token

_HANDLERS = frozenset({"catch", "except", "finally", "rescue"})
_LOOP_WORDS = frozenset({"const", "let", "var", "auto"})


def _told(
    stop: Stop, start: int, end: int, *texts: str, edits: tuple[Edit, ...] = ()
) -> Diagnostic:
    summary, why, step = texts
    span = stop.source.span(start, end)
    return Diagnostic("syntax.foreign_syntax", span, summary, why, step, edits=edits)


def binding_without_var(stop: Stop) -> Repair | None:
    """`total: Int = 3` as a statement: a binding begins with `var`."""
    token, name = stop.token, stop.previous
    if token is None or token.text != ":" or not isinstance(name, Name):
        return None
    begin = stop.at - 1
    if "VAR" not in expected_terminals(stack_before(stop.kinds, begin)):
        return None
    change = Change(begin, begin, _var(name))
    if not stop.holds(change):
        return None
    edit = Edit(stop.source.span(name.start, name.start), "var ")
    diagnostic = _told(
        stop,
        name.start,
        token.end,
        f"`{name.text}:` begins no statement",
        "a binding is written `var name: Type = value`",
        "write `var` before it",
        edits=(edit,),
    )
    return Repair((change,), diagnostic)


def binding_with_type_first(stop: Stop) -> Repair | None:
    """`int total = 3`: the type follows the name."""
    token, written = stop.token, stop.previous
    after = stop.tokens[stop.at + 1] if stop.at + 1 < len(stop.tokens) else None
    if not (isinstance(token, Name) and isinstance(written, Name) and after is not None):
        return None
    begin = stop.at - 1
    if after.text != "=" or "VAR" not in expected_terminals(stack_before(stop.kinds, begin)):
        return None
    change = Change(begin, stop.at + 1, (*_var(written), Substitute(token, "IDENT")))
    if not stop.holds(change):
        return None
    diagnostic = _told(
        stop,
        written.start,
        token.end,
        f"`{written.text} {token.text}` begins no statement",
        "a binding is written `var name = value`, or with its type `var name: Type = value`",
        f"write `var {token.text} = …`",
    )
    return Repair((change,), diagnostic)


def _var(at: Token) -> tuple[Substitute, ...]:
    return (Substitute(Name("var", at.start, at.start), "VAR"),)


def try_block(stop: Stop) -> Repair | None:
    """`try { … } catch { … }`: there are no exceptions [F1] [F4]."""
    token, word = stop.token, stop.previous
    if token is None or token.text != "{" or word is None or word.text not in ("try", "do"):
        return None
    begin, closing = stop.at - 1, matching(stop, stop.at)
    end = closing + 1 if closing is not None else stop.at + 1
    while closing is not None and end < len(stop.tokens) and stop.tokens[end].text in _HANDLERS:
        opening = next(
            (i for i in range(end, len(stop.tokens)) if stop.tokens[i].text == "{"), None
        )
        closed = None if opening is None else matching(stop, opening)
        if closed is None:
            break
        end = closed + 1
    if closing is None or (word.text == "do" and end == closing + 1):
        return None
    change = Change(begin, end)
    if not stop.holds(change):
        return None
    diagnostic = _told(
        stop,
        word.start,
        word.end,
        f"Jadpo has no `{word.text}` block",
        "there are no exceptions: the failures of a call are passed on with `attempt`, or matched",
        "write `match call(…) { success(value) => …  failure Name => … }`",
    )
    return Repair((change,), diagnostic)


def unequal(stop: Stop) -> Repair | None:
    """`a <> b`."""
    token, previous = stop.token, stop.previous
    if token is None or token.text != ">" or previous is None or previous.text != "<":
        return None
    change = Change(stop.at - 1, stop.at + 1, (written_as("!=", previous),))
    if previous.end != token.start or not stop.holds(change):
        return None
    span = stop.source.span(previous.start, token.end)
    diagnostic = _told(
        stop,
        previous.start,
        token.end,
        "Jadpo has no operator `<>`",
        "there is one inequality, and it compares content",
        "write `!=`",
        edits=(Edit(span, "!="),),
    )
    return Repair((change,), diagnostic)


def not_in(stop: Stop) -> Repair | None:
    """`x not in xs`, `x is not y`: `not` stands before a whole comparison [C4]."""
    token = stop.token
    following = stop.tokens[stop.at + 1] if stop.at + 1 < len(stop.tokens) else None
    if token is None or following is None:
        return None
    if token.text == "not" and following.text == "in":
        change, step = Change(stop.at, stop.at + 1), "write `not x in xs`"
        why = "`not` stands before a whole comparison"
    elif token.text == "is" and following.text == "not":
        change = Change(stop.at, stop.at + 2, (written_as("!=", token),))
        why, step = "values are compared with `==` and `!=`", "write `!=`"
    else:
        return None
    if not stop.holds(change):
        return None
    span = stop.source.span(token.start, following.end)
    edits = (Edit(span, "!="),) if token.text == "is" else ()
    written = f"{token.text} {following.text}"
    summary = f"Jadpo has no operator `{written}`"
    diagnostic = _told(stop, token.start, following.end, summary, why, step, edits=edits)
    return Repair((change,), diagnostic)


def prefix_of_a_text(stop: Stop) -> Repair | None:
    """`f"…"`: a text has no prefix, and nothing in it is replaced."""
    token, prefix = stop.token, stop.previous
    if token is None or not token.text.startswith('"') or not isinstance(prefix, Name):
        return None
    change = Change(stop.at - 1, stop.at)
    if prefix.end != token.start or len(prefix.text) > 2 or not stop.holds(change):
        return None
    diagnostic = _told(
        stop,
        prefix.start,
        token.end,
        f"a text has no prefix `{prefix.text}`",
        "what stands in a text is kept as it is written, but for its escapes",
        'join texts with `+`, as in `"a " + text.of(value)`',
    )
    return Repair((change,), diagnostic)


def optional_by_its_name(stop: Stop) -> Repair | None:
    """`note?: Text`: what may be absent is told by the type."""
    at = next(
        (
            index
            for index in (stop.at, stop.at - 1)
            if 0 <= index < len(stop.tokens) - 2
            and isinstance(stop.tokens[index], Name)
            and stop.tokens[index + 1].text == "?"
            and stop.tokens[index + 2].text == ":"
        ),
        None,
    )
    if at is None:
        return None
    name, mark = stop.tokens[at], stop.tokens[at + 1]
    change = Change(at, at + 2, (Substitute(name, "LABEL"),))
    if not stop.holds(change):
        return None
    diagnostic = _told(
        stop,
        name.start,
        mark.end,
        f"`{name.text}?` is no name",
        "whether a value may be `none` belongs to its type",
        f"write `{name.text}: Type?`",
    )
    return Repair((change,), diagnostic)


def default_of_a_parameter(stop: Stop) -> Repair | None:
    """`function f(n: Count = 3)`."""
    token = stop.token
    opening = next(open_brackets(stop.cell), None)
    if token is None or token.text != "=" or opening is None or opening.terminal != "LPAR":
        return None
    depth, end = 0, stop.at + 1
    while end < len(stop.tokens):
        text = stop.tokens[end].text
        if depth == 0 and text in (",", ")"):
            break
        depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
        end += 1
    change = Change(stop.at, end)
    if not {"COMMA", "RPAR"} <= stop.expected or not stop.holds(change):
        return None
    diagnostic = _told(
        stop,
        token.start,
        stop.tokens[end - 1].end,
        "a parameter has no default",
        "a call says everything that it gives",
        "leave it out, and give the value where it is called",
    )
    return Repair((change,), diagnostic)


def anonymous_lambda(stop: Stop) -> Repair | None:
    """`collection.map(xs, with: lambda x: f(x))`."""
    at = next(
        (i for i in (stop.at, stop.at - 1) if 0 <= i < len(stop.tokens) and _is_lambda(stop, i)),
        None,
    )
    if at is None:
        return None
    colon = next((i for i in range(at, len(stop.tokens)) if stop.tokens[i].text == ":"), None)
    if colon is None:
        return None
    change = Change(at, colon + 1)
    if not stop.holds(change):
        return None
    word = stop.tokens[at]
    diagnostic = _told(
        stop,
        word.start,
        word.end,
        "Jadpo has no functions without a name",
        "a function is declared with `function`, and given to another by its name",
        "declare a function, and write its name here",
    )
    return Repair((change,), diagnostic)


def _is_lambda(stop: Stop, at: int) -> bool:
    return stop.tokens[at].text == "lambda"


def loop_in_parentheses(stop: Stop) -> Repair | None:
    """`for (const x of xs) {`, `for x of xs {`."""
    words = [each.text for each in stop.tokens[max(stop.at - 3, 0) : stop.at]]
    if "for" not in words:
        return None
    begin = max(stop.at - 3, 0) + len(words) - words[::-1].index("for")
    opening = begin if stop.tokens[begin].text == "(" else None
    at = begin + (opening is not None)
    while at < len(stop.tokens) and stop.tokens[at].text in _LOOP_WORDS:
        at += 1
    if at + 1 >= len(stop.tokens) or not isinstance(stop.tokens[at], Name):
        return None
    name, joining = stop.tokens[at], stop.tokens[at + 1]
    if joining.text not in ("in", "of", ":"):
        return None
    of = Substitute(Name("in", joining.start, joining.end), "IN")
    changes = [Change(begin, at + 2, (Substitute(name, "IDENT"), of))]
    if opening is not None:
        closing = matching(stop, opening)
        if closing is None:
            return None
        changes.append(Change(closing, closing + 1))
    if joining.text == "in" and at == begin + (opening is not None):
        return None  # parentheses alone are told as such
    if not stop.holds(*changes):
        return None
    diagnostic = _told(
        stop,
        stop.tokens[begin].start,
        joining.end,
        f"a loop is not written with `{stop.source.text[stop.tokens[begin].start : joining.end]}`",
        "a for is written `for item in list { … }`",
        f"write `for {name.text} in … {{`",
    )
    return Repair(tuple(changes), diagnostic)


def else_as_pattern(stop: Stop) -> Repair | None:
    """`else => x` in a match [C2]."""
    token = stop.token
    following = stop.tokens[stop.at + 1] if stop.at + 1 < len(stop.tokens) else None
    if token is None or token.text != "else" or following is None or following.text != "=>":
        return None
    change = Change(stop.at, stop.at + 1, (Substitute(Name("_", token.start, token.end), "IDENT"),))
    if not stop.holds(change):
        return None
    edit = Edit(stop.source.span(token.start, token.end), "_")
    diagnostic = _told(
        stop,
        token.start,
        token.end,
        "`else` is no pattern",
        "the arm for everything else is written `_ => result`",
        "write `_`",
        edits=(edit,),
    )
    return Repair((change,), diagnostic)


def names_without_parentheses(stop: Stop) -> Repair | None:
    """`index: code, owner`, `unique: [code, owner]`: several names stand in parentheses [E1]."""
    token = stop.token
    if token is None or token.text not in (",", "["):
        return None
    first = stop.at + 1 if token.text == "[" else stop.at - 1
    label = stop.tokens[stop.at - (2 if token.text == "[" else 3)] if stop.at > 2 else None
    if label is None or label.text not in ("unique", "index"):
        return None
    if token.text == "[":
        closing = matching(stop, stop.at)
        end = None if closing is None else closing + 1
    else:
        end = stop.at
        while end + 1 < len(stop.tokens) and stop.tokens[end].text == ",":
            end += 2
    if end is None or first >= len(stop.tokens):
        return None
    begin = min(stop.at, first)
    change = Change(begin, end, (Substitute(stop.tokens[first], "IDENT"),))
    if not stop.holds(change):
        return None
    names = ", ".join(each.text for each in stop.tokens[begin:end] if isinstance(each, Name))
    span = stop.source.span(stop.tokens[begin].start, stop.tokens[end - 1].end)
    diagnostic = Diagnostic(
        "syntax.unexpected",
        span,
        "several names stand in parentheses",
        f"`{label.text}:` takes a name, or names in parentheses",
        f"write `{label.text}: ({names})`",
        edits=(Edit(span, f"({names})"),),
    )
    return Repair((change,), diagnostic)


def commas_in_list(stop: Stop) -> Repair | None:
    """`[1 2 3]`: one diagnostic for all commas that are missing in brackets."""
    opening = next(open_brackets(stop.cell), None)
    closing = None if opening is None else matching(stop, opening.begin)
    if opening is None or closing is None or opening.terminal == "LBRACE":
        return None
    if "COMMA" not in stop.expected or stop.at >= closing:
        return None
    between = range(stop.at, closing)
    changes = tuple(
        Change(
            at,
            at,
            (Substitute(Mark(",", stop.tokens[at - 1].end, stop.tokens[at - 1].end), "COMMA"),),
        )
        for at in between
    )
    if len(changes) < 2 or not stop.holds(*changes):
        return None
    gaps = [stop.tokens[at - 1].end for at in between]
    token = stop.tokens[stop.at]
    brackets = f"`{stop.tokens[opening.begin].text}` and `{stop.tokens[closing].text}`"
    diagnostic = Diagnostic(
        "syntax.missing",
        stop.source.span(token.start, token.end),
        f"expected `,` before `{token.text}`",
        f"what stands between {brackets} is separated by commas",
        f"add the {len(changes)} commas",
        edits=tuple(Edit(stop.source.span(gap, gap), ",") for gap in gaps),
    )
    return Repair(changes, diagnostic)
