"""Tests in the language: calls, assertions, the clock, fixtures and fakes [X1]."""

import pytest
from marked_source import checked, edited, rejected

from jadpo.ir import nodes as ir
from jadpo.ir.printer import print_callable
from jadpo_runtime.manifest import CallableKind, FixtureDefinition
from jadpo_runtime.values import Instant

SHARED = """
config Mail {
    mail_key: Text { binding: "MAIL_KEY"  secret: true }
    sender: Text { binding: "SENDER"  min_length: 2 }
    size: Int { binding: "SIZE"  default: 1 }
}
failure Refused { kind: Rejected  code: "refused" }
failure Lost { kind: Rejected  code: "lost" }
failure NoNote { kind: NotFound  code: "no_note" }
type Message = Object { at: Instant }
type Accepted = Object { id: Text }
connection mailer {
    kind: http
    base_url: "https://mail.test"
    operation send {
        request: POST "/messages"  input: Message  output: Accepted  on 422: Refused
    }
    operation ping { request: GET "/ping" }
}
type Many = Int {}
function twice(n: Many) -> Many { return Many(n * 2) }
entity Note {
    id: Uuid { generated: identity }
    title: Text?
    identity: id
    query get(id: Note.id) freshness: authoritative fails NoNote -> Note {
        return attempt query required Note { where: id == id  missing: NoNote }
    }
    query find(id: Note.id) freshness: authoritative -> Note? {
        return attempt query optional Note { where: id == id }
    }
    query count() freshness: authoritative -> Many { return Many(attempt query count Note { }) }
    action add(title: Note.title) -> Note { return attempt create Note { title: title } }
    action drop(self: ref) fails NoNote -> Note {
        return attempt delete required Note { where: id == self  missing: NoNote }
    }
}
"""


def test_block(body: str) -> str:
    return SHARED + f'test "notes" {{ {body} }}\n'


test_block.__test__ = False  # type: ignore[attr-defined]


def statements(body: str) -> tuple[ir.Statement, ...]:
    return checked(test_block(body)).callables["test shop.jadpo: notes"].body


def fixture(items: str) -> str:
    return SHARED + f"fixture noon {{ {items} }}\n"


def fixture_of(items: str) -> FixtureDefinition:
    return checked(fixture(items)).manifest.fixtures["noon"]


# ---- tests


def test_a_test_is_named_by_its_file_and_title() -> None:
    program = checked(fixture("seed: 7") + 'test "it ticks" using noon { tick }')

    (found,) = program.manifest.tests
    assert (found.name, found.fixture, found.callable) == (
        "it ticks",
        "noon",
        "test shop.jadpo: it ticks",
    )
    assert program.manifest.callables[found.callable].kind is CallableKind.TEST


def test_call_needs_no_attempt_and_may_stand_in_an_expression() -> None:
    body = statements(
        "var note = call Note.add(none)\nvar again = call Note.get(note.id)\n"
        "assert again == note and call Note.count() == 1\nvar _ = call note.drop()\nrun pending"
    )

    assert isinstance(body[1], ir.Store)
    assert isinstance(body[1].value, ir.TestCall)
    assert body[1].value.failures == ("NoNote",)


def test_the_failures_of_a_call_may_be_matched() -> None:
    (_, evaluate) = statements(
        "var note = call Note.add(none)\n"
        "match call Note.get(note.id) { success(found) => { assert found == note }"
        " failure NoNote => { } }"
    )

    assert isinstance(evaluate, ir.Evaluate)
    assert isinstance(evaluate.value, ir.MatchFailure)


def test_the_value_of_a_call_may_be_matched() -> None:
    statements(
        "var note = call Note.add(none)\n"
        "match call Note.find(note.id) { none => { } some(found) => { assert found == note } }"
    )


def test_the_value_of_a_call_that_can_fail_may_be_matched_as_well() -> None:
    statements(
        "var note = call Note.add(none)\n"
        "match (call Note.get(note.id)).title { none => { } some(_) => { } }"
    )


def test_the_arms_of_a_match_on_a_call_may_speak_of_its_value_alone() -> None:
    checked(
        SHARED + "type State = Enum { open closed }\n"
        "action state() fails Lost -> State { reject Lost }\n"
        'test "t" { match call state() { State.open => { } State.closed => { } } }'
    )


def test_a_mistake_in_a_matched_call_says_nothing_of_its_arms() -> None:
    rejected(
        "name.unknown",
        test_block(
            "match call Note.get(«nte».id) { success(found) => { assert found.title == none }"
            " failure NoNote(missing) => { assert missing.id == none } }"
        ),
    )


def test_functions_are_called_as_anywhere() -> None:
    statements("assert twice(Many(2)) == 4")


def test_an_assertion_keeps_its_condition_as_written() -> None:
    (assertion,) = statements("assert twice(Many(2))   ==  4")

    assert isinstance(assertion, ir.Assert)
    assert assertion.text == "twice(Many(2))   ==  4"
    assert isinstance(assertion.condition, ir.Compare)


def test_what_an_assertion_shows_is_known_behind_it() -> None:
    statements(
        'var found = call Note.find(Note.id("0190a0a0-0000-7000-8000-000000000000"))\n'
        "assert found exists\nassert found.title == none"
    )


def test_assert_rejects_holds_a_call() -> None:
    body = statements("var note = call Note.add(none)\nassert rejects NoNote { call note.drop() }")

    assert isinstance(body[1], ir.AssertRejects)
    assert (body[1].failure, body[1].text) == ("NoNote", "call note.drop()")


def test_the_clock_moves_by_any_duration() -> None:
    body = statements("advance clock by 15m\nvar day = 24h\nadvance clock by day\ntick")

    assert [type(each) for each in body] == [
        ir.AdvanceClock,
        ir.Store,
        ir.AdvanceClock,
        ir.Tick,
    ]


@pytest.mark.parametrize(
    ("rule", "body"),
    [
        ("effect.not_allowed", "var _ = «Note.add»(none)"),
        ("effect.not_allowed", "var _ = «Note.count»()"),
        ("effect.not_allowed", "var _ = «clock.now»"),
        ("effect.not_allowed", "var _ = «config.size»"),
        ("test.call_operand", "var _ = «call» twice(Many(2))"),
        ("test.call_operand", "var note = call Note.add(none)\nvar _ = «call» note.id"),
        ("test.rejects_no_call", "assert rejects NoNote { «twice(Many(2)) == 4» }"),
        ("failure.attempt_needless", "var _ = «attempt» call Note.count()"),
        ("test.rejects_never", "assert rejects «Lost» { call Note.count() }"),
        ("failure.unknown", "assert rejects «NoNot» { call Note.count() }"),
        ("test.advance_amount", "advance clock by «15»"),
        ("test.advance_amount", "advance clock by «-15m»"),
        ("flow.result_unused", "«call Note.count()»"),
        ("name.unknown", "var _ = call «nothing»()"),
        ("type.needs_construction", "var n = 5\nassert twice(«n») == 10"),
    ],
)
def test_a_mistake_of_a_test_is_told_where_it_is(rule: str, body: str) -> None:
    rejected(rule, test_block(body))


@pytest.mark.parametrize(
    "statement",
    [
        "«assert» true",
        "«assert» rejects NoNote { call note.drop() }",
        "«assert» call note.drop() == note",
        "var _ = «call» note.drop()",
        "«advance» clock by 1s",
        "«run pending»",
        "«tick»",
    ],
)
def test_only_tests_use_what_belongs_to_tests(statement: str) -> None:
    marked = SHARED + f"action go(note: Note) -> Unit {{ var _ = note.id {statement} }}"
    rejected("effect.not_allowed", marked)


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("test.title_empty", 'test «"  "» { tick }'),
        ("test.title_repeated", 'test "a" { tick }\ntest «"a"» { tick }'),
        ("test.fixture_unknown", 'fixture noon { }\ntest "a" using «moon» { tick }'),
    ],
)
def test_a_mistake_of_a_head_is_told_where_it_is(rule: str, marked: str) -> None:
    rejected(rule, marked)


@pytest.mark.parametrize(
    "body",
    [
        "var note = call Note.add(none)\nassert not «call» Note.find(note.id) exists",
        "var note = call Note.add(none)\nassert «call» Note.get(note.id).title == none",
    ],
)
def test_call_is_put_into_parentheses_by_the_edit(body: str) -> None:
    marked = test_block(body)

    checked(edited(marked, rejected("test.call_operand", marked)))


@pytest.mark.parametrize(
    "body",
    [
        "assert «call» twice(Many(2)) == 4",
        'assert «call» text.length("a") == 1',
        "assert «call» Many(2) == 2",
    ],
)
def test_call_before_what_needs_none_is_taken_out_by_the_edit(body: str) -> None:
    marked = test_block(body)

    checked(edited(marked, rejected("test.call_operand", marked)))


# ---- fixtures


def test_a_fixture_has_a_clock_a_seed_and_config() -> None:
    assert fixture_of(
        'clock: fixed Instant("2026-01-15T12:00:00Z")  seed: 7  '
        'config { mail_key: secret("k")  sender: "shop" } config { size: 3 }'
    ) == FixtureDefinition(
        "noon",
        Instant(1_768_478_400_000_000),
        7,
        (("mail_key", "k"), ("sender", "shop"), ("size", 3)),
    )


def test_a_fake_is_a_pure_body_of_the_operations_input() -> None:
    program = checked(
        fixture(
            "connection mailer: fake { send(message) => Accepted { id: text.of(message.at) }"
            " ping => none }"
        )
    )

    assert program.manifest.fixtures["noon"].fakes == (
        (("mailer", "send"), "fake noon mailer.send"),
        (("mailer", "ping"), "fake noon mailer.ping"),
    )
    signature = program.manifest.callables["fake noon mailer.send"]
    assert [str(each.type) for each in signature.parameters] == ["Message"]
    assert str(signature.result) == "Accepted"
    assert "return" in print_callable(program.callables["fake noon mailer.ping"])


def test_a_fake_may_fail() -> None:
    program = checked(fixture("connection mailer: fake { send => reject Refused }"))

    assert program.manifest.callables["fake noon mailer.send"].fails == ("Refused",)


@pytest.mark.parametrize(
    ("rule", "items"),
    [
        ("test.clock_invalid", "clock: fixed «other()»"),
        ("type.mismatch", "clock: fixed «5»"),
        ("test.seed_invalid", "seed: «-1»"),
        ("test.seed_invalid", 'seed: «"a"»'),
        ("test.fixture_clause_unknown", "«sead»: 7"),
        ("config.unknown_field", 'config { «sendr»: "shop" }'),
        ("test.fixture_config", 'config { sender: "shop" } config { «sender»: "shop" }'),
        ("test.fixture_config", 'config { mail_key: «"k"» }'),
        ("test.fixture_config", 'config { sender: «secret("shop")» }'),
        ("test.fixture_config", "config { mail_key: «secret()» }"),
        ("value.breaks_constraint", 'config { sender: «"a"» }'),
        ("value.not_constant", "config { sender: «clock.now» }"),
        ("connection.unknown", "connection «maler»: fake { }"),
        ("connection.operation_unknown", "connection mailer: fake { «sned» => none }"),
        ("test.fake_repeated", "connection mailer: fake { ping => none «ping» => none }"),
        ("test.fake_binding", "connection mailer: fake { ping(«m») => none }"),
        ("test.fake_output", "connection mailer: fake { ping => «5» }"),
        ("test.fake_failure", "connection mailer: fake { send => reject «Lost» }"),
        ("type.mismatch", "connection mailer: fake { send(m) => «m» }"),
        ("effect.not_allowed", "connection mailer: fake { send(m) => other(«clock.now», m) }"),
    ],
)
def test_a_mistake_of_a_fixture_is_told_where_it_is(rule: str, items: str) -> None:
    others = 'function other() -> Instant { return Instant("2026-01-15T12:00:00Z") }\n'
    if "other(«" in items:
        others = (
            "function other(at: Instant, m: Message) -> Accepted {"
            " return Accepted { id: text.of(at) + text.of(m.at) } }\n"
        )
    rejected(rule, fixture(items) + others)
