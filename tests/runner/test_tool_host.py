"""The host of the command line: one action, then what it set off until nothing is due."""

import pytest
from python_program import TEXT, Building, Reject, mark, seconds

from jadpo_runtime.config import ConfigInvalid
from jadpo_runtime.hosts.tool import tool
from jadpo_runtime.manifest import ConfigDefinition, RetryPolicy, RetryShape, StoreDefinition
from jadpo_runtime.outcome import Returned
from jadpo_runtime.records.queries import events
from jadpo_runtime.runner.reports import PieceEnded
from jadpo_runtime.store import StoreError
from jadpo_runtime.values import Field


def building() -> Building:
    made = Building()
    made.event("Moved", Field("name", TEXT))
    made.callable("move", lambda context, name: context.emit("Moved", "made", (name,)))
    made.subscriber("one", "Moved", lambda context, moved: mark(context, moved[0]))
    return made


def test_an_action_is_run_and_what_it_set_off_delivered(tmp_path):
    reports = []
    url = f"sqlite:{tmp_path / 'shop.db'}"
    with tool(
        building().program(), environment={}, databases={"primary": url}, report=reports.append
    ) as made:
        assert made.run("move", ["a"]) == Returned(None)
        assert reports == []
        assert made.run_due() == 1
        (event,) = made.stores["primary"].transact(lambda it: list(events(it)), write=False)
    assert [delivery.state for delivery in event.deliveries] == ["done"]
    (report,) = reports
    assert isinstance(report, PieceEnded)
    assert (report.kind, report.state) == ("delivery", "done")


def test_what_is_due_later_stays_in_the_store(tmp_path):
    made = building()

    def fail(context, moved):
        raise Reject("Busy")

    made.subscriber("two", "Moved", fail, RetryPolicy(RetryShape.FIXED, 3, seconds(3600)))
    url = f"sqlite:{tmp_path / 'shop.db'}"
    with tool(
        made.program(), environment={}, databases={"primary": url}, report=lambda it: None
    ) as opened:
        opened.run("move", ["a"])
        assert opened.run_due() == 2
        (event,) = opened.stores["primary"].transact(lambda it: list(events(it)), write=False)
        assert [delivery.state for delivery in event.deliveries] == ["done", "pending"]


def test_a_store_is_where_its_config_value_says_unless_it_is_given_otherwise(tmp_path):
    """[E5]"""
    made = building()
    made.configs["Settings"] = ConfigDefinition("Settings", (Field("url", TEXT, binding="URL"),))
    made.stores["primary"] = StoreDefinition("primary", None, ("Settings", "url"), None)
    environment = {"URL": f"sqlite:{tmp_path / 'a.db'}"}
    elsewhere = {"primary": f"sqlite:{tmp_path / 'b.db'}"}
    for given, databases in ((environment, {}), ({}, elsewhere)):
        with tool(
            made.program(), environment=given, databases=databases, report=lambda it: None
        ) as opened:
            opened.run("move", ["a"])
    assert (tmp_path / "a.db").exists()
    assert (tmp_path / "b.db").exists()
    with (
        pytest.raises(ConfigInvalid),
        tool(made.program(), environment={}, databases={}, report=lambda it: None),
    ):
        pass


def test_a_database_that_is_none_is_refused_before_anything_runs(tmp_path):
    (tmp_path / "no.db").write_text("this is no database, whatever its name says" * 100)
    with (
        pytest.raises(StoreError),
        tool(
            building().program(),
            environment={},
            databases={"primary": f"sqlite:{tmp_path / 'no.db'}"},
            report=lambda it: None,
        ),
    ):
        pass
