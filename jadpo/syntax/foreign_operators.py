"""Operators of other languages: told, and read as what Jadpo writes for them."""

import re
from typing import NamedTuple

from jadpo.diagnostics import Diagnostic, Edit
from jadpo.source import Source
from jadpo.syntax.mishap import Mishap, Substitute
from jadpo.syntax.nodes import Name
from jadpo.syntax.tokens import Mark, Token


class _Foreign(NamedTuple):
    """An operator of other languages: what to write, and the terminal of that."""

    write: str
    terminal: str
    why: str


_FOREIGN_OPERATORS = {
    "&&": _Foreign("and", "AND", "conditions are joined with the words `and` and `or`"),
    "||": _Foreign("or", "OR", "conditions are joined with the words `and` and `or`"),
    "===": _Foreign("==", "EQUAL", "there is one equality, and it compares content"),
    "!==": _Foreign("!=", "NOT_EQUAL", "there is one inequality, and it compares content"),
    "!": _Foreign("not ", "NOT", "a condition is negated with the word `not`"),
    "::": _Foreign(".", "DOT", "members of everything are reached with `.`"),
    "?.": _Foreign(".", "DOT", "a value that may be `none` is narrowed first, with `exists`"),
}


def foreign_operator(source: Source, found: re.Match[str], previous: Token | None) -> Mishap:
    """`&&`, `===`, `::`: an operator that Jadpo writes otherwise."""
    start, end = found.span()
    if found[0] == "!" and previous is not None and previous.end == start:
        return _asserted_presence(source, start)
    foreign = _FOREIGN_OPERATORS[found[0]]
    write = foreign.write.strip()
    diagnostic = Diagnostic(
        rule="syntax.foreign_syntax",
        span=source.span(start, end),
        summary=f"Jadpo has no operator `{found[0]}`",
        why=foreign.why,
        help=f"write `{write}`",
        edits=(Edit(source.span(start, end), foreign.write),),
    )
    return Mishap(end, (Substitute(Mark(write, start, end), foreign.terminal),), diagnostic)


def _asserted_presence(source: Source, start: int) -> Mishap:
    """`note!`, which in other languages is a value that is said to be there."""
    diagnostic = Diagnostic(
        rule="syntax.foreign_syntax",
        span=source.span(start, start + 1),
        summary="Jadpo has no operator `!` after a value",
        why="that a value is there is known where `exists` has been asked, and not asserted",
        help="ask whether it `exists` first, or `match` it",
    )
    return Mishap(start + 1, (), diagnostic)


_BOUND = re.compile(r"(?:^|[{}])[ \t]*([a-z_]\w*)[ \t]*(?::[^:={}]+)?$", re.ASCII)
"""What stands before a `:=` that begins a statement: a name, maybe with its type."""


def foreign_binding(source: Source, found: re.Match[str], _: Token | None) -> Mishap:
    """`total := 3`, which binds: that the name is a new one is told by `var`."""
    start, end = found.span()
    line = source.text.rfind("\n", 0, start) + 1
    bound = _BOUND.search(source.text[line:start])
    edits: tuple[Edit, ...] = ()
    step = "write `=`, after `var name`"
    if bound is not None:
        place = line + bound.start(1)
        edits = (Edit(source.span(place, place), "var "), Edit(source.span(start, end), "="))
        step = f"write `var {bound[1]} = …`"
    elif re.search(r"\bfor\b", source.text[line:start]):
        step = "write `for item in list { … }`"
    diagnostic = Diagnostic(
        rule="syntax.foreign_syntax",
        span=source.span(start, end),
        summary="Jadpo has no operator `:=`",
        why="a value is bound with `var name = value`",
        help=step,
        edits=edits,
    )
    return Mishap(end, (Substitute(Mark("=", start, end), "ASSIGN"),), diagnostic)


_OPERAND = re.compile(r"[ \t]*-?[\w.\"]+[ \t]*(?:$|[\n}]|//)")
"""The rest of a line that is one operand, so that no operator in it could bind otherwise."""


def foreign_assignment(source: Source, found: re.Match[str], previous: Token | None) -> Mishap:
    """`total += 3`, `total++`: a variable changes only where `=` stands."""
    start, end = found.span()
    operator = found[0][0]
    step = found[0][1] != "="
    edits: tuple[Edit, ...] = ()
    target = "x"
    if isinstance(previous, Name):
        target = previous.text
    if isinstance(previous, Name) and (step or _OPERAND.match(source.text, end)):
        replacement = f" = {target} {operator} 1" if step else f"= {target} {operator}"
        edits = (Edit(source.span(previous.end if step else start, end), replacement),)
    substitutes = [Substitute(Mark("=", start, end), "ASSIGN")]
    if step:
        substitutes.append(Substitute(Name(target, end, end), "IDENT"))
    value = "1" if step else "…"
    diagnostic = Diagnostic(
        rule="syntax.foreign_syntax",
        span=source.span(start, end),
        summary=f"Jadpo has no operator `{found[0]}`",
        why="a variable changes only where `=` stands",
        help=f"write `{target} = {target} {operator} {value}`",
        edits=edits,
    )
    return Mishap(end, tuple(substitutes), diagnostic)


def unknown_operator(source: Source, found: re.Match[str], _: Token | None) -> Mishap:
    """`**`, `..`: an operator without a counterpart."""
    start, end = found.span()
    help_text, terminal = {
        "**": ("multiply as often as needed", "STAR"),
        "&": ("write `and` between conditions", "AND"),
        "|": ("write `or` between conditions, and `?` after a type for `none`", "OR"),
        "..": ("write `collection.range(from, to)`, without `to`", "COMMA"),
        "...": ("list the parts one by one", "COMMA"),
    }[found[0]]
    diagnostic = Diagnostic(
        rule="syntax.foreign_syntax",
        span=source.span(start, end),
        summary=f"Jadpo has no operator `{found[0]}`",
        why="it means something in other languages only",
        help=help_text,
    )
    return Mishap(end, (Substitute(Mark(found[0], start, end), terminal),), diagnostic)
