"""Rules of the area ``connection``: connections to outside systems."""

from jadpo.diagnostics.rules.rule import Rule

_MESSAGE = "type Message = Object { at: Instant }\n"
_EVENT = "public event Bell { rung { at: Instant } }\n"


def _http(clauses: str) -> str:
    """A connection of the kind `http` with these clauses."""
    return f'connection mailer {{ kind: http  base_url: "https://mail.test"  {clauses} }}\n'


def _operation(clauses: str) -> str:
    """A connection with an operation of these clauses, and what they may name."""
    return (
        'failure Refused { kind: Rejected  code: "refused" }\n'
        'failure Late { kind: TimedOut  code: "late"  public { at: Instant } }\n'
        + _MESSAGE
        + _http(f"operation send {{ {clauses} }}")
    )


def _queue(clauses: str) -> str:
    """A connection of the kind `sqs` with these clauses, and what they may name."""
    return _EVENT + _MESSAGE + f'connection feed {{ kind: sqs  queue: "orders"  {clauses} }}\n'


_SEND = 'request: POST "/messages"  input: Message'
_RECEIVE = "receiving Message(message) { emit Bell.rung { at: message.at } }"

RULES: tuple[Rule, ...] = (
    Rule(
        id="connection.arguments",
        title="An operation is called with its input",
        explanation=(
            "An operation with `input:` takes one argument, by position; one without takes none."
        ),
        wrong=_operation(_SEND) + "action tell() -> Unit { mailer.send() }",
        right=_operation(_SEND)
        + "action tell() -> Unit { mailer.send(Message { at: clock.now }) }",
    ),
    Rule(
        id="connection.clause_unknown",
        title="A connection has the clauses of its kind",
        explanation=(
            "Every connection has `kind:`, and may have `credential:` and `retry:`. `http` has "
            "`base_url:`; `webhook` has `url:`; `sqs` and `cloudflare_queues` have `queue:`; "
            "`pubsub` has `topic:` and `subscription:`. An operation has `request:`, `input:`, "
            "`output:`, `idempotency_key:`, `timeout:` and `on` lines."
        ),
        wrong=_http('queue: "orders"'),
        right=_queue(""),
    ),
    Rule(
        id="connection.credential_invalid",
        title="A credential is made of config values",
        explanation=(
            "`credential:` is `bearer(config.key)`, `basic(config.user, config.password)`, "
            '`header("X-Key", config.key)` or `signing(config.key)`. Here, and in the `url:` of '
            "a store, secret values may stand."
        ),
        wrong=_http('credential: bearer("abc")'),
        right='config Mail { mail_key: Text { binding: "MAIL_KEY"  secret: true } }\n'
        + _http("credential: bearer(config.mail_key)"),
    ),
    Rule(
        id="connection.failure_context",
        title="A status becomes a failure without a context",
        explanation=(
            "Of a request that was refused nothing is known but its status, so the failure of "
            "an `on` line declares no `public` and no `internal` fields."
        ),
        wrong=_operation(f"{_SEND}  on 504: Late"),
        right=_operation(f"{_SEND}  on 422: Refused"),
    ),
    Rule(
        id="connection.idempotency_key",
        title="`idempotency_key:` is the same for every attempt",
        explanation=(
            "The outside system knows a request that is made again by its key. `delivery.id` is "
            "the same for every attempt of a delivery, `delivery.event_id` also for every "
            "subscriber of the event."
        ),
        wrong=_operation(f"{_SEND}  idempotency_key: delivery.attempt"),
        right=_operation(f"{_SEND}  idempotency_key: delivery.id"),
    ),
    Rule(
        id="connection.kind_missing",
        title="A connection says of what kind it is",
        explanation="`kind:` is `http`, `webhook`, `sqs`, `pubsub` or `cloudflare_queues`.",
        wrong="connection mailer { retry: none }",
        right=_http(""),
    ),
    Rule(
        id="connection.kind_unknown",
        title="`kind:` names a kind of outside system that there is",
        explanation="`kind:` is `http`, `webhook`, `sqs`, `pubsub` or `cloudflare_queues`.",
        wrong=_http("").replace("http ", "htpt "),
        right=_http(""),
    ),
    Rule(
        id="connection.not_of_kind",
        title="What a connection does fits its kind",
        explanation=(
            "`http` connections have operations. `publish:` goes to queues and webhooks, "
            "`receiving` reads queues. A system that is reached in two ways is two connections."
        ),
        wrong=_EVENT + _http("publish: Bell.rung"),
        right=_queue("publish: Bell.rung"),
    ),
    Rule(
        id="connection.operation_unknown",
        title="The operation that is called is declared",
        explanation="`connection.operation(…)` names an `operation` of that connection.",
        wrong=_operation(_SEND)
        + "action tell() -> Unit { mailer.sent(Message { at: clock.now }) }",
        right=_operation(_SEND)
        + "action tell() -> Unit { mailer.send(Message { at: clock.now }) }",
    ),
    Rule(
        id="connection.publish_not_public",
        title="Only `public` events are published",
        explanation=(
            "What leaves the program is an interface that others depend on. An event says that "
            "it may leave with `public event`."
        ),
        wrong=_queue("publish: Bell.rung").replace("public event", "event"),
        right=_queue("publish: Bell.rung"),
    ),
    Rule(
        id="connection.publish_repeated",
        title="A variant is published once by a connection",
        explanation=(
            "Each event makes one publication per connection, so naming its variant again "
            "would change nothing."
        ),
        wrong=_queue("publish: Bell.rung, Bell.rung"),
        right=_queue("publish: Bell.rung"),
    ),
    Rule(
        id="connection.receiving_repeated",
        title="A connection receives each type once",
        explanation="A message is decoded as a type, and taken by the one body for that type.",
        wrong=_queue(f"{_RECEIVE}  {_RECEIVE}"),
        right=_queue(_RECEIVE),
    ),
    Rule(
        id="connection.request_missing",
        title="An operation makes a request",
        explanation='`request: POST "/messages"` gives the method and the path of the request.',
        wrong=_operation("input: Message"),
        right=_operation(_SEND),
    ),
    Rule(
        id="connection.request_path",
        title="The path of a request begins with `/`",
        explanation="It is put behind the connection's `base_url:`, and has no white space.",
        wrong=_operation('request: POST "messages"'),
        right=_operation('request: POST "/messages"'),
    ),
    Rule(
        id="connection.setting_invalid",
        title="Settings of a connection are config values or texts",
        explanation=(
            "Where an outside system is reached is known when the program starts: a config "
            "value whose type is `Text` or built on it, or a text that is the same everywhere."
        ),
        wrong="connection mailer { kind: http  base_url: 80 }",
        right=_http(""),
    ),
    Rule(
        id="connection.setting_missing",
        title="A connection has the settings that its kind needs",
        explanation=(
            "`http` needs `base_url:`, `webhook` needs `url:`, `sqs` and `cloudflare_queues` "
            "need `queue:`."
        ),
        wrong="connection mailer { kind: http }",
        right=_http(""),
    ),
    Rule(
        id="connection.status_invalid",
        title="`on` lines name statuses from 300 to 599",
        explanation=(
            "These say that a request was not carried out. Statuses below 300 are answers, "
            "decoded as the operation's `output:`."
        ),
        wrong=_operation(f"{_SEND}  on 200: Refused"),
        right=_operation(f"{_SEND}  on 422: Refused"),
    ),
    Rule(
        id="connection.status_repeated",
        title="A status becomes one failure",
        explanation=(
            "Two `on` lines of an operation name different statuses. Several statuses may "
            "become the same failure."
        ),
        wrong=_operation(f"{_SEND}  on 422: Refused  on 422: Refused"),
        right=_operation(f"{_SEND}  on 422: Refused"),
    ),
    Rule(
        id="connection.timeout_invalid",
        title="`timeout:` is a duration above zero and up to 15 minutes",
        explanation=(
            "A call that has no answer by then ends with the fault `outcome_unknown`. No body "
            "of a program runs longer than 15 minutes."
        ),
        wrong=_operation(f"{_SEND}  timeout: 0s"),
        right=_operation(f"{_SEND}  timeout: 5s"),
    ),
    Rule(
        id="connection.unknown",
        title="The connection that is faked is declared",
        explanation="A fixture's `connection name: fake { … }` names a connection of the project.",
        wrong=_operation(_SEND) + "fixture quiet { connection maler: fake { } }",
        right=_operation(_SEND) + "fixture quiet { connection mailer: fake { } }",
    ),
)
