"""What may come in a delivery's way: payloads of any kind, handlers without end, short invocations.

The simulator (`tests/simulation`) and real processes (`tests/hosts`) show the rest.
"""

from pathlib import Path

import pytest
from python_program import TEXT, Building, mark, seconds
from world import world

from jadpo.check.project import check_project
from jadpo.interpret import interpret
from jadpo.source import Source
from jadpo_codegen import compile_program
from jadpo_runtime.clock import SystemClock
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.hosts.test import run_test
from jadpo_runtime.manifest import RetryPolicy, RetryShape
from jadpo_runtime.outbox import LARGEST_PAYLOAD
from jadpo_runtime.outcome import Faulted, Returned
from jadpo_runtime.values import Field

ONCE = RetryPolicy(RetryShape.NONE, max_attempts=1)


TWICE = RetryPolicy(RetryShape.FIXED, max_attempts=2, initial=seconds(1))


def moving(body=lambda context, made: mark(context, made[0]), retry=ONCE) -> Building:
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.callable("move", lambda context, name: context.emit("Moved", "made", (name,)))
    made.subscriber("one", "Moved", body, retry)
    return made


FRAME = len('{"name":""}')
"""The bytes of a payload beside its text."""


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0",
        "a\0b\0",
        "\U0001f600 \U0010ffff \u2028 \ufeff",
        '"\\\n\r\t\x1f\x7f',
        "x" * (LARGEST_PAYLOAD - FRAME),
        "\U0001f600" * ((LARGEST_PAYLOAD - FRAME) // 4),
    ],
    ids=["empty", "nul", "nuls", "astral", "escapes", "1 MiB", "1 MiB of astral characters"],
)
def test_a_payload_comes_to_the_handler_as_it_was_emitted(text: str, tmp_path: Path):
    """[P9] [V1]"""
    with world(moving(), tmp_path) as here:
        assert isinstance(here.call("move", text), Returned)
        here.run_due()
        assert here.marks() == [text]


@pytest.mark.parametrize("character", ["x", "\U0001f600", "é"])
def test_a_payload_over_1_mib_is_refused_where_it_is_emitted(character: str):
    """[P9] Nothing of the action is kept [W1]."""
    made = moving()

    def move(context, name):
        mark(context, "before")
        context.emit("Moved", "made", (name,))

    made.callable("move", move)
    too_long = character * (LARGEST_PAYLOAD // len(character.encode()))
    with world(made) as here:
        outcome = here.call("move", too_long)
        assert isinstance(outcome, Faulted)
        assert outcome.code is FaultCode.CONSTRAINT_VIOLATED
        assert "1,048,576" in outcome.detail
        assert (here.events(), here.marks()) == ([], [])


ENDLESS = """
type Number = Int {}

event Work { asked }

entity Done {
    id: Uuid { generated: identity }
    identity: id
    action leave() -> Done { return attempt create Done {} }
    query counted() freshness: authoritative -> Number {
        return Number(attempt query count Done {})
    }
}

function deeper(n: Number) -> Number { return Number(1 + deeper(Number(n + 1))) }

action ask() -> Unit { emit Work.asked }

subscriber endless {
    retry: none
    on Work.asked {
        var _ = Done.leave()
        var _ = deeper(Number(0))
    }
}

subscriber finite {
    on Work.asked { var _ = Done.leave() }
}

test "one recurses without end" {
    call ask()
    call ask()
    run pending
    assert call Done.counted() == 2
}
"""


@pytest.mark.parametrize("engine", [interpret, compile_program])
def test_a_handler_that_recurses_without_end_fails_alone(engine):
    """[P6] [Y3] Nothing that it did is kept."""
    checked = check_project([Source("endless.jadpo", ENDLESS)], "endless")
    assert checked.program is not None, list(checked.diagnostics)
    program = engine(checked.program)
    (test,) = program.manifest.tests
    result = run_test(program, test)
    assert result.passed, result.outcome
    ((_, events),) = result.snapshot.events
    states = sorted(
        (delivery.subscriber, delivery.state, delivery.error_code)
        for event in events
        for delivery in event.deliveries
    )
    assert (
        states
        == [("endless", "failed", "call_depth_exceeded")] * 2 + [("finite", "done", None)] * 2
    )


def test_an_action_is_answered_before_anything_of_its_events_is_delivered():
    """[W4] [B3]"""
    delivered = []
    with world(moving(lambda context, made: delivered.append(made[0]))) as here:
        assert isinstance(here.call("move", "a"), Returned)
        assert delivered == []
        assert [each.state for each in here.deliveries()] == ["pending"]
        here.run_due()
        assert delivered == ["a"]


def test_a_fresh_invocation_reads_what_another_left_from_its_records(tmp_path: Path):
    """[H3] [H1] It knows nothing of the one before but what the store holds."""
    names = [f"{number}" for number in range(20)]

    def slow(context, made):
        mark(context, made[0])
        here.advance(1)

    made = moving(slow, TWICE)
    made.callable(
        "move_all", lambda context: [context.emit("Moved", "made", (name,)) for name in names]
    )
    with world(made, tmp_path) as here:
        here.call("move_all")
        ran = here.run_due(seconds(5))
        assert 0 < ran < len(names)  # The last of them was stopped.
        left = [each.state for each in here.deliveries() if each.state != "done"]
        assert left == ["pending"] * (len(names) - ran + 1)

    with world(moving(), tmp_path, clock=SystemClock()) as fresh:
        assert fresh.run_due() == len(names) - ran + 1
        assert sorted(fresh.marks()) == sorted(names)
