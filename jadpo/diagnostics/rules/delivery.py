"""Rules of the area ``delivery``: deliveries that wait or gave up."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = (
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
