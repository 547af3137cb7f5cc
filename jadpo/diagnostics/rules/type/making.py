"""Making values: Objects, variants, constructions."""

from jadpo.diagnostics.rules.rule import Rule

_LINE = "type Line = Object { quantity: Int  note: Text }\n"
_STATUS = "type Status = Enum { open paid { receipt: Text } }\n"
_FILTER = "type Filter = Object { size: Int optional }\ntype Size = Int {}\n"

MAKING: tuple[Rule, ...] = (
    Rule(
        id="type.always_supplied",
        title="Only an `optional` field is asked whether it was supplied",
        explanation=(
            "`supplied` asks whether a field was left out, which only fields declared `optional` "
            "can be. A field with a `default` always has a value. Whether a value is `none` is "
            "asked with `exists`."
        ),
        wrong="type Filter = Object { size: Int }\ntype Asked = Bool {}\n"
        "function f(filter: Filter) -> Asked { return Asked(filter.size supplied) }",
        right="type Filter = Object { size: Int optional }\ntype Asked = Bool {}\n"
        "function f(filter: Filter) -> Asked { return Asked(filter.size supplied) }",
    ),
    Rule(
        id="type.field_repeated",
        title="A field is given once",
        explanation="A field has one value. Two of them would leave open which one counts.",
        wrong=_LINE
        + 'function f() -> Line { return Line { quantity: 1  note: "a"  quantity: 2 } }',
        right=_LINE + 'function f() -> Line { return Line { quantity: 1  note: "a" } }',
    ),
    Rule(
        id="type.missing_fields",
        title="Every field is given",
        explanation=(
            "An Object, a payload and a failure's context are complete: every field is given, in "
            "any order. Only an Object's fields that are `optional` or have a `default` may be "
            "left out."
        ),
        wrong=_LINE + "function f() -> Line { return Line { quantity: 1 } }",
        right=_LINE + 'function f() -> Line { return Line { quantity: 1  note: "" } }',
    ),
    Rule(
        id="type.not_constructed",
        title="Call syntax makes no Objects, variants or entities",
        explanation=(
            "`Name(value)` constructs a type that is built on another one. An Object is written "
            "with its fields, a variant with its name, and an entity is made by `create`. An enum "
            "is never made from a text, so that an unknown variant cannot arise."
        ),
        wrong=_STATUS + 'function f() -> Status { return Status("open") }',
        right=_STATUS + "function f() -> Status { return Status.open }",
    ),
    Rule(
        id="type.not_made",
        title="Braces make Objects and variants",
        explanation=(
            "`Name { … }` makes an Object, `Enum.variant { … }` a variant with a payload. Other "
            "types are constructed with `Name(value)`, failures are raised with `reject`, events "
            "are emitted, entities are created."
        ),
        wrong="type Title = Text {}\nfunction f() -> Title { return Title { } }",
        right='type Title = Text {}\nfunction f() -> Title { return Title("") }',
    ),
    Rule(
        id="type.not_supplied",
        title="An `optional` field is read where it was supplied",
        explanation=(
            "A field that was left out has no value, not even `none`. Where `x.f supplied` holds "
            "it can be read."
        ),
        wrong=_FILTER + "function f(filter: Filter) -> Size { return Size(filter.size) }",
        right=_FILTER + "function f(filter: Filter) -> Size {\n"
        "  if filter.size supplied { return Size(filter.size) }\n  return Size(10)\n}",
    ),
    Rule(
        id="type.unknown_variant",
        title="A variant that is named is there",
        explanation=(
            "The enum or event has no variant of that name. Variants are not added by naming them."
        ),
        wrong=_STATUS + "function f() -> Status { return Status.opened }",
        right=_STATUS + "function f() -> Status { return Status.open }",
    ),
)
"""The rows."""
