"""Rules of the area ``failure``: failures, ``fails``, ``attempt`` and ``match`` on outcomes."""

from jadpo.diagnostics.rules.rule import Rule

_MISSING = """\
type Key = Text {}
failure Missing { kind: NotFound  code: "missing"  public { key: Key } }
failure Busy { kind: Unavailable  code: "busy" }
function find(key: Key) fails Missing, Busy -> Key {
  if key == "" { reject Missing { key: key } }
  if key == "!" { reject Busy }
  return key
}
"""


def _match(arms: str, fails: str = "") -> str:
    """A function that matches the outcome of `find` with these arms."""
    return (
        _MISSING
        + f"function f(key: Key) {fails}-> Key {{\n  return match find(key) {{\n"
        + "".join(f"    {arm.strip()}\n" for arm in arms.split(";"))
        + "  }\n}"
    )


def _failure(clauses: str) -> str:
    return f"failure Missing {{ {clauses} }}"


RULES: tuple[Rule, ...] = (
    Rule(
        id="failure.arm_needless",
        title="An arm stands for a failure that can occur",
        explanation=(
            "What is matched cannot fail with this failure, so its arm is never taken. The "
            "failures that can occur stand in the `fails` of what is called."
        ),
        wrong=_match(
            "success(found) => found; failure Missing => key; failure Busy => key; "
            "failure InvalidValue => key"
        ),
        right=_match("success(found) => found; failure Missing => key; failure Busy => key"),
    ),
    Rule(
        id="failure.arm_pattern",
        title="Outcomes are matched with `success` and `failure` arms",
        explanation=(
            "What can fail ends in `success(value)` or in a `failure`. Every failure has exactly "
            "one arm and there is no wildcard, so that a failure that is added later is not "
            "caught unseen."
        ),
        wrong=_match(
            "success(found) => found; failure Missing => key; failure Busy => key; _ => key"
        ),
        right=_match("success(found) => found; failure Missing => key; failure Busy => key"),
    ),
    Rule(
        id="failure.arm_repeated",
        title="An outcome has one arm",
        explanation=(
            "The first arm that fits is taken, so a second one for the same outcome would never be."
        ),
        wrong=_match(
            "success(found) => found; failure Missing => key; failure Busy => key; "
            "failure Busy => key"
        ),
        right=_match("success(found) => found; failure Missing => key; failure Busy => key"),
    ),
    Rule(
        id="failure.attempt_missing",
        title="What can fail stands with `attempt` or is matched",
        explanation=(
            "A failure leaves its caller only where `attempt` says so, which a reader can see. "
            "What reads or writes a store needs `attempt` too, also where it names no failure. To "
            "go on after a failure, `match` the call without `attempt`."
        ),
        wrong=_MISSING + "function f(key: Key) fails Missing, Busy -> Key { return find(key) }",
        right=_MISSING
        + "function f(key: Key) fails Missing, Busy -> Key { return attempt find(key) }",
    ),
    Rule(
        id="failure.attempt_needless",
        title="`attempt` stands where something can fail",
        explanation=(
            "Nothing after this `attempt` can fail. It stands exactly where something can, so "
            "that a reader can rely on it."
        ),
        wrong="type Key = Text {}\nfunction same(key: Key) -> Key { return key }\n"
        "function f(key: Key) -> Key { return attempt same(key) }",
        right="type Key = Text {}\nfunction same(key: Key) -> Key { return key }\n"
        "function f(key: Key) -> Key { return same(key) }",
    ),
    Rule(
        id="failure.attempt_reach",
        title="`attempt` applies to one call",
        explanation=(
            "It stands before the one call, construction or persistence expression that can fail. "
            "To go on with its result, both are put into parentheses: `(attempt f(x)).name`."
        ),
        wrong="type Line = Object { name: Text }\n"
        'failure Gone { kind: NotFound  code: "gone" }\n'
        "type Name = Text {}\n"
        "function line(name: Name) fails Gone -> Line {\n"
        '  if name == "" { reject Gone }\n  return Line { name: name }\n}\n'
        "function f(name: Name) fails Gone -> Name { return Name(attempt line(name).name) }",
        right="type Line = Object { name: Text }\n"
        'failure Gone { kind: NotFound  code: "gone" }\n'
        "type Name = Text {}\n"
        "function line(name: Name) fails Gone -> Line {\n"
        '  if name == "" { reject Gone }\n  return Line { name: name }\n}\n'
        "function f(name: Name) fails Gone -> Name { return Name((attempt line(name)).name) }",
    ),
    Rule(
        id="failure.clause_unknown",
        title="A failure has a kind, a code and a message",
        explanation=(
            "Besides these, `public { … }` and `internal { … }` declare the fields of its "
            "context. A status is never written: the kind decides it."
        ),
        wrong=_failure('kind: NotFound  code: "missing"  status: 404'),
        right=_failure('kind: NotFound  code: "missing"'),
    ),
    Rule(
        id="failure.code_invalid",
        title="A failure's code is a text",
        explanation="Clients tell failures apart by their codes, which are written out.",
        wrong=_failure("kind: NotFound  code: 404"),
        right=_failure('kind: NotFound  code: "missing"'),
    ),
    Rule(
        id="failure.code_missing",
        title="A failure has a code",
        explanation="Clients tell failures apart by their codes, whatever the failures are called.",
        wrong=_failure("kind: NotFound"),
        right=_failure('kind: NotFound  code: "missing"'),
    ),
    Rule(
        id="failure.code_taken",
        title="A code belongs to one failure",
        explanation=(
            "Codes are unique in a project, since clients tell failures apart by nothing else. "
            "`invalid_value` is the code of the prelude's `InvalidValue`."
        ),
        wrong='failure Missing { kind: NotFound  code: "missing" }\n'
        'failure Gone { kind: NotFound  code: "missing" }',
        right='failure Missing { kind: NotFound  code: "missing" }\n'
        'failure Gone { kind: NotFound  code: "gone" }',
    ),
    Rule(
        id="failure.context_as_value",
        title="A failure's context is read field by field",
        explanation=(
            "`failure Missing(missing) => …` gives the context a name. It is no value that could "
            "be kept or passed on: its fields are, as in `missing.key`."
        ),
        wrong=_match(
            "success(found) => found; failure Missing(missing) => missing; failure Busy => key"
        ),
        right=_match(
            "success(found) => found; failure Missing(missing) => missing.key; failure Busy => key"
        ),
    ),
    Rule(
        id="failure.kind_missing",
        title="A failure has a kind",
        explanation=(
            "The kind decides the HTTP status that a client gets, and whether background work is "
            "tried again."
        ),
        wrong=_failure('code: "missing"'),
        right=_failure('kind: NotFound  code: "missing"'),
    ),
    Rule(
        id="failure.kind_unknown",
        title="A failure's kind is one of the language's",
        explanation=(
            "`InvalidRequest InvalidValue Unauthenticated NotPermitted NotVisible NotFound "
            "Conflict PreconditionFailed Rejected RateLimited Unavailable TimedOut`. Work is "
            "tried again on the last three. `Misconfigured` and `InternalFault` belong to faults."
        ),
        wrong=_failure('kind: NotFund  code: "missing"'),
        right=_failure('kind: NotFound  code: "missing"'),
    ),
    Rule(
        id="failure.match_needless",
        title="Only what can fail has outcomes to match",
        explanation=(
            "`success` and `failure` arms match the outcome of a call that can fail and that "
            "stands without `attempt`: with it, the failures leave, and none is left to match."
        ),
        wrong=_match(
            "success(found) => found; failure Missing => key; failure Busy => key",
            "fails Missing, Busy ",
        ).replace("match find", "match attempt find"),
        right=_match("success(found) => found; failure Missing => key; failure Busy => key"),
    ),
    Rule(
        id="failure.message_invalid",
        title="A failure's message is a text literal",
        explanation=(
            "The message is fixed. What varies from case to case goes into the context, which "
            "clients can read."
        ),
        wrong=_failure('kind: NotFound  code: "missing"  message: 12'),
        right=_failure('kind: NotFound  code: "missing"  message: "There is none."'),
    ),
    Rule(
        id="failure.propagate_misplaced",
        title="`propagate` stands in a `failure` arm",
        explanation=(
            "It lets the failure that was matched leave, with its context. Elsewhere there is "
            "none: `reject` raises a failure."
        ),
        wrong=_match(
            "success(found) => propagate; failure Missing => key; failure Busy => key"
        ).replace("success(found)", "success(_)"),
        right=_match(
            "success(found) => found; failure Missing => propagate; failure Busy => key",
            "fails Missing ",
        ),
    ),
    Rule(
        id="failure.repeated",
        title="A failure stands in `fails` once",
        explanation=(
            "A failure can leave a callable or not, and one place in the list says that it can."
        ),
        wrong=_MISSING
        + "function f(key: Key) fails Missing, Busy, Busy -> Key { return attempt find(key) }",
        right=_MISSING
        + "function f(key: Key) fails Missing, Busy -> Key { return attempt find(key) }",
    ),
    Rule(
        id="failure.stale",
        title="`fails` lists no failure that cannot leave",
        explanation=(
            "A signature lists exactly the failures that can leave, so that callers prepare for "
            "nothing in vain. No path through this body ends in the one that is listed."
        ),
        wrong=_MISSING + "function f(key: Key) fails Missing, Busy, InvalidValue -> Key "
        "{ return attempt find(key) }",
        right=_MISSING
        + "function f(key: Key) fails Missing, Busy -> Key { return attempt find(key) }",
    ),
    Rule(
        id="failure.success_binding",
        title="`success` binds the value, if there is one",
        explanation=(
            "`success(value)` binds what the call gives, `success(_)` drops it. `success` alone "
            "stands for a call whose result is `Unit`."
        ),
        wrong=_match("success => key; failure Missing => key; failure Busy => key"),
        right=_match("success(_) => key; failure Missing => key; failure Busy => key"),
    ),
    Rule(
        id="failure.undeclared",
        title="`fails` lists every failure that can leave",
        explanation=(
            "A failure that is rejected, or that leaves a call with `attempt`, leaves this "
            "callable as well: its signature says so. Otherwise match it here."
        ),
        wrong=_MISSING + "function f(key: Key) fails Missing -> Key { return attempt find(key) }",
        right=_MISSING
        + "function f(key: Key) fails Missing, Busy -> Key { return attempt find(key) }",
    ),
    Rule(
        id="failure.unknown",
        title="A failure that is named is declared",
        explanation=(
            "Failures are declared with `failure`. The prelude declares one, `InvalidValue`, "
            "which constructions fail with."
        ),
        wrong="function f() -> Unit { reject Missing }",
        right='failure Missing { kind: NotFound  code: "missing" }\n'
        "function f() fails Missing -> Unit { reject Missing }",
    ),
    Rule(
        id="failure.unmatched",
        title="Every outcome has an arm",
        explanation=(
            "A `match` on what can fail has an arm for `success` and one for each failure. One "
            "that should leave says `propagate`."
        ),
        wrong=_match("success(found) => found; failure Missing => key"),
        right=_match("success(found) => found; failure Missing => key; failure Busy => key"),
    ),
)
