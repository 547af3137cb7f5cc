"""`jadpo.load`: a program run from Python."""

import datetime
import pickle
import subprocess
import sys
import uuid
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import pytest
from command_line import SHOP, jadpo, write
from embedded_program import PROGRAM

from jadpo import (
    Faulted,
    InputInvalid,
    JadpoError,
    LoadError,
    Rejected,
    UnknownCallable,
    load,
)

MODES = ("interpreted", "compiled")


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    return write(tmp_path_factory.mktemp("wishes"), wishes=PROGRAM)


@pytest.fixture
def wishes(source, tmp_path):
    with load(source, database=f"sqlite:{tmp_path}/wishes.db", environment={}) as program:
        yield program


@pytest.mark.parametrize("mode", MODES)
def test_an_action_runs_and_gives_its_result_as_json_values(source, tmp_path, mode):
    database = f"sqlite:{tmp_path}/{mode}.db"
    with load(source, mode=mode, database=database, environment={}) as program:
        wish = program.run("Wish.make", "a pony")
        assert (wish["title"], wish["granted"]) == ("a pony", False)
        assert program.run("Wish.find", wish["id"]) == wish


def test_what_an_action_set_off_waits_until_it_is_asked_for(wishes):
    """[B3]"""
    wish = wishes.run("Wish.make", "a pony")
    assert wishes.run("Wish.find", wish["id"])["granted"] is False
    (attempt,) = wishes.run_due()
    assert (attempt.kind, attempt.name) == ("delivery", "fairy on WishEvent.made")
    assert (attempt.state, attempt.error_code) == ("done", None)
    assert wishes.run("Wish.find", wish["id"])["granted"] is True
    assert wishes.run_due() == ()


def test_an_attempt_that_failed_says_why_and_when_it_is_made_again(wishes):
    wishes.run("Wish.make", "never")
    (attempt,) = wishes.run_due()
    assert (attempt.state, attempt.error_code) == ("pending", "broken")
    assert attempt.due_at > datetime.datetime.now(datetime.UTC)


def test_what_is_kept_is_there_when_it_is_loaded_again(source, tmp_path):
    database = f"sqlite:{tmp_path}/kept.db"
    for expected in (1, 2):
        with load(source, database=database, environment={}) as program:
            program.run("Wish.make", f"wish {expected}")
            assert program.run("Wish.count") == expected


def test_a_failure_is_raised_with_its_public_fields(wishes):
    """[F2] [F6]"""
    missing = uuid.uuid4()
    with pytest.raises(Rejected) as raised:
        wishes.run("Wish.find", missing)
    rejected = raised.value
    assert (rejected.failure, rejected.kind) == ("Unknown", "NotFound")
    assert (rejected.code, rejected.message) == ("wish_missing", "No such wish.")
    assert rejected.details == {"id": str(missing)}
    assert "wishes.jadpo:" in rejected.where
    assert str(missing) in str(rejected)


def test_a_fault_is_raised_with_its_place(wishes):
    """[F1]"""
    with pytest.raises(Faulted) as raised:
        wishes.run("divided", 0)
    assert raised.value.code == "division_by_zero"
    assert "wishes.jadpo:" in raised.value.where


@pytest.mark.parametrize("given", [((), {"left": 1, "right": 2}), (({"left": 1, "right": 2},), {})])
def test_several_parameters_are_given_by_name(wishes, given):
    values, named = given
    assert wishes.run("sum", *values, **named) == 3


@pytest.mark.parametrize(
    ("name", "values", "named", "told"),
    [
        ("Wish.make", [""], {}, "min_length: 1"),
        ("Wish.make", [], {}, "needs an input: `title: Wish.title`"),
        ("Wish.count", [1], {}, "takes no input"),
        ("Wish.make", ["a"], {"title": "b"}, "give either"),
        ("sum", [], {"left": 1}, "right"),
        ("sum", [], {"left": 1, "right": 2, "middle": 3}, "middle"),
        ("sum", [], {"left": 1, "right": float("nan")}, "NaN"),
        ("sum", [], {"left": 1, "right": object()}, "object"),
        ("Wish.make", ["\ud800"], {}, "surrogate"),
        ("Wish.make", [[[]]], {}, "expected a string"),
    ],
)
def test_input_that_does_not_fit_is_told_and_runs_nothing(wishes, name, values, named, told):
    with pytest.raises(InputInvalid) as raised:
        wishes.run(name, *values, **named)
    assert told in str(raised.value)
    assert wishes.run("Wish.count") == 0


def test_input_that_holds_itself_or_is_too_deep_is_told(wishes):
    itself: list[object] = []
    itself.append(itself)
    deep: object = []
    for _ in range(100_000):
        deep = [deep]
    for value in (itself, deep):
        with pytest.raises(InputInvalid):
            wishes.run("Wish.make", value)


def test_a_name_that_is_nearly_right_is_suggested(wishes):
    with pytest.raises(UnknownCallable, match=r"Did you mean `Wish\.make`\?"):
        wishes.run("Wish.mak")
    with pytest.raises(LookupError):
        wishes.run("fairy")


def test_values_of_python_become_those_of_the_types(tmp_path):
    types = """
        type Given = Object {
            id: Uuid  price: Decimal  at: Instant  day: CalendarDate  span: Duration  raw: Bytes
            words: Set<Text>
        }
        function same(given: Given) -> Given { return given }
    """
    moment = datetime.datetime(
        2026, 5, 5, 14, 0, 0, 5, datetime.timezone(datetime.timedelta(hours=2))
    )
    given = {
        "id": uuid.UUID(int=5),
        "price": Decimal("2.50"),
        "at": moment,
        "day": datetime.date(2026, 5, 5),
        "span": datetime.timedelta(minutes=5),
        "raw": b"raw",
        "words": {"one"},
    }
    with load(write(tmp_path, given=types), environment={}) as program:
        assert program.run("same", given) == {
            "id": "00000000-0000-0000-0000-000000000005",
            "price": "2.50",
            "at": "2026-05-05T12:00:00.000005Z",
            "day": "2026-05-05",
            "span": "PT5M",
            "raw": "cmF3",
            "words": ["one"],
        }
        with pytest.raises(InputInvalid, match="time zone"):
            program.run("same", {**given, "at": datetime.datetime(2026, 5, 5)})


def test_a_route_is_asked_without_a_network(wishes):
    """[B4] [R2] [R3]"""
    made = wishes.request("POST", "/wishes", json={"title": "a pony"})
    assert (made.status, made.json()["granted"]) == (202, False)
    place = f"/wishes/{made.json()['id']}"
    assert wishes.request("GET", place).json()["granted"] is False
    wishes.run_due()
    assert wishes.request("get", place, headers={"X-Request-Id": "mine"}).headers == {
        "content-type": "application/json",
        "x-request-id": "mine",
    }
    settled = wishes.request("POST", "/wishes/settled", json={"title": "a cake"})
    assert (settled.status, settled.headers["jadpo-settled"]) == (200, "done")


@pytest.mark.parametrize(
    ("method", "path", "given", "status"),
    [
        ("GET", "/nothing", {}, 404),
        ("GET", "/nöthing here?ä=ü", {}, 404),
        ("PUT", "/wishes", {}, 405),
        ("POST", "/wishes", {"json": {"title": ""}}, 422),
        ("POST", "/wishes", {"body": b"{"}, 400),
        ("GET", "/wishes/00000000-0000-7000-8000-000000000000", {}, 404),
        ("GET", "/wishes/x", {}, 422),
    ],
)
def test_a_refused_request_is_an_answer(wishes, method, path, given, status):
    """[R4]"""
    answer = wishes.request(method, path, **given)
    assert answer.status == status
    assert answer.json()["error"]["code"]


def test_a_request_has_one_body(wishes):
    with pytest.raises(ValueError, match="one body"):
        wishes.request("POST", "/wishes", json={}, body=b"{}")


def test_schedules_run_when_a_tick_is_asked_for(source, tmp_path):
    """[D1]"""
    with load(source, database=f"sqlite:{tmp_path}/t.db", environment={}) as program:
        assert program.tick() == ()
        assert program.run("Wish.count") == 0


def test_mistakes_in_the_source_are_raised_with_their_places(tmp_path):
    path = write(tmp_path, wrong="function f() -> Unknown { return 1 }\nfunction g() { x }\n")
    with pytest.raises(LoadError) as raised:
        load(path)
    assert len(raised.value.diagnostics) == 2
    assert "type.unknown" in {each.rule for each in raised.value.diagnostics}
    assert "wrong.jadpo:1:17: error[type.unknown]" in str(raised.value)


def test_a_path_without_a_program_is_told(tmp_path):
    with pytest.raises(LoadError, match=r"nowhere"):
        load(tmp_path / "nowhere")


def test_config_and_stores_are_looked_at_when_the_program_is_opened(source, tmp_path):
    """[G1]"""
    program = load(source, database=f"sqlite:{tmp_path}/x.db", environment={"GREETING": ""})
    with pytest.raises(LoadError, match="GREETING"), program:
        raise AssertionError
    (tmp_path / "file").write_text("")
    with pytest.raises(LoadError, match="file/x"):
        load(source, database=f"sqlite:{tmp_path}/file/x.db", environment={}).run("Wish.count")


def test_config_comes_from_the_environment_that_is_given(source, tmp_path):
    database = f"sqlite:{tmp_path}/x.db"
    with load(source, database=database, environment={"GREETING": "Hi"}) as program:
        assert program.run("greeting") == "Hi"


def test_wrong_use_is_told(source):
    with pytest.raises(ValueError, match="no mode 'fast'"):
        load(source, mode="fast")
    with pytest.raises(ValueError, match="mode='compiled'"):
        load(source, tier="full", mode="interpreted")
    with pytest.raises(ValueError, match="no tier 'best'"):
        load(source, tier="best", mode="compiled")
    with pytest.raises(LoadError, match="postgres"):
        load(source, database="postgres://me:secret@here/db")
    with pytest.raises(LoadError, match="no store `other`"):
        load(source, databases={"other": "sqlite:x.db"})


def test_a_program_that_was_closed_is_not_run(source, tmp_path):
    program = load(source, database=f"sqlite:{tmp_path}/x.db", environment={})
    program.run("Wish.count")
    program.close()
    program.close()
    with pytest.raises(RuntimeError, match="was closed"):
        program.run("Wish.count")


def test_threads_take_turns(wishes):
    def make(thread: int) -> list[str]:
        return [wishes.run("Wish.make", f"wish {thread}.{turn}")["id"] for turn in range(20)]

    with ThreadPoolExecutor(4) as threads:
        made = [id_ for ids in threads.map(make, range(4)) for id_ in ids]
    assert len(set(made)) == wishes.run("Wish.count") == 80


def test_what_was_built_runs_as_it_was_built(tmp_path):
    built = tmp_path / "shop.jadpoc"
    assert jadpo("build", SHOP, "-o", built, "--tier", "fast").returncode == 0
    with load(built, database="sqlite::memory:") as shop:
        product = {"code": "TEA-1", "name": "Tea", "price": 2.5, "stock": 10}
        assert shop.run("Product.register", product)["price"] == "2.5"
        with pytest.raises(Rejected) as raised:
            shop.run("Product.take", code="TEA-1", quantity=99)
        assert raised.value.details == {"available": 10}


@pytest.mark.parametrize(
    "ask",
    [
        lambda program: program.run("Wish.find", uuid.UUID(int=0)),
        lambda program: program.run("divided", 0),
        lambda program: program.run("Wish.make", ""),
        lambda program: program.run("Wish.mak"),
        lambda program: load("nowhere"),
    ],
)
def test_what_is_raised_can_be_handed_to_another_process(wishes, ask):
    with pytest.raises(JadpoError) as raised:
        ask(wishes)
    again = pickle.loads(pickle.dumps(raised.value))
    assert type(again) is type(raised.value)
    assert str(again) == str(raised.value)
    assert vars(again) == vars(raised.value)


def test_all_that_is_raised_is_one_family():
    for error in (LoadError, Rejected, Faulted, InputInvalid, UnknownCallable):
        assert issubclass(error, JadpoError)


def test_importing_jadpo_and_checking_load_nothing_of_the_embedding():
    code = """
import contextlib, sys
import jadpo, jadpo.pytest_plugin
of_jadpo = {name for name in sys.modules if name.startswith("jadpo")}
assert of_jadpo == {"jadpo", "jadpo.pytest_plugin"}, of_jadpo
from jadpo.cli.commands import run_command_line
with contextlib.suppress(SystemExit):
    run_command_line(["check", sys.argv[1]])
slow = ("jadpo.embedding", "uvicorn", "llvmlite")
loaded = [name for name in sys.modules if name.startswith(slow)]
assert not loaded, loaded
assert "load" in dir(jadpo)
assert callable(jadpo.load)
"""
    ended = subprocess.run(
        [sys.executable, "-c", code, SHOP], check=False, capture_output=True, encoding="utf-8"
    )
    assert ended.returncode == 0, ended.stderr


def test_all_that_the_embedding_offers_is_offered_by_jadpo():
    import jadpo as package
    from jadpo import embedding

    assert {*embedding.__all__} <= {*dir(package)}
    for name in embedding.__all__:
        assert getattr(package, name) is getattr(embedding, name)


def test_a_name_that_jadpo_does_not_have_is_an_attribute_error():
    import jadpo as package

    with pytest.raises(AttributeError, match="no attribute 'lod'"):
        _ = package.lod
