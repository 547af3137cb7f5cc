"""Rules of the area ``fault``: faults of running programs.

One row for each code of :class:`jadpo_runtime.faults.FaultCode`. A fault rolls its boundary
back; it is never declared or caught in source.
"""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        id="fault.integer_overflow",
        title="An Int stays within 64 bits",
        explanation=(
            "`Int` holds -9,223,372,036,854,775,808 to 9,223,372,036,854,775,807. An operation "
            "whose result lies outside ends the boundary, since a wrapped number would be a "
            "wrong number. Bound the values with a type's `min` and `max`, or calculate in "
            "`Decimal`, which holds 34 digits."
        ),
        wrong="var next = 9_223_372_036_854_775_807 + 1",
        right="var next = numeric.to_decimal(9_223_372_036_854_775_807) + 1",
    ),
    Rule(
        id="fault.decimal_overflow",
        title="A Decimal stays within 34 digits and its exponents",
        explanation=(
            "`Decimal` is IEEE 754 decimal128. A result too large for it ends the boundary, and "
            "so does a `%` whose quotient needs more than 34 digits, since the remainder could "
            "not be exact. Results with too many digits are rounded half even and are no fault."
        ),
        wrong="var left = numeric.to_decimal(9) * huge % 0.0000001",
        right="var left = numeric.round(amount, places: 2, mode: half_even) % 0.05",
    ),
    Rule(
        id="fault.division_by_zero",
        title="Nothing is divided by zero",
        explanation=(
            "`/`, `%` and `numeric.quotient` have no result where the divisor is zero. Ask "
            "before dividing, or give the divisor a type whose constraints exclude zero."
        ),
        wrong="var each = total / count",
        right="if count == 0 { return Money(0) }\nvar each = total / count",
    ),
    Rule(
        id="fault.index_out_of_range",
        title="`collection.replace_at` replaces an element that is there",
        explanation=(
            "Positions count from 0 to one less than the number of elements. "
            "`collection.at` gives `none` past the end, and `collection.slice` is clamped, but "
            "replacing what is not there is a mistake. `collection.append` adds one at the end."
        ),
        wrong="xs = collection.replace_at(xs, collection.count(xs), 1)",
        right="xs = collection.append(xs, 1)",
    ),
    Rule(
        id="fault.call_depth_exceeded",
        title="At most 1,000 calls are active at once",
        explanation=(
            "The call after 1,000 that are still active ends the boundary: such a "
            "recursion is endless or could exhaust the stack. The root, handlers and functions "
            "given by name count too. Use a loop where the depth grows with the input."
        ),
        wrong="function count_down(n: Count) -> Count { return count_down(Count(n - 1)) }",
        right="function count_down(n: Count) -> Count {\n"
        "    var mut left = n + 0\n"
        "    while left > 0 { left = left - 1 }\n"
        "    return Count(left)\n"
        "}",
    ),
    Rule(
        id="fault.memory_exceeded",
        title="One boundary holds at most its share of memory",
        explanation=(
            "A boundary may hold 256 MiB of values, unless configured otherwise. One that needs "
            "more ends, so that it cannot take the process and everyone's requests with it. "
            "Read rows with a `limit:`, or work through many of them with a `batch`."
        ),
        wrong='var all = text.repeat("x", 1_000_000_000)',
        right='var line = text.repeat("x", 80)',
    ),
    Rule(
        id="fault.deadline_exceeded",
        title="A run ends within its limit",
        explanation=(
            "Every run has a limit of time: 15 minutes in the background, or what its host "
            "gives it if that is less. A body that is still running then is stopped and keeps "
            "nothing; a delivery is tried again on its `retry:` policy. Split long work into a "
            "`batch`, whose pieces commit one by one."
        ),
        wrong="action reprice_everything() -> Done { while true { } }",
        right="batch reprice_all(percent: Percent) { over: Product { }  each product { … } }",
    ),
    Rule(
        id="fault.stored_value_invalid",
        title="A stored row satisfies its types",
        explanation=(
            "An entity read from the store is a complete, validated value. A row that no longer "
            "satisfies its fields' types, because the types were tightened or another program "
            "wrote the table, ends the boundary; the message names the entity, its identity "
            "and the field. Mend the row, or widen the type again."
        ),
        wrong="type Name = Text { max_length: 5 }    // the store has longer ones",
        right="type Name = Text { max_length: 200 }  // holds all that is stored",
    ),
    Rule(
        id="fault.cardinality_exceeded",
        title="What asks for one row matches at most one",
        explanation=(
            "`query optional`, `query required`, `update required` and `delete required` stand "
            "for one row. If several match, taking any of them would be a guess, so the boundary "
            "ends and nothing changes. Compare a field that is `unique:` or the identity, or "
            "use the `many` form."
        ),
        wrong='query optional Product { where: name == "Tea" }',
        right='query many Product { where: name == "Tea"  order_by: code asc }',
    ),
    Rule(
        id="fault.constraint_violated",
        title="A write keeps the store's constraints",
        explanation=(
            "A write broke a `unique:` or `reference` constraint for which it has no `conflict` "
            "clause, or gave a row, through `current.f`, a value that breaks its field's rules. "
            "If it can happen in ordinary use, name the failure it stands for with `conflict`, "
            "or ask before writing; if not, it is a mistake in the program."
        ),
        wrong="return attempt create Product { … }",
        right="return attempt create Product { … } conflict Product.code: DuplicateProduct",
    ),
    Rule(
        id="fault.store_unavailable",
        title="The store can be reached",
        explanation=(
            "The database did not answer, refused the connection, or could not write (a full "
            "disk, a read-only folder). Nothing of the boundary was kept. Background work is "
            "tried again on its `retry:` policy, and nothing is lost meanwhile."
        ),
        wrong="jadpo run shop Order.place --database sqlite:/read-only/shop.db",
        right="jadpo run shop Order.place --database sqlite:/var/lib/shop/shop.db",
    ),
    Rule(
        id="fault.store_contended",
        title="Transactions get their turn in the end",
        explanation=(
            "Another transaction held what this one needed, or changed what it had read, again "
            "and again, until the runtime's own retries were spent. Nothing was kept. Shorter "
            "actions, and fewer of them writing the same row at once, help."
        ),
        wrong="action count_visit() -> Counter { … }   // every request updates one row",
        right="action record_visit() -> Visit { … }    // every request creates its own row",
    ),
    Rule(
        id="fault.connection_unavailable",
        title="The outside system answers",
        explanation=(
            "A connection's operation got no usable answer: the system could not be reached, or "
            "answered with a status that no `on` line of the operation names. Name the "
            "statuses you expect with `on`."
        ),
        wrong='operation send { request: POST "/v1/messages" }',
        right='operation send { request: POST "/v1/messages"  on 429: MailBusy }',
    ),
    Rule(
        id="fault.outcome_unknown",
        title="Whether a request was carried out is known",
        explanation=(
            "The connection broke after the request was sent and before an answer came, so the "
            "outside system may or may not have carried it out. With an `idempotency_key:` a "
            "later attempt cannot do it twice."
        ),
        wrong='operation charge { request: POST "/v1/charges" }',
        right='operation charge { request: POST "/v1/charges"  idempotency_key: delivery.id }',
    ),
    Rule(
        id="fault.config_invalid",
        title="Every config value is present and valid when a program starts",
        explanation=(
            "A config value without `default:` comes from the environment variable that its "
            "`binding:` names. All that are missing or do not fit their type are listed at "
            "once, before anything runs."
        ),
        wrong="jadpo run shop Order.place",
        right="MAIL_KEY=… jadpo run shop Order.place",
    ),
    Rule(
        id="fault.internal_error",
        title="An attempt of background work does not meet a mistake in Jadpo",
        explanation=(
            "A delivery, a row of a batch or a run of a schedule met a mistake in Jadpo itself. "
            "Nothing that it did is kept, and the attempt counts as any other that failed, so "
            "that it does not hold up other work. Please report it with the text of the error."
        ),
        wrong="internal error: KeyError: 'order'",
        right="jadpo run shop Order.place",
    ),
    Rule(
        id="fault.assertion_failed",
        title="What a test asserts holds",
        explanation=(
            "An `assert` of a test did not hold, so the test failed. The message shows the "
            "values of both sides where the assertion compares two."
        ),
        wrong="assert 1 + 1 == 3",
        right="assert 1 + 1 == 2",
    ),
    Rule(
        id="fault.test_call_failed",
        title="A call of a test succeeds",
        explanation=(
            "A failure or a fault left a `call` of a test, which fails the test. Where that is "
            "what the test is about, say so with `assert rejects`."
        ),
        wrong="var _ = call Product.register(same_input_again)",
        right="assert rejects DuplicateProduct { call Product.register(same_input_again) }",
    ),
)
