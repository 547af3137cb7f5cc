"""Stores, config and the application; which store a body writes [E5] [V1] [G1] [G2]."""

import pytest
from marked_source import checked, edited, rejected

from jadpo_runtime.manifest import ApplicationDefinition, StoreDefinition
from jadpo_runtime.values import Constraints, Duration, Instant

CONFIG = """
config Settings {
    main_url: Text { binding: "MAIN_DATABASE" }
    other_url: Text { binding: "OTHER_DATABASE"  default: "sqlite:other.db" }
    key: Text { binding: "KEY"  secret: true }
    size: Int { binding: "SIZE"  default: 5  min: 1 }
    pause: Duration { binding: "PAUSE" }
}
"""

TWO = (
    CONFIG
    + """
store main { url: config.main_url }
store other { url: config.other_url }
event Bell { rung }
entity Order {
    id: Uuid { generated: identity }
    identity: id
    persistence { store: main }
    action open() -> Order { return attempt create Order { } }
    query count() freshness: authoritative -> Many { return Many(attempt query count Order { }) }
}
entity Note {
    id: Uuid { generated: identity }
    identity: id
    persistence { store: other }
    action write() -> Note { return attempt create Note { } }
}
type Many = Int {}
batch tidy() { over: Note { }  each note { var _ = note.id } }
"""
)


# ---- config


def test_a_config_field_has_its_binding_default_and_constraints() -> None:
    fields = {f.name: f for f in checked(CONFIG).manifest.configs["Settings"].fields}

    assert fields["main_url"].binding == "MAIN_DATABASE"
    assert fields["other_url"].default == "sqlite:other.db"
    assert (fields["key"].secret, fields["size"].secret) == (True, False)
    assert (fields["size"].default, fields["size"].constraints) == (5, Constraints(minimum=1))


@pytest.mark.parametrize(
    ("type_", "default", "value"),
    [
        ("Url", 'Url("https://mail.test")', "https://mail.test"),
        ("Email", 'Email("a@example.test")', "a@example.test"),
        ("Zone", 'Zone("Europe/London")', "Europe/London"),
        ("Instant", 'Instant("1970-01-01T00:00:01Z")', Instant(1_000_000)),
    ],
)
def test_a_scalar_written_as_a_text_is_a_default(type_: str, default: str, value: object) -> None:
    program = checked(f'config C {{ a: {type_} {{ binding: "A"  default: {default} }} }}')

    (field,) = program.manifest.configs["C"].fields
    assert field.default == value


def test_a_scalar_written_as_a_text_is_checked() -> None:
    rejected(
        "value.breaks_constraint",
        'config C { a: Url { binding: "A"  default: «Url("mail.test")» } }',
    )


def test_actions_read_config() -> None:
    checked(CONFIG + "type Size = Int {}\naction size() -> Size { return Size(config.size + 1) }")


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("config.binding_missing", "config C { «url»: Text }"),
        ("config.binding_invalid", 'config C { url: Text { binding: «"A-B"» } }'),
        ("config.binding_invalid", 'config C { url: Text { binding: «""» } }'),
        ("config.binding_invalid", "config C { url: Text { binding: «5» } }"),
        (
            "config.binding_repeated",
            'config C { a: Text { binding: "A" } }\nconfig D { b: Text { binding: «"A"» } }',
        ),
        (
            "config.field_repeated",
            'config C { a: Text { binding: "A" } }\nconfig D { «a»: Text { binding: "B" } }',
        ),
        ("name.duplicate", 'config C { a: Text { binding: "A" } «a»: Text { binding: "B" } }'),
        ("config.field_type", 'config C { a: «List<Text>» { binding: "A" } }'),
        ("config.field_type", 'config C { a: «Text?» { binding: "A" } }'),
        ("config.secret_value", 'config C { a: Text { binding: "A" secret: «"yes"» } }'),
        ("value.not_constant", 'config C { a: Int { binding: "A" default: «"5"» } }'),
        ("value.breaks_constraint", 'config C { a: Int { binding: "A" default: «0» min: 1 } }'),
        ("type.constraint_unknown", 'config C { a: Int { binding: "A" «defualt»: 5 } }'),
        ("type.modifier_misplaced", 'config C { a: Text { binding: "A" } «default "x"» }'),
        ("config.unknown_field", CONFIG + "action go() -> Unit { var _ = config.«sise» }"),
        ("config.unknown_field", CONFIG + "action go() -> Unit { var _ = «config» }"),
        ("config.secret_used", CONFIG + "action go() -> Unit { var _ = «config.key» }"),
        ("effect.not_allowed", CONFIG + "function go() -> Unit { var _ = «config.size» }"),
    ],
)
def test_a_mistake_of_config_is_told_where_it_is(rule: str, marked: str) -> None:
    rejected(rule, marked)


def test_the_nearest_config_field_is_offered() -> None:
    marked = CONFIG + "action go() -> Unit { var _ = config.«sise» }"

    checked(edited(marked, rejected("config.unknown_field", marked)))


# ---- application


def test_an_application_has_a_version_and_a_retention() -> None:
    assert checked('application Shop { version: "1.4.0"  retention: 7d }').manifest.application == (
        ApplicationDefinition("Shop", "1.4.0", Duration(7 * 86_400_000_000))
    )


def test_without_an_application_the_project_gives_its_name() -> None:
    assert checked("type A = Int {}").manifest.application == ApplicationDefinition("shop")


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("config.application_clause", 'application Shop { «versoin»: "1" }'),
        ("config.application_value", "application Shop { version: «1» }"),
        ("config.application_value", "application Shop { retention: «0s» }"),
        ("config.second_application", "application Shop { }\napplication «Store» { }"),
    ],
)
def test_a_mistake_of_the_application_is_told_where_it_is(rule: str, marked: str) -> None:
    rejected(rule, marked)


# ---- stores


def test_a_store_is_where_a_config_value_says() -> None:
    stores = checked(
        CONFIG + 'store main { url: config.main_url  default: "sqlite:shop.db" }'
    ).manifest.stores

    assert stores == {
        "main": StoreDefinition("main", None, ("Settings", "main_url"), "sqlite:shop.db")
    }


def test_a_secret_may_be_the_url_of_a_store() -> None:
    checked(CONFIG + "store main { url: config.key }")


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("store.url_missing", "store «main» { }"),
        ("store.url_invalid", 'store main { url: «"sqlite:shop.db"» }'),
        ("store.url_invalid", CONFIG + "store main { url: «config.size» }"),
        ("config.unknown_field", CONFIG + "store main { url: config.«main_ulr» }"),
        ("store.clause_unknown", CONFIG + "store main { url: config.main_url «path»: 1 }"),
        ("store.default_invalid", CONFIG + "store main { url: config.main_url default: «5» }"),
        (
            "store.default_invalid",
            CONFIG + 'store main { url: config.main_url default: «"mysql://x"» }',
        ),
    ],
)
def test_a_mistake_of_a_store_is_told_where_it_is(rule: str, marked: str) -> None:
    rejected(rule, marked)


# ---- what a body writes


def writes(text: str, name: str) -> str | None:
    return checked(TWO + text).manifest.callables[name].writes


def test_a_body_writes_the_store_of_the_entities_it_writes_with_all_that_it_calls() -> None:
    assert writes("action go() -> Unit { var _ = Order.open() }", "go") == "main"
    assert (
        writes(
            "action go() -> Unit { more() }\naction more() -> Unit { var _ = Note.write() }", "go"
        )
        == "other"
    )


def test_a_body_may_read_other_stores_than_it_writes() -> None:
    text = "action go() -> Unit { var _ = Order.count()  var _ = Note.write() }"
    signature = checked(TWO + text).manifest.callables["go"]

    assert (signature.writes, signature.reads) == ("other", ("main",))


def test_an_event_goes_to_the_store_that_the_body_writes() -> None:
    assert writes("action go() -> Unit { emit Bell.rung  var _ = Note.write() }", "go") == "other"


def test_an_event_without_a_write_goes_to_the_only_store() -> None:
    text = CONFIG + "store only { url: config.main_url }\nevent B { r }\n"

    signature = checked(text + "action go() -> Unit { emit B.r }").manifest.callables["go"]
    assert signature.writes == "only"


def test_an_event_without_a_write_goes_to_the_primary_of_several_stores() -> None:
    text = CONFIG + (
        "store primary { url: config.main_url }\nstore other { url: config.other_url }\n"
        "event B { r }\naction go() -> Unit { emit B.r }"
    )

    assert checked(text).manifest.callables["go"].writes == "primary"


def test_a_reading_body_writes_nothing() -> None:
    assert writes("action go() -> Unit { var _ = Order.count() }", "go") is None


def test_what_a_test_calls_is_not_what_its_body_writes() -> None:
    program = checked(TWO + 'test "t" { var _ = call Order.open()  var _ = call Note.write() }')

    assert program.manifest.callables["test shop.jadpo: t"].writes is None


@pytest.mark.parametrize(
    "marked",
    [
        "action go() -> Unit { var _ = Order.open()  var _ = «Note.write()» }",
        "subscriber s { on Bell.rung { var _ = Note.write()  var _ = «Order.open()» } }",
        "batch b() { over: Order { } each o { var _ = o.id  var _ = Order.open() "
        "var _ = «Note.write()» } }",
        "action first() -> Unit { var _ = Order.open() }\n"
        "action go() -> Unit { if true { first() } else { var _ = «Note.write()» } }",
    ],
)
def test_a_body_writes_one_store(marked: str) -> None:
    rejected("store.two_written", TWO + marked)


def test_two_stores_are_told_where_they_meet_and_not_in_the_callers() -> None:
    rejected(
        "store.two_written",
        TWO + "action both() -> Unit { var _ = Order.open()  var _ = «Note.write()» }\n"
        "action caller() -> Unit { both() }\naction callers_caller() -> Unit { caller() }",
    )


@pytest.mark.parametrize(
    "marked",
    [
        "action go() -> Unit { «emit Bell.rung» }",
        "action go() -> Unit { «start tidy()» }",
        "action go() -> Unit { «emit Bell.rung» }\naction caller() -> Unit { go() }",
    ],
)
def test_an_event_needs_a_store_to_go_to(marked: str) -> None:
    rejected("store.emit_without_store", TWO + marked)
