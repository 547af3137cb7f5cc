"""Words that other languages use for what Jadpo writes with another."""

from typing import NamedTuple


class ForeignWord(NamedTuple):
    """What Jadpo writes: the words to put there (none: leave it out), and why or how."""

    words: tuple[str, ...]
    advice: str


_CALLABLE = "pure code is a `function`, code with effects an `action`, code that reads a `query`"
_OBJECT = "a record is declared with `type Name = Object { field: Type }`"
_NO_ASYNC = "calls wait for their result, and follow-on work is set off with events"
_VISIBILITY = "what is not `public` is private to its module"

FOREIGN_WORDS = {
    "let": ForeignWord(("var",), "a binding is written `var name = value`"),
    "const": ForeignWord(("var",), "a binding is written `var name = value`, and never changes"),
    "val": ForeignWord(("var",), "a binding is written `var name = value`"),
    "fn": ForeignWord(("function",), _CALLABLE),
    "func": ForeignWord(("function",), _CALLABLE),
    "fun": ForeignWord(("function",), _CALLABLE),
    "def": ForeignWord(("function",), _CALLABLE),
    "proc": ForeignWord(("action",), _CALLABLE),
    "procedure": ForeignWord(("action",), _CALLABLE),
    "elif": ForeignWord(("else", "if"), "a chain is written `if … { } else if … { }`"),
    "elsif": ForeignWord(("else", "if"), "a chain is written `if … { } else if … { }`"),
    "elseif": ForeignWord(("else", "if"), "a chain is written `if … { } else if … { }`"),
    "switch": ForeignWord(("match",), "cases are written `match value { pattern => result }`"),
    "case": ForeignWord((), "an arm of a `match` is written `pattern => result`"),
    "foreach": ForeignWord(("for",), "a loop is written `for item in list { … }`"),
    "loop": ForeignWord(("while", "true"), "an endless loop is written `while true { … }`"),
    "throw": ForeignWord(("reject",), "an expected failure is raised with `reject Name`"),
    "raise": ForeignWord(("reject",), "an expected failure is raised with `reject Name`"),
    "try": ForeignWord(("attempt",), "`attempt` stands directly before the call that may fail"),
    "throws": ForeignWord(("fails",), "the failures of a callable follow the word `fails`"),
    "raises": ForeignWord(("fails",), "the failures of a callable follow the word `fails`"),
    "returns": ForeignWord(("->",), "the result's type follows `->`"),
    "await": ForeignWord((), _NO_ASYNC),
    "async": ForeignWord((), _NO_ASYNC),
    "new": ForeignWord((), "a value is constructed with its type's name alone"),
    "then": ForeignWord((), "the block stands in braces directly after the condition"),
    "do": ForeignWord((), "the block stands in braces directly after the condition"),
    "is": ForeignWord(("==",), "values are compared with `==`"),
    "mod": ForeignWord(("%",), "the remainder is written `a % b`"),
    "pub": ForeignWord(("public",), _VISIBILITY),
    "export": ForeignWord(("public",), _VISIBILITY),
    "private": ForeignWord((), _VISIBILITY),
    "static": ForeignWord((), "a callable is declared inside or outside an entity, nothing else"),
    "final": ForeignWord((), "a binding never changes unless it is `var mut`"),
    "readonly": ForeignWord((), "a field never changes but by an update of its entity"),
    "override": ForeignWord((), "there is no inheritance"),
    "null": ForeignWord(("none",), "the absence of a value is written `none`"),
    "nil": ForeignWord(("none",), "the absence of a value is written `none`"),
    "None": ForeignWord(("none",), "the absence of a value is written `none`"),
    "undefined": ForeignWord(("none",), "the absence of a value is written `none`"),
    "this": ForeignWord(("self",), "an operation's own value is `self`"),
    "insert": ForeignWord(("create",), "a row is made with `create Entity { field: value }`"),
    "select": ForeignWord(("query",), "rows are read with `query many Entity { where: … }`"),
    "True": ForeignWord(("true",), "truth is written `true`"),
    "False": ForeignWord(("false",), "falsehood is written `false`"),
}
"""By word. Where such a word is grammatical as a name, the checker may say the same of it."""

FOREIGN_DECLARATIONS = {
    "struct": _OBJECT,
    "class": f"{_OBJECT}, a stored one with `entity Name {{ … }}`",
    "record": _OBJECT,
    "interface": _OBJECT,
    "enum": "an enum is declared with `type Name = Enum { variant }`",
    "trait": "there are no interfaces: a function takes the types that it names",
    "table": "what is stored is declared with `entity Name { field: Type  identity: field }`",
    "model": "what is stored is declared with `entity Name { field: Type  identity: field }`",
    "service": "callables stand at the top level of a file or in the entity they belong to",
    "endpoint": "what the outside can call is declared with `route GET /path { … }`",
    "const": "a value that has a name is what a `function` gives, or a field of `config`",
    "enumeration": "an enum is declared with `type Name = Enum { variant }`",
}
"""What other languages declare, and how Jadpo does."""
