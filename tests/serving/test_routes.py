"""Routes served for real: [R1]–[R5] [A1]–[A3] [B3] [F2]."""

import time

import pytest
from served import Served, served

PROGRAM = """
type Title = Text { min_length: 1  max_length: 20 }
type Loud = Bool

failure WishMissing { kind: NotFound  code: "wish_missing"  message: "There is no such wish."
    public { id: Wish.id } }
failure TitleTaken { kind: Conflict  code: "title_taken"  message: "There is such a wish." }
failure FairyBusy { kind: Unavailable  code: "fairy_busy" }
failure FairyRefuses { kind: Rejected  code: "fairy_refuses" }

entity Wish {
    id: Uuid { generated: identity }
    title: Title
    granted: Bool
    identity: id
    persistence { unique: title }

    query by_id(id: Wish.id) freshness: authoritative fails WishMissing -> Wish {
        return attempt query required Wish { where: id == id  missing: WishMissing { id: id } }
    }
    action make(input: NewWish) fails TitleTaken -> Wish {
        var wish = attempt create Wish { title: input.title  granted: false }
            conflict Wish.title: TitleTaken
        emit WishEvent.made { wish_id: wish.id  title: wish.title }
        return wish
    }
    action grant(id: Wish.id, title: Wish.title) fails FairyBusy, FairyRefuses -> Unit {
        if title == "busy" { reject FairyBusy }
        if title == "refused" { reject FairyRefuses }
        var mut turns = 0
        while title == "slow" and turns < 4000000 { turns = turns + 1 }
        var _ = attempt update many Wish { where: id == id  set: { granted: true } }
    }
}
type NewWish = Object { title: Title }
event WishEvent { made { wish_id: Wish.id  title: Wish.title } }
subscriber fairy {
    on WishEvent.made(made) { attempt Wish.grant(made.wish_id, made.title) }
    retry: exponential(initial: 1h, max_attempts: 3, jitter: none)
}

route POST /wishes { auth: none  input: NewWish  run: Wish.make(input)  output: Wish }
route POST /wishes/settled {
    auth: none  input: NewWish  run: Wish.make(input)
    settle: Wish.by_id(result.id)  within: 300ms  output: Wish
}
route GET /wishes/{id} { auth: none  path: { id: Wish.id }  run: Wish.by_id(path.id)  output: Wish }
route GET /loud { auth: none  query: { loud: Loud default false }  output: Loud
    action: { return query.loud } }
route DELETE /nothing { auth: none  success: no_content  action: {} }
"""


@pytest.fixture(scope="module")
def here(tmp_path_factory) -> Served:
    with served(PROGRAM, tmp_path_factory.mktemp("served"), threads=3) as running:
        yield running


def eventually(condition) -> bool:
    ends = time.monotonic() + 10
    while time.monotonic() < ends:
        if condition():
            return True
        time.sleep(0.01)
    return False


def test_an_action_that_sets_off_work_answers_202_and_the_work_follows(here):
    """[R2] [B3]"""
    answer = here.ask("POST", "/wishes", {"title": "a pony"})
    assert answer.status == 202
    assert answer.json["granted"] is False
    place = f"/wishes/{answer.json['id']}"
    assert eventually(lambda: here.ask("GET", place).json["granted"])


def test_a_settling_route_answers_when_the_work_is_done(here):
    """[R3] [A1]"""
    answer = here.ask("POST", "/wishes/settled", {"title": "a cake"})
    assert (answer.status, answer.headers["jadpo-settled"]) == (200, "done")
    assert answer.json["granted"] is True


def test_a_settling_route_says_that_the_work_gave_up(here):
    """[A3]"""
    answer = here.ask("POST", "/wishes/settled", {"title": "refused"})
    assert (answer.status, answer.headers["jadpo-settled"]) == (200, "failed")
    assert answer.json["granted"] is False


@pytest.mark.parametrize("title", ["busy", "slow"])
def test_work_that_is_not_done_in_time_is_told_as_pending(tmp_path, title):
    """[A2] [A3]"""
    # With one thread nobody else takes the work up, and is done before the answer is asked for.
    with served(PROGRAM, tmp_path, threads=1) as alone:
        answer = alone.ask("POST", "/wishes/settled", {"title": title})
    assert (answer.status, answer.headers["jadpo-settled"]) == (202, "pending")
    assert answer.json["granted"] is False


def test_a_failure_answers_by_its_kind(here):
    """[F2]"""
    missing = "00000000-0000-7000-8000-000000000000"
    answer = here.ask("GET", f"/wishes/{missing}")
    assert (answer.status, answer.code) == (404, "wish_missing")
    assert answer.json["error"]["details"] == {"id": missing}

    here.ask("POST", "/wishes", {"title": "twice"})
    assert here.ask("POST", "/wishes", {"title": "twice"}).status == 409


def test_what_is_not_there_is_told(here):
    assert here.ask("GET", "/wish").status == 404
    wrong = here.ask("PUT", "/wishes")
    assert (wrong.status, wrong.headers["allow"]) == (405, "POST")


def test_head_is_answered_with_the_length_of_the_body(here):
    whole, head = here.ask("GET", "/loud"), here.ask("HEAD", "/loud")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["content-length"] == str(len(whole.body))


def test_no_content_is_an_empty_answer(here):
    answer = here.ask("DELETE", "/nothing")
    assert (answer.status, answer.body) == (204, b"")


def test_a_query_is_decoded(here):
    assert here.ask("GET", "/loud?loud=true").body == b"true"
    assert here.ask("GET", "/loud?loud=perhaps").status == 422


def test_a_request_that_takes_no_json_is_406(here):
    assert here.ask("GET", "/loud", headers={"accept": "text/html"}).status == 406


def test_a_body_that_is_too_large_is_413(here):
    """[R4]"""
    large = b'{"title": "' + b"a" * 70_000 + b'"}'
    assert here.ask("POST", "/wishes", raw=large).code == "request_too_large"


def test_a_body_in_chunks_is_one_body(here):
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in [b'{"title"', b': "parts"}'])
    head = b"POST /wishes HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
    answer = here.send(
        head + b"transfer-encoding: chunked\r\nconnection: close\r\n\r\n" + chunks + b"0\r\n\r\n"
    )
    assert b" 202 " in answer.split(b"\r\n", 1)[0]
    assert b'"parts"' in answer


def test_a_request_keeps_its_id_and_its_trace(here):
    parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
    headers = {"content-type": "application/json", "x-request-id": "abc", "traceparent": parent}
    answer = here.ask("POST", "/wishes", {"title": "traced"}, headers)
    assert answer.headers["x-request-id"] == "abc"

    rows = here.living.host.stores["primary"].transact(
        lambda it: it.execute("SELECT traceparent FROM _jadpo_event WHERE payload LIKE '%traced%'"),
        write=False,
    )
    assert rows == [(parent,)]
    assert eventually(lambda: any(done.id == "abc" for done in here.requests))


def test_requests_follow_each_other_on_one_connection(here):
    one = b"GET /loud HTTP/1.1\r\nhost: x\r\n\r\n"
    last = b"GET /loud?loud=true HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
    answer = here.send(one + one + last)
    assert answer.count(b"HTTP/1.1 200 OK") == 3
    assert answer.endswith(b"true")
