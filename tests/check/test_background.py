"""Events, subscribers, schedules, batches and backfills [V1]–[V6]."""

import pytest
from marked_source import checked, edited, rejected

from jadpo.ir import nodes as ir
from jadpo.ir.printer import print_callable
from jadpo_runtime.manifest import (
    All,
    BackfillDefinition,
    BatchDefinition,
    CallableKind,
    CronTiming,
    EveryTiming,
    FieldComparison,
    HandlerDefinition,
    RetryPolicy,
    RetryShape,
    SelectPlan,
)
from jadpo_runtime.values import Duration, FieldType, NamedType

EVENT = "event Bell { rung { at: Instant }  cracked }\n"
GREET = "action greet(at: Instant) -> Unit { var _ = at }\n"
PRODUCT = """
type Percent = Int { min: 0  max: 100 }
entity Product {
    id: Uuid { generated: identity }
    name: Text
    slug: Slug
    price: Int
    identity: id
    action touch(id: Product.id, percent: Percent) -> Unit {
        var _ = attempt update many Product {
            where: id == id
            set: { price: current.price + percent }
        }
    }
}
type Slug = Text { min_length: 1 }
"""


def body_of(program: object, name: str) -> str:
    return print_callable(program.callables[name])  # type: ignore[attr-defined]


# ---- events and subscribers


def test_a_handler_is_a_body_with_the_payload_as_its_parameter() -> None:
    program = checked(
        EVENT + "subscriber listen { on Bell.rung(bell) { var _ = bell.at } on Bell.cracked { } }"
    )

    assert program.manifest.subscribers["listen"].handlers == (
        HandlerDefinition("Bell", "rung", "listen on Bell.rung"),
        HandlerDefinition("Bell", "cracked", "listen on Bell.cracked"),
    )
    signature = program.manifest.callables["listen on Bell.rung"]
    assert signature.kind is CallableKind.HANDLER
    assert [(each.name, each.type) for each in signature.parameters] == [
        ("bell", NamedType("Bell.rung"))
    ]


def test_a_payload_field_has_just_the_type_written_on_it() -> None:
    program = checked(
        EVENT + "type Seen = Object { at: Instant }\n" + "subscriber listen { on Bell.rung(bell) {"
        " var seen = Seen { at: bell.at } var _ = seen } }"
    )

    assert "(0: widen Seen.at(%0.0))" in body_of(program, "listen on Bell.rung")


def test_a_handler_reads_its_delivery() -> None:
    program = checked(
        EVENT + "subscriber listen { on Bell.cracked {\n"
        "var _ = delivery.id\nvar _ = delivery.event_id\n"
        "var _ = delivery.attempt + 1\nvar _ = delivery.emitted_at\n} }"
    )

    text = body_of(program, "listen on Bell.cracked")
    assert "delivery.id" in text
    assert "delivery.attempt int.add const 1" in text


def test_emit_gives_the_payload_in_the_order_written() -> None:
    program = checked(
        "event E { v { a: Instant  b: Instant } }\n"
        "action go(x: Instant, y: Instant) -> Unit { emit E.v { b: y  a: x } }"
    )

    (emit,) = program.callables["go"].body
    assert isinstance(emit, ir.Emit)
    assert [position for position, _ in emit.payload] == [1, 0]


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("event.no_variants", "event «Bell» { }"),
        ("event.unknown", EVENT + "action go() -> Unit { emit «Bel».cracked }"),
        ("event.variant_missing", EVENT + "action go() -> Unit { emit «Bell» }"),
        ("type.unknown_variant", EVENT + "action go() -> Unit { emit Bell.«craked» }"),
        ("type.missing_fields", EVENT + "action go() -> Unit { emit «Bell.rung» }"),
        ("type.missing_fields", EVENT + "action go() -> Unit { emit «Bell.rung» { } }"),
        (
            "type.unknown_field",
            EVENT + "action go() -> Unit { emit Bell.cracked { «at»: clock.now } }",
        ),
        ("effect.not_allowed", EVENT + "function go() -> Unit { «emit Bell.cracked» }"),
        ("subscriber.no_handler", "subscriber «listen» { }"),
        ("subscriber.clause_unknown", EVENT + "subscriber s { «every»: 1s on Bell.cracked { } }"),
        (
            "subscriber.variant_handled_twice",
            EVENT + "subscriber s { on Bell.cracked { } on «Bell.cracked» { } }",
        ),
        ("event.unknown", EVENT + "subscriber s { on «Bill».cracked { } }"),
        ("event.variant_missing", EVENT + "subscriber s { on «Bell» { } }"),
        (
            "subscriber.delivery_member",
            EVENT + "subscriber s { on Bell.cracked { var _ = delivery.«attempts» } }",
        ),
        ("effect.not_allowed", "action go() -> Unit { var _ = «delivery.id» }"),
    ],
)
def test_a_mistake_of_events_is_told_where_it_is(rule: str, marked: str) -> None:
    rejected(rule, marked)


# ---- schedules


def test_a_schedule_is_due_each_interval() -> None:
    program = checked(GREET + "schedule hourly { every: 1h  run: greet(clock.now) }")

    schedule = program.manifest.schedules["hourly"]
    assert schedule.timing == EveryTiming(Duration(3_600_000_000))
    assert schedule.callable == "schedule hourly"
    assert program.manifest.callables["schedule hourly"].parameters == ()


def test_cron_is_read_in_utc_unless_a_zone_is_written() -> None:
    program = checked(
        GREET + 'schedule a { cron: "0 7 * * 1-5"  run: greet(schedule.due_at) }\n'
        'schedule b { cron: "*/10 0,12 1 */2 *"  zone: Zone("Europe/London")'
        "  run: greet(clock.now) }"
    )

    assert program.manifest.schedules["a"].timing == CronTiming("0 7 * * 1-5", "UTC")
    assert program.manifest.schedules["b"].timing == CronTiming(
        "*/10 0,12 1 */2 *", "Europe/London"
    )


def test_the_failures_of_what_a_schedule_runs_leave_it() -> None:
    program = checked(
        'failure Late { kind: Rejected  code: "late" }\n'
        "action go() fails Late -> Unit { reject Late }\nschedule s { every: 1h  run: go() }"
    )

    assert program.manifest.callables["schedule s"].fails == ("Late",)


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("schedule.timing_missing", "schedule «s» { run: greet(clock.now) }"),
        (
            "schedule.two_timings",
            'schedule s { «cron»: "0 * * * *" every: 1h run: greet(clock.now) }',
        ),
        ("schedule.every_invalid", "schedule s { every: «15» run: greet(clock.now) }"),
        ("schedule.every_invalid", "schedule s { every: «-1h» run: greet(clock.now) }"),
        ("schedule.cron_invalid", 'schedule s { cron: «"0 25 * * *"» run: greet(clock.now) }'),
        ("schedule.cron_invalid", 'schedule s { cron: «"0 7 * * * *"» run: greet(clock.now) }'),
        ("schedule.cron_invalid", 'schedule s { cron: «"0 0 30 2 *"» run: greet(clock.now) }'),
        ("schedule.cron_invalid", 'schedule s { cron: «""» run: greet(clock.now) }'),
        ("schedule.cron_invalid", "schedule s { cron: «1h» run: greet(clock.now) }"),
        (
            "schedule.zone_invalid",
            'schedule s { cron: "0 7 * * *" zone: «"Europe/London"» run: greet(clock.now) }',
        ),
        (
            "schedule.zone_without_cron",
            'schedule s { every: 1h «zone»: Zone("Europe/London") run: greet(clock.now) }',
        ),
        ("schedule.run_missing", "schedule «s» { every: 1h }"),
        ("schedule.run_not_action", "schedule s { every: 1h run: «clock.now» }"),
        ("schedule.run_not_action", "schedule s { every: 1h run: «attempt greet(clock.now)» }"),
        ("schedule.clause_unknown", "schedule s { «evry»: 1h every: 1h run: greet(clock.now) }"),
        ("schedule.member", "schedule s { every: 1h run: greet(schedule.«due») }"),
        ("effect.not_allowed", "action go() -> Unit { var _ = «schedule.due_at» }"),
    ],
)
def test_a_mistake_of_a_schedule_is_told_where_it_is(rule: str, marked: str) -> None:
    rejected(rule, GREET + marked)


def test_a_zone_that_is_no_zone_is_refused() -> None:
    marked = GREET + (
        'schedule s { cron: "0 7 * * *" zone: Zone(«"Europe/Lodnon"») run: greet(clock.now) }'
    )

    rejected("value.breaks_constraint", marked)


def test_attempt_before_the_call_of_a_schedule_is_taken_out_by_the_edit() -> None:
    marked = GREET + "schedule s { every: 1h run: «attempt greet(clock.now)» }"

    checked(edited(marked, rejected("schedule.run_not_action", marked)))


# ---- batches


def test_a_batch_has_a_plan_for_its_rows_and_a_body_for_each() -> None:
    program = checked(
        PRODUCT + "/// Makes everything dearer.\nbatch reprice(percent: Percent) {\n"
        "over: Product { where: price > percent }  size: 50  retry: fixed(delay: 1s)\n"
        "each product { Product.touch(product.id, percent) } }"
    )

    batch = program.manifest.batches["reprice"]
    plan = program.manifest.plans[batch.over]
    assert batch == BatchDefinition(
        name="reprice",
        parameters=program.manifest.callables["reprice each"].parameters[1:],
        entity="Product",
        over=batch.over,
        over_arguments="reprice over",
        size=50,
        retry=RetryPolicy(RetryShape.FIXED, initial=Duration(1_000_000)),
        callable="reprice each",
        doc="Makes everything dearer.",
    )
    assert plan == SelectPlan("Product", FieldComparison("price", ">", 0), (NamedType("Percent"),))
    assert "return object reprice over (0: %0)" in body_of(program, "reprice over")
    each = program.manifest.callables["reprice each"]
    assert [str(parameter.type) for parameter in each.parameters] == ["Product", "Percent"]
    assert each.writes == "primary"


def test_a_batch_over_all_rows_needs_no_arguments() -> None:
    program = checked(
        PRODUCT + "batch b() { over: Product { }  each p { Product.touch(p.id, Percent(1)) } }"
    )

    batch = program.manifest.batches["b"]
    assert batch.over_arguments is None
    assert batch.size == 100
    assert program.manifest.plans[batch.over] == SelectPlan("Product", All(), ())


def test_start_fits_its_arguments_to_the_parameters() -> None:
    program = checked(
        PRODUCT
        + "batch b(p: Percent) { over: Product { }  each row { Product.touch(row.id, p) } }\n"
        "action go() -> Unit { start b(Percent(5)) }"
    )

    assert "start b(const 5)" in body_of(program, "go")
    assert program.manifest.callables["go"].writes == "primary"


BATCH = "batch b(p: Percent) { over: Product { }  each row { Product.touch(row.id, p) } }\n"


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("batch.over_missing", "batch «b»() { each row { } }"),
        ("batch.each_missing", "batch «b»() { over: Product { } }"),
        ("batch.size_invalid", "batch b() { over: Product { } size: «0» each row { } }"),
        ("batch.size_invalid", "batch b() { over: Product { } size: «10_001» each row { } }"),
        ("batch.size_invalid", 'batch b() { over: Product { } size: «"many"» each row { } }'),
        ("batch.clause_unknown", "batch b() { over: Product { } «limit»: 5 each row { } }"),
        ("entity.unknown", "batch b() { over: «Produkt» { } each row { } }"),
        ("type.unknown_field", "batch b() { over: Product { where: «prise» > 1 } each row { } }"),
        (
            "effect.not_allowed",
            "batch b() { over: Product { where: price > delivery_size() } each row { } }\n".replace(
                "delivery_size()", "«clock.now»"
            ),
        ),
        ("batch.unknown", BATCH + "action go() -> Unit { start «c»(Percent(5)) }"),
        ("batch.arguments", BATCH + "action go() -> Unit { start «b()» }"),
        ("batch.arguments", BATCH + "action go() -> Unit { start «b(p: Percent(5))» }"),
        ("effect.not_allowed", BATCH + "function go() -> Unit { «start b»(Percent(5)) }"),
    ],
)
def test_a_mistake_of_a_batch_is_told_where_it_is(rule: str, marked: str) -> None:
    rejected(rule, PRODUCT + marked)


def test_an_argument_of_start_has_the_type_of_its_parameter() -> None:
    rejected(
        "type.needs_construction",
        PRODUCT + BATCH + "action go() -> Unit { var five = 5  start b(«five») }",
    )


# ---- backfills


def test_a_backfill_is_a_pure_body_that_takes_the_row() -> None:
    program = checked(
        PRODUCT + "backfill Product.slug(product) { return attempt Slug(product.name) }"
    )

    assert program.manifest.backfills == (
        BackfillDefinition("Product", "slug", "backfill Product.slug"),
    )
    signature = program.manifest.callables["backfill Product.slug"]
    assert signature.kind is CallableKind.BACKFILL
    assert signature.fails == ("InvalidValue",)
    assert signature.result == NamedType("Slug")


@pytest.mark.parametrize(
    ("rule", "marked"),
    [
        ("entity.unknown", "backfill «Produkt».slug(p) { return p.slug }"),
        ("type.unknown_field", "backfill Product.«slog»(p) { return p.slug }"),
        ("backfill.field_invalid", "backfill Product.«id»(p) { return p.id }"),
        ("backfill.field_invalid", "backfill «Product»(p) { return p.slug }"),
        (
            "backfill.repeated",
            "backfill Product.slug(p) { return p.slug }\n"
            "backfill «Product.slug»(p) { return p.slug }",
        ),
        ("type.sibling", "backfill Product.slug(p) { return «p.name» }"),
        ("flow.falls_off", "backfill Product.slug(p) { var _ = p.name «}»"),
    ],
)
def test_a_mistake_of_a_backfill_is_told_where_it_is(rule: str, marked: str) -> None:
    rejected(rule, PRODUCT + marked)


def test_a_backfill_has_no_effects() -> None:
    marked = (
        "entity E { id: Text  at: Instant  identity: id }\nbackfill E.at(e) { return «clock.now» }"
    )

    rejected("effect.not_allowed", marked.replace("(e)", "(_)"))


def test_field_types_name_the_row_of_a_batch() -> None:
    program = checked(PRODUCT + BATCH)

    each = program.callables["b each"]
    assert each.slots[0].type == NamedType("Product")
    assert FieldType("Product", "id") in {
        node.type for node in _calls(each) for node in node.arguments
    }


def _calls(callable_: ir.Callable) -> list[ir.Call]:
    from jadpo.ir.walk import descendants

    return [node for node in descendants(callable_) if isinstance(node, ir.Call)]
