"""Rules of the area ``test``: tests and fixtures."""

from jadpo.diagnostics.rules.rule import Rule

_NOTE = """\
failure NoNote { kind: NotFound  code: "no_note" }
failure Refused { kind: Rejected  code: "refused" }
failure Lost { kind: Rejected  code: "lost" }
type Message = Object { at: Instant }
type Accepted = Object { id: Text }
config Mail {
  mail_key: Text { binding: "MAIL_KEY"  secret: true }
  sender: Text { binding: "SENDER" }
}
connection mailer {
  kind: http
  base_url: "https://mail.test"
  operation send {
    request: POST "/messages"  input: Message  output: Accepted  on 422: Refused
  }
  operation ping { request: GET "/ping" }
}
function same(at: Instant) -> Instant { return at }
entity Note {
  id: Uuid { generated: identity }
  identity: id
  query get(id: Note.id) freshness: authoritative fails NoNote -> Note {
    return attempt query required Note { where: id == id  missing: NoNote }
  }
  action add() -> Note { return attempt create Note { } }
}
"""


def _test(body: str) -> str:
    """A test with this body."""
    return _NOTE + f'test "notes are kept" {{ {body} }}\n'


def _fixture(items: str) -> str:
    """A fixture with these items."""
    return _NOTE + f"fixture noon {{ {items} }}\n"


_NOON = 'clock: fixed Instant("2026-01-15T12:00:00Z")'
_SEND = 'send => Accepted { id: "m1" }'

RULES: tuple[Rule, ...] = (
    Rule(
        id="test.advance_amount",
        title="`advance clock by` takes a duration forward",
        explanation=(
            "The clock of a test moves forward only, by a `Duration`. It runs nothing: `run "
            "pending` and `tick` do."
        ),
        wrong=_test("advance clock by 15"),
        right=_test("advance clock by 15m"),
    ),
    Rule(
        id="test.call_operand",
        title="`call` runs an action or a query",
        explanation=(
            "`call` stands before a call of an action or a query, which runs in a boundary of "
            "its own, as it would for a request. Functions are pure, and called as anywhere."
        ),
        wrong=_test("assert call same(clock.now) == clock.now").replace(
            "clock.now", 'Instant("2026-01-15T12:00:00Z")'
        ),
        right=_test("assert same(clock.now) == clock.now").replace(
            "clock.now", 'Instant("2026-01-15T12:00:00Z")'
        ),
    ),
    Rule(
        id="test.clock_invalid",
        title="The clock of a fixture is a constant `Instant`",
        explanation=(
            "A test begins at the same time whenever it runs: at the fixture's, or at "
            "2026-01-01T00:00:00Z."
        ),
        wrong="function noon() -> Instant { "
        'return Instant("2026-01-15T12:00:00Z") }\nfixture late { clock: fixed noon() }',
        right=_fixture(_NOON),
    ),
    Rule(
        id="test.fake_binding",
        title="A fake names the input of an operation that has one",
        explanation="`send(message) => …` reads the operation's input as `message`.",
        wrong=_fixture("connection mailer: fake { ping(message) => none }"),
        right=_fixture("connection mailer: fake { ping => none }"),
    ),
    Rule(
        id="test.fake_failure",
        title="A fake fails with what the operation can fail with",
        explanation="`send => reject Refused` needs an `on` line of `send` that names `Refused`.",
        wrong=_fixture("connection mailer: fake { send => reject Lost }"),
        right=_fixture("connection mailer: fake { send => reject Refused }"),
    ),
    Rule(
        id="test.fake_output",
        title="A fake of an operation without output gives `none`",
        explanation="An operation that is declared without `output:` gives nothing.",
        wrong=_fixture("connection mailer: fake { ping => 1 }"),
        right=_fixture("connection mailer: fake { ping => none }"),
    ),
    Rule(
        id="test.fake_repeated",
        title="A fake answers an operation in one way",
        explanation=(
            "Each operation of a connection has one answer in a fixture. Tests that need other "
            "answers use another fixture."
        ),
        wrong=_fixture(f"connection mailer: fake {{ {_SEND}  {_SEND} }}"),
        right=_fixture(f"connection mailer: fake {{ {_SEND} }}"),
    ),
    Rule(
        id="test.fixture_clause_unknown",
        title="A fixture has `clock:`, `seed:`, `config` and fakes",
        explanation=(
            "`clock: fixed Instant(…)` is the time at which a test begins, `seed:` the number "
            "from which all that is random follows, `config { … }` the config values, and "
            "`connection name: fake { … }` answers the calls of operations."
        ),
        wrong=_fixture(f"{_NOON}  sead: 7"),
        right=_fixture(f"{_NOON}  seed: 7"),
    ),
    Rule(
        id="test.fixture_config",
        title="A fixture gives each config value once, and secret ones as `secret(…)`",
        explanation=(
            "A value is written as `secret(…)` exactly where it is declared `secret: true`, so "
            "that a reader sees that no real secret belongs there."
        ),
        wrong=_fixture('config { mail_key: "test-key" }'),
        right=_fixture('config { mail_key: secret("test-key")  sender: "shop" }'),
    ),
    Rule(
        id="test.fixture_unknown",
        title="The fixture that a test uses is declared",
        explanation="`test … using name` names a `fixture` of the same module, or an imported one.",
        wrong=_fixture(_NOON) + 'test "notes" using moon { tick }',
        right=_fixture(_NOON) + 'test "notes" using noon { tick }',
    ),
    Rule(
        id="test.modes_differ",
        title="A test does the same interpreted and compiled",
        explanation=(
            "`jadpo test` runs every test in both modes. In both it must have the same effects in "
            "the same order, end in the same way at the same place, and leave the same rows, "
            "events and deliveries. The report shows the first line in which the two part, in a "
            "record of all that the test did. Which one is right says the language; the other is "
            "a mistake in Jadpo. `--mode interpreted` runs the tests in one mode meanwhile. Where "
            "a body ends for want of memory the modes are not compared, since they need different "
            "amounts of it."
        ),
        wrong='test "sums" { assert 1 + 1 == 2 }   // compiled to a subtraction, say',
        right='test "sums" { assert 1 + 1 == 2 }',
    ),
    Rule(
        id="test.rejects_never",
        title="`assert rejects` names a failure that the call can fail with",
        explanation=(
            "A call fails with what its `fails` lists. To assert that anything else happens "
            "could never hold."
        ),
        wrong=_test("var note = call Note.add()  assert rejects Lost { call Note.get(note.id) }"),
        right=_test("var note = call Note.add()  assert rejects NoNote { call Note.get(note.id) }"),
    ),
    Rule(
        id="test.rejects_no_call",
        title="`assert rejects` holds a `call`",
        explanation=(
            "It asserts that an action or a query, which `call` runs in a boundary of its own, "
            "fails with the failure."
        ),
        wrong=_test('assert rejects NoNote { same(Instant("2026-01-15T12:00:00Z")) }'),
        right=_test("var note = call Note.add()  assert rejects NoNote { call Note.get(note.id) }"),
    ),
    Rule(
        id="test.seed_invalid",
        title="`seed:` is a whole number from 0",
        explanation="All that is random in a test follows from it, so that it can be repeated.",
        wrong=_fixture("seed: 7.5"),
        right=_fixture("seed: 7"),
    ),
    Rule(
        id="test.title_empty",
        title="A test has a title",
        explanation=(
            "A test is shown, and chosen with `--filter`, by its title: say in words what it shows."
        ),
        wrong='test " " { tick }',
        right='test "nothing is due at first" { tick }',
    ),
    Rule(
        id="test.title_repeated",
        title="The titles of a file's tests differ",
        explanation=(
            "A test is shown, and chosen with `--filter`, by its title, so two of one file "
            "would be taken for each other."
        ),
        wrong='test "nothing is due" { tick }\ntest "nothing is due" { run pending }',
        right='test "nothing is due" { tick }\ntest "nothing is pending" { run pending }',
    ),
)
