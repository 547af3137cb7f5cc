"""`jadpo.asgi`: a program as an ASGI application, served and mounted."""

import asyncio
import logging
import os
import re
import signal
import subprocess
import sys
import threading
import time

import pytest
from asgi_server import asgi_served
from command_line import jadpo, write
from embedded_program import PROGRAM
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route

from jadpo import LoadError, asgi
from jadpo.embedding.mounting import below_root


@pytest.fixture
def source(tmp_path):
    return write(tmp_path / "wishes", wishes=PROGRAM)


@pytest.fixture
def application(source, tmp_path):
    made = asgi(source, database=f"sqlite:{tmp_path}/wishes.db", environment={}, workers=2)
    yield made
    made.stop()


def eventually(condition) -> bool:
    ends = time.monotonic() + 20
    while time.monotonic() < ends:
        if condition():
            return True
        time.sleep(0.02)
    return False


def workers() -> list[str]:
    return [each.name for each in threading.enumerate() if each.name.startswith("jadpo-worker")]


def test_a_server_answers_and_does_the_background_work(application):
    """[B3] [B4]"""
    with asgi_served(application) as server:
        made = server.ask("POST", "/wishes", {"title": "a pony"})
        assert made.status == 202
        place = f"/wishes/{made.json()['id']}"
        assert eventually(lambda: server.ask("GET", place).json()["granted"])
        assert server.ask("GET", "/nothing").status == 404


def test_the_end_of_the_server_ends_the_threads_and_it_can_begin_again(application):
    """[Z1]"""
    for _ in range(2):
        with asgi_served(application) as server:
            assert len(workers()) == 2
            assert server.ask("GET", "/_jadpo/live").status == 200
        assert workers() == []


def test_health_and_metrics_are_answered(application):
    with asgi_served(application) as server:
        assert server.ask("GET", "/_jadpo/ready").json()["status"] == "ready"
        server.ask("POST", "/wishes/settled", {"title": "a cake"})
        metrics = server.ask("GET", "/_jadpo/metrics").body.decode()
    assert re.search(r'jadpo_requests_total\{.*route="/wishes/settled".*\} 1', metrics)
    assert re.search(r'jadpo_attempts_total\{.*state="done"\} 1', metrics)
    assert "jadpo_store_seconds_total" in metrics


@pytest.mark.parametrize("settings", [{}, {"root_path": "/api"}])
def test_it_is_mounted_in_a_framework(application, settings):
    """The paths of routes are those below the place where it is mounted."""
    outer = Starlette(
        routes=[
            Route("/", lambda request: PlainTextResponse("outer")),
            Mount("/shop", application),
        ],
        lifespan=application.lifespan,
    )
    with asgi_served(outer, **settings) as server:
        assert len(workers()) == 2
        assert server.ask("GET", "/").body == b"outer"
        made = server.ask("POST", "/shop/wishes/settled", {"title": "a cake"})
        assert (made.status, made.json()["granted"]) == (200, True)
        assert server.ask("GET", f"/shop/wishes/{made.json()['id']}").status == 200
        assert server.ask("GET", "/shop/_jadpo/ready").status == 200
        assert server.ask("GET", "/shop/").status == 404
        assert server.ask("GET", "/wishes").status == 404
    assert workers() == []


def test_without_a_lifespan_the_first_request_starts_it(application):
    outer = Starlette(routes=[Mount("/shop", application)])
    with asgi_served(outer) as server:
        assert workers() == []
        assert server.ask("GET", "/shop/_jadpo/live").status == 200
        assert len(workers()) == 2


@pytest.mark.parametrize(
    ("root", "path", "raw", "below"),
    [
        ("", "/wishes", b"/wishes", b"/wishes"),
        ("/shop", "/shop/wishes", b"/shop/wishes", b"/wishes"),
        ("/shop/", "/shop/wishes", b"/shop/wishes", b"/wishes"),
        ("/shop", "/shop", b"/shop", b"/"),
        ("/shop", "/shop/", b"/shop/", b"/"),
        ("/shop", "/shopping", b"/shopping", b"/shopping"),
        # As in the older text of ASGI: the path is the one below already.
        ("/shop", "/wishes", b"/wishes", b"/wishes"),
        ("/a b", "/a b/wishes", b"/a%20b/wishes", b"/wishes"),
        ("/api/v1", "/api/v1/x/y", b"/api/v1/x/y", b"/x/y"),
        ("/shop", "/shop/a/b", b"/shop/a%2Fb", b"/a%2Fb"),
        ("/shop", "/shop/100%", None, b"/100%25"),
        ("", "/ä ö", None, b"/%C3%A4%20%C3%B6"),
        ("", "/x", b"/x?query=1", b"/x"),
    ],
)
def test_the_path_below_a_root_keeps_its_form(root, path, raw, below):
    scope = {"type": "http", "root_path": root, "path": path, "raw_path": raw}
    assert below_root(scope)["raw_path"] == below


def test_mistakes_in_the_source_are_told_when_it_is_made(tmp_path):
    with pytest.raises(LoadError, match=r"type\.unknown"):
        asgi(write(tmp_path, wrong="function f() -> Unknown { return 1 }"))


def test_a_program_that_cannot_start_is_told_to_the_server(source, tmp_path):
    application = asgi(source, database=f"sqlite:{tmp_path}/no/x.db", environment={})
    sent = asyncio.run(_lifespan(application))
    assert sent[0]["type"] == "lifespan.startup.failed"
    assert "store_unavailable" in sent[0]["message"]


def test_a_mounted_program_that_cannot_start_answers_503(source, tmp_path):
    application = asgi(source, database=f"sqlite:{tmp_path}/no/x.db", environment={})
    with asgi_served(Starlette(routes=[Mount("/shop", application)])) as server:
        answer = server.ask("GET", "/shop/wishes/x")
        assert (answer.status, answer.json()["error"]["code"]) == (503, "unavailable")
        (tmp_path / "no").mkdir()
        assert server.ask("GET", "/shop/wishes/x").status == 422
    application.stop()


def test_a_database_that_is_migrated_meanwhile_is_not_worked_on(
    application, source, tmp_path, caplog
):
    """[V6]"""
    with asgi_served(application) as server:
        assert server.ask("POST", "/wishes/settled", {"title": "a cake"}).status == 200
        newer = PROGRAM.replace("    granted: Bool\n", "    granted: Bool\n    note: Title?\n")
        newer = newer.replace("granted: false ", "granted: false  note: none ")
        write(source, wishes=newer)
        migrated = jadpo("migrate", source, "--database", f"sqlite:{tmp_path}/wishes.db")
        assert migrated.returncode == 0, migrated.stderr
        assert eventually(lambda: server.ask("GET", "/wishes/x").status == 503)
    assert "stopped by itself" in caplog.text
    assert "cannot be run" in caplog.text


def test_a_body_of_http_2_needs_no_header(application):
    scope = {
        "type": "http",
        "http_version": "2",
        "method": "POST",
        "path": "/wishes",
        "raw_path": b"/wishes",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
    }
    body = {"type": "http.request", "body": b'{"title": "a pony"}', "more_body": False}
    start, _ = asyncio.run(_messages(application, scope, [body]))
    assert start["status"] == 202


def test_a_websocket_is_closed(application):
    sent = asyncio.run(
        _messages(application, {"type": "websocket"}, [{"type": "websocket.connect"}])
    )
    assert sent == [{"type": "websocket.close", "code": 1000}]


def test_requests_and_attempts_are_logged_without_what_they_hold(application, caplog):
    """[G2]"""
    with caplog.at_level(logging.INFO, "jadpo"), asgi_served(application) as server:
        server.ask("POST", "/wishes/settled?secret=query", {"title": "secret title"})
    lines = [(record.name, record.getMessage()) for record in caplog.records]
    (request,) = [line for name, line in lines if name == "jadpo.requests"]
    assert request.startswith("POST /wishes/settled 200 ")
    assert ("jadpo.work", "delivery fairy on WishEvent.made: done") in lines
    assert "secret" not in caplog.text


def test_uvicorn_serves_a_module(source, tmp_path):
    """`uvicorn module:app`, in a process of its own, until a signal comes."""
    (tmp_path / "served.py").write_text(
        "import jadpo\napp = jadpo.asgi('wishes', database='sqlite:w.db')\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-m", "uvicorn", "served:app", "--port", "0"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    try:
        assert process.stderr is not None
        lines = iter(process.stderr.readline, "")
        assert any("Application startup complete" in line for line in lines)
        assert any("Uvicorn running on" in line for line in lines)
        assert (tmp_path / "w.db").exists()
        process.send_signal(signal.SIGTERM)
        rest = process.stderr.read()
        assert "Application shutdown complete" in rest
        assert "Traceback" not in rest
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


async def _lifespan(application):
    return await _messages(application, {"type": "lifespan"}, [{"type": "lifespan.startup"}])


async def _messages(application, scope, given):
    waiting, sent = iter(given), []

    async def receive():
        return next(waiting)

    async def send(message):
        sent.append(message)

    await application(scope, receive, send)
    return sent
