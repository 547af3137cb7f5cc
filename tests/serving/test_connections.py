"""Connections: requests one after the other, in pieces, too slow, too many, and too large."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from served import Served, served

from jadpo_runtime.hosts.serving import protocol

PROGRAM = """
type Note = Object { text: Text }
route GET /ping { auth: none  action: {} }
route POST /notes { auth: none  input: Note  action: { return input }  output: Note }
"""

PING = b"GET /ping HTTP/1.1\r\nhost: here\r\n\r\n"


def note(text: str) -> bytes:
    body = b'{"text": "%b"}' % text.encode()
    return (
        b"POST /notes HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\n"
        b"content-length: %d\r\n\r\n%b" % (len(body), body)
    )


@pytest.fixture(scope="module")
def here(tmp_path_factory) -> Served:
    with served(PROGRAM, tmp_path_factory.mktemp("served"), read_within=1.0) as running:
        yield running


@contextmanager
def connection(here: Served) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", here.port), timeout=20) as plain:
        yield plain


def read_to_the_end(plain: socket.socket) -> bytes:
    try:
        return b"".join(iter(lambda: plain.recv(65536), b""))
    except ConnectionResetError:
        return b""


def test_requests_that_come_at_once_are_answered_in_order(here):
    texts = [f"note {number}" for number in range(50)]
    sent = b"".join(note(text) for text in texts)
    answer = here.send(sent)
    assert answer.count(b"HTTP/1.1 200 ") == 50
    found = [answer.index(b'{"text":"%b"}' % text.encode()) for text in texts]
    assert found == sorted(found)


def test_a_request_in_single_bytes_is_a_request(here):
    with connection(here) as plain:
        for byte in note("slow and steady"):
            plain.sendall(bytes([byte]))
        assert b'{"text":"slow and steady"}' in plain.recv(65536)


def test_what_is_no_request_behind_one_does_not_take_its_answer(here):
    answer = here.send(note("first") + b"\x00\x01\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert b'{"text":"first"}' in answer


def test_a_client_that_asks_whether_to_go_on_is_told_so(here):
    with connection(here) as plain:
        head, body = note("expected").split(b"\r\n\r\n")
        plain.sendall(head + b"\r\nexpect: 100-continue\r\n\r\n")
        assert plain.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
        plain.sendall(body)
        assert plain.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_a_body_that_is_announced_too_large_is_not_asked_for(here):
    with connection(here) as plain:
        plain.sendall(
            b"POST /notes HTTP/1.1\r\nhost: here\r\ncontent-length: 9999999\r\n"
            b"expect: 100-continue\r\n\r\n"
        )
        answer = read_to_the_end(plain)
        assert answer.startswith(b"HTTP/1.1 413 ")
        assert b"connection: close" in answer


def test_a_body_in_chunks_of_nothing_but_wrapping_is_cut_off(here):
    """Chunks may each have an extension of any length."""
    with connection(here) as plain:
        plain.sendall(b"POST /notes HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n")
        chunk = b"1;" + b"x" * 8000 + b"\r\na\r\n"
        answer = b""
        try:
            for _ in range(1000):
                plain.sendall(chunk)
        except OSError:
            pass
        answer = read_to_the_end(plain)
        assert answer.startswith(b"HTTP/1.1 4") or not answer
    assert here.ask("GET", "/ping").status == 200


def test_what_follows_a_body_in_chunks_is_no_header_of_the_next_request(here):
    answer = here.send(
        b"POST /notes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
        b"transfer-encoding: chunked\r\n\r\n"
        b'd\r\n{"text": "a"}\r\n0\r\nx-request-id: of-the-trailer\r\n\r\n' + note("next")
    )
    assert answer.count(b"HTTP/1.1 200 ") == 2
    assert b"of-the-trailer" not in answer


def test_an_older_client_gets_its_answer_and_the_end(here):
    with connection(here) as plain:
        plain.sendall(b"GET /ping HTTP/1.0\r\n\r\n")
        answer = read_to_the_end(plain)
        assert answer.startswith(b"HTTP/1.1 200 ")
        assert b"connection: close" in answer


def test_an_upgrade_is_answered_as_the_request_that_it_is(here):
    with connection(here) as plain:
        plain.sendall(
            b"GET /ping HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n"
        )
        assert read_to_the_end(plain).startswith(b"HTTP/1.1 200 ")


def test_head_of_what_is_not_there_has_no_body(here):
    with connection(here) as plain:
        plain.sendall(b"HEAD /nothing HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        answer = read_to_the_end(plain)
        assert answer.startswith(b"HTTP/1.1 404 ")
        assert answer.endswith(b"\r\n\r\n")


def test_a_body_that_does_not_come_in_time_is_408(here):
    with connection(here) as plain:
        plain.sendall(note("never complete")[:-3])
        answer = read_to_the_end(plain)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b'"request_too_slow"' in answer


def test_a_head_that_does_not_come_in_time_is_cut_off(here, monkeypatch):
    monkeypatch.setattr(protocol, "HEAD_WITHIN", 0.5)
    with connection(here) as plain:
        plain.sendall(PING[:-2])
        assert read_to_the_end(plain) == b""


def test_a_connection_that_is_silent_is_closed(here, monkeypatch):
    monkeypatch.setattr(protocol, "SILENT_FOR", 0.5)
    monkeypatch.setattr(protocol, "KEEP_ALIVE", 0.5)
    with connection(here) as silent, connection(here) as answered:
        answered.sendall(PING)
        assert read_to_the_end(answered).startswith(b"HTTP/1.1 200 ")
        assert read_to_the_end(silent) == b""


def test_silent_connections_keep_nobody_from_an_answer(here):
    with ExitStack() as stack:
        for _ in range(500):
            stack.enter_context(connection(here))
        assert here.ask("GET", "/ping").status == 200


def test_a_client_that_reads_nothing_is_not_answered_without_end(here):
    """Answers that nobody reads are not made in advance, so they take no memory."""
    before = len(here.requests)
    with connection(here) as plain:
        plain.setblocking(False)
        sent = note("x" * 20_000) * 20
        told = 0
        gives_up = time.monotonic() + 3
        while time.monotonic() < gives_up:
            try:
                told += plain.send(sent[told % len(sent) :])
            except BlockingIOError:
                time.sleep(0.01)
        answered = len(here.requests) - before
        assert answered < 1000
    assert here.ask("GET", "/ping").status == 200


def test_a_server_with_too_many_waiting_says_so(tmp_path):
    with served(PROGRAM, tmp_path, most_waiting=0) as here:
        answer = here.ask("GET", "/ping")
        assert answer.status == 503
        assert answer.code == "unavailable"
        assert answer.headers["retry-after"] == "1"
