"""The pytest plugin: other people's test runs, each in a process of its own [X1] [B5]."""

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import attrs
import pytest
from command_line import write
from embedded_program import PROGRAM


@attrs.frozen
class Runs:
    """A folder with a program and a configuration of pytest."""

    folder: Path

    def run(self, tests: str, *arguments: str, settings: str = "jadpo_path = wishes\n") -> str:
        (self.folder / "pytest.ini").write_text(f"[pytest]\naddopts = --strict-markers\n{settings}")
        (self.folder / "test_them.py").write_text(dedent(tests))
        ended = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
            cwd=self.folder,
            check=False,
            capture_output=True,
            encoding="utf-8",
        )
        return ended.stdout + ended.stderr


@pytest.fixture
def runs(tmp_path) -> Runs:
    write(tmp_path / "wishes", wishes=PROGRAM)
    return Runs(tmp_path)


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_a_test_has_a_world_of_its_own(runs, mode):
    told = runs.run(
        """
        import datetime, pytest, jadpo

        @pytest.mark.parametrize("turn", range(2))
        def test_rows_are_those_of_this_test(jadpo_app: jadpo.AppInTest, turn):
            wish = jadpo_app.run("Wish.make", "a pony")
            assert jadpo_app.rows("Wish") == [wish]
            assert wish["made_at"] == "2026-01-01T00:00:00.000000Z"
            (event,) = jadpo_app.events()
            assert event.name == "WishEvent.made"
            assert event.payload == {"id": wish["id"], "title": "a pony"}
            assert event.deliveries == {"fairy": "pending"}
            (attempt,) = jadpo_app.run_pending()
            assert attempt.state == "done"
            assert jadpo_app.events("WishEvent")[0].deliveries == {"fairy": "done"}
            assert jadpo_app.events("WishEvent.made") == jadpo_app.events()
            with pytest.raises(LookupError, match="did you mean 'WishEvent'"):
                jadpo_app.events("WishEvents")
            assert jadpo_app.run("Wish.find", wish["id"])["granted"]

        def test_the_clock_stands_until_it_is_moved(jadpo_app):
            jadpo_app.run("Wish.make", "never")
            assert [each.state for each in jadpo_app.run_pending()] == ["pending"]
            assert jadpo_app.run_pending() == ()
            jadpo_app.advance(datetime.timedelta(seconds=1))
            assert [each.error_code for each in jadpo_app.run_pending()] == ["broken"]
            jadpo_app.advance(datetime.timedelta(seconds=1))
            assert [each.state for each in jadpo_app.run_pending()] == ["failed"]
            assert jadpo_app.now == datetime.datetime(2026, 1, 1, 0, 0, 2, tzinfo=datetime.UTC)
            with pytest.raises(ValueError):
                jadpo_app.advance(datetime.timedelta(seconds=-1))

        def test_schedules_run_at_a_tick(jadpo_app):
            assert jadpo_app.tick() == ()
            jadpo_app.advance(datetime.timedelta(hours=1))
            assert [each.kind for each in jadpo_app.tick()] == ["schedule run", "delivery"]
            assert [row["title"] for row in jadpo_app.rows("Wish")] == ["hourly"]

        def test_routes_answer(jadpo_app):
            made = jadpo_app.request("POST", "/wishes", json={"title": "a pony"})
            assert (made.status, made.json()["granted"]) == (202, False)
            settled = jadpo_app.request("POST", "/wishes/settled", json={"title": "a cake"})
            assert (settled.status, settled.json()["granted"]) == (200, True)
            assert settled.headers["jadpo-settled"] == "done"

        def test_a_settling_route_waits_in_the_time_of_the_test(jadpo_app):
            before = jadpo_app.now
            settled = jadpo_app.request("POST", "/wishes/settled", json={"title": "never"})
            assert settled.headers["jadpo-settled"] == "failed"
            assert jadpo_app.now - before == datetime.timedelta(seconds=2)

        @pytest.mark.parametrize("turn", range(2))
        def test_requests_are_numbered(jadpo_app, turn):
            ids = [jadpo_app.request("GET", "/x").headers["x-request-id"] for _ in range(2)]
            assert ids == ["request-1", "request-2"]

        def test_failures_are_raised(jadpo_app):
            with pytest.raises(jadpo.Rejected):
                jadpo_app.run("Wish.find", "00000000-0000-7000-8000-000000000000")
            with pytest.raises(LookupError, match="did you mean 'Wish'"):
                jadpo_app.rows("Wisch")
        """,
        settings=f"jadpo_path = wishes\njadpo_mode = {mode}\n",
    )
    assert "9 passed" in told


@pytest.mark.parametrize("mode", ["interpreted", "compiled"])
def test_outside_systems_are_functions_of_python(runs, mode):
    told = runs.run(
        """
        import pytest, jadpo

        def test_an_answer(jadpo_app):
            jadpo_app.fake("mailer", "ping", lambda: None)
            jadpo_app.fake("mailer", "send", lambda letter: {"number": f"for {letter['to']}"})
            assert jadpo_app.run("write", "me") == "for me"
            ping, send = jadpo_app.outside_calls()
            assert (send.connection, send.operation) == ("mailer", "send")
            assert (ping.request, send.request) == (None, {"to": "me"})

        def test_a_failure(jadpo_app):
            def send(letter):
                raise jadpo.Reject("AddressRefused")
            jadpo_app.fake("mailer", "ping", lambda: None)
            jadpo_app.fake("mailer", "send", send)
            with pytest.raises(jadpo.Rejected) as raised:
                jadpo_app.run("write", "me")
            assert raised.value.code == "address_refused"

        def test_a_system_that_cannot_be_reached(jadpo_app):
            def ping():
                raise jadpo.Unavailable("the line is dead")
            jadpo_app.fake("mailer", "ping", ping)
            with pytest.raises(jadpo.Faulted, match="the line is dead"):
                jadpo_app.run("write", "me")

        def test_what_has_no_fake_is_not_called(jadpo_app):
            with pytest.raises(jadpo.Faulted, match="no fake for mailer.ping"):
                jadpo_app.run("write", "me")

        def test_a_mistake_in_a_fake_is_the_tests_own(jadpo_app):
            jadpo_app.fake("mailer", "ping", lambda: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                jadpo_app.run("write", "me")
            jadpo_app.fake("mailer", "ping", lambda: None)
            jadpo_app.fake("mailer", "send", lambda letter: {"numbers": 1})
            with pytest.raises(jadpo.InputInvalid, match="gives is no Accepted: numbers"):
                jadpo_app.run("write", "me")
            def send(letter):
                raise jadpo.Reject("Unknown")
            jadpo_app.fake("mailer", "send", send)
            with pytest.raises(LookupError, match="AddressRefused"):
                jadpo_app.run("write", "me")

        def test_what_there_is_none_of_is_not_faked(jadpo_app):
            with pytest.raises(LookupError, match="did you mean 'mailer'"):
                jadpo_app.fake("mailr", "send", print)
            with pytest.raises(LookupError, match="no operation of mailer 'receive'"):
                jadpo_app.fake("mailer", "receive", print)
        """,
        settings=f"jadpo_path = wishes\njadpo_mode = {mode}\n",
    )
    assert "6 passed" in told


def test_a_mark_says_what_a_world_begins_with(runs):
    told = runs.run(
        """
        import datetime, pytest, jadpo

        pytestmark = pytest.mark.jadpo(seed=9)
        NOON = datetime.datetime(2030, 1, 1, 12, tzinfo=datetime.UTC)
        made = set()

        @pytest.mark.jadpo(fixture="polite")
        def test_a_fixture_of_the_program(jadpo_app):
            assert jadpo_app.run("greeting") == "Good evening"
            assert jadpo_app.run("write", "me") == "from the fixture"
            assert jadpo_app.now.year == 2026
            jadpo_app.fake("mailer", "ping", lambda: None)
            assert jadpo_app.run("write", "me") == "from the fixture"

        @pytest.mark.jadpo(fixture="polite", clock=NOON, config={"greeting": "Hi"})
        def test_what_goes_before_it(jadpo_app):
            assert jadpo_app.run("greeting") == "Hi"
            assert jadpo_app.now == NOON

        @pytest.mark.parametrize("turn", range(2))
        def test_a_seed_gives_the_same_again(jadpo_app, turn):
            made.add(jadpo_app.run("Wish.make", "a pony")["id"])
            assert len(made) == 1

        @pytest.mark.jadpo(seed=10)
        def test_another_seed_gives_others(jadpo_app):
            assert jadpo_app.run("Wish.make", "a pony")["id"] not in made

        @pytest.mark.jadpo("other.jadpo")
        def test_another_program(jadpo_app):
            assert jadpo_app.run("three") == 3

        @pytest.mark.jadpo("other.jadpo", mode="compiled", tier="fast")
        def test_another_mode(jadpo_app):
            assert jadpo_app.run("three") == 3
        """,
        settings="",
    )
    assert "does not know its program" in told
    write(runs.folder, other="type Whole = Int {}\nfunction three() -> Whole { return Whole(3) }")
    assert "7 passed" in runs.run((runs.folder / "test_them.py").read_text())


def test_mistakes_are_told_without_a_traceback(runs):
    write(runs.folder / "wrong", wrong="function f() -> Unknown { return 1 }")
    told = runs.run(
        """
        import pytest
        def test_it(jadpo_app): ...
        """,
        settings="jadpo_path = wrong\n",
    )
    assert "wrong.jadpo:1:17: error[type.unknown]" in told
    assert "jadpo/pytest_plugin.py" not in told
    told = runs.run(
        """
        import pytest
        @pytest.mark.jadpo(sead=1)
        def test_it(jadpo_app): ...
        """
    )
    assert "the marker `jadpo` does not take sead" in told


def test_a_run_without_the_fixture_imports_nothing_of_jadpo(runs):
    told = runs.run(
        """
        import sys
        def test_it():
            loaded = {name for name in sys.modules if name.startswith(("jadpo", "llvmlite"))}
            assert loaded == {"jadpo", "jadpo.pytest_plugin"}
        """
    )
    assert "1 passed" in told
