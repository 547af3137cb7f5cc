"""The document of a program's routes [R1]–[R5]: valid OpenAPI 3.1 that says what is answered."""

import json
from pathlib import Path

import pytest
from command_line import SHOP, jadpo, write
from openapi_spec_validator import OpenAPIV31SpecValidator

from jadpo.check import check_project
from jadpo.openapi import openapi_document
from jadpo.source import Source
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.manifest import FailureKind
from jadpo_runtime.statuses import STATUS_OF_KIND, status_of_fault

NOTES = """
type NoteText = Text { min_length: 1  max_length: 200  pattern: "[a-z]+" }
type Verbose = Bool
type Tenant = Text { min_length: 1 }

failure NoteMissing {
    kind: NotFound
    code: "note_missing"
    message: "There is no such note."
    public { id: Note.id }
    internal { tenant: Tenant }
}
failure NoteHidden { kind: NotVisible  code: "note_hidden" }
failure TextTaken { kind: Conflict  code: "text_taken" }

/// What is written down.
entity Note {
    id: Uuid { generated: identity }
    text: NoteText

    identity: id

    persistence { unique: text }

    query by_id(id: Note.id) freshness: authoritative fails NoteMissing -> Note {
        var found = attempt query optional Note { where: id == id }
        return match found {
            some(note) => note
            none => reject NoteMissing { id: id  tenant: Tenant("t") }
        }
    }

    action add(input: NewNote) fails TextTaken -> Note {
        var note = attempt create Note { text: input.text } conflict Note.text: TextTaken
        emit NoteEvent.added { id: note.id }
        return note
    }

    action read(note: Note.id) fails NoteMissing, NoteHidden -> Note {
        var found = attempt Note.by_id(note)
        if found.text == "hidden" { reject NoteHidden }
        return found
    }

    action forget(input: NewNote) fails TextTaken -> Unit {
        var gone = attempt delete many Note { where: text == input.text }
        if gone == 0 { reject TextTaken }
    }
}

event NoteEvent { added { id: Note.id } }
subscriber reader { on NoteEvent.added(added) { var _ = attempt Note.by_id(added.id) } }

type NewNote = Object { text: Note.text }
"""


def document_of(routes: str) -> dict:
    result = check_project((Source("notes.jadpo", NOTES + routes),), "notes")
    assert result.program is not None, list(result.diagnostics)
    document = json.loads(json.dumps(openapi_document(result.program.manifest)))
    OpenAPIV31SpecValidator(document).validate()
    return document


def responses(routes: str, path: str = "/notes", method: str = "post") -> dict:
    return document_of(routes)["paths"][path][method]["responses"]


def schema(response: dict) -> dict:
    return response["content"]["application/json"]["schema"]


def names(response: dict) -> list[str]:
    found = schema(response)
    return [each["$ref"].rpartition("/")[2] for each in found.get("oneOf", [found])]


ADD = "auth: none  input: NewNote  run: Note.add(input)  output: Note"


@pytest.mark.parametrize(
    ("clauses", "statuses"),
    [
        ("", {"202"}),
        ("success: created", {"201"}),
        ("settle: result", {"200", "202"}),
        ("settle: result  success: created", {"201", "202"}),
    ],
)
def test_the_status_of_success_follows_from_the_outcome(clauses, statuses):
    answered = responses(f"route POST /notes {{ {ADD}  {clauses} }}")

    assert {status for status in answered if status < "3"} == statuses


def test_without_following_work_the_status_is_200_and_without_content_204():
    reading = "route GET /notes/{id} { auth: none  path: { id: Note.id }  run: Note.by_id(path.id) "
    assert "200" in responses(reading + "output: Note }", "/notes/{id}", "get")

    forgetting = "route POST /notes { auth: none  input: NewNote  run: Note.forget(input) "
    gone = responses(forgetting + "success: no_content }")["204"]
    assert "content" not in gone
    assert schema(responses(forgetting + "}")["200"]) == {"type": "null"}


def test_a_settling_route_tells_what_became_of_the_work():
    answered = responses(f"route POST /notes {{ {ADD}  settle: result  within: 3s }}")

    done, waiting = answered["200"]["headers"], answered["202"]["headers"]
    assert done["Jadpo-Settled"]["schema"]["enum"] == ["done", "failed"]
    assert waiting["Jadpo-Settled"]["schema"]["enum"] == ["pending"]
    assert "3s" in answered["202"]["description"]


def test_a_settling_query_has_its_output_and_its_failures():
    answered = responses(
        "route POST /notes { auth: none  input: NewNote  run: Note.forget(input) "
        'settle: Note.by_id(Note.id(Uuid("00000000-0000-7000-8000-000000000000"))) '
        "output: Note }"
    )

    assert schema(answered["200"]) == {"$ref": "#/components/schemas/Note"}
    assert schema(answered["202"]) == {"type": "null"}
    assert names(answered["404"]) == ["NoteMissing"]
    assert names(answered["409"]) == ["TextTaken"]


def test_failures_answer_by_their_kind_with_their_public_fields():
    route = "route POST /notes/{id} { auth: none  path: { id: Note.id }  "
    document = document_of(route + "run: Note.read(path.id)  output: Note }")

    answered = document["paths"]["/notes/{id}"]["post"]["responses"]
    assert names(answered["404"]) == ["NoteHidden", "NoteMissing"]
    body = document["components"]["schemas"]["NoteMissing"]
    error = body["properties"]["error"]
    assert body["additionalProperties"] is False
    assert error["required"] == ["code", "message", "request_id", "details"]
    assert error["properties"]["code"] == {"const": "note_missing"}
    assert error["properties"]["details"]["properties"] == {
        "id": {"$ref": "#/components/schemas/Note.id"}
    }
    assert "There is no such note." in body["description"]
    hidden = document["components"]["schemas"]["NoteHidden"]["properties"]["error"]
    assert "details" not in hidden["properties"]


def test_only_what_can_go_wrong_with_a_request_is_told():
    nothing = "route GET /ping { auth: none  action: { } }"
    assert set(responses(nothing, "/ping", "get")) == {"200", "406", "500", "503", "504"}

    by_path = "route GET /notes/{id} { auth: none  path: { id: Note.id }  run: Note.by_id(path.id) "
    answered = responses(by_path + "output: Note }", "/notes/{id}", "get")
    assert set(answered) == {"200", "404", "406", "422", "500", "503", "504"}

    with_body = responses(f"route POST /notes {{ {ADD} }}")
    assert set(with_body) == {
        *("202", "400", "406", "409", "413", "415", "422", "500", "503", "504")
    }


def test_parameters_are_named_placed_and_documented():
    document = document_of(
        "/// Shows a note.\n"
        "route GET /notes/{id} { auth: none  path: { id: Note.id }\n"
        "    query: {\n        /// With all that is known.\n        verbose: Verbose optional\n"
        '        tenant: Tenant default "main"\n    }\n'
        '    headers: { tenant: Tenant from "X-Tenant"  a_b: Tenant optional }\n'
        "    run: Note.by_id(path.id)  output: Note }"
    )

    operation = document["paths"]["/notes/{id}"]["get"]
    assert operation["operationId"] == "get_notes_by_id"
    assert operation["summary"] == "Shows a note."
    assert [
        (each["name"], each["in"], each.get("required", False)) for each in operation["parameters"]
    ] == [
        ("id", "path", True),
        ("verbose", "query", False),
        ("tenant", "query", False),
        ("X-Tenant", "header", True),
        ("a-b", "header", False),
    ]
    assert operation["parameters"][1]["description"] == "With all that is known."
    assert operation["parameters"][2]["schema"]["default"] == "main"


def test_paths_that_differ_in_names_of_placeholders_are_one_path():
    get = "auth: none  path: { id: Note.id }  run: Note.by_id(path.id)  output: Note"
    put = "auth: none  path: { note: Note.id }  run: Note.read(path.note)  output: Note"
    document = document_of(
        f"route GET /notes/{{id}} {{ {get} }} route PUT /notes/{{note}} {{ {put} }}"
    )

    assert list(document["paths"]) == ["/notes/{id}"]
    assert document["paths"]["/notes/{id}"]["put"]["parameters"][0]["name"] == "id"


def test_a_head_request_is_answered_without_a_body():
    route = "route HEAD /notes/{id} { auth: none  path: { id: Note.id }  run: Note.by_id(path.id) "
    answered = responses(route + "output: Note }", "/notes/{id}", "head")

    assert not any("content" in response for response in answered.values())


def test_each_kind_and_each_fault_has_a_status():
    assert set(STATUS_OF_KIND) == set(FailureKind)
    assert {code for code in FaultCode if status_of_fault(code) != 500} == {
        FaultCode.DEADLINE_EXCEEDED,
        FaultCode.STORE_UNAVAILABLE,
        FaultCode.CONNECTION_UNAVAILABLE,
    }


def test_the_command_prints_the_same_valid_document_each_time():
    first, second = jadpo("openapi", SHOP), jadpo("openapi", SHOP)

    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout
    document = json.loads(first.stdout)
    OpenAPIV31SpecValidator(document).validate()
    assert document["info"] == {"title": "Shop", "version": "1.0.0"}
    assert document["openapi"].startswith("3.1")


def test_the_command_refuses_a_program_with_mistakes(tmp_path: Path):
    ended = jadpo("openapi", write(tmp_path, a="type A = Nowhere\n"))

    assert (ended.returncode, ended.stdout) == (1, "")
    assert "name.unknown" in ended.stderr or "type." in ended.stderr
