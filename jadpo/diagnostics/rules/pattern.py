"""Rules of the area ``pattern``: the patterns of ``pattern`` and ``text.matches``."""

from jadpo.diagnostics.rules.rule import Rule

_CODE = "type Code = Text {}\ntype Plain = Bool {}\n"

RULES: tuple[Rule, ...] = (
    Rule(
        id="pattern.invalid",
        title="A pattern is one of RE2",
        explanation=(
            "Patterns have the syntax of RE2, without look-around and back-references, so that "
            "matching takes time linear in the text whatever the text is. The whole text must "
            "match."
        ),
        wrong='type Code = Text { pattern: "(?=A)[A-Z]+" }',
        right='type Code = Text { pattern: "A[A-Z]*" }',
    ),
    Rule(
        id="pattern.not_literal",
        title="A pattern is written out",
        explanation=(
            "`text.matches` takes its pattern as a text literal: it is checked and compiled "
            "before the program runs."
        ),
        wrong=_CODE + "function f(code: Code, wanted: Code) -> Plain "
        "{ return Plain(text.matches(code, wanted)) }",
        right=_CODE
        + 'function f(code: Code) -> Plain { return Plain(text.matches(code, "[a-z]+")) }',
    ),
)
