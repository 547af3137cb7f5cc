"""Rules of the area ``name``: names: declaring, finding, reserving them."""

from jadpo.diagnostics.rules.rule import Rule

_TITLE = "type Title = Text {}\n"

RULES: tuple[Rule, ...] = (
    Rule(
        id="name.case",
        title="Types are in UpperCamelCase, everything else is in lower_snake_case",
        explanation=(
            "The case of a name tells a reader what it can be: types, entities, events, failures, "
            "configs and applications are in UpperCamelCase; fields, bindings, callables, "
            "variants, stores, connections and the rest are in lower_snake_case."
        ),
        wrong="type order_line = Object { quantity: Int }",
        right="type OrderLine = Object { quantity: Int }",
    ),
    Rule(
        id="name.duplicate",
        title="A name is declared once",
        explanation=(
            "Within a module a name means one thing, and so does a field or operation within its "
            "owner. There are no overloads. Entities of one store are told apart by more than the "
            "case of their names, since they are tables of a database."
        ),
        wrong="type Title = Text {}\ntype Title = Text { min_length: 1 }",
        right="type Title = Text { min_length: 1 }",
    ),
    Rule(
        id="name.no_operations",
        title="Only entities have operations of their own",
        explanation=(
            "`order.cancel()` calls an operation that is declared in the entity of `order`. "
            "Values of other types have none: call a function with the value."
        ),
        wrong=_TITLE + "function f(title: Title) -> Title { return title.trimmed() }",
        right=_TITLE + "function f(title: Title) -> Title { return Title(text.trim(title)) }",
    ),
    Rule(
        id="name.not_a_value",
        title="A value is named where a value is wanted",
        explanation=(
            "The name stands for something that is no value: a type, a callable, a failure, a "
            "namespace. The message says how it is used instead."
        ),
        wrong=_TITLE + "function f() -> Title { return Title }",
        right=_TITLE + 'function f() -> Title { return Title("") }',
    ),
    Rule(
        id="name.not_callable",
        title="Only callables are called",
        explanation=(
            "Functions, actions, queries, operations of entities, of connections and of the "
            "standard library are called, and types are constructed. Bindings are not, and "
            "`clock.now` is read without parentheses."
        ),
        wrong=_TITLE + "function f(title: Title) -> Title { return title(1) }",
        right=_TITLE + "function f(title: Title) -> Title { return title }",
    ),
    Rule(
        id="name.shadows",
        title="A binding takes a name that means nothing else here",
        explanation=(
            "A binding or parameter may not reuse a name that is visible where it is declared: "
            "not that of another binding around it, and not that of a declaration. Fields and "
            "members may have any name."
        ),
        wrong=_TITLE
        + "function f(title: Title) -> Title {\n"
        + "  if true { var title = 1  return Title(text.of(title)) }\n"
        + "  return title\n}",
        right=_TITLE
        + "function f(title: Title) -> Title {\n"
        + "  if true { var count = 1  return Title(text.of(count)) }\n"
        + "  return title\n}",
    ),
    Rule(
        id="name.taken",
        title="The names of the prelude are taken",
        explanation=(
            "The types of the prelude (`Text`, `List`, …), the namespaces of the standard library "
            "(`text`, `collection`, …) and the failure `InvalidValue` mean the same in every "
            "program, so nothing else can take their names. Fields may have any name."
        ),
        wrong=_TITLE + "function f(text: Title) -> Title { return text }",
        right=_TITLE + "function f(input: Title) -> Title { return input }",
    ),
    Rule(
        id="name.unknown",
        title="A name that is used is visible",
        explanation=(
            "Nothing of that name can be seen from here: no binding, no declaration of the "
            "module, no import. It may be misspelt, or be declared in another module. Operations "
            "of an entity are called by its name, inside the entity too: `Order.place(…)`."
        ),
        wrong=_TITLE + "function f(title: Title) -> Title { return titel }",
        right=_TITLE + "function f(title: Title) -> Title { return title }",
    ),
    Rule(
        id="name.unknown_operation",
        title="An operation that is called is there",
        explanation=(
            "The entity, the connection or the namespace of the standard library has no operation "
            "of that name."
        ),
        wrong=_TITLE + "function f(t: Title) -> Title { return Title(text.uppercase(t)) }",
        right=_TITLE + "function f(t: Title) -> Title { return Title(text.upper(t)) }",
    ),
)
