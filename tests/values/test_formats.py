"""E-mail addresses, URLs, zones and other scalars that are written as text."""

import subprocess
import sys

import pytest

from jadpo_runtime.values import Duration, Primitive
from jadpo_runtime.values.formats import is_email, is_url, parse_text
from jadpo_runtime.values.iso8601 import duration_literal, parse_duration
from jadpo_runtime.values.violation import Violation
from jadpo_runtime.values.zones import is_zone, zone, zone_names


@pytest.mark.parametrize(
    "text",
    ["a@example.test", "a@example.com", "first.last+tag@sub.example.co.uk", "A@EXAMPLE.COM",
     "müller@bücher.example", "o'neil@example.com", "a@xn--bcher-kva.example"],
)  # fmt: skip
def test_email_addresses(text):
    assert is_email(text)
    assert parse_text(Primitive.EMAIL, text) == text


@pytest.mark.parametrize(
    "text",
    ["", "a", "@example.com", "a@", "a@@example.com", "a@b", "a@localhost", "a b@example.com",
     " a@example.com", "a@example.com\n", "A <a@example.com>", "a@-example.com", ".a@example.com",
     "a..b@example.com", "a@example..com", "a@[127.0.0.1]", "a\0@example.com", "a@test",
     "a" * 65 + "@example.com", "a@" + "b" * 300 + ".com", "a" * 1_000_000 + "@example.com"],
)  # fmt: skip
def test_what_is_no_email_address(text):
    assert not is_email(text)
    assert parse_text(Primitive.EMAIL, text) == Violation("format: email")


@pytest.mark.parametrize(
    "text",
    ["https://example.test", "http://example.test/", "https://example.test:8080/a/b?c=d&e#f",
     "ftp://user:secret@example.test/a%20b", "http://127.0.0.1:1/", "http://[::1]:80/a",
     "postgres://u@host/db", "http://a_b.example", "HTTP://EXAMPLE.TEST?x", "http://example.test.",
     "https://example.test/?a=[1]&b=(2)", "https://localhost#x"],
)  # fmt: skip
def test_urls(text):
    assert is_url(text)
    assert parse_text(Primitive.URL, text) == text


@pytest.mark.parametrize(
    "text",
    ["", "example.test", "/a", "//example.test", "http:", "http://", "http:///a", "http://?a",
     "https://exa mple.test", "https://example.test/é", "https://éxample.test", "javascript:x",
     "mailto:a@example.test", "http://example.test:99999", "http://example.test:", "http://-a.test",
     "http://a..test", "http://[::1", "http://[::g]", "http://[fe80::1%25eth0]/", "http://a@b@c/",
     "https://example.test/%zz", "https://example.test/a#b#c", "https://example.test/\n",
     "https://example.test/<a>", "1http://example.test", "http://[::1]80/", "http://" + "a" * 64,
     "http://" + "a." * 200 + "test"],
)  # fmt: skip
def test_what_is_no_url(text):
    assert not is_url(text)
    assert parse_text(Primitive.URL, text) == Violation("format: url")


def test_zones_are_iana_names():
    assert is_zone("Europe/London")
    assert is_zone("UTC")
    assert is_zone("US/Eastern")
    for text in ("", "europe/london", "Europe/Atlantis", "../etc/passwd", "London", "UTC+1"):
        assert not is_zone(text)
        with pytest.raises(KeyError):
            zone(text)


def test_every_zone_can_be_loaded():
    for name in zone_names():
        assert str(zone(name)) == name


def test_zones_do_not_depend_on_the_machine(monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONTZPATH", str(tmp_path))
    code = "from jadpo_runtime.values.zones import zone; print(zone('Europe/London').key)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "Europe/London"


def test_a_uuid_is_made_lower_case():
    text = "0190A3C4-0000-7000-8000-00000000000A"
    assert parse_text(Primitive.UUID, text) == text.lower()
    assert parse_text(Primitive.UUID, text[:-1]) == Violation("uuid")
    assert parse_text(Primitive.UUID, text + "\n") == Violation("uuid")


@pytest.mark.parametrize("text", ["250ms", "5s", "15m", "90m", "25h", "30d", "-1h", "0s", "1001ms"])
def test_durations_are_shown_as_literals(text):
    unit = text.lstrip("-0123456789")
    length = {"ms": 1_000, "s": 10**6, "m": 60 * 10**6, "h": 3_600 * 10**6, "d": 86_400 * 10**6}
    assert duration_literal(Duration(int(text.removesuffix(unit)) * length[unit])) == text


def test_durations_are_bounded():
    assert parse_duration("P106751991DT4H54.775807S") == 2**63 - 1
    assert parse_duration("P106751991DT4H54.775808S") is None
    assert parse_duration("-P106751991DT4H54.775808S") == -(2**63)
    assert parse_duration("P" + "9" * 1000 + "D") is None
