"""How types, fields and constraints are declared."""

from jadpo.diagnostics.rules.rule import Rule

DECLARING: tuple[Rule, ...] = (
    Rule(
        id="type.arguments",
        title="`List`, `Set` and `Map` say of what, and nothing else does",
        explanation=(
            "A collection's type is written with the types it holds: `List<T>`, `Set<T>`, "
            "`Map<K, V>`. No other type is made of types."
        ),
        wrong="type Basket = Object { lines: List }",
        right="type Basket = Object { lines: List<Text> }",
    ),
    Rule(
        id="type.constraint_crossed",
        title="A lower bound is not above the upper one",
        explanation=(
            "With `min` above `max`, or `min_length` above `max_length`, no value would satisfy "
            "both, and the type could not be used."
        ),
        wrong="type Quantity = Int { min: 10  max: 1 }",
        right="type Quantity = Int { min: 1  max: 10 }",
    ),
    Rule(
        id="type.constraint_misapplied",
        title="A constraint stands on a type that it can be asked of",
        explanation=(
            "`min` and `max` bound Int, Decimal and Duration; `min_length` and `max_length` bound "
            "Text, Bytes and collections; `pattern` and `format` are asked of Text."
        ),
        wrong="type Title = Text { max: 200 }",
        right="type Title = Text { max_length: 200 }",
    ),
    Rule(
        id="type.constraint_misplaced",
        title="Payload and context fields have no constraints of their own",
        explanation=(
            "The fields of a variant's payload and of a failure's context have just the type "
            "written on them. Declare a type with the constraints, and write that type."
        ),
        wrong="type Payment = Enum { open paid { cents: Int { min: 1 } } }",
        right="type Cents = Int { min: 1 }\ntype Payment = Enum { open paid { cents: Cents } }",
    ),
    Rule(
        id="type.constraint_unknown",
        title="A type has the constraints that the language knows",
        explanation=(
            "They are `min`, `max`, `min_length`, `max_length`, `pattern` and `format`. Whatever "
            "else must hold of a value is checked by a function."
        ),
        wrong="type Quantity = Int { minimum: 1 }",
        right="type Quantity = Int { min: 1 }",
    ),
    Rule(
        id="type.constraint_value",
        title="A constraint's value is a literal of the right kind",
        explanation=(
            "Bounds are literals of the type's base, lengths are whole numbers, a pattern is a "
            "text literal, a format is `email` or `url`: all of them are known before the program "
            "runs."
        ),
        wrong='type Quantity = Int { min: "one" }',
        right="type Quantity = Int { min: 1 }",
    ),
    Rule(
        id="type.cycle",
        title="A type is not built on itself",
        explanation=(
            "A type is built on another one, and in the end on a type of the prelude, an Object "
            "or an enum. Types and fields that lead back to themselves have no such end. An "
            "Object may hold itself through a `?` or a `List`."
        ),
        wrong="type Height = Width {}\ntype Width = Height {}",
        right="type Height = Width {}\ntype Width = Int {}",
    ),
    Rule(
        id="type.double_optional",
        title="A type includes `none` once",
        explanation=(
            "There is one `none`, so a `T??` could not tell its two apart. A field that is "
            "written with `?` has a type that includes `none` already."
        ),
        wrong="type Person = Object { name: Text?? }",
        right="type Person = Object { name: Text? }",
    ),
    Rule(
        id="type.endless",
        title="The values of a type end somewhere",
        explanation=(
            "An Object that must hold another value of its own type, which must hold another one, "
            "can never be made. A `?`, `optional` or a collection on the way ends it."
        ),
        wrong="type Folder = Object { parent: Folder }",
        right="type Folder = Object { parent: Folder? }",
    ),
    Rule(
        id="type.key",
        title="Members of sets and keys of maps are scalars",
        explanation=(
            "They are looked up by their value, so they are of a scalar type or of one that is "
            "built on a scalar: no Objects, entities, collections, and never `none`."
        ),
        wrong="type Route = Object { stops: Set<List<Text>> }",
        right="type Route = Object { stops: List<List<Text>> }",
    ),
    Rule(
        id="type.modifier_misplaced",
        title="`optional` and `default` stand on fields of Objects, `from` on headers",
        explanation=(
            "Only an Object can be made without some of its fields. A field of an entity or of a "
            "payload always has a value; write `?` if that may be `none`."
        ),
        wrong="type Payment = Enum { paid { note: Text optional } }",
        right="type Payment = Enum { paid { note: Text? } }",
    ),
    Rule(
        id="type.modifier_repeated",
        title="A field is `optional` or has one `default`",
        explanation=(
            "A field that was left out either has no value, and can be asked with `supplied`, or "
            "has its default. It cannot be both."
        ),
        wrong="type Filter = Object { size: Int optional default 10 }",
        right="type Filter = Object { size: Int default 10 }",
    ),
    Rule(
        id="type.no_field_type",
        title="`Owner.field` names a field of an entity or Object as a type",
        explanation=(
            "Every field of an entity or an Object is a type of its own. Enums, types built on "
            "others and the types of the prelude have no fields to name."
        ),
        wrong="type Title = Text { min_length: 1 }\ntype Page = Object { title: Title.text }",
        right="type Title = Text { min_length: 1 }\ntype Page = Object { title: Title }",
    ),
    Rule(
        id="type.no_variants",
        title="An enum has a variant",
        explanation=(
            "An enum without variants would be a type without values, which nothing could be given."
        ),
        wrong="type Status = Enum { }",
        right="type Status = Enum { open }",
    ),
    Rule(
        id="type.not_a_type",
        title="A type is named where a type is wanted",
        explanation=(
            "Types are declared with `type` and `entity`, or are the fields of these. Failures, "
            "events, functions and the rest have names too, and are no types."
        ),
        wrong='failure Gone { kind: NotFound  code: "gone" }\ntype Answer = Object { why: Gone }',
        right='failure Gone { kind: NotFound  code: "gone" }\ntype Answer = Object { why: Text }',
    ),
    Rule(
        id="type.optional_base",
        title="A type is built on one without `none`",
        explanation=(
            "Whether a value may be missing is said where the type is used: `Title?`. So the type "
            "itself is built on one whose values are all there."
        ),
        wrong="type Title = Text? { min_length: 1 }",
        right="type Title = Text { min_length: 1 }\ntype Page = Object { title: Title? }",
    ),
    Rule(
        id="type.primitive_in_signature",
        title="Signatures name types, not representations",
        explanation=(
            "`Bool Int Decimal Text Bytes Uuid` say how a value is kept and not what it means, so "
            "they may not be the type of a parameter or a result, also not inside a collection "
            "or `?`. Name a declared type or a field's type. They are fine on fields and "
            "bindings."
        ),
        wrong="type Price = Decimal { min: 0 }\n"
        "function halved(price: Decimal) -> Price { return Price(1) }",
        right="type Price = Decimal { min: 0 }\n"
        "function halved(price: Price) -> Price { return Price(1) }",
    ),
    Rule(
        id="type.unit",
        title="`Unit` is a result and nothing else",
        explanation=(
            "`Unit` says that something gives no value. So nothing can hold one: no field, no "
            "binding, no parameter, no collection."
        ),
        wrong="type Box = Object { content: Unit }",
        right="type Box = Object { content: Text }",
    ),
    Rule(
        id="type.unknown",
        title="A type that is named is declared and visible",
        explanation=(
            "The name belongs to no type that is visible here. It may be misspelt, not declared "
            "yet, or declared in a module that this file does not import."
        ),
        wrong="type Quantity = Int {}\ntype Line = Object { quantity: Quantitty }",
        right="type Quantity = Int {}\ntype Line = Object { quantity: Quantity }",
    ),
    Rule(
        id="type.unknown_field",
        title="A field that is named is there",
        explanation=(
            "The entity, Object, payload or context has no field of that name. Fields are never "
            "added by naming them."
        ),
        wrong="type Line = Object { quantity: Int }\ntype Order = Object { amount: Line.qty }",
        right="type Line = Object { quantity: Int }\ntype Order = Object { amount: Line.quantity }",
    ),
)
"""The rows."""
