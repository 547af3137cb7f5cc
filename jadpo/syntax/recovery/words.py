"""Repairs of a word: a reserved one as a name, one of other languages, one that is misspelt."""

from jadpo.diagnostics import Diagnostic, Edit, nearest_name
from jadpo.syntax.mishap import Substitute
from jadpo.syntax.nodes import Name
from jadpo.syntax.recovery.foreign import FOREIGN_DECLARATIONS, FOREIGN_WORDS
from jadpo.syntax.recovery.stack import expected_terminals, stack_before
from jadpo.syntax.recovery.stops import Change, Repair, Stop, written_as
from jadpo.syntax.recovery.wording import things_expected
from jadpo_grammar import tables as generated

_RESERVED = frozenset(generated.RESERVED.split())


def reserved_name(stop: Stop) -> Repair | None:
    """`var match = 3`: a reserved word where a name belongs [S4]."""
    token = stop.token
    if not isinstance(token, Name) or token.text not in _RESERVED or "IDENT" not in stop.expected:
        return None
    if stop.previous is not None and stop.starts_line:
        return None  # more likely the name is missing, and the word begins what follows
    change = Change(stop.at, stop.at + 1, (Substitute(token, "IDENT"),))
    if not stop.holds(change):
        return None
    return Repair((change,), _reserved(stop, token.start, token.end, token.text))


def reserved_name_used(stop: Stop) -> Repair | None:
    """`function f(match: N) -> N { return match }`: a reserved word, used as what it names [S4].

    Before the `:` it is a label, so parsing goes on to where it is used; or a `var` of the name is
    followed by uses of it. All uses are one mistake, where the name is given.
    """
    for used in (stop.token, stop.previous):
        if not isinstance(used, Name) or used.text not in _RESERVED:
            continue
        same = [at for at, token in enumerate(stop.tokens) if token.text == used.text]
        given = next((at for at in same if at <= stop.at and _names_something(stop, at)), None)
        if given is None:
            continue
        uses = [at for at in same if at >= given and not _is_told_apart(stop, at)]
        changes = tuple(Change(at, at + 1, (Substitute(stop.tokens[at], "IDENT"),)) for at in uses)
        if changes and stop.holds(*changes):
            token = stop.tokens[given]
            return Repair(changes, _reserved(stop, token.start, token.end, used.text))
    return None


def _names_something(stop: Stop, at: int) -> bool:
    """Whether the word at an index is one that a binding or a parameter gets as its name."""
    before = stop.tokens[at - 1].text if at else ""
    return before in ("var", "mut", "for") or (before in ("(", ",") and "LABEL" in stop.kinds[at])


def _is_told_apart(stop: Stop, at: int) -> bool:
    """Whether the word at an index is a label or a member, which may be reserved ones."""
    return "LABEL" in stop.kinds[at] or stop.kinds[at] == "MEMBER"


def _reserved(stop: Stop, start: int, end: int, word: str) -> Diagnostic:
    return Diagnostic(
        rule="syntax.reserved_name",
        span=stop.source.span(start, end),
        summary=f"`{word}` is a reserved word",
        why="reserved words begin or join statements and expressions, so nothing has their name",
        help="choose another name",
    )


def foreign_word(stop: Stop) -> Repair | None:
    """`let x = 3`: a word of other languages, there or one or two tokens before."""
    for index in range(stop.at, max(-1, stop.at - 3), -1):
        token = stop.tokens[index] if index < len(stop.tokens) else None
        if not isinstance(token, Name) or token.text not in FOREIGN_WORDS:
            continue
        words, advice = FOREIGN_WORDS[token.text]
        change = Change(index, index + 1, tuple(written_as(word, token) for word in words))
        if stop.holds(change):
            span = stop.source.span(token.start, token.end)
            written = " ".join(words)
            diagnostic = Diagnostic(
                rule="syntax.foreign_syntax",
                span=span,
                summary=f"Jadpo does not use the word `{token.text}` here",
                why=advice,
                help=f"write `{written}`" if words else f"leave out `{token.text}`",
                edits=(Edit(span, written),),
            )
            return Repair((change,), diagnostic)
    return None


def foreign_word_alone(stop: Stop) -> Diagnostic | None:
    """What to say of `switch x { case 1: … }`, where no word in the place of it would do.

    The word stands where parsing stopped, or before it and beside another word, a literal or `{`.
    """
    beside = stop.token is not None and (stop.token.text[0].isalnum() or stop.token.text[0] in '"{')
    for index in (stop.at, stop.at - 1) if beside else (stop.at,):
        token = stop.tokens[index] if 0 <= index < len(stop.tokens) else None
        if not isinstance(token, Name) or token.text not in FOREIGN_WORDS:
            continue
        written, advice = FOREIGN_WORDS[token.text]
        return Diagnostic(
            rule="syntax.foreign_syntax",
            span=stop.source.span(token.start, token.end),
            summary=f"Jadpo does not use the word `{token.text}` here",
            why=advice,
            help=f"write it with `{' '.join(written)}`" if written else f"leave out `{token.text}`",
        )
    return None


def foreign_declaration(stop: Stop) -> Repair | None:
    """`struct Line { … }`: a declaration that Jadpo writes in another way altogether."""
    token = stop.token
    if token is None or stop.at > 0 or token.text not in FOREIGN_DECLARATIONS:
        return None
    diagnostic = Diagnostic(
        rule="syntax.foreign_syntax",
        span=stop.source.span(token.start, token.end),
        summary=f"Jadpo has no `{token.text}`",
        why=FOREIGN_DECLARATIONS[token.text],
        help="declare it so",
    )
    return Repair((Change(0, len(stop.tokens)),), diagnostic)


def misspelt_keyword(stop: Stop) -> Repair | None:
    """`retrun x`: a word near one that may stand there, or one token before."""
    for index in (stop.at, stop.at - 1):
        token = stop.tokens[index] if 0 <= index < len(stop.tokens) else None
        if not isinstance(token, Name) or stop.kinds[index] == "MEMBER":
            continue
        expected = stop.expected
        if index != stop.at:
            expected = expected_terminals(stack_before(stop.kinds, index))
        words = [word for word, terminal in generated.WORDS.items() if terminal in expected]
        meant = nearest_name(token.text, words)
        if meant is None:
            continue
        change = Change(index, index + 1, (written_as(meant, token),))
        if stop.holds(change):
            span = stop.source.span(token.start, token.end)
            diagnostic = Diagnostic(
                rule="syntax.misspelt_keyword",
                span=span,
                summary=f"`{token.text}` is no word of Jadpo that may stand here",
                why=f"{things_expected(expected, stop.layout.is_first(token))} may stand here",
                help=f"write `{meant}`",
                edits=(Edit(span, meant),),
            )
            return Repair((change,), diagnostic)
    return None


def unknown_method(stop: Stop) -> Repair | None:
    """`route FETCH /orders`."""
    token = stop.token
    if not isinstance(token, Name) or "GET" not in stop.expected:
        return None
    change = Change(stop.at, stop.at + 1, (Substitute(token, "GET"),))
    if not stop.holds(change):
        return None
    methods = [word for word, terminal in generated.WORDS.items() if terminal in stop.expected]
    meant = nearest_name(token.text, methods)
    span = stop.source.span(token.start, token.end)
    diagnostic = Diagnostic(
        rule="syntax.unexpected",
        span=span,
        summary=f"`{token.text}` is not a method",
        why=f"the methods are {', '.join(f'`{each}`' for each in methods)}",
        help=f"write `{meant}`" if meant else "write one of these",
        edits=(Edit(span, meant),) if meant else (),
    )
    return Repair((change,), diagnostic)
