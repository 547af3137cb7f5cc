"""Values of config fields: [G1] [G2] [X1]."""

import pytest
from python_program import INT, TEXT, Building

from jadpo_runtime.config import ConfigInvalid, config_for_test, config_from_environment
from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import ConfigDefinition, FixtureDefinition, Manifest
from jadpo_runtime.values import Constraints, Duration, Field, Primitive, PrimitiveType


def manifest(*fields: Field) -> Manifest:
    made = Building()
    made.configs["Settings"] = ConfigDefinition("Settings", fields)
    return made.program().manifest


URL = Field("url", TEXT, binding="SHOP_URL", default="sqlite:shop.db")
KEY = Field("key", TEXT, Constraints(min_length=8), binding="MAIL_KEY", secret=True)
RETRIES = Field("retries", INT, Constraints(minimum=1, maximum=9), binding="RETRIES")
PAUSE = Field("pause", PrimitiveType(Primitive.DURATION), binding="PAUSE")
VERBOSE = Field("verbose", PrimitiveType(Primitive.BOOL), binding="VERBOSE")


def test_values_come_from_the_environment_by_their_types_else_from_defaults():
    environment = {"MAIL_KEY": "secret key", "RETRIES": "3", "PAUSE": "PT5S", "VERBOSE": "true"}
    values = config_from_environment(manifest(URL, KEY, RETRIES, PAUSE, VERBOSE), environment)
    assert values == {
        ("Settings", "url"): "sqlite:shop.db",
        ("Settings", "key"): "secret key",
        ("Settings", "retries"): 3,
        ("Settings", "pause"): Duration(5_000_000),
        ("Settings", "verbose"): True,
    }


def test_all_that_is_missing_or_invalid_is_told_at_once():
    """[G1]"""
    with pytest.raises(ConfigInvalid) as caught:
        config_from_environment(
            manifest(URL, KEY, RETRIES, PAUSE), {"RETRIES": "12", "PAUSE": "soon"}
        )
    assert caught.value.code is FaultCode.CONFIG_INVALID
    assert [(problem.field, problem.variable) for problem in caught.value.problems] == [
        ("key", "MAIL_KEY"),
        ("retries", "RETRIES"),
        ("pause", "PAUSE"),
    ]
    assert caught.value.problems[0].text == "MAIL_KEY is not set, and config.key has no default."
    assert "max: 9" in caught.value.problems[1].text


def test_a_secret_is_never_told():
    """[G2]"""
    with pytest.raises(ConfigInvalid) as caught:
        config_from_environment(manifest(KEY), {"MAIL_KEY": "hush"})
    assert "hush" not in caught.value.detail
    assert caught.value.detail == "MAIL_KEY is not a valid value of config.key."


def test_a_field_that_only_names_a_store_given_otherwise_may_be_missing():
    needed = Field("url", TEXT, binding="SHOP_URL")
    with pytest.raises(ConfigInvalid):
        config_from_environment(manifest(needed), {})
    assert config_from_environment(manifest(needed), {}, {("Settings", "url")}) == {}


def test_a_test_takes_its_fixtures_values_and_defaults_and_no_environment():
    """[X1]"""
    fixture = FixtureDefinition("noon", None, None, (("key", "test-key"),))
    values = config_for_test(manifest(URL, KEY, RETRIES), fixture)
    assert values["Settings", "key"] == "test-key"
    assert values["Settings", "url"] == "sqlite:shop.db"
    with pytest.raises(Fault) as caught:
        values["Settings", "retries"]
    assert caught.value.code is FaultCode.CONFIG_INVALID
