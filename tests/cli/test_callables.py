"""What ``jadpo run`` takes for a name."""

import pytest

from jadpo.cli.callables import find_callable
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.manifest import (
    ApplicationDefinition,
    CallableKind,
    CallableSignature,
    Manifest,
    StoreDefinition,
)
from jadpo_runtime.values import (
    EntityDefinition,
    Field,
    Primitive,
    PrimitiveType,
    TypeTable,
)

UNIT = PrimitiveType(Primitive.UNIT)


def manifest(
    *names: str, entities: tuple[str, ...] = (), handlers: tuple[str, ...] = ()
) -> Manifest:
    definitions = {
        name: EntityDefinition(
            name, (Field("id", PrimitiveType(Primitive.UUID)),), "id", (), (), (), "primary"
        )
        for name in entities
    }
    callables = {
        name: CallableSignature(name, kind, (), UNIT, (), None, ())
        for kind, group in ((CallableKind.ACTION, names), (CallableKind.HANDLER, handlers))
        for name in group
    }
    return Manifest(
        application=ApplicationDefinition("shop"),
        types=TypeTable(definitions),
        entities=definitions,
        failures={},
        callables=callables,
        stores={"primary": StoreDefinition("primary", None, None, "sqlite:shop.db")},
        events={},
        subscribers={},
        schedules={},
        batches={},
        backfills=(),
        connections={},
        routes=(),
        configs={},
        fixtures={},
        tests=(),
        plans=(),
    )


SHOP = manifest("Order.place", "Order.refuse", "start_sale", entities=("Order",))
MODULES = manifest(
    "shop.orders.Order.place",
    "shop.returns.Order.place",
    "shop.orders.Order.bill",
    "shop.sales.start",
    entities=("shop.orders.Order", "shop.returns.Order"),
)


def problem(of: Manifest, name: str) -> Diagnostic:
    found = find_callable(of, name)
    assert isinstance(found, Diagnostic)
    return found


def name_of(of: Manifest, name: str) -> str:
    found = find_callable(of, name)
    assert isinstance(found, CallableSignature)
    return found.name


def test_the_name_as_written_finds_it() -> None:
    assert name_of(SHOP, "Order.place") == "Order.place"
    assert name_of(SHOP, "start_sale") == "start_sale"


def test_the_module_may_be_left_out_where_one_declares_it() -> None:
    assert name_of(MODULES, "Order.bill") == "shop.orders.Order.bill"
    assert name_of(MODULES, "start") == "shop.sales.start"
    assert name_of(MODULES, "sales.start") == "shop.sales.start"


def test_a_name_in_two_modules_is_ambiguous() -> None:
    found = problem(MODULES, "Order.place")

    assert found.rule == "cli.ambiguous_callable"
    assert found.help == (
        "give the whole name: `shop.orders.Order.place`, `shop.returns.Order.place`"
    )
    assert name_of(MODULES, "returns.Order.place") == "shop.returns.Order.place"


@pytest.mark.parametrize(
    ("wanted", "suggested"),
    [
        ("Order.plcae", "`Order.place`"),
        ("order.place", "`Order.place`"),
        ("place", "`Order.place`"),
        ("plase", "`Order.place`"),
        ("Ordr.refuse", "`Order.refuse`"),
        ("Product.place", "`Order.place`"),
        ("startsale", "`start_sale`"),
    ],
)
def test_an_unknown_name_is_told_with_the_nearest(wanted: str, suggested: str) -> None:
    found = problem(SHOP, wanted)

    assert found.rule == "cli.unknown_callable"
    assert found.help == f"did you mean {suggested}?"


@pytest.mark.parametrize("wanted", ["", ".", "xyzzy", "Order.", ".place", "Order..place", "\0"])
def test_a_name_like_no_other_is_told_with_all(wanted: str) -> None:
    found = problem(SHOP, wanted)

    assert found.rule == "cli.unknown_callable"
    assert "`Order.place`" in found.help


def test_what_is_no_callable_is_told_as_what_it_is() -> None:
    found = problem(SHOP, "Order")

    assert found.rule == "cli.not_callable"
    assert found.summary == "`Order` is an entity"
    assert found.help == "run one of its operations: `Order.place`, `Order.refuse`"


def test_what_the_runtime_runs_is_not_run_by_a_person() -> None:
    found = problem(manifest("a", handlers=("stock on Order.placed",)), "stock on Order.placed")

    assert found.rule == "cli.not_callable"


def test_a_program_without_callables_says_so() -> None:
    assert problem(manifest(), "place").help == "declare one: the program has none"


def test_long_lists_are_cut() -> None:
    many = manifest(*(f"action_{number:03}" for number in range(100)))

    assert problem(many, "xyzzy").help.endswith("`action_007` and 92 more")
