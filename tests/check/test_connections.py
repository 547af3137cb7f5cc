"""Connections: kinds, settings, operations, publishing and receiving [N1] [N2] [G2]."""

import pytest
from marked_source import checked, rejected

from jadpo.ir.printer import print_callable
from jadpo_runtime.manifest import (
    CallableKind,
    OperationDefinition,
    ReceivingDefinition,
    RetryPolicy,
    RetryShape,
)
from jadpo_runtime.values import Duration, NamedType

SHARED = """
config Mail {
    mail_url: Text { binding: "MAIL_URL" }
    mail_key: Text { binding: "MAIL_KEY"  secret: true }
    mail_size: Int { binding: "MAIL_SIZE" }
}
failure Refused { kind: Rejected  code: "refused" }
failure Busy { kind: RateLimited  code: "busy" }
failure Late { kind: TimedOut  code: "late"  public { at: Instant } }
type Message = Object { at: Instant }
type Accepted = Object { id: Text }
public event Bell { rung { at: Instant }  cracked }
event Secret { told }
"""

SEND = 'request: POST "/messages"  input: Message  output: Accepted'


def http(clauses: str) -> str:
    return SHARED + f"connection mailer {{ kind: http  base_url: config.mail_url  {clauses} }}\n"


def operation(clauses: str) -> str:
    return http(f"operation send {{ {clauses} }}")


def queue(clauses: str) -> str:
    return SHARED + f'connection feed {{ kind: sqs  queue: "orders"  {clauses} }}\n'


def test_an_operation_has_its_request_types_and_failures() -> None:
    program = checked(
        operation(
            f"{SEND}  idempotency_key: delivery.id  timeout: 5s  on 422: Refused  on 429: Busy "
            "on 503: Busy"
        )
    )

    assert program.manifest.connections["mailer"].operations == (
        OperationDefinition(
            name="send",
            method="POST",
            path="/messages",
            input=NamedType("Message"),
            output=NamedType("Accepted"),
            statuses=((422, "Refused"), (429, "Busy"), (503, "Busy")),
            timeout=Duration(5_000_000),
            idempotency_key="delivery.id",
        ),
    )


def test_settings_are_kept_as_they_are_written() -> None:
    connection = checked(
        http("credential: bearer(config.mail_key)  retry: fixed(max_attempts: 2)")
    ).manifest.connections["mailer"]

    assert connection.settings == (
        ("base_url", "config.mail_url"),
        ("credential", "bearer(config.mail_key)"),
    )
    assert connection.retry == RetryPolicy(RetryShape.FIXED, max_attempts=2)


def test_a_call_fails_with_what_the_on_lines_name() -> None:
    program = checked(
        operation(f"{SEND}  on 422: Refused  on 429: Busy  on 503: Busy")
        + "action tell() fails Refused, Busy -> Unit {\n"
        "    var accepted = attempt mailer.send(Message { at: clock.now })\n"
        "    var _ = accepted.id\n}"
    )

    assert "attempt call connection mailer.send" in print_callable(program.callables["tell"]) or (
        "mailer.send" in print_callable(program.callables["tell"])
    )


def test_a_call_without_on_lines_needs_no_attempt() -> None:
    checked(
        http('operation ping { request: GET "/ping" }') + "action go() -> Unit { mailer.ping() }"
    )


def test_failures_of_a_call_may_be_matched() -> None:
    checked(
        operation(f"{SEND}  on 422: Refused") + "action tell() -> Unit {\n"
        "    match mailer.send(Message { at: clock.now }) {\n"
        "        success(accepted) => { var _ = accepted.id }\n"
        "        failure Refused => { }\n    }\n}"
    )


def test_publishing_and_receiving_are_declared() -> None:
    program = checked(
        queue(
            "publish: Bell.rung, Bell.cracked  "
            "receiving Message(message) { emit Bell.rung { at: message.at } }"
        )
    )

    feed = program.manifest.connections["feed"]
    assert feed.publishes == (("Bell", "rung"), ("Bell", "cracked"))
    assert feed.receiving == (ReceivingDefinition(NamedType("Message"), "receiving feed Message"),)
    signature = program.manifest.callables["receiving feed Message"]
    assert (signature.kind, signature.writes) == (CallableKind.RECEIVING, "primary")


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("connection.kind_missing", "connection «mailer» { retry: none }"),
        (
            "connection.kind_unknown",
            'connection mailer { kind: «htpt»  base_url: "https://a.test" }',
        ),
        ("connection.kind_unknown", "connection mailer { kind: «5» }"),
        ("connection.setting_missing", "connection «mailer» { kind: http }"),
        ("connection.clause_unknown", http("«queue»: 5")),
        ("connection.setting_invalid", "connection mailer { kind: http  base_url: «5» }"),
        (
            "connection.setting_invalid",
            SHARED + "connection mailer { kind: http  base_url: «config.mail_size» }",
        ),
        (
            "config.secret_used",
            SHARED + "connection mailer { kind: http  base_url: «config.mail_key» }",
        ),
        (
            "config.unknown_field",
            SHARED + "connection mailer { kind: http  base_url: config.«mail_ulr» }",
        ),
        ("connection.credential_invalid", http('credential: «"abc"»')),
        ("connection.credential_invalid", http("credential: «config.mail_key»")),
        ("connection.credential_invalid", http('credential: «bearer("abc")»')),
        ("connection.credential_invalid", http("credential: «basic(config.mail_key)»")),
        ("config.unknown_field", http("credential: bearer(config.«mail_kye»)")),
        ("subscriber.retry_shape_unknown", http("retry: «often»")),
        (
            "connection.not_of_kind",
            http("publish: «Bell.rung»").replace("publish: «", "«publish: "),
        ),
        ("connection.not_of_kind", http("receiving «Message»(message) { emit Bell.cracked }")),
        ("connection.not_of_kind", queue(f"operation «send» {{ {SEND} }}")),
        ("connection.publish_not_public", queue("publish: «Secret.told»")),
        ("connection.publish_repeated", queue("publish: Bell.rung, «Bell.rung»")),
        ("type.unknown_variant", queue("publish: Bell.«rang»")),
        ("type.unknown", queue("receiving «Mesage»(m) { }")),
        (
            "connection.receiving_repeated",
            queue("receiving Message(m) { } receiving «Message»(m) { }"),
        ),
        (
            "effect.not_allowed",
            queue("receiving Message(m) { var _ = «clock.now» }"),
        ),
        ("connection.request_missing", http("operation «send» { input: Message }")),
        ("connection.request_path", operation('request: POST «"messages"»')),
        ("connection.request_path", operation('request: POST «"/a b"»')),
        ("connection.clause_unknown", operation(f"{SEND}  «retries»: 5")),
        ("connection.status_invalid", operation(f"{SEND}  on «200»: Refused")),
        ("connection.status_invalid", operation(f"{SEND}  on «600»: Refused")),
        ("connection.status_repeated", operation(f"{SEND}  on 422: Refused  on «422»: Busy")),
        ("connection.failure_context", operation(f"{SEND}  on 504: «Late»")),
        (
            "connection.failure_context",
            operation(f"{SEND}  on 422: «Refused {{ at: clock.now }}»"),
        ),
        ("failure.unknown", operation(f"{SEND}  on 422: «Refusd»")),
        ("connection.timeout_invalid", operation(f"{SEND}  timeout: «5»")),
        ("connection.timeout_invalid", operation(f"{SEND}  timeout: «16m»")),
        ("connection.idempotency_key", operation(f"{SEND}  idempotency_key: «delivery.attempt»")),
        ("connection.idempotency_key", operation(f"{SEND}  idempotency_key: «5»")),
        ("name.duplicate", http(f"operation a {{ {SEND} }} operation «a» {{ {SEND} }}")),
        (
            "connection.operation_unknown",
            operation(SEND) + "action go() -> Unit { mailer.«sned»(Message { at: clock.now }) }",
        ),
        ("connection.arguments", operation(SEND) + "action go() -> Unit { mailer.send«()» }"),
        (
            "connection.arguments",
            http('operation ping { request: GET "/ping" }')
            + "action go() -> Unit { mailer.ping«(5)» }",
        ),
        (
            "type.mismatch",
            operation(SEND) + 'action go() -> Unit { var _ = mailer.send(«Accepted { id: "" }») }',
        ),
        (
            "effect.not_allowed",
            http('operation ping { request: GET "/ping" }')
            + "function go() -> Unit { «mailer.ping»() }",
        ),
        (
            "failure.attempt_missing",
            operation(f"{SEND}  on 422: Refused") + "action go() fails Refused -> Unit {"
            " var _ = «mailer.send(Message { at: clock.now })» }",
        ),
    ],
)
def test_a_mistake_of_a_connection_is_told_where_it_is(rule: str, marked: str) -> None:
    rejected(rule, marked)


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("webhook", 'url: "https://hooks.test"  publish: Bell.rung  retry: none'),
        ("sqs", 'queue: "a"  region: "eu-west-1"  publish: Bell.rung'),
        ("pubsub", 'topic: "a"  project: config.mail_url  publish: Bell.rung'),
        ("cloudflare_queues", 'queue: "a"  account: "b"  publish: Bell.rung'),
    ],
)
def test_every_kind_has_settings_of_its_own(kind: str, settings: str) -> None:
    checked(SHARED + f"connection feed {{ kind: {kind}  {settings} }}")
