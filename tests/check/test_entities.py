"""Entities: identity, generated ids, keys, references and stores [E1] [E5]."""

import pytest
from marked_source import checked, rejected

from jadpo_runtime.values import Reference

CUSTOMER = """
entity Customer {
    id: Uuid { generated: identity }
    email: Text
    city: Text
    identity: id
    persistence { unique: email }
}
"""

STORES = """
config Settings {
    main_url: Text { binding: "MAIN_DATABASE" }
    other_url: Text { binding: "OTHER_DATABASE" }
}
store main { url: config.main_url }
store other { url: config.other_url }
"""


def order(clauses: str, field: str = "customer_id: Customer.id") -> str:
    return CUSTOMER + (
        f"entity Order {{ id: Uuid {{ generated: identity }}  {field}  rank: Int "
        f"lines: List<Text> "
        f"identity: id  persistence {{ {clauses} }} }}"
    )


def test_an_entity_keeps_its_keys_and_references_in_order_of_declaration() -> None:
    program = checked(
        order(
            "unique: (customer_id, rank)  unique: rank  index: rank  "
            "reference customer_id: Customer.id on_delete: cascade"
        )
    )

    entity = program.manifest.entities["Order"]
    assert entity.identity == "id"
    assert entity.uniques == (("customer_id", "rank"), ("rank",))
    assert entity.indexes == (("rank",),)
    assert entity.references == (Reference("customer_id", "Customer", "id", "cascade"),)
    assert entity.fields[0].generated


def test_a_project_without_stores_keeps_its_rows_in_a_file_of_its_name() -> None:
    manifest = checked(CUSTOMER).manifest

    assert manifest.entities["Customer"].store == "primary"
    assert manifest.stores["primary"].url == "sqlite:shop.db"


def test_an_entity_lives_in_the_store_that_it_names() -> None:
    text = STORES + "entity Note { id: Text  identity: id  persistence { store: other } }"

    assert checked(text).manifest.entities["Note"].store == "other"


def test_with_one_store_it_need_not_be_named() -> None:
    text = (
        'config S { url: Text { binding: "URL" } }\nstore only { url: config.url }\n'
        "entity Note { id: Text  identity: id }"
    )

    assert checked(text).manifest.entities["Note"].store == "only"


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("entity.identity_missing", "entity «Note» { id: Uuid }"),
        ("type.unknown_field", "entity Note { id: Uuid  identity: «ids» }"),
        ("entity.identity_nullable", "entity Note { id: Uuid?  identity: «id» }"),
        ("entity.identity_type", "entity Note { id: List<Int>  identity: «id» }"),
        ("entity.generated", "entity Note { id: «Int» { generated: identity }  identity: id }"),
        ("entity.generated", "entity Note { id: Uuid { generated: «true» }  identity: id }"),
        (
            "entity.generated",
            "entity Note { id: Uuid  other: Uuid { «generated: identity» }  identity: id }",
        ),
        ("type.unknown_field", order("unique: «ranks»")),
        ("entity.field_repeated", order("unique: (rank, «rank»)")),
        ("entity.key_repeated", order("index: rank  «index: rank»")),
        ("entity.key_type", order("unique: «lines»")),
        ("entity.unknown", order("reference customer_id: «Custmer».id on_delete: restrict")),
        ("type.unknown_field", order("reference customer_id: Customer.«ids» on_delete: restrict")),
        ("entity.reference_target", order("reference customer_id: «Customer» on_delete: restrict")),
        (
            "entity.reference_target",
            order("reference place: «Customer.city» on_delete: restrict", "place: Customer.city"),
        ),
        (
            "entity.reference_type",
            order("reference «customer_id»: Customer.id on_delete: restrict", "customer_id: Uuid"),
        ),
        (
            "entity.reference_on_delete",
            order("reference customer_id: Customer.id on_delete: «keep»"),
        ),
        (
            "entity.reference_set_null",
            order("reference customer_id: Customer.id on_delete: «set_null»"),
        ),
        ("entity.store_missing", STORES + "entity «Note» { id: Text  identity: id }"),
        (
            "entity.store_unknown",
            STORES + "entity Note { id: Text  identity: id  persistence { store: «mian» } }",
        ),
        (
            "entity.field_type",
            CUSTOMER + "entity O { id: Text  c: «List<Customer>»  identity: id }",
        ),
    ],
)
def test_a_mistake_of_an_entity_is_told_where_it_is(rule: str, marked: str) -> None:
    rejected(rule, marked)


def test_a_nullable_reference_may_be_set_to_none() -> None:
    checked(
        order("reference customer_id: Customer.id on_delete: set_null", "customer_id: Customer.id?")
    )


def test_entities_may_refer_to_each_other_and_to_themselves() -> None:
    checked(
        "entity A { id: Text  b: B.id?  identity: id "
        "persistence { reference b: B.id on_delete: set_null } }\n"
        "entity B { id: Text  a: A.id  parent: B.id?  identity: id persistence { "
        "reference a: A.id on_delete: cascade  reference parent: B.id on_delete: restrict } }"
    )
