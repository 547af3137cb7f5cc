"""Values where a type is expected."""

from jadpo.diagnostics.rules.rule import Rule

_TWO_IDS = """\
entity Customer { id: Uuid { generated: identity }  identity: id }
entity Order { id: Uuid { generated: identity }  identity: id }
"""
_SAME = "type Same = Bool {}\n"
_QUANTITY = "type Quantity = Int { min: 1 }\n"
_PRICE = "type Price = Decimal {}\n"
_NAMED = "type Name = Text {}\ntype Person = Object { name: Name? }\n"

FITTING: tuple[Rule, ...] = (
    Rule(
        id="type.arms",
        title="The arms of a `match` give values of one type",
        explanation=(
            "The value of a `match` has the type of one of its arms, to which the others widen. "
            "Arms that leave have no type."
        ),
        wrong=(
            _QUANTITY + _PRICE + "function f(q: Quantity, p: Price) -> Price {\n"
            '  var x = match q { 1 => p  _ => "many" }\n  return x\n}'
        ),
        right=(
            _QUANTITY + _PRICE + "function f(q: Quantity, p: Price) -> Price {\n"
            "  var x = match q { 1 => p  _ => Price(9) }\n  return x\n}"
        ),
    ),
    Rule(
        id="type.incomparable",
        title="Only values of one type can be equal",
        explanation=(
            "`==` and `!=` need the type of one side to widen to that of the other, or both to "
            "one type that is more than a representation: an `Order.id` is never a "
            "`Customer.id`, so comparing them is a mistake. Two plain Texts compare, and so do "
            "all numbers. `< <= > >=` need the same base type."
        ),
        wrong=_TWO_IDS
        + _SAME
        + "function same(a: Order.id, b: Customer.id) -> Same { return Same(a == b) }",
        right=_TWO_IDS
        + _SAME
        + "function same(a: Order.id, b: Order.id) -> Same { return Same(a == b) }",
    ),
    Rule(
        id="type.int_for_decimal",
        title="An Int becomes a Decimal where that is written",
        explanation=(
            "Only an Int literal is a Decimal literal by itself. Any other Int is turned into a "
            "Decimal by `numeric.to_decimal`. In arithmetic, mixing the two gives a Decimal."
        ),
        wrong=_QUANTITY + _PRICE + "function price_of(q: Quantity) -> Price { return Price(q) }",
        right=_QUANTITY
        + _PRICE
        + "function price_of(q: Quantity) -> Price { return Price(numeric.to_decimal(q)) }",
    ),
    Rule(
        id="type.list_elements",
        title="The elements of a list have one type",
        explanation=(
            "The elements that are written in `[…]` widen to the type that is expected, or to the "
            "type of one of them."
        ),
        wrong='function f() -> Unit { for x in [1, "two"] { } }',
        right="function f() -> Unit { for x in [1, 2] { } }",
    ),
    Rule(
        id="type.may_be_none",
        title="What may be `none` is asked first",
        explanation=(
            "A value of a type with `?` may be `none`, and cannot stand where a value is needed. "
            "Ask whether it `exists` (it is known to where that holds), or `match` it with `none` "
            "and `some(value)`. A `var mut` is never known to be there: bind it first."
        ),
        wrong=_NAMED + "function name_of(p: Person) -> Name { return p.name }",
        right=_NAMED + "function name_of(p: Person) -> Name {\n"
        '  if p.name exists { return p.name }\n  return Name("")\n}',
    ),
    Rule(
        id="type.mismatch",
        title="A value has the type that its place wants",
        explanation=(
            "The value is of another type, which does not widen to the one that is wanted here. "
            "The message says who wants it."
        ),
        wrong="type Line = Object { quantity: Int }\n"
        'function f() -> Line { return Line { quantity: "two" } }',
        right="type Line = Object { quantity: Int }\n"
        "function f() -> Line { return Line { quantity: 2 } }",
    ),
    Rule(
        id="type.needs_construction",
        title="A value enters a narrower type by construction",
        explanation=(
            "A value widens by itself, from a field's type to the type written on it and to that "
            "type's base, and never the other way. Putting it into a narrower type is written: "
            "`Quantity(n)`. Where the value may break the type's rules, that can fail with "
            "`InvalidValue`."
        ),
        wrong=_QUANTITY + "function more(q: Quantity) -> Quantity { return q + 1 }",
        right=_QUANTITY + "function more(q: Quantity) fails InvalidValue -> Quantity "
        "{ return attempt Quantity(q + 1) }",
    ),
    Rule(
        id="type.never_none",
        title="Only what may be `none` is asked whether it is",
        explanation=(
            "`exists`, `== none` and `!= none` ask a question whose answer is known here: a "
            "value of this type is always there."
        ),
        wrong=_QUANTITY + _SAME + "function f(q: Quantity) -> Same { return Same(q exists) }",
        right=_NAMED + _SAME + "function f(p: Person) -> Same { return Same(p.name exists) }",
    ),
    Rule(
        id="type.no_order",
        title="`<` compares what has an order",
        explanation=(
            "Numbers, Texts (by code point), Bytes, Uuids, Instants, CalendarDates and Durations "
            "have an order. Bools, enums, Objects, entities and collections have none."
        ),
        wrong="type Status = Enum { open closed }\n"
        + _SAME
        + "function f(a: Status, b: Status) -> Same { return Same(a < b) }",
        right="type Status = Enum { open closed }\n"
        + _SAME
        + "function f(a: Status, b: Status) -> Same { return Same(a == b) }",
    ),
    Rule(
        id="type.no_value",
        title="What gives `Unit` has no value to use",
        explanation=(
            "A callable whose result is `Unit` is called for its effect, in a statement of its own."
        ),
        wrong="action send() -> Unit { }\naction f() -> Unit { var sent = send() }",
        right="action send() -> Unit { }\naction f() -> Unit { send() }",
    ),
    Rule(
        id="type.not_a_collection",
        title="Loops and `in` go over collections",
        explanation=(
            "`for x in xs` goes over a list or a set, `for key, value in m` over a map, and `for "
            "i in collection.range(a, b)` counts. `x in xs` looks into a list or a set."
        ),
        wrong=_QUANTITY + "function f(q: Quantity) -> Unit { for i in q { } }",
        right=_QUANTITY + "function f(q: Quantity) -> Unit { for i in collection.range(0, q) { } }",
    ),
    Rule(
        id="type.not_bool",
        title="A condition is a `Bool`",
        explanation=(
            "Nothing but a `Bool`, or a type built on it, is true or false: no number, no text, "
            "and not whether something is there."
        ),
        wrong=_QUANTITY + "function f(q: Quantity) -> Quantity { if q { return q } return q }",
        right=_QUANTITY + "function f(q: Quantity) -> Quantity { if q > 1 { return q } return q }",
    ),
    Rule(
        id="type.operator",
        title="Operators take numbers, and `+` joins Texts",
        explanation=(
            "`+ - * / %` take Ints and Decimals, and give their base type. `+` also joins two "
            "Texts. Dates and durations are computed with `temporal`, and only compared with "
            "operators."
        ),
        wrong=_QUANTITY + "type Shown = Text {}\n"
        'function f(q: Quantity) -> Shown { return Shown("has " + q) }',
        right=_QUANTITY + "type Shown = Text {}\n"
        'function f(q: Quantity) -> Shown { return Shown("has " + text.of(q)) }',
    ),
    Rule(
        id="type.sibling",
        title="Two types with one representation are two types",
        explanation=(
            "Every `type` is new: a value of one is no value of another, even if both are Texts "
            "underneath. Construct the other type where that is meant."
        ),
        wrong="type Metres = Int {}\ntype Feet = Int {}\n"
        "function f(length: Metres) -> Feet { return length }",
        right="type Metres = Int {}\ntype Feet = Int {}\n"
        "function f(length: Metres) -> Feet { return Feet(length * 3) }",
    ),
    Rule(
        id="type.sibling_field",
        title="Two fields with one representation are two types",
        explanation=(
            "Every field of an entity or Object is a type of its own, named `Owner.field`, so "
            "that a customer's identity is never taken for an order's. A field that holds the "
            "other one's values is declared with that field as its type: `customer_id: "
            "Customer.id`."
        ),
        wrong=_TWO_IDS + "function f(order: Order.id) -> Customer.id { return order }",
        right=_TWO_IDS + "function f(order: Order.id) -> Order.id { return order }",
    ),
    Rule(
        id="type.unknown_here",
        title="The type of a binding is known where it is made",
        explanation=(
            "`none`, `[]`, `collection.empty_list()` and the like have the type that their place "
            "wants. A `var` without a written type wants none: write it."
        ),
        wrong="function f() -> Unit { var _ = collection.empty_list() }",
        right="function f() -> Unit { var _: List<Text> = collection.empty_list() }",
    ),
)
"""The rows."""
