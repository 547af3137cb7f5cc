"""Rules of the area ``query``: `query`, `create`, `update` and `delete` expressions."""

from jadpo.diagnostics.rules.rule import Rule

_TODO = """\
type Title = Text { min_length: 1 }
entity Todo {
  id: Uuid { generated: identity }
  title: Title
  rank: Int
  done: Bool
  note: Text?
  tags: List<Title>
  identity: id
  persistence { unique: title }
"""
_NO_TODO = 'failure NoTodo { kind: NotFound  code: "no_todo" }\n'
_TAKEN = 'failure Taken { kind: Conflict  code: "taken" }\n'
_NOTHING = 'failure Nothing { kind: InvalidValue  code: "nothing" }\n'


def _find(clauses: str) -> str:
    """A named query with these clauses in a `query optional`."""
    return (
        _TODO
        + "  query find(wanted: Todo.title) freshness: authoritative -> Todo? {\n"
        + f"    return attempt query optional Todo {{ {clauses} }}\n  }}\n}}\n"
    )


def _list(clauses: str) -> str:
    """A named query with these clauses in a `query many`."""
    return (
        _TODO
        + "  query all() freshness: authoritative -> List<Todo> {\n"
        + f"    return attempt query many Todo {{ {clauses} }}\n  }}\n}}\n"
    )


def _update(clauses: str) -> str:
    """An action with these clauses in an `update required`."""
    return (
        _NO_TODO
        + _TODO
        + "  action change(self: ref, rank: Todo.rank) fails NoTodo -> Todo {\n"
        + f"    return attempt update required Todo {{ {clauses} }}\n  }}\n}}\n"
    )


def _patch(field: str, clauses: str) -> str:
    """An action with these clauses in an `update required`, and an Object for a patch."""
    return (
        _NO_TODO
        + _NOTHING
        + f"type Change = Object {{ {field} }}\n"
        + _TODO
        + "  action change(self: ref, input: Change) fails NoTodo, Nothing -> Todo {\n"
        + f"    return attempt update required Todo {{ where: id == self  {clauses} }}\n  }}\n}}\n"
    )


def _create(fields: str, conflicts: str) -> str:
    """An action with these fields and clauses in a `create`."""
    return (
        _TAKEN
        + _TODO
        + "  action add(title: Todo.title) fails Taken -> Todo {\n"
        + f"    return attempt create Todo {{ {fields} }} {conflicts}\n  }}\n}}\n"
    )


_GIVEN = "title: title  rank: 1  done: false  note: none  tags: []"
_CONFLICT = "conflict Todo.title: Taken"
_SET = "where: id == self  set: { rank: rank }  missing: NoTodo"

RULES: tuple[Rule, ...] = (
    Rule(
        id="query.aggregate_field",
        title="`sum` adds a field of numbers; `minimum` and `maximum` need an order",
        explanation=(
            "`query sum Entity.field` adds a field whose base is Int or Decimal. `minimum` and "
            "`maximum` need a field whose values have an order: numbers, texts, bytes, ids, "
            "times and durations. Rows where the field is `none` are passed over."
        ),
        wrong="type Total = Int {}\n"
        + _TODO
        + "  query total() freshness: authoritative -> Total {\n"
        "    return Total(attempt query sum Todo.title { })\n  }\n}\n",
        right="type Total = Int {}\n"
        + _TODO
        + "  query total() freshness: authoritative -> Total {\n"
        "    return Total(attempt query sum Todo.rank { })\n  }\n}\n",
    ),
    Rule(
        id="query.conflict_repeated",
        title="A constraint is mapped to one failure",
        explanation=(
            "Each `conflict` clause says which failure one broken constraint becomes, and "
            "`conflict: Failure` stands for all that are not named. Two clauses for the same "
            "constraint contradict each other."
        ),
        wrong=_create(_GIVEN, f"{_CONFLICT} {_CONFLICT}"),
        right=_create(_GIVEN, _CONFLICT),
    ),
    Rule(
        id="query.conflict_unknown",
        title="`conflict` names a constraint that the write can break",
        explanation=(
            "`conflict Entity.field: Failure` maps the identity, one `unique` or one reference "
            "of the entity that is written; several fields stand in parentheses, as in "
            "`conflict Seat.(row, number): Taken`. In a delete it names the field of another "
            "entity that refers to the deleted row with `on_delete: restrict`."
        ),
        wrong=_create(_GIVEN, "conflict Todo.rank: Taken"),
        right=_create(_GIVEN, _CONFLICT),
    ),
    Rule(
        id="query.count",
        title="`limit:` and `offset:` are numbers of rows",
        explanation=(
            "Both take an Int that is not negative. A value that turns out to be negative when "
            "the program runs counts as 0."
        ),
        wrong=_list("order_by: rank  limit: -1"),
        right=_list("order_by: rank  limit: 10"),
    ),
    Rule(
        id="query.current_misplaced",
        title="`current.field` stands under operators",
        explanation=(
            "A value in `set:` may be computed from the row that is updated, which is called "
            "`current` there: `set: { stock: current.stock - taken }`. Only operators and "
            "parentheses may stand around it, so that each store can compute it; and no "
            "construction is needed, because the row that results is checked. Where more is "
            "needed, read the row with a `query` first."
        ),
        wrong=_update(
            "where: id == self  set: { title: text.upper(current.title) }  missing: NoTodo"
        ).replace(", rank: Todo.rank", ""),
        right=_update("where: id == self  set: { rank: current.rank + rank }  missing: NoTodo"),
    ),
    Rule(
        id="query.empty_absent",
        title="`patch:` says with `empty:` what an empty patch becomes",
        explanation=(
            "All fields of a patch may be left out, and an update that changes nothing is most "
            "likely a client's mistake. `empty:` names the failure, of the kind `InvalidValue`, "
            "that it becomes."
        ),
        wrong=_patch("rank: Todo.rank optional", "patch: input  missing: NoTodo").replace(
            ", Nothing", ""
        ),
        right=_patch("rank: Todo.rank optional", "patch: input  empty: Nothing  missing: NoTodo"),
    ),
    Rule(
        id="query.empty_without_patch",
        title="`empty:` belongs to `patch:`",
        explanation=(
            "`empty:` names the failure of a patch that supplies nothing. An update with `set:` "
            "alone is never empty."
        ),
        wrong=_patch(
            "rank: Todo.rank", "set: { rank: input.rank }  empty: Nothing  missing: NoTodo"
        ),
        right=_patch("rank: Todo.rank optional", "patch: input  empty: Nothing  missing: NoTodo"),
    ),
    Rule(
        id="query.failure_kind",
        title="`missing:`, `conflict` and `empty:` name failures of their kinds",
        explanation=(
            "`missing:` names a failure of the kind `NotFound`, `conflict` one of `Conflict`, "
            "`empty:` one of `InvalidValue`. So a client can rely on the status it gets, "
            "whatever the failure is called."
        ),
        wrong='failure Gone { kind: Conflict  code: "gone" }\n'
        + _TODO
        + "  query get(id: Todo.id) freshness: authoritative fails Gone -> Todo {\n"
        "    return attempt query required Todo { where: id == id  missing: Gone }\n  }\n}\n",
        right='failure Gone { kind: NotFound  code: "gone" }\n'
        + _TODO
        + "  query get(id: Todo.id) freshness: authoritative fails Gone -> Todo {\n"
        "    return attempt query required Todo { where: id == id  missing: Gone }\n  }\n}\n",
    ),
    Rule(
        id="query.field_not_comparable",
        title="`where:` compares fields that are scalars or enums",
        explanation=(
            "Rows are found by fields that every store compares in the same way: scalars, and "
            "enums. Lists, sets, maps and Objects are stored, and read back, as wholes. What "
            "rows are to be found by belongs into a field of its own."
        ),
        wrong=_find('where: tags == [Title("a")] and title == wanted'),
        right=_find("where: title == wanted"),
    ),
    Rule(
        id="query.freshness",
        title="A named query says `freshness: authoritative`",
        explanation=(
            "Freshness says how old the rows may be that a query sees. `authoritative` reads "
            "the store itself, and is the one freshness that there is. It is written out, so "
            "that a program does not change its meaning when others are added."
        ),
        wrong=_find("where: title == wanted").replace(" freshness: authoritative", ""),
        right=_find("where: title == wanted"),
    ),
    Rule(
        id="query.generated_given",
        title="A generated identity is not given",
        explanation=(
            "The runtime fills in an identity that is declared `generated: identity`, with ids "
            "that increase in order of creation. A value for it in `create` could break that "
            "order."
        ),
        wrong=_create(f"id: random.uuid()  {_GIVEN}", _CONFLICT),
        right=_create(_GIVEN, _CONFLICT),
    ),
    Rule(
        id="query.identity_set",
        title="An update does not change the identity",
        explanation=(
            "A row is the same row as long as its identity is the same: references, batches and "
            "deliveries know it by that. To give a thing another identity, create another row."
        ),
        wrong=_update("where: id == self  set: { id: self  rank: rank }  missing: NoTodo"),
        right=_update(_SET),
    ),
    Rule(
        id="query.in_needs_list",
        title="`in` takes a list",
        explanation="`field in list` asks whether the field's value is one of the list's.",
        wrong=_find("where: title in wanted"),
        right=_find("where: title in [wanted]"),
    ),
    Rule(
        id="query.incomparable",
        title="A field is compared with values of its own type",
        explanation=(
            "In `where:` the rules of comparing hold as everywhere: the type of one side widens "
            "to the other's, or both widen to one type that is no representation primitive; "
            "numbers compare with numbers. A customer's id is not compared with an order's."
        ),
        wrong=_find("where: rank == wanted"),
        right=_find("where: title == wanted"),
    ),
    Rule(
        id="query.missing_absent",
        title="A `required` form says with `missing:` what happens without a row",
        explanation=(
            "`query required`, `update required` and `delete required` give a row. Where no row "
            "matches they fail with the failure that `missing:` names, of the kind `NotFound`. "
            "A row that may be missing is asked for with `query optional`."
        ),
        wrong=_update("where: id == self  set: { rank: rank }").replace(" fails NoTodo", ""),
        right=_update(_SET),
    ),
    Rule(
        id="query.never_none",
        title="Only fields that may be `none` are compared with it",
        explanation=(
            "A field whose type is written without `?` always has a value, so `exists` and a "
            "comparison with `none` say nothing about it."
        ),
        wrong=_find("where: rank exists and title == wanted"),
        right=_find("where: note exists and title == wanted"),
    ),
    Rule(
        id="query.not_ordered",
        title="Only values that have an order are ordered",
        explanation=(
            "Numbers, texts (by code point), bytes, ids, times and durations have an order, and "
            "can be compared with `< <= > >=`. Rows can be sorted by every scalar: a `Bool` has "
            "false first, a plain enum goes by the names of its variants. Enums with payloads, "
            "collections and Objects have no order."
        ),
        wrong=_list("where: done < true  order_by: rank"),
        right=_list("where: done == true  order_by: rank"),
    ),
    Rule(
        id="query.nothing_set",
        title="An update sets something",
        explanation=(
            "`set:` or `patch:` says which fields get new values. To read a row without changing "
            "it, use a `query`."
        ),
        wrong=_update("where: id == self  missing: NoTodo").replace(", rank: Todo.rank", ""),
        right=_update(_SET),
    ),
    Rule(
        id="query.order_by_missing",
        title="`query many` says in which order its rows come",
        explanation=(
            "Without an order a store gives rows as it likes, and a program would depend on "
            "luck. `order_by:` names one or more fields, each `asc` or `desc`; the identity is "
            "always the last key, so the order is the same everywhere."
        ),
        wrong=_list("where: done == false"),
        right=_list("where: done == false  order_by: rank desc, title"),
    ),
    Rule(
        id="query.order_by_repeated",
        title="A field stands in `order_by:` once",
        explanation="Rows that are equal in a field stay equal in it, so a second key is useless.",
        wrong=_list("order_by: rank, rank desc"),
        right=_list("order_by: rank, title desc"),
    ),
    Rule(
        id="query.outside_query",
        title="`query` stands in named queries and in operations of entities",
        explanation=(
            "Reading rows has a name: a `query` declaration, or an operation of an entity. "
            "Handlers, batches, routes and actions outside of entities call these. So each way "
            "to read is found, reviewed and indexed in one place."
        ),
        wrong=_TODO + "}\naction first() -> Todo? {\n"
        "  return attempt query optional Todo { where: rank == 1 }\n}\n",
        right=_TODO + "}\nquery first() freshness: authoritative -> Todo? {\n"
        "  return attempt query optional Todo { where: rank == 1 }\n}\n",
    ),
    Rule(
        id="query.patch_type",
        title="A patch is an Object of optional field types of the entity",
        explanation=(
            "`patch:` names a binding of an Object. Each of its fields is `optional`, and its "
            "type is that of the entity's field that it sets, as in `title: Todo.title "
            "optional`. A field that is left out stays as it is; one that is supplied as `none` "
            "is cleared."
        ),
        wrong=_patch("rank: Todo.rank", "patch: input  empty: Nothing  missing: NoTodo"),
        right=_patch("rank: Todo.rank optional", "patch: input  empty: Nothing  missing: NoTodo"),
    ),
    Rule(
        id="query.set_repeated",
        title="A field gets one new value",
        explanation=(
            "A field stands once in `set:`, and not in the patch as well, so that there is one "
            "value it can get."
        ),
        wrong=_update("where: id == self  set: { rank: rank  rank: 2 }  missing: NoTodo"),
        right=_update(_SET),
    ),
    Rule(
        id="query.set_type",
        title="A value computed from the row has the field's base type",
        explanation=(
            "A value in `set:` that uses `current` needs no construction, since the row that "
            "results is checked by its fields' rules. It still has to be of the base of the "
            "field's type: an Int for an Int field, and not `none` unless the field may be."
        ),
        wrong=_update("where: id == self  set: { title: current.rank + rank }  missing: NoTodo"),
        right=_update("where: id == self  set: { rank: current.rank + rank }  missing: NoTodo"),
    ),
    Rule(
        id="query.when_supplied",
        title="`when` in `set:` asks whether a field was supplied",
        explanation=(
            "`set: { slug: slug_of(input.title) when input.title supplied }` sets a field only "
            "where the outside gave another one. Anything else that an update depends on is an "
            "`if` around two updates, or part of `where:`."
        ),
        wrong=_update("where: id == self  set: { rank: rank when rank > 1 }  missing: NoTodo"),
        right=_patch(
            "rank: Todo.rank optional",
            "patch: input  set: { done: false when input.rank supplied }  empty: Nothing  "
            "missing: NoTodo",
        ),
    ),
    Rule(
        id="query.where_left",
        title="The left side of a comparison in `where:` is a field's bare name",
        explanation=(
            "On its left a comparison in `where:` has a field of the entity, by its bare name, "
            "also where a parameter has the same name: `where: id == id` compares the column with "
            "the parameter. The right side is an ordinary expression, evaluated once before the "
            "statement runs."
        ),
        wrong=_find("where: wanted == title").replace("wanted == title", "Todo.title == wanted"),
        right=_find("where: title == wanted"),
    ),
    Rule(
        id="query.where_missing",
        title="An update or delete says which rows",
        explanation=(
            "A query without `where:` reads all rows. An update or delete without it would "
            "change them all, most often by mistake, so it must be written."
        ),
        wrong=_TODO + "  action clear() -> Unit {\n"
        "    var _ = attempt delete many Todo { }\n  }\n}\n",
        right=_TODO + "  action clear() -> Unit {\n"
        "    var _ = attempt delete many Todo { where: done == true }\n  }\n}\n",
    ),
    Rule(
        id="query.where_no_comparison",
        title="`where:` is made of comparisons",
        explanation=(
            "Comparisons with `== != < <= > >=`, `in`, `exists` and `== none` are combined with "
            "`and`, `or` and `not`. A field of `Bool` is compared as well: `done == true`."
        ),
        wrong=_find("where: done and title == wanted"),
        right=_find("where: done == true and title == wanted"),
    ),
)
