"""Running an action and its work: what is shown, and how it ends."""

import io
import json
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from python_program import Building, Reject, mark, seconds

from jadpo.cli.run_views import JsonView, PrintedView
from jadpo.cli.running import run_and_follow
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.context import Context
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import ConfigDefinition, RetryPolicy, RetryShape
from jadpo_runtime.values import Field, Primitive, PrimitiveType

TEXT = PrimitiveType(Primitive.TEXT)
RETRIED = RetryPolicy(RetryShape.FIXED, max_attempts=3, initial=seconds(10))


@pytest.fixture
def building() -> Building:
    building = Building()
    building.event("Order", Field("name", TEXT))
    building.callable("place", lambda context: context.emit("Order", "made", ("tea",)))
    return building


def run(
    building: Building,
    database: str,
    *,
    name: str = "place",
    environment: Mapping[str, str] | None = None,
) -> tuple[int | list[Diagnostic], str]:
    program = building.program()
    output = io.StringIO()
    signature = program.manifest.callables[name]
    view = PrintedView(program.manifest, signature, {}, output)
    ended = run_and_follow(
        program,
        signature,
        (),
        environment=environment or {},
        urls={"primary": database},
        view=view,
    )
    return ended, output.getvalue()


def without_times(printed: str) -> list[str]:
    return [line.partition("Z ")[2] or line for line in printed.splitlines()]


def test_an_action_is_run_and_then_what_it_set_off(building: Building, tmp_path: Path) -> None:
    building.event("Stock")
    building.subscriber("reserve", "Order", lambda context, _: context.emit("Stock", "made", ()))
    building.subscriber("bill", "Stock", lambda context, _: mark(context, "billed"))

    ended, printed = run(building, f"sqlite:{tmp_path}/shop.db")

    assert ended == 0
    assert without_times(printed) == [
        "place is done",
        "delivery reserve on Order.made, attempt 1: done",
        "delivery bill on Stock.made, attempt 1: done",
    ]


def test_a_delivery_that_is_tried_again_says_when_and_why(
    building: Building, tmp_path: Path
) -> None:
    def refuse(context: Context, _: object) -> None:
        raise Reject("Busy")

    building.subscriber("reserve", "Order", refuse, RETRIED)

    ended, printed = run(building, f"sqlite:{tmp_path}/shop.db")

    assert ended == 0
    (line,) = without_times(printed)[1:]
    assert line.startswith("delivery reserve on Order.made, attempt 1: pending, due again 20")
    assert line.endswith("Z, busy: Busy. (shop.jadpo:2:3)")


def test_a_delivery_that_gives_up_does_not_make_the_action_look_undone(
    building: Building, tmp_path: Path
) -> None:
    def refuse(context: Context, _: object) -> None:
        raise Reject("Refused")

    building.subscriber("reserve", "Order", refuse)

    ended, printed = run(building, f"sqlite:{tmp_path}/shop.db")

    assert ended == 0
    assert ": failed, refused: Refused." in printed


def test_a_failure_is_shown_with_its_code_and_ends_with_1(
    building: Building, tmp_path: Path
) -> None:
    def refuse(context: Context) -> None:
        raise Reject("Refused")

    building.callable("refuse", refuse)

    ended, printed = run(building, f"sqlite:{tmp_path}/shop.db", name="refuse")

    assert ended == 1
    assert printed.splitlines() == [
        "refuse was rejected",
        "  rejected[refused]: Refused.",
        "    raised at shop.jadpo:2:3",
    ]


def test_a_fault_is_shown_with_its_place_and_ends_with_1(
    building: Building, tmp_path: Path
) -> None:
    def divide(context: Context) -> None:
        raise Fault(FaultCode.DIVISION_BY_ZERO, "1 was divided by 0")

    building.callable("divide", divide)

    ended, printed = run(building, f"sqlite:{tmp_path}/shop.db", name="divide")

    assert ended == 1
    assert "shop.jadpo:2:3: error[fault.division_by_zero]: 1 was divided by 0." in printed


def test_all_of_the_config_that_is_missing_is_told_before_anything_runs(
    building: Building, tmp_path: Path
) -> None:
    fields = (
        Field("key", TEXT, binding="MAIL_KEY", secret=True),
        Field("size", PrimitiveType(Primitive.INT), binding="SIZE"),
    )
    building.configs["Settings"] = ConfigDefinition("Settings", fields)

    ended, printed = run(building, f"sqlite:{tmp_path}/shop.db", environment={"SIZE": "many"})

    assert isinstance(ended, list)
    assert {each.rule for each in ended} == {"fault.config_invalid"}
    assert [each.help for each in ended] == [
        "set MAIL_KEY in the environment",
        "set SIZE in the environment",
    ]
    assert printed == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("database", "words"),
    [
        ("sqlite:{folder}", "is a folder"),
        ("sqlite:{folder}/none/shop.db", "no folder"),
        ("sqlite:{folder}/text.db", "not an SQLite database"),
        ("postgres://localhost/shop", "Postgres"),
        ("mysql://localhost/shop", "none of"),
    ],
)
def test_a_database_that_cannot_be_used_is_told(
    building: Building, tmp_path: Path, database: str, words: str
) -> None:
    text = "This is no database. " * 100
    (tmp_path / "text.db").write_text(text)

    ended, printed = run(building, database.format(folder=tmp_path))

    assert isinstance(ended, list)
    assert [each.rule for each in ended] == ["fault.store_unavailable"]
    assert words in ended[0].summary
    assert printed == ""
    assert (tmp_path / "text.db").read_text() == text


def test_the_run_as_json(
    building: Building, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    building.subscriber("reserve", "Order", lambda context, _: None)
    program = building.program()
    signature = program.manifest.callables["place"]

    ended = run_and_follow(
        program,
        signature,
        (),
        environment={},
        urls={"primary": f"sqlite:{tmp_path}/shop.db"},
        view=JsonView(program.manifest, signature, {}),
    )

    document = json.loads(capsys.readouterr().out)
    (work,) = document.pop("work")
    assert ended == 0
    assert document == {
        "callable": "place",
        "outcome": "returned",
        "result": None,
        "failure": None,
        "fault": None,
        "interrupted": False,
    }
    assert (work["kind"], work["name"]) == ("delivery", "reserve on Order.made")
    assert (work["attempt"], work["state"], work["error"]) == (1, "done", None)


INTERRUPTED = """
import sys, threading, os, signal, time
sys.path.insert(0, {support!r})
from python_program import Building, mark, poll
from jadpo.cli.run_views import PrintedView
from jadpo.cli.running import run_and_follow
from jadpo_runtime.values import Field, Primitive, PrimitiveType

def spin(context, *_):
    mark(context, "half done")
    print("spinning", flush=True)
    while True:
        poll(context)
        time.sleep(0.001)

building = Building()
building.event("Order", Field("name", PrimitiveType(Primitive.TEXT)))
building.callable("place", lambda context: context.emit("Order", "made", ("tea",)))
building.callable("spin", spin)
building.subscriber("reserve", "Order", spin)
program = building.program()
signature = program.manifest.callables[sys.argv[1]]
sys.exit(run_and_follow(
    program, signature, (), environment={{}}, urls={{"primary": "sqlite:" + sys.argv[2]}},
    view=PrintedView(program.manifest, signature, {{}}, sys.stdout),
))
"""


def interrupted(folder: Path, name: str) -> tuple[int, str]:
    """Start a run, press Ctrl-C while its body spins; the status and what was printed."""
    script = INTERRUPTED.format(support=str(Path(__file__).parents[1] / "support"))
    process = subprocess.Popen(
        [sys.executable, "-c", script, name, str(folder / "shop.db")],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert process.stdout is not None
    shown = ""
    while "spinning" not in shown:
        line = process.stdout.readline()
        assert line, shown
        shown += line
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=10)
    return process.returncode, shown + rest


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_an_interrupt_gives_claims_back_uncounted_and_ends_with_130(
    building: Building, tmp_path: Path
) -> None:
    status, shown = interrupted(tmp_path, "place")

    assert status == 130
    assert shown.splitlines()[-1] == (
        "Interrupted: what is left of the work waits in the database."
    )
    building.subscriber("reserve", "Order", lambda context, _: mark(context, "done"))
    building.callable("nothing", lambda context: None)
    ended, printed = run(building, f"sqlite:{tmp_path}/shop.db", name="nothing")
    assert ended == 0
    assert without_times(printed)[1:] == ["delivery reserve on Order.made, attempt 1: done"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_an_interrupted_action_keeps_nothing(tmp_path: Path) -> None:
    status, shown = interrupted(tmp_path, "spin")

    assert status == 130
    assert shown.splitlines()[-1] == "Interrupted: nothing of spin was kept."


def test_a_mistake_in_jadpo_met_by_background_work_is_shown_and_the_status(
    building: Building, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(context: Context, order: object) -> None:
        raise KeyError("tea")

    building.subscriber("broken", "Order", broken, RETRIED)
    building.subscriber("marker", "Order", lambda context, order: mark(context, order[0]))
    status, printed = run(building, f"sqlite:{tmp_path / 'shop.db'}")
    assert status == 70
    assert "broken on Order.made: internal error: KeyError: 'tea'" in without_times(printed)
    (attempt,) = [line for line in without_times(printed) if "attempt 1: pending" in line]
    assert "internal_error: KeyError: 'tea': a mistake in Jadpo, not in the program" in attempt
    assert "delivery marker on Order.made, attempt 1: done" in without_times(printed)
    assert "Traceback" not in capsys.readouterr().err

    run(building, "sqlite::memory:", environment={"JADPO_TRACE": "1"})
    assert 'raise KeyError("tea")' in capsys.readouterr().err
