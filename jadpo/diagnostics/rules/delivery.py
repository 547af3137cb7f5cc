"""Rules of the area ``delivery``: records of deferred work that wait or gave up."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        id="delivery.arguments_invalid",
        title="The recorded arguments of a batch run decode as its parameters",
        explanation=(
            "The batch run was started when the batch had other parameters, and its arguments do "
            "not decode as those it has now. The run is kept `pending`. Let runs end before "
            "changing the parameters of their batch, or add parameters as `T?`."
        ),
        wrong="batch reprice(percent: Percent  reason: Reason) { … }   // with a run waiting",
        right="batch reprice(percent: Percent  reason: Reason?) { … }",
    ),
    Rule(
        id="delivery.no_batch",
        title="A batch run's batch exists in the running program",
        explanation=(
            "The batch run was started when the program had a batch that it does not have now: "
            "it was renamed or removed since. The run is kept `pending`, and goes on from the "
            "last row it reached once the batch is back."
        ),
        wrong="batch reprice_all(percent: Percent) { … }   // was reprice, with a run waiting",
        right="batch reprice(percent: Percent) { … }       // until its runs are done",
    ),
    Rule(
        id="delivery.no_handler",
        title="A delivery's handler exists in the running program",
        explanation=(
            "The delivery was recorded for a subscriber's handler that the running program does "
            "not have: it was renamed or removed since. The delivery is kept `pending` and not "
            "counted as an attempt. Bring the handler back, or discard the delivery."
        ),
        wrong="subscriber stock { … }           // was reserve_stock, with deliveries waiting",
        right="subscriber reserve_stock { … }   // until its deliveries are done",
    ),
    Rule(
        id="delivery.payload_invalid",
        title="A recorded event decodes as its type",
        explanation=(
            "The event was recorded when its type was another, and its payload does not decode "
            "as the type it has now. The delivery is kept `pending` and not counted as an "
            "attempt. Add fields to events as `T?`, or deliver what waits before changing them."
        ),
        wrong="public event OrderEvent { placed { order_id: Order.id  channel: Channel } }",
        right="public event OrderEvent { placed { order_id: Order.id  channel: Channel? } }",
    ),
)
