"""Rules of the area ``route``: routes."""

from jadpo.diagnostics.rules.rule import Rule

_NOTE = """\
failure NoNote { kind: NotFound  code: "no_note" }
type NewNote = Object { title: Note.title }
entity Note {
  id: Uuid { generated: identity }
  title: Text
  identity: id
  query get(id: Note.id) freshness: authoritative fails NoNote -> Note {
    return attempt query required Note { where: id == id  missing: NoNote }
  }
  action add(input: NewNote) -> Note { return attempt create Note { title: input.title } }
  action clear() -> Unit { var _ = attempt delete many Note { where: title == "" } }
}
"""


def _post(clauses: str) -> str:
    """A route with these clauses."""
    return _NOTE + f"route POST /notes {{ {clauses} }}\n"


def _get(clauses: str, path: str = "/notes/{id}") -> str:
    """A route of a path with these clauses."""
    return _NOTE + f"route GET {path} {{ auth: none  output: Note  {clauses} }}\n"


_ADD = "auth: none  input: NewNote  run: Note.add(input)  output: Note"
_BY_ID = "path: { id: Note.id }  run: Note.get(path.id)"

RULES: tuple[Rule, ...] = (
    Rule(
        id="route.auth_missing",
        title="A route says who may call it",
        explanation=(
            "No route stands open by accident: that everybody may call it is written down, as "
            "`auth: none`. The language cannot declare authentication yet, so every route says "
            "that."
        ),
        wrong=_post("input: NewNote  run: Note.add(input)  output: Note"),
        right=_post(_ADD),
    ),
    Rule(
        id="route.auth_value_invalid",
        title="`auth:` is `none`",
        explanation=(
            "`none` is the one value of `auth:` until authentication can be declared. It says "
            "that everybody who reaches the server may call the route."
        ),
        wrong=_post(_ADD.replace("auth: none", "auth: staff")),
        right=_post(_ADD),
    ),
    Rule(
        id="route.clause_unknown",
        title="A route has the clauses of routes",
        explanation=(
            "They are `auth:`, `input:`, `path:`, `query:`, `headers:`, `run:` or `action:`, "
            "`settle:`, `within:`, `output:` and `success:`, in any order."
        ),
        wrong=_post(f"{_ADD}  sucess: created"),
        right=_post(f"{_ADD}  success: created"),
    ),
    Rule(
        id="route.duplicate",
        title="A request is answered by one route",
        explanation=(
            "Two routes of the same method and path answer the same requests. The names of "
            "placeholders do not tell paths apart: `/notes/{id}` and `/notes/{number}` are one."
        ),
        wrong=_post(_ADD) + f"route POST /notes {{ {_ADD} }}",
        right=_post(_ADD) + f"route PUT /notes {{ {_ADD} }}",
    ),
    Rule(
        id="route.field_type",
        title="Parts of paths, queries and headers are scalars",
        explanation=(
            "Each is one text of a request, decoded as a scalar or a type built on one. What a "
            "request may leave out is `optional`, or has a `default`."
        ),
        wrong=_post(f"{_ADD}  query: {{ tags: List<Note.title> }}"),
        right=_post(f"{_ADD}  query: {{ tag: Note.title optional }}"),
    ),
    Rule(
        id="route.header_invalid",
        title="`from` names a header",
        explanation="A header's name is made of letters, digits and a few signs such as `-`.",
        wrong=_post(f'{_ADD}  headers: {{ tenant: Note.title from "X Tenant" }}'),
        right=_post(f'{_ADD}  headers: {{ tenant: Note.title from "X-Tenant" }}'),
    ),
    Rule(
        id="route.header_repeated",
        title="A header is read by one field",
        explanation=(
            "The names of headers do not differ by case. A field without `from` reads the "
            "header of its own name, with hyphens for underscores."
        ),
        wrong=_post(
            f'{_ADD}  headers: {{ a: Note.title from "X-Tenant"  b: Note.title from "x-tenant" }}'
        ),
        right=_post(
            f'{_ADD}  headers: {{ a: Note.title from "X-Tenant"  b: Note.title from "X-Trace" }}'
        ),
    ),
    Rule(
        id="route.input_type",
        title="`input:` and `query:` are Objects",
        explanation=(
            "Both have fields by name, which are decoded by the fields of an Object. Nothing "
            "but these fields is accepted."
        ),
        wrong=_post(f"{_ADD}  query: Note"),
        right=_post(f"{_ADD}  query: NewNote"),
    ),
    Rule(
        id="route.input_without_body",
        title="A request without a body has no `input:`",
        explanation=(
            "HTTP gives the body of a GET or HEAD request no meaning, and proxies drop it. What "
            "the request carries stands in its path and query."
        ),
        wrong=_get("input: NewNote  run: Note.add(input)", "/notes"),
        right=_get("query: NewNote  run: Note.add(query)", "/notes"),
    ),
    Rule(
        id="route.output_missing",
        title="A route that gives something says what",
        explanation=(
            "`output:` is the type of what a route answers with: clients are promised it. A "
            "route without `output:` runs what gives `Unit`."
        ),
        wrong=_post("auth: none  input: NewNote  run: Note.add(input)"),
        right=_post(_ADD),
    ),
    Rule(
        id="route.path_field_unused",
        title="A field of `path:` has its placeholder",
        explanation=(
            "The placeholders of a path and the fields of `path:` correspond exactly: each "
            "field is read from the placeholder of its name."
        ),
        wrong=_get(_BY_ID, "/notes"),
        right=_get(_BY_ID),
    ),
    Rule(
        id="route.placeholder_repeated",
        title="A placeholder stands in a path once",
        explanation="A field of `path:` has one value, so its placeholder has one place.",
        wrong=_get(_BY_ID, "/notes/{id}/again/{id}"),
        right=_get(_BY_ID),
    ),
    Rule(
        id="route.placeholder_undeclared",
        title="A placeholder has its field in `path:`",
        explanation=(
            "Each part of a path that varies is decoded by the type of the field of its name."
        ),
        wrong=_post(_ADD).replace("/notes", "/notes/{id}"),
        right=_get(_BY_ID),
    ),
    Rule(
        id="route.run_and_action",
        title="A route has `run:` or `action:`, not both",
        explanation=(
            "`run:` calls one action or query; `action:` is a body of the route's own, for what "
            "needs more than a call."
        ),
        wrong=_post(f"{_ADD}  action: {{ return Note.add(input) }}"),
        right=_post("auth: none  input: NewNote  output: Note  action: { return Note.add(input) }"),
    ),
    Rule(
        id="route.run_not_call",
        title="`run:` is one call of an action or a query",
        explanation=(
            "`attempt` is not written before it: the failures of the call leave the route, "
            "where each answers by its kind."
        ),
        wrong=_get("path: { id: Note.id }  run: attempt Note.get(path.id)"),
        right=_get(_BY_ID),
    ),
    Rule(
        id="route.runs_nothing",
        title="A route does something",
        explanation="Add `run:` with a call of an action or a query, or `action:` with a body.",
        wrong=_post("auth: none  input: NewNote  output: Note"),
        right=_post(_ADD),
    ),
    Rule(
        id="route.settle_not_query",
        title="`settle:` is `result` or one call of a query",
        explanation=(
            "When all the work that the action set off is finished, the route answers with the "
            "action's `result`, or with what the query finds then, in a fresh boundary."
        ),
        wrong=_post(f"{_ADD}  settle: input"),
        right=_post(f"{_ADD}  settle: Note.get(result.id)"),
    ),
    Rule(
        id="route.success_invalid",
        title="`success:` is `created` or `no_content`",
        explanation=(
            "`created` answers 201, `no_content` 204, without a body: it needs a result of "
            "`Unit`. Without the clause a route answers 200, or 202 where it leaves work behind."
        ),
        wrong=_post(f"{_ADD}  success: no_content"),
        right=_post("auth: none  run: Note.clear()  success: no_content"),
    ),
    Rule(
        id="route.within_invalid",
        title="`within:` is a duration above zero and up to a minute",
        explanation=(
            "It is how long the answer may wait for follow-on work under `settle:`; after that "
            "the route answers 202. The default is 10s."
        ),
        wrong=_post(f"{_ADD}  settle: result  within: 5m"),
        right=_post(f"{_ADD}  settle: result  within: 30s"),
    ),
    Rule(
        id="route.within_unused",
        title="`within:` stands beside `settle:`",
        explanation=(
            "It is how long the answer may wait for follow-on work. Without `settle:` a route "
            "waits for none, so `within:` does nothing. It is a warning."
        ),
        wrong=_post(f"{_ADD}  within: 5s"),
        right=_post(f"{_ADD}  settle: result  within: 5s"),
    ),
)
