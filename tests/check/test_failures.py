"""Failures: `fails` exactly, `attempt` exactly, one arm for each [F1]–[F6]."""

import pytest

from jadpo.ir import nodes as ir
from tests.support.marked_source import checked, diagnostics_of, edited, rejected

WORLD = """\
type Key = Text {}
type Small = Int { max: 9 }
failure Missing { kind: NotFound  code: "missing"  public { key: Key }  internal { depth: Small } }
failure Busy { kind: Unavailable  code: "busy" }
failure Other { kind: Conflict  code: "other" }
function find(key: Key) fails Missing, Busy -> Key {
  if key == "" { reject Missing { key: key  depth: Small(1) } }
  if key == "!" { reject Busy }
  return key
}
function check(key: Key) fails Busy -> Unit { if key == "!" { reject Busy } }
function same(key: Key) -> Key { return key }
"""


def failing(fails: str, statements: str) -> str:
    return f"{WORLD}function f(key: Key) {fails}-> Key {{ {statements} }}"


# `fails`


@pytest.mark.parametrize(
    ("fails", "statements"),
    [
        ("fails Missing, Busy ", "return attempt find(key)"),
        ("fails Busy, Missing ", "return attempt find(key)"),
        ("", "return same(key)"),
        ("fails Other ", "reject Other"),
        ("fails InvalidValue ", "var s = attempt Small(text.length(key))  return Key(text.of(s))"),
        (
            "fails Busy ",
            "return match find(key) { success(k) => k failure Missing => key "
            "failure Busy => propagate }",
        ),
        (
            "fails Other ",
            "return match find(key) { success(k) => k failure Missing => reject Other "
            "failure Busy => key }",
        ),
    ],
)
def test_fails_lists_what_can_leave(fails: str, statements: str) -> None:
    """[F3]"""
    checked(failing(fails, statements))


@pytest.mark.parametrize(
    ("fails", "statements", "mended"),
    [
        ("fails Missing ", "return «attempt find(key)»", "fails Missing, Busy ->"),
        ("", "«reject Other»", ") fails Other ->"),
        ("fails Other ", 'if key == "" { reject Other } return «attempt find(key)»', None),
        ("", "var _ = «attempt Small(text.length(key))»  return key", "fails InvalidValue ->"),
        (
            "",
            "return «match find(key) { success(k) => k failure Missing => key "
            "failure Busy => propagate }»",
            "fails Busy ->",
        ),
    ],
)
def test_a_failure_that_leaves_undeclared_is_refused(
    fails: str, statements: str, mended: str | None
) -> None:
    """[F3]"""
    marked = failing(fails, statements)
    if mended is None:
        found = diagnostics_of(marked.replace("«", "").replace("»", ""))
        assert [each.rule for each in found] == ["failure.undeclared", "failure.undeclared"]
        return

    assert mended in edited(marked, rejected("failure.undeclared", marked))


@pytest.mark.parametrize(
    ("fails", "statements", "mended"),
    [
        ("fails «Other» ", "return same(key)", "Key) -> Key { return same"),
        ("fails Missing, «Other», Busy ", "return attempt find(key)", "fails Missing, Busy -> Key"),
        ("fails «Other», Missing, Busy ", "return attempt find(key)", "fails Missing, Busy -> Key"),
        ("fails «InvalidValue» ", "var s = Small(1)  return Key(text.of(s))", "Key) -> Key"),
    ],
)
def test_a_failure_that_never_leaves_is_stale(fails: str, statements: str, mended: str) -> None:
    """[F3]"""
    marked = failing(fails, statements)

    assert mended in edited(marked, rejected("failure.stale", marked))


def test_what_functions_that_call_each_other_never_raise_is_stale_in_both() -> None:
    """[F3]: the least set of failures counts, not the one they promise each other."""
    found = diagnostics_of(
        WORLD
        + "function a(key: Key) fails Other -> Key { return attempt b(key) }\n"
        + "function b(key: Key) fails Other -> Key { return attempt a(key) }"
    )

    assert [each.rule for each in found] == ["failure.stale", "failure.stale"]


def test_a_failure_travels_round_a_circle_of_functions() -> None:
    """[F3]"""
    checked(
        WORLD
        + "function a(key: Key) fails Other -> Key { return attempt b(key) }\n"
        + "function b(key: Key) fails Other -> Key {\n"
        + '  if key == "" { reject Other }\n  return attempt a(key)\n}'
    )


def test_one_wrong_fails_is_one_diagnostic_whoever_calls_it() -> None:
    """[F3] [F4]: the callers are right, or will be once the list is."""
    stale = (
        WORLD
        + "function a(key: Key) fails «Other» -> Key { return key }\n"
        + "function b(key: Key) fails Other -> Key { return attempt a(key) }\n"
        + "function c(key: Key) fails Other -> Key { return attempt b(key) }"
    )
    rejected("failure.stale", stale)

    missing = (
        WORLD
        + "function a(key: Key) -> Key { «reject Other» }\n"
        + "function b(key: Key) fails Other -> Key { return attempt a(key) }"
    )
    rejected("failure.undeclared", missing)


def test_a_failure_that_is_never_reached_cannot_leave() -> None:
    """[F3]"""
    found = diagnostics_of(failing("fails Other ", "return key  reject Other"))

    assert [each.rule for each in found] == ["failure.stale", "flow.unreachable"]


@pytest.mark.parametrize(
    ("rule", "fails"),
    [
        ("failure.unknown", "fails Missing, Busy, «Gone» "),
        ("failure.unknown", "fails Missing, Busy, «Key» "),
        ("failure.repeated", "fails Missing, Busy, «Missing» "),
    ],
)
def test_fails_names_failures_once(rule: str, fails: str) -> None:
    rejected(rule, failing(fails, "return attempt find(key)"))


# `attempt`


@pytest.mark.parametrize(
    ("rule", "statements"),
    [
        ("failure.attempt_missing", "return «find(key)»"),
        ("failure.attempt_missing", "return same(«find(key)»)"),
        ("failure.attempt_missing", "«check(key)» return attempt find(key)"),
        ("failure.attempt_missing", 'return match «find(key)» { "a" => key _ => key }'),
        (
            "failure.attempt_reach",
            "return Key(«attempt» text.trim(find(key)))".replace(
                "text.trim(find(key))", "find(key) + key"
            ),
        ),
        ("failure.attempt_needless", "var _ = «attempt» same(key) return attempt find(key)"),
        ("failure.attempt_needless", "var _ = «attempt» key return attempt find(key)"),
        ("failure.attempt_needless", "var _ = «attempt» Key(key) return attempt find(key)"),
    ],
)
def test_attempt_stands_exactly_where_something_can_fail(rule: str, statements: str) -> None:
    """[F4]"""
    marked = failing("fails Missing, Busy ", statements)
    if rule == "failure.attempt_reach":
        # `attempt` binds tighter than `+`: only postfix forms are reached over.
        checked(marked.replace("«", "").replace("»", ""))
        return
    rejected(rule, marked)


def test_attempt_and_a_field_of_the_result_are_put_into_parentheses() -> None:
    """[F4]"""
    marked = (
        WORLD
        + "type Found = Object { key: Key }\n"
        + "function get(key: Key) fails Busy -> Found {\n"
        + "  attempt check(key)\n  return Found { key: key }\n}\n"
        + "function f(key: Key) fails Busy -> Key { return «attempt» get(key).key }"
    )

    mended = edited(marked, rejected("failure.attempt_reach", marked))

    assert "return (attempt get(key)).key" in mended
    checked(mended)


# matching


@pytest.mark.parametrize(
    ("rule", "arms"),
    [
        ("failure.unmatched", "success(k) => k failure Busy => key"),
        ("failure.unmatched", "failure Missing => key failure Busy => key"),
        (
            "failure.arm_repeated",
            "success(k) => k failure Missing => key failure Busy => key «failure Busy» => key",
        ),
        (
            "failure.arm_repeated",
            "success(k) => k «success(_)» => key failure Missing => key failure Busy => key",
        ),
        (
            "failure.arm_needless",
            "success(k) => k failure Missing => key failure Busy => key failure «Other» => key",
        ),
        (
            "failure.arm_pattern",
            "success(k) => k failure Missing => key failure Busy => key «_» => key",
        ),
        ("failure.success_binding", "«success» => key failure Missing => key failure Busy => key"),
        (
            "failure.unknown",
            "success(k) => k failure Missing => key failure Busy => key failure «Gone» => key",
        ),
        (
            "failure.propagate_misplaced",
            "success(_) => «propagate» failure Missing => key failure Busy => key",
        ),
        (
            "failure.context_as_value",
            "success(k) => k failure Missing(m) => same(«m») failure Busy => key",
        ),
        ("type.unknown_field", "success(k) => k failure Missing(m) => m.«kye» failure Busy => key"),
        ("flow.unused_binding", "success(k) => k failure Missing(«m») => key failure Busy => key"),
    ],
)
def test_every_outcome_has_exactly_one_arm(rule: str, arms: str) -> None:
    """[F4]"""
    marked = failing("", f"return match find(key) {{ {arms} }}")
    if "«" not in marked:
        marked = marked.replace("match find", "«match» find")
    rejected(rule, marked)


def test_success_alone_stands_for_unit() -> None:
    """[F4]"""
    checked(failing("", "match check(key) { success => { } failure Busy => { } } return key"))
    rejected(
        "failure.success_binding",
        failing("", "match check(key) { success(«x») => { } failure Busy => { } } return key"),
    )


def test_outcome_arms_on_what_cannot_fail_are_refused() -> None:
    """[F4]"""
    rejected(
        "failure.match_needless",
        failing("", "return match same(key) { «success(k)» => k failure Busy => key }"),
    )


def test_the_context_of_a_failure_is_read_through_slots() -> None:
    """[F4]"""
    program = checked(
        failing(
            "",
            "return match find(key) { success(k) => k "
            "failure Missing(m) => Key(m.key + text.of(m.depth) + m.key) failure Busy => key }",
        )
    )
    (returned,) = program.callables["f"].body
    assert isinstance(returned, ir.Return)
    found = returned.value
    assert isinstance(found, ir.MatchFailure)
    arm = found.arms[0]
    assert isinstance(arm, ir.FailureArm)

    assert [position for position, _ in arm.bindings] == [0, 1]
    assert not found.savepoint


@pytest.mark.parametrize(
    ("arm", "savepoint"), [("failure Busy => { }", True), ("failure Busy => propagate", False)]
)
def test_recovering_from_an_action_takes_a_savepoint(arm: str, savepoint: bool) -> None:
    """[F5]"""
    program = checked(
        WORLD
        + "action send(key: Key) fails Busy -> Unit { attempt check(key) }\n"
        + f"action f(key: Key) {'' if savepoint else 'fails Busy '}-> Unit {{\n"
        + f"  match send(key) {{ success => {{ }} {arm} }}\n}}"
    )
    (statement,) = program.callables["f"].body
    assert isinstance(statement, ir.Evaluate)
    assert isinstance(statement.value, ir.MatchFailure)

    assert statement.value.savepoint is savepoint


# `reject` and declarations


@pytest.mark.parametrize(
    ("rule", "statement"),
    [
        ("type.missing_fields", "reject «Missing»"),
        ("type.missing_fields", "reject «Missing» { key: key }"),
        ("type.unknown_field", "reject Missing { key: key  depth: Small(1)  «more»: 1 }"),
        ("type.needs_construction", "reject Missing { key: key  depth: «1» }"),
        ("type.unknown_field", "reject Busy { «key»: key }"),
    ],
)
def test_a_failure_is_raised_with_its_whole_context(rule: str, statement: str) -> None:
    """[F1]"""
    rejected(rule, failing("", statement))


@pytest.mark.parametrize(
    ("rule", "clauses"),
    [
        ("failure.kind_unknown", 'kind: «NotFund»  code: "x"'),
        ("failure.kind_unknown", 'kind: «InternalFault»  code: "x"'),
        ("failure.kind_unknown", 'kind: «404»  code: "x"'),
        ("failure.code_taken", 'kind: Conflict  code: «"busy"»'),
        ("failure.code_taken", 'kind: Conflict  code: «"invalid_value"»'),
        ("failure.code_invalid", 'kind: Conflict  code: «""»'),
        ("failure.code_invalid", "kind: Conflict  code: «busy»"),
        ("failure.clause_unknown", 'kind: Conflict  code: "x"  «status»: 409'),
        ("failure.message_invalid", 'kind: Conflict  code: "x"  message: «none»'),
    ],
)
def test_a_declaration_of_a_failure_is_checked(rule: str, clauses: str) -> None:
    """[F2] [F6]"""
    rejected(rule, f"{WORLD}failure Mine {{ {clauses} }}")


def test_a_failure_has_a_kind_and_a_code() -> None:
    rejected("failure.kind_missing", 'failure «Mine» { code: "x" }')
    rejected("failure.code_missing", "failure «Mine» { kind: Conflict }")


def test_a_mistake_in_one_body_leaves_the_others_compared() -> None:
    """[F3]: what calls the wrong one is not judged, what has nothing to do with it is."""
    found = diagnostics_of(
        WORLD
        + "function wrong(key: Key) fails Other -> Key { return missing }\n"
        + "function caller(key: Key) fails Other, Busy -> Key { return attempt wrong(key) }\n"
        + "function apart(key: Key) fails Other -> Key { return key }\n"
        + "function needless(key: Key) -> Key { return attempt same(key) }"
    )

    assert [(each.rule, each.span and each.span.line) for each in found] == [
        ("name.unknown", 13),
        ("failure.stale", 15),
        ("failure.attempt_needless", 16),
    ]
