"""Routes: inputs, what is run, and what is answered [R1]–[R3] [T7] [F3]."""

import pytest
from marked_source import checked, edited, rejected

from jadpo.ir.printer import print_callable
from jadpo_runtime.manifest import CallableKind, RouteDefinition
from jadpo_runtime.values import (
    OMITTED,
    Duration,
    FieldType,
    NamedType,
    ObjectDefinition,
    Primitive,
    PrimitiveType,
)

NOTES = """
failure NoNote { kind: NotFound  code: "no_note" }
type NewNote = Object { title: Note.title }
type Filter = Object { title: Note.title optional  tags: List<Text> optional }
type View = Object { title: Note.title }
event NoteEvent { added { id: Note.id }  cleared }
entity Note {
    id: Uuid { generated: identity }
    title: Text
    identity: id
    query get(id: Note.id) freshness: authoritative fails NoNote -> Note {
        return attempt query required Note { where: id == id  missing: NoNote }
    }
    query view(id: Note.id) freshness: authoritative fails NoNote -> View {
        var note = attempt query required Note { where: id == id  missing: NoNote }
        return View { title: note.title }
    }
    action add(input: NewNote) -> Note {
        var note = attempt create Note { title: input.title }
        emit NoteEvent.added { id: note.id }
        return note
    }
    action clear() -> Unit {
        var _ = attempt delete many Note { where: title == "" }
        emit NoteEvent.cleared
    }
}
subscriber listen { on NoteEvent.added(added) { var _ = added.id } }
"""

ADD = "auth: none  input: NewNote  run: Note.add(input)  output: Note"
UNIT = PrimitiveType(Primitive.UNIT)


def route(clauses: str, head: str = "POST /notes") -> str:
    return NOTES + f"route {head} {{ {clauses} }}\n"


def get(clauses: str, path: str = "/notes/{id}") -> str:
    return route(f"auth: none  output: Note  {clauses}", f"GET {path}")


def only_route(text: str) -> RouteDefinition:
    (found,) = checked(text).manifest.routes
    return found


# ---- what is run


def test_a_route_has_a_body_that_makes_its_call() -> None:
    program = checked(route(ADD))

    assert program.manifest.routes == (
        RouteDefinition(
            method="POST",
            path="/notes",
            callable="route POST /notes",
            input=NamedType("NewNote"),
            path_input=None,
            query_input=None,
            headers_input=None,
            output=NamedType("Note"),
            success=None,
            settle=None,
            within=Duration(10_000_000),
            may_set_off=True,
        ),
    )
    assert "return call Note.add(%0)" in print_callable(program.callables["route POST /notes"])
    signature = program.manifest.callables["route POST /notes"]
    assert (signature.kind, signature.writes) == (CallableKind.ROUTE, "primary")


def test_the_failures_of_the_call_leave_the_route() -> None:
    program = checked(get("path: { id: Note.id }  run: Note.get(path.id)"))

    assert program.manifest.callables["route GET /notes/{id}"].fails == ("NoNote",)


def test_a_route_may_have_a_body_of_its_own() -> None:
    program = checked(
        get("path: { id: Note.id }  action: fails NoNote { return attempt Note.get(path.id) }")
    )

    signature = program.manifest.callables["route GET /notes/{id}"]
    assert (signature.fails, signature.result) == (("NoNote",), NamedType("Note"))


def test_a_route_without_output_gives_nothing() -> None:
    found = only_route(route("auth: none  run: Note.clear()  success: no_content"))

    assert (found.output, found.success) == (UNIT, "no_content")


def test_work_is_set_off_only_by_events_that_somebody_handles() -> None:
    assert only_route(route(ADD)).may_set_off
    assert not only_route(route("auth: none  run: Note.clear()")).may_set_off


def test_what_is_published_is_set_off_as_well() -> None:
    text = route("auth: none  run: Note.clear()").replace(
        "event NoteEvent", "public event NoteEvent"
    )
    text += 'connection feed { kind: sqs  queue: "notes"  publish: NoteEvent.cleared }'

    assert only_route(text).may_set_off


def test_settle_may_answer_with_the_result_or_with_a_query_of_it() -> None:
    assert only_route(route(f"{ADD}  settle: result  within: 1m")).settle == "result"

    program = checked(
        route(
            "auth: none  input: NewNote  run: Note.add(input)  "
            "settle: Note.view(result.id)  output: View"
        )
    )
    (found,) = program.manifest.routes
    assert (found.settle, found.output) == ("settle POST /notes", NamedType("View"))
    assert program.manifest.callables["route POST /notes"].result == NamedType("Note")
    settle = program.manifest.callables["settle POST /notes"]
    assert [str(parameter.type) for parameter in settle.parameters] == ["NewNote", "Note"]
    assert settle.fails == ("NoNote",)


# ---- inputs


def test_inputs_are_objects_in_the_order_input_path_query_headers() -> None:
    program = checked(
        route(
            'headers: { tenant: Note.title from "X-Tenant"  trace_id: Text optional }  '
            "query: { limit: Int { min: 1  max: 100 } default 20 }  path: { id: Note.id }  "
            "auth: none  input: NewNote  output: Note  run: Note.add(input)",
            "PUT /notes/{id}",
        )
    )

    (found,) = program.manifest.routes
    owner = "PUT /notes/{id}"
    assert [
        parameter.name for parameter in program.manifest.callables[found.callable].parameters
    ] == [
        "input",
        "path",
        "query",
        "headers",
    ]
    assert found.path_input == NamedType(f"{owner} path")
    headers = program.manifest.types.definition(f"{owner} headers")
    assert isinstance(headers, ObjectDefinition)
    assert [(f.name, f.header, f.optional) for f in headers.fields] == [
        ("tenant", "X-Tenant", False),
        ("trace_id", "trace-id", True),
    ]
    query = program.manifest.types.definition(f"{owner} query")
    assert isinstance(query, ObjectDefinition)
    assert (query.fields[0].default, query.fields[0].constraints.maximum) == (20, 100)
    assert headers.fields[0].default is OMITTED


def test_inputs_are_read_by_their_names_with_types_of_their_own() -> None:
    program = checked(
        get(
            "path: { id: Note.id }  query: { other: Note.id optional }  "
            "action: fails NoNote { var wanted = path.id  "
            "if query.other supplied { return attempt Note.get(query.other) }  "
            "return attempt Note.get(wanted) }"
        )
    )

    slots = program.callables["route GET /notes/{id}"].slots
    assert slots[2].type == FieldType("GET /notes/{id} path", "id")


def test_a_query_may_be_a_declared_object() -> None:
    checked(get("query: NewNote  run: Note.add(query)", "/notes"))


def test_the_path_may_be_only_a_slash() -> None:
    assert only_route(route("auth: none  run: Note.clear()", "POST /")).path == "/"


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("route.auth_missing", NOTES + "route «POST /notes» { run: Note.clear() }"),
        ("route.auth_value_invalid", route("auth: «staff»  run: Note.clear()")),
        ("route.auth_value_invalid", route("auth: «true»  run: Note.clear()")),
        ("route.clause_unknown", route("auth: none  run: Note.clear()  «timeout»: 5s")),
        ("route.runs_nothing", NOTES + "route «POST /notes» { auth: none }"),
        (
            "route.run_and_action",
            route("auth: none  «run»: Note.clear()  action: { Note.clear() }"),
        ),
        ("route.run_not_call", route("auth: none  run: «attempt Note.clear()»")),
        ("route.run_not_call", route("auth: none  run: «none»")),
        ("route.run_not_call", route(f"{ADD.replace('Note.add(input)', '«input»')}")),
        ("route.run_not_call", route('auth: none  output: View  run: «Note.title("a")»')),
        (
            "route.output_missing",
            route("auth: none  input: NewNote  run: Note.add(input)").replace(
                "route POST /notes", "route «POST /notes»"
            ),
        ),
        (
            "type.mismatch",
            route(
                ADD.replace("Note.add(input)", "«Note.add(input)»").replace(
                    "output: Note", "output: View"
                )
            ),
        ),
        ("route.success_invalid", route(f"{ADD}  success: «creatd»")),
        ("route.success_invalid", route(f"{ADD}  success: «201»")),
        ("route.success_invalid", route(f"{ADD}  success: «no_content»")),
        ("route.within_invalid", route(f"{ADD}  settle: result  within: «61s»")),
        ("route.within_invalid", route(f"{ADD}  settle: result  within: «0s»")),
        ("route.within_invalid", route(f"{ADD}  settle: result  within: «10»")),
        ("route.settle_not_query", route(f"{ADD}  settle: «input»")),
        ("route.settle_not_query", route(f"{ADD}  settle: «attempt Note.get(result.id)»")),
        ("effect.not_allowed", route(f"{ADD}  settle: «Note.add»(input)")),
        ("type.mismatch", route(f"{ADD}  settle: «Note.view(result.id)»")),
        ("name.unknown", route(f"{ADD}  settle: Note.get(«reslt».id)")),
        ("name.unknown", route("auth: none  run: Note.add(«input»)  output: Note")),
        (
            "route.input_type",
            route(f"{ADD.replace('input: NewNote', 'input: «Note»')}")
            .replace("Note.add(input)", "Note.clear()")
            .replace("output: Note", ""),
        ),
        ("route.input_without_body", get("«input: NewNote»  run: Note.add(input)", "/notes")),
        (
            "route.placeholder_undeclared",
            get('run: Note.add(NewNote { title: Note.title("") })', "/notes/{«id»}"),
        ),
        (
            "route.placeholder_repeated",
            get("path: { id: Note.id }  run: Note.get(path.id)", "/notes/{id}/x/{«id»}"),
        ),
        (
            "route.path_field_unused",
            get("path: { «id»: Note.id }  run: Note.get(path.id)", "/notes"),
        ),
        (
            "route.field_type",
            get("path: { id: «Note.id?» }  action: fails NoNote { reject NoNote }"),
        ),
        ("route.field_type", route(f"{ADD}  query: {{ tags: «List<Text>» }}")),
        ("route.field_type", route(f"{ADD}  query: «Filter»")),
        (
            "type.modifier_misplaced",
            get("path: { id: Note.id «optional» }  action: fails NoNote { reject NoNote }"),
        ),
        ("type.modifier_misplaced", route(f'{ADD}  query: {{ a: Text «from "X-A"» }}')),
        ("route.header_invalid", route(f'{ADD}  headers: {{ a: Text from «"X A"» }}')),
        (
            "route.header_repeated",
            route(f'{ADD}  headers: {{ a: Text from "X-A"  b: Text from «"x-a"» }}'),
        ),
        ("route.duplicate", route(ADD) + f"route «POST /notes» {{ {ADD} }}"),
        (
            "route.duplicate",
            get("path: { id: Note.id }  run: Note.get(path.id)")
            + "route «GET /notes/{other}» { auth: none  output: Note  path: { other: Note.id }  "
            "run: Note.get(path.other) }",
        ),
        (
            "type.not_supplied",
            get(
                "path: { id: Note.id }  query: { other: Note.id optional }  "
                "run: Note.get(«query.other»)"
            ),
        ),
        ("syntax.not_supported_yet", "«authentication staff { }»"),
    ],
)
def test_a_mistake_of_a_route_is_told_where_it_is(rule: str, marked: str) -> None:
    rejected(rule, marked)


def test_the_failures_of_a_routes_own_body_are_those_it_declares() -> None:
    rejected(
        "failure.undeclared",
        get("path: { id: Note.id }  action: { return «attempt Note.get(path.id)» }"),
    )
    rejected(
        "failure.stale",
        get(
            "path: { id: Note.id }  action: fails «NoNote» { "
            'return Note.add(NewNote { title: Note.title("") }) }'
        ),
    )


def test_attempt_before_the_call_of_a_route_is_taken_out_by_the_edit() -> None:
    marked = route("auth: none  run: «attempt Note.clear()»")

    checked(edited(marked, rejected("route.run_not_call", marked)))
