"""Rules of the area ``flow``: conditions, ``match``, loops and paths through a body."""

from jadpo.diagnostics.rules.rule import Rule

_STATUS = "type Status = Enum { open paid { receipt: Receipt } }\ntype Receipt = Text {}\n"
_COUNT = "type Count = Int {}\n"


def _match(arms: str) -> str:
    """A function that matches a status with these arms."""
    return (
        _STATUS
        + "function f(status: Status) -> Receipt {\n  return match status {\n"
        + "".join(f"    {arm.strip()}\n" for arm in arms.split(";"))
        + "  }\n}"
    )


RULES: tuple[Rule, ...] = (
    Rule(
        id="flow.arm_after_wildcard",
        title="`_` is the last arm",
        explanation="`_` stands for every case that is left, so no arm after it is ever taken.",
        wrong=_match('_ => Receipt(""); Status.paid { receipt } => receipt'),
        right=_match('Status.paid { receipt } => receipt; _ => Receipt("")'),
    ),
    Rule(
        id="flow.arm_repeated",
        title="A case has one arm",
        explanation="The first arm that fits is taken, so a second one for the case never is.",
        wrong=_match(
            'Status.open => Receipt("a"); Status.paid { receipt } => receipt; '
            'Status.open => Receipt("b")'
        ),
        right=_match('Status.open => Receipt("a"); Status.paid { receipt } => receipt'),
    ),
    Rule(
        id="flow.arm_without_value",
        title="Every arm of a `match` that gives a value gives one or leaves",
        explanation=(
            "An arm that is a block has no value, so it ends in `return`, `reject`, `break` or "
            "`continue`."
        ),
        wrong=_match("Status.open => { }; Status.paid { receipt } => receipt"),
        right=_match('Status.open => { return Receipt("") }; Status.paid { receipt } => receipt'),
    ),
    Rule(
        id="flow.falls_off",
        title="Every path gives the result",
        explanation=(
            "A callable whose result is not `Unit` returns one on every path, or leaves with "
            "`reject`."
        ),
        wrong=_COUNT + "function f(n: Count) -> Count { if n > 0 { return n } }",
        right=_COUNT + "function f(n: Count) -> Count { if n > 0 { return n } return Count(0) }",
    ),
    Rule(
        id="flow.match_subject",
        title="`match` is on what has cases",
        explanation=(
            "Enums, `Bool`, what may be `none`, and Int, Decimal, Text and Duration, which have "
            "literals, can be matched; so can the outcome of what can fail."
        ),
        wrong="type Names = List<Text> {}\n"
        "function f(names: Names) -> Unit { match names { _ => { } } }",
        right=_COUNT + "function f(count: Count) -> Unit { match count { 1 => { } _ => { } } }",
    ),
    Rule(
        id="flow.not_assignable",
        title="Only a `var mut` is assigned to",
        explanation=(
            "Bindings and parameters keep their value, unless they are declared `var mut`. "
            "Values themselves never change: a field is not assigned to, a new value is made."
        ),
        wrong=_COUNT + "function f(n: Count) -> Count { var total = n  total = n  return total }",
        right=_COUNT
        + "function f(n: Count) -> Count { var mut total = n  total = n  return total }",
    ),
    Rule(
        id="flow.not_exhaustive",
        title="A `match` has an arm for every case",
        explanation=(
            "On an enum, a `Bool` or what may be `none`, every case has an arm, so that one that "
            "is added later is not forgotten. On other values, whose literals have no end, a "
            "final `_` takes the rest."
        ),
        wrong=_match("Status.paid { receipt } => receipt"),
        right=_match('Status.open => Receipt(""); Status.paid { receipt } => receipt'),
    ),
    Rule(
        id="flow.outside_loop",
        title="`break` and `continue` stand in a loop",
        explanation="They say how the loop around them goes on. `return` leaves a body.",
        wrong="function f() -> Unit { break }",
        right="function f() -> Unit { while true { break } }",
    ),
    Rule(
        id="flow.pattern",
        title="A pattern fits what is matched",
        explanation=(
            "An enum is matched with its variants (`Status.open`), what may be `none` with "
            "`none` and `some(value)`, other values with literals of their type."
        ),
        wrong=_match('open => Receipt(""); Status.paid { receipt } => receipt'),
        right=_match('Status.open => Receipt(""); Status.paid { receipt } => receipt'),
    ),
    Rule(
        id="flow.result_unused",
        title="A result is used, or dropped where that is written",
        explanation=(
            "Only a call that gives `Unit` stands as a statement. Any other result is used, or "
            "bound to `_`, so that nothing is lost by accident."
        ),
        wrong=_COUNT
        + "action counted() -> Count { return Count(1) }\naction f() -> Unit { counted() }",
        right=_COUNT
        + "action counted() -> Count { return Count(1) }\naction f() -> Unit { var _ = counted() }",
    ),
    Rule(
        id="flow.return_value",
        title="`return` gives a value exactly where there is a result",
        explanation=(
            "In a callable whose result is `Unit`, `return` stands alone. In every other one it "
            "gives the result."
        ),
        wrong="function f() -> Unit { return 1 }",
        right="function f() -> Unit { return }",
    ),
    Rule(
        id="flow.unreachable",
        title="Every statement can be reached",
        explanation=(
            "A statement after one that always leaves never runs. It is a warning: the program "
            "means the same without it."
        ),
        wrong=_COUNT + "function f(n: Count) -> Count { return n  return Count(1) }",
        right=_COUNT + "function f(n: Count) -> Count { return n }",
    ),
    Rule(
        id="flow.unused_binding",
        title="A binding is read",
        explanation=(
            "A value that is bound and never read is most often a slip. `_` says that it is not "
            "needed. It is a warning: the program means the same without it."
        ),
        wrong=_COUNT + "function f(n: Count) -> Count { var half = n / 2  return n }",
        right=_COUNT + "function f(n: Count) -> Count { var _ = n / 2  return n }",
    ),
)
