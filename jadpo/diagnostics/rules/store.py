"""Rules of the area ``store``: stores, and which of them an action writes."""

from jadpo.diagnostics.rules.rule import Rule

_CONFIG = """\
config Settings {
  main_url: Text { binding: "MAIN_DATABASE" }
  other_url: Text { binding: "OTHER_DATABASE" }
}
"""
_TWO = (
    _CONFIG
    + "store main { url: config.main_url }\nstore other { url: config.other_url }\n"
    + """\
entity Order {
  id: Uuid { generated: identity }
  identity: id
  persistence { store: main }
  action open() -> Order { return attempt create Order { } }
}
entity Note {
  id: Uuid { generated: identity }
  identity: id
  persistence { store: other }
  action write() -> Note { return attempt create Note { } }
}
event Bell { rung }
"""
)

RULES: tuple[Rule, ...] = (
    Rule(
        id="store.clause_unknown",
        title="A store has the clauses `url:` and `default:`",
        explanation=(
            "`url:` names the config value that says where the store is, `default:` the URL "
            "where that is not set."
        ),
        wrong=_CONFIG + 'store main { url: config.main_url  path: "shop.db" }',
        right=_CONFIG + 'store main { url: config.main_url  default: "sqlite:shop.db" }',
    ),
    Rule(
        id="store.default_invalid",
        title="`default:` of a store is a URL of a store",
        explanation=(
            "The URL of a store is `sqlite:PATH`, `sqlite::memory:` or `postgres://…`, written "
            "as a text."
        ),
        wrong=_CONFIG + 'store main { url: config.main_url  default: "shop.db" }',
        right=_CONFIG + 'store main { url: config.main_url  default: "sqlite:shop.db" }',
    ),
    Rule(
        id="store.emit_without_store",
        title="An event has an outbox to go to",
        explanation=(
            "An event, like a run of a batch, is recorded in the store that the action writes, "
            "in its transaction. Where the action writes no entity, that is the one store there "
            "is, or the one named `primary`. In a project with several stores and no `primary` "
            "there is no such store."
        ),
        wrong=_TWO + "action ring() -> Unit { emit Bell.rung }\n",
        right=_TWO + "action ring() -> Unit { var _ = Order.open()  emit Bell.rung }\n",
    ),
    Rule(
        id="store.two_written",
        title="A body writes one store",
        explanation=(
            "What an action, a handler, an `each` or a `receiving` body does commits or rolls "
            "back as one, and no transaction spans two stores. So such a body, with all that it "
            "calls, writes one store; it may read others. To change two, write the first and "
            "emit an event: a subscriber of it writes the second in a boundary of its own."
        ),
        wrong=_TWO + "action both() -> Unit { var _ = Order.open()  var _ = Note.write() }\n",
        right=_TWO
        + "action first() -> Unit { var _ = Order.open()  emit Bell.rung }\n"
        + "subscriber second { on Bell.rung { var _ = Note.write() } }\n",
    ),
    Rule(
        id="store.url_invalid",
        title="`url:` of a store is a config value",
        explanation=(
            "Where a store is differs from machine to machine, so its URL is read from the "
            "environment, through a `config` field whose type is `Text` or built on it. It may "
            "be a secret one. What is used where the variable is not set is the field's or the "
            "store's `default:`."
        ),
        wrong='store main { url: "sqlite:shop.db" }',
        right=_CONFIG + 'store main { url: config.main_url  default: "sqlite:shop.db" }',
    ),
    Rule(
        id="store.url_missing",
        title="A store says where it is",
        explanation="Add `url:` with a config value. A project without stores needs none.",
        wrong='store main { default: "sqlite:shop.db" }',
        right=_CONFIG + 'store main { url: config.main_url  default: "sqlite:shop.db" }',
    ),
)
