"""Text -> tokens, in one pass over one regular expression.

The kind of a word depends on its neighbours alone: after `.` it is a member, before `:` a label,
otherwise what the tables say of it. So the driver needs no lexer that knows the grammar's state.
"""

import re
from functools import cache
from typing import NamedTuple

from jadpo.diagnostics import Diagnostic
from jadpo.source import Source
from jadpo.syntax.lexical import (
    ROUTE_PATH,
    escape_diagnostics,
    foreign_semicolons,
    mishap_at,
    route_path_diagnostic,
)
from jadpo.syntax.nodes import Name
from jadpo.syntax.tables import Kind
from jadpo.syntax.tokens import Mark, RawComment, Token, Tokens
from jadpo_grammar import tables as generated

_NUMBER = r"[0-9]+(?:_[0-9]+)*"

# The alternatives are in order of frequency. What other languages write (`&&`, `+=`, `"""`) is left
# to the last one, as is whatever else is no token: `lexical` says what it is.
_PATTERN = re.compile(
    rf"""[ \t\r\n]*(?:
    ([A-Za-z_][A-Za-z0-9_]*)(?!\w)
  | (->|=>|==(?!=)|!=(?!=)|<=|>=|[<>,(){{}}\[\]]
      |=(?!=)|:(?![:=])|\.(?![.0-9])|\?(?!\.)|\+(?![+=])|-(?!=|-[ \t]*(?:[\r\n}}]|\Z))
      |[*](?![*=])|/(?![/*=])|%(?!=))
  | (//[^\n]*)
  | ({_NUMBER}(?:ms|[smhd])(?!\w))
  | ({_NUMBER}\.{_NUMBER}(?!\w|\.[0-9]))
  | ({_NUMBER}(?!\w|\.(?![A-Za-z_.])))
  | ("(?!"")(?:[^"\\\r\n]|\\[^\r\n])*")
  | (\Z)
  | (.)
    )""",
    re.VERBOSE | re.DOTALL,
)
_WORD, _OPERATOR, _COMMENT, _DURATION, _DECIMAL, _INT, _TEXT, _FILE_END, _OTHER = range(1, 10)
_LITERALS = {_DURATION: "DURATION", _DECIMAL: "DECIMAL", _INT: "INT", _TEXT: "STRING"}

_ANY_PATH = re.compile(r"/(?:[^\s{]|\{\S)*")

_OF_TYPES = frozenset({"MEMBER", "DOT", "COMMA", "LESS", "GREATER", "QUESTION"})
_BRACKETS: dict[Kind, int] = {"LESS": 1, "GREATER": -1}

_ANY_LABEL: Kind = ("LABEL", "IDENT")
_AFTER_QUERY_NAME = frozenset(".,)]")


class Tokenized(NamedTuple):
    """The tokens of a file, and what is wrong with the text in and between them."""

    tokens: Tokens
    diagnostics: list[Diagnostic]


def tokenize(source: Source) -> Tokenized:
    """All tokens of a file. What is no token is reported, and read as what was likely meant."""
    scan = _Scan(source)
    position = 0
    while position < len(source.text):
        position = scan.advance(position)
    if scan.semicolons:
        from jadpo.syntax.foreign_loops import with_loops_told  # most texts need none of it

        semicolons, scan.diagnostics = with_loops_told(source, scan.semicolons, scan.diagnostics)
        if semicolons:
            scan.diagnostics.append(foreign_semicolons(source, semicolons))
    docs = _docs(source.text, scan.comments, scan.tokens)
    return Tokenized(Tokens(scan.tokens, scan.kinds, scan.comments, docs), scan.diagnostics)


class _Scan:
    """The lists that one pass over a file fills."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tokens: list[Token] = []
        self.kinds: list[Kind] = []
        self.comments: list[RawComment] = []
        self.diagnostics: list[Diagnostic] = []
        self.semicolons: list[int] = []

    def advance(self, position: int) -> int:
        """Read tokens up to the end or to what the one expression cannot read; where to go on."""
        text = self.source.text
        tokens, kinds = self.tokens, self.kinds
        plain_kinds, label_kinds = _word_kinds()
        operators = generated.OPERATORS
        after_dot = bool(kinds) and kinds[-1] == "DOT"
        for found in _PATTERN.finditer(text, position):
            group = found.lastindex or _FILE_END
            start, end = found.span(group)
            if group == _WORD:
                word = found[_WORD]
                tokens.append(Name(word, start, end))
                kinds.append("MEMBER" if after_dot else plain_kinds.get(word, "IDENT"))
                after_dot = False
                continue
            mark = found[group]
            after_dot = mark == "."
            if group == _OPERATOR:
                if mark == ":":
                    if kinds and isinstance(tokens[-1], Name) and kinds[-1] != "MEMBER":
                        kinds[-1] = label_kinds.get(tokens[-1].text, _ANY_LABEL)
                elif mark in _AFTER_QUERY_NAME:
                    if kinds and kinds[-1] == "QUERY":
                        kinds[-1] = "QUERY_NAME"
                elif mark == "/" and self._is_route(start):
                    return self._route_path(start)
                elif mark == ">=" and self._ends_written_type():
                    tokens.append(Mark(">", start, start + 1))
                    kinds.append("GREATER")
                    mark, start = "=", start + 1
                tokens.append(Mark(mark, start, end))
                kinds.append(operators[mark])
            elif group == _COMMENT:
                after_dot = bool(kinds) and kinds[-1] == "DOT"  # a comment separates nothing
                self.comments.append(RawComment(start, end, len(tokens)))
            elif group == _FILE_END:
                break
            elif group == _OTHER:
                return self._mishap(start)
            else:
                if group == _TEXT and "\\" in mark:
                    self.diagnostics += escape_diagnostics(self.source, mark, start)
                tokens.append(Mark(mark, start, end))
                kinds.append(_LITERALS[group])
        return len(text)

    def _ends_written_type(self) -> bool:
        """Whether a `>=` ends the type of a `var` and assigns: `var sizes: List<Int>= [1]`."""
        open_brackets = 0
        at = len(self.kinds) - 1
        while at >= 0 and (self.kinds[at] in _OF_TYPES or _is_plain_name(self.kinds[at])):
            open_brackets += _BRACKETS.get(self.kinds[at], 0)
            at -= 1
        before_name = self.kinds[max(at - 3, 0) : max(at - 1, 0)]
        return (
            open_brackets == 1
            and self.kinds[at] == "COLON"
            and (before_name[-1:] == ["VAR"] or before_name == ["VAR", "MUT"])
        )

    def _is_route(self, start: int) -> bool:
        """Whether a `/` begins a route's path: it stands after `route POST`, or `route` alone."""
        words = self.tokens[-2:]
        if not words or not isinstance(words[-1], Name):
            return False
        if words[-1].text == "route":  # the method is missing; elsewhere `route` may be a number
            return self.source.position(words[-1].start)[1] == 1
        return words[0].text == "route" and self.kinds[-2] != "MEMBER"

    def _route_path(self, start: int) -> int:
        path = ROUTE_PATH.match(self.source.text, start)
        if path is None:
            path = _ANY_PATH.match(self.source.text, start)
            assert path is not None, "a path begins with `/`"
            self.diagnostics.append(route_path_diagnostic(self.source, start, path.end()))
            self.tokens.append(Mark("/", start, path.end()))
        else:
            self.tokens.append(Mark(path[0], start, path.end()))
        self.kinds.append("ROUTE_PATH")
        return path.end()

    def _mishap(self, start: int) -> int:
        if self.source.text[start] == ";":
            self.semicolons.append(start)
            return start + 1
        mishap = mishap_at(self.source, start, self.tokens[-1] if self.tokens else None)
        self.diagnostics.append(mishap.diagnostic)
        for token, terminal in mishap.substitutes:
            self.tokens.append(token)
            self.kinds.append(terminal)
        return mishap.end


def _is_plain_name(kind: Kind) -> bool:
    """Whether a word of that kind may be a name."""
    return kind == "IDENT" or (isinstance(kind, tuple) and "IDENT" in kind)


class _WordKinds(NamedTuple):
    """The kinds of words that are keywords somewhere: by themselves, and directly before `:`."""

    plain: dict[str, Kind]
    labels: dict[str, Kind]


@cache
def _word_kinds() -> _WordKinds:
    reserved = frozenset(generated.RESERVED.split())
    plain: dict[str, Kind] = {
        word: terminal if word in reserved else (terminal, "IDENT")
        for word, terminal in generated.WORDS.items()
    }
    labels: dict[str, Kind] = {}
    for word in plain.keys() | generated.LABELS.keys():
        special = (generated.LABELS[word],) if word in generated.LABELS else ()
        # Where no label may stand, the driver complains of the `:` after the word, not of it.
        kind = plain.get(word, "IDENT")
        labels[word] = (*special, "LABEL", *((kind,) if isinstance(kind, str) else kind))
    return _WordKinds(plain, labels)


def _docs(text: str, comments: list[RawComment], tokens: list[Token]) -> dict[int, str]:
    """The text of the doc comments before each token, by the token's start."""
    lines: dict[int, list[str]] = {}
    for comment in comments:
        if is_doc(text, comment.start) and comment.tokens_before < len(tokens):
            line = text[comment.start + 3 : comment.end].rstrip()
            lines.setdefault(tokens[comment.tokens_before].start, []).append(line)
    return {start: "\n".join(_without_margin(docs)) for start, docs in lines.items()}


def is_doc(text: str, start: int) -> bool:
    """Whether the comment there is a doc comment: it has three slashes, not two or four."""
    return text.startswith("///", start) and not text.startswith("////", start)


def _without_margin(lines: list[str]) -> list[str]:
    """The lines without the one space that follows the slashes."""
    return [line.removeprefix(" ") for line in lines]
