"""Rules of the area ``value``: literals and constructions that break a type's constraints."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        id="value.breaks_constraint",
        title="A literal keeps the rules of the type it is put into",
        explanation=(
            "The value of a literal is known, so whether it satisfies the type's constraints is "
            "checked before the program runs, and never fails then."
        ),
        wrong="type Quantity = Int { min: 1 }\nfunction f() -> Quantity { return Quantity(0) }",
        right="type Quantity = Int { min: 1 }\nfunction f() -> Quantity { return Quantity(1) }",
    ),
    Rule(
        id="value.decimal_too_long",
        title="A Decimal has at most 34 digits",
        explanation=(
            "Decimals are those of IEEE 754 decimal128. A literal with more digits could not be "
            "kept as it is written."
        ),
        wrong="type Ratio = Decimal {}\n"
        "function f() -> Ratio { return Ratio(0.12345678901234567890123456789012345) }",
        right="type Ratio = Decimal {}\n"
        "function f() -> Ratio { return Ratio(0.1234567890123456789012345678901234) }",
    ),
    Rule(
        id="value.duration_out_of_range",
        title="A Duration fits into 64 bits of microseconds",
        explanation=("A Duration counts microseconds; the longest has about 292,000 years."),
        wrong="function f() -> Duration { return 200_000_000d }",
        right="function f() -> Duration { return 20_000_000d }",
    ),
    Rule(
        id="value.int_out_of_range",
        title="An Int fits into 64 bits",
        explanation=(
            "An Int is between -9223372036854775808 and 9223372036854775807. For larger numbers "
            "there are Decimals."
        ),
        wrong="type Big = Int {}\nfunction f() -> Big { return Big(9_223_372_036_854_775_808) }",
        right="type Big = Int {}\nfunction f() -> Big { return Big(9_223_372_036_854_775_807) }",
    ),
    Rule(
        id="value.not_constant",
        title="A default is a literal of its type",
        explanation=(
            "What a field has when it is left out is known before the program runs: a literal, a "
            "list of literals, `none`, or a variant without a payload."
        ),
        wrong='type Filter = Object { size: Int default "ten" }',
        right="type Filter = Object { size: Int default 10 }",
    ),
)
