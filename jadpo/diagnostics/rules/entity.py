"""Rules of the area ``entity``: entities and their persistence."""

from jadpo.diagnostics.rules.rule import Rule

_CUSTOMER = """\
entity Customer {
  id: Uuid { generated: identity }
  email: Text
  city: Text
  identity: id
  persistence { unique: email }
}
"""


def _order(clauses: str, field: str = "customer_id: Customer.id") -> str:
    """Customers, and orders with these clauses in their persistence."""
    return (
        _CUSTOMER
        + f"entity Order {{\n  id: Uuid {{ generated: identity }}\n  {field}\n"
        + f"  lines: List<Text>\n  identity: id\n  persistence {{ {clauses} }}\n}}\n"
    )


_TWO_STORES = """\
config Settings {
  main_url: Text { binding: "MAIN_DATABASE" }
  other_url: Text { binding: "OTHER_DATABASE" }
}
store main { url: config.main_url }
store other { url: config.other_url }
"""
_NOTE = "entity Note { id: Uuid { generated: identity }  identity: id "
_TITLED = "entity Note { id: Uuid { generated: identity }  title: Text  identity: id "
_RESTRICT = "reference customer_id: Customer.id on_delete: restrict"

RULES: tuple[Rule, ...] = (
    Rule(
        id="entity.field_repeated",
        title="A field stands in a key once",
        explanation=(
            "A second time it adds nothing to a `unique:` or `index:`. Most likely another field "
            "was meant."
        ),
        wrong=_order("index: (customer_id, customer_id)"),
        right=_order("index: customer_id"),
    ),
    Rule(
        id="entity.field_type",
        title="An entity does not store another one whole",
        explanation=(
            "An entity is stored once, in rows of its own, and other rows know it by its "
            "identity: write `customer_id: Customer.id`, and read the customer with a query."
        ),
        wrong=_order("", "customer: Customer"),
        right=_order("", "customer_id: Customer.id"),
    ),
    Rule(
        id="entity.generated",
        title="`generated: identity` stands on an identity of `Uuid`",
        explanation=(
            "The runtime fills in one value of a row: an identity of the type `Uuid`, with ids "
            "of version 7 that increase in order of creation."
        ),
        wrong="entity Note { id: Int { generated: identity }  identity: id }",
        right="entity Note { id: Uuid { generated: identity }  identity: id }",
    ),
    Rule(
        id="entity.identity_missing",
        title="An entity has an identity",
        explanation=(
            "`identity: id` names the field that tells its rows apart. With `id: Uuid { "
            "generated: identity }` the runtime fills it in."
        ),
        wrong="entity Note { id: Uuid }",
        right="entity Note { id: Uuid  identity: id }",
    ),
    Rule(
        id="entity.identity_nullable",
        title="An identity is never `none`",
        explanation=(
            "Rows are told apart by their identity, so each row has one: its type is written "
            "without `?`."
        ),
        wrong="entity Note { id: Uuid?  identity: id }",
        right="entity Note { id: Uuid  identity: id }",
    ),
    Rule(
        id="entity.identity_type",
        title="An identity is a scalar",
        explanation="Rows are found by their identity, which a store has to compare.",
        wrong="entity Note { id: List<Text>  identity: id }",
        right="entity Note { id: Text  identity: id }",
    ),
    Rule(
        id="entity.key_repeated",
        title="A key is declared once",
        explanation="A second `unique:` or `index:` of the same fields has no effect.",
        wrong=_order("index: customer_id  index: customer_id"),
        right=_order("index: customer_id"),
    ),
    Rule(
        id="entity.key_type",
        title="The fields of `unique:` and `index:` are scalars",
        explanation="A store finds rows by them, so it has to compare their values.",
        wrong=_order("index: lines"),
        right=_order("index: customer_id"),
    ),
    Rule(
        id="entity.no_receiver",
        title="An operation without `self` is not called on a value",
        explanation=(
            "`note.f(…)` gives `note` as the `self` of `f`. An operation that is declared "
            "without `self` is called as `Note.f(…)`."
        ),
        wrong=_NOTE + "action add() -> Note { return attempt create Note { } } }\n"
        "action again(note: Note) -> Note { return note.add() }",
        right=_NOTE + "action add() -> Note { return attempt create Note { } } }\n"
        "action again() -> Note { return Note.add() }",
    ),
    Rule(
        id="entity.receiver_outside",
        title="`self` stands in operations of entities",
        explanation=(
            "`self` is the row of the entity in which an operation is declared. Outside of "
            "entities a callable has parameters with names."
        ),
        wrong="type Big = Bool {}\nfunction is_big(self: value) -> Big { return Big(true) }",
        right="type Big = Bool {}\n"
        + _NOTE
        + "function is_big(self: value) -> Big { return Big(true) } }",
    ),
    Rule(
        id="entity.reference_on_delete",
        title="A reference says what a deletion does",
        explanation=(
            "`on_delete: restrict` forbids to delete a row that is referred to, `cascade` "
            "deletes the referring rows with it, `set_null` sets the field to `none`."
        ),
        wrong=_order("reference customer_id: Customer.id on_delete: forbid"),
        right=_order(_RESTRICT),
    ),
    Rule(
        id="entity.reference_repeated",
        title="A field refers to one other field",
        explanation=(
            "Two references of one field would have to hold at once. A row that refers to two "
            "others has a field for each."
        ),
        wrong=_order(f"{_RESTRICT}  {_RESTRICT}"),
        right=_order(_RESTRICT),
    ),
    Rule(
        id="entity.reference_set_null",
        title="`set_null` needs a field that may be `none`",
        explanation="When the row that is referred to is deleted, the field becomes `none`.",
        wrong=_order("reference customer_id: Customer.id on_delete: set_null"),
        right=_order(
            "reference customer_id: Customer.id on_delete: set_null", "customer_id: Customer.id?"
        ),
    ),
    Rule(
        id="entity.reference_store",
        title="A reference stays within its store",
        explanation=(
            "A store watches over references between its own rows. A field may well hold the "
            "identity of a row of another store, but nothing forbids to delete that row."
        ),
        wrong=_TWO_STORES
        + _order(f"store: other  {_RESTRICT}").replace("unique:", "store: main  unique:"),
        right=_TWO_STORES
        + _order(f"store: main  {_RESTRICT}").replace("unique:", "store: main  unique:"),
    ),
    Rule(
        id="entity.reference_target",
        title="A reference leads to an identity or a unique field",
        explanation=(
            "A reference leads to one row, so the field that it names is the identity of its "
            "entity, or declared `unique` there by itself."
        ),
        wrong=_order("reference place: Customer.city on_delete: restrict", "place: Customer.city"),
        right=_order(
            "reference place: Customer.email on_delete: restrict", "place: Customer.email"
        ),
    ),
    Rule(
        id="entity.reference_type",
        title="A field that refers to another has exactly its type",
        explanation=(
            "`reference f: Other.g` needs `f: Other.g` (or `Other.g?`): then no value can be "
            "put into `f` that is not one of `g`."
        ),
        wrong=_order(_RESTRICT, "customer_id: Uuid"),
        right=_order(_RESTRICT),
    ),
    Rule(
        id="entity.self_value",
        title="`self: value` takes the whole row",
        explanation=(
            "A function with `self: value` reads the row's fields, so an identity is not enough "
            "to call it. A `self: ref` operation takes the identity, or an entity of which the "
            "identity is taken."
        ),
        wrong="type Big = Bool {}\n"
        + _NOTE
        + "function is_big(self: value) -> Big { return Big(true) } }\n"
        "action ask(id: Note.id) -> Big { return id.is_big() }",
        right="type Big = Bool {}\n"
        + _NOTE
        + "function is_big(self: value) -> Big { return Big(true) } }\n"
        "action ask(note: Note) -> Big { return note.is_big() }",
    ),
    Rule(
        id="entity.store_missing",
        title="With several stores an entity says which one it lives in",
        explanation=(
            "`persistence { store: name }` may be left out where the project has one store."
        ),
        wrong=_TWO_STORES + _NOTE + "}",
        right=_TWO_STORES + _NOTE + "persistence { store: main } }",
    ),
    Rule(
        id="entity.store_unknown",
        title="The store of an entity is declared",
        explanation=(
            "`store:` names a `store` of the project. A project without any has one, `primary`."
        ),
        wrong=_TWO_STORES + _NOTE + "persistence { store: mian } }",
        right=_TWO_STORES + _NOTE + "persistence { store: main } }",
    ),
    Rule(
        id="entity.unknown",
        title="The entity that is named is declared",
        explanation=(
            "Queries, batches, backfills, references and constraints name an `entity` of the "
            "same module, or a public one that is imported."
        ),
        wrong=_NOTE + "}\nbatch tidy() { over: Notes { }  each note { var _ = note.id } }",
        right=_NOTE + "}\nbatch tidy() { over: Note { }  each note { var _ = note.id } }",
    ),
    Rule(
        id="entity.written_outside",
        title="An entity is written by its own operations",
        explanation=(
            "`create`, `update` and `delete` of an entity stand in the actions that are "
            "declared inside it, and nowhere else. So all that can happen to its rows is in one "
            "place; everyone else calls these actions."
        ),
        wrong=_TITLED + "}\ntype Title = Text {}\n"
        "action write(title: Note.title) -> Note { "
        "return attempt create Note { title: title } }",
        right=_TITLED + "action write(title: Note.title) -> Note { "
        "return attempt create Note { title: title } } }",
    ),
)
