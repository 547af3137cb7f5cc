"""What comes from the network may be anything: the server answers, closes, and goes on."""

import random

import pytest
from served import Served, served

PROGRAM = """
type Note = Text { max_length: 10 }
type Deep = Object { note: Note  numbers: List<Int> }
route POST /deep { auth: none  input: Deep  action: {} }
route GET /ping { auth: none  action: {} }
"""


@pytest.fixture(scope="module")
def here(tmp_path_factory) -> Served:
    with served(PROGRAM, tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture(autouse=True)
def still_answers(here):
    yield
    assert here.ask("GET", "/ping").status == 200
    assert not here.reports


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[" * 60_000, 400),
        (b'{"note": "a", "numbers": ' + b"[" * 30_000 + b"]" * 30_000 + b"}", 400),
        (b'{"note": "a", "numbers": [' + b"1," * 30_000 + b"1]}", 200),
        (b'{"note": "a", "numbers": [1e999999999]}', 422),
        (b'{"note": "a", "numbers": [' + b"9" * 60_000 + b"]}", 400),
        (b'{"note": "a", "note": "a", "numbers": []}', 400),
        (b'{"note": "\xff", "numbers": []}', 400),
        (b'{"note": "\\ud800", "numbers": []}', 400),
        (b'{"note": "\\u0000", "numbers": []}', 200),
        (b'{"note": NaN, "numbers": []}', 400),
        (b"\xef\xbb\xbf{}", 400),
        (b"null", 422),
    ],
)
def test_json_that_is_made_to_hurt_is_answered(here, body, status):
    """[R4]"""
    assert here.ask("POST", "/deep", raw=body).status == status


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x01\x02\x03\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET /ping HTTP/9.9\r\n\r\n",
        b"GET /ping HTTP/1.1\r\nno colon\r\n\r\n",
        b"GET /ping HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n",
        b"GET /ping HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET http://[ HTTP/1.1\r\nhost: x\r\n\r\n",
    ],
)
def test_what_is_no_http_is_refused(here, data):
    answer = here.send(data)
    assert answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 404 "))
    assert b'"error"' in answer


def test_a_head_without_end_is_cut_off(here):
    answer = here.send(b"GET /ping HTTP/1.1\r\n" + b"x: " + b"a" * 100_000)
    assert answer.startswith(b"HTTP/1.1 431 ")


def test_many_headers_are_cut_off(here):
    answer = here.send(b"GET /ping HTTP/1.1\r\n" + b"x: a\r\n" * 20_000)
    assert answer.startswith(b"HTTP/1.1 431 ")


def test_random_bytes_hurt_nothing(here):
    """Whole requests, a few of whose bytes are others."""
    chance = random.Random(7)
    whole = bytearray(
        b"POST /deep?a=b HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
        b'content-length: 27\r\nconnection: close\r\n\r\n{"note": "a", "numbers": []}'
    )
    for _ in range(300):
        sent = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            sent[chance.randrange(len(sent))] = chance.randrange(256)
        here.send(bytes(sent))


def test_a_client_that_goes_away_leaves_nothing(here):
    here.send(b"POST /deep HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{")
