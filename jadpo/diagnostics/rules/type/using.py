"""Arguments, and what values can be asked."""

from jadpo.diagnostics.rules.rule import Rule

_TITLE = "type Title = Text {}\n"
_LENGTH = "type Length = Int {}\n"
_NUMBERS = "type Number = Int {}\ntype Numbers = List<Number> {}\n"

USING: tuple[Rule, ...] = (
    Rule(
        id="type.argument_count",
        title="A call gives as many arguments as there are parameters",
        explanation=(
            "Every parameter gets one argument, and every option of the standard library that "
            "has no default is given. A construction takes one value."
        ),
        wrong=_TITLE
        + "function f(title: Title) -> Title { return title }\n"
        + "function g(title: Title) -> Title { return f(title, title) }",
        right=_TITLE
        + "function f(title: Title) -> Title { return title }\n"
        + "function g(title: Title) -> Title { return f(title) }",
    ),
    Rule(
        id="type.argument_named",
        title="Arguments are given by position, options by name",
        explanation=(
            "The parameters of functions, actions and queries are given in their order, without "
            "names. Only the options of the standard library's operations are named, and they "
            "stand last."
        ),
        wrong=_TITLE
        + "function f(title: Title) -> Title { return title }\n"
        + "function g(title: Title) -> Title { return f(title: title) }",
        right=_TITLE
        + "function f(title: Title) -> Title { return title }\n"
        + "function g(title: Title) -> Title { return f(title) }",
    ),
    Rule(
        id="type.function_by_name",
        title="A function given by name is pure, takes one value and cannot fail",
        explanation=(
            "Operations such as `collection.map` call an authored function for each element. It "
            "is given by its name alone; an action, a query, and what can fail cannot be given."
        ),
        wrong=_NUMBERS + "function f(xs: Numbers) -> Numbers "
        "{ return Numbers(collection.map(xs, with: doubled(1))) }",
        right=_NUMBERS
        + "function doubled(x: Number) -> Number { return Number(x * 2) }\n"
        + "function f(xs: Numbers) -> Numbers "
        "{ return Numbers(collection.map(xs, with: doubled)) }",
    ),
    Rule(
        id="type.library_argument",
        title="An operation of the standard library takes what its signature says",
        explanation=(
            "The arguments fit no signature of the operation. Values of types built on what it "
            "wants are taken, and elements of one call have one type. The message shows the "
            "signature."
        ),
        wrong=_TITLE + _LENGTH + "function f(n: Length) -> Title { return Title(text.trim(n)) }",
        right=_TITLE + "function f(t: Title) -> Title { return Title(text.trim(t)) }",
    ),
    Rule(
        id="type.no_fields",
        title="Only Objects and entities have fields",
        explanation=(
            "A scalar, an enum or a collection has no fields. A variant's payload is read by "
            "`match`, and a collection with the operations of `collection`."
        ),
        wrong=_TITLE + _LENGTH + "function f(t: Title) -> Length { return Length(t.length) }",
        right=_TITLE + _LENGTH + "function f(t: Title) -> Length { return Length(text.length(t)) }",
    ),
)
"""The rows."""
