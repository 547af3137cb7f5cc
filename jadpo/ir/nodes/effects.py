"""What a body asks of its context: the clock, chance, the config, the delivery it runs for."""

from jadpo_runtime.values import Span, Type
from jadpo_runtime.values.node import Node


class ClockNow(Node):
    """``clock.now``."""

    type: Type
    span: Span


class RandomUuid(Node):
    """``random.uuid()``."""

    type: Type
    span: Span


class ConfigValue(Node):
    """``config.field``."""

    config: str
    field: str
    type: Type
    span: Span


class DeliveryValue(Node):
    """``delivery.member``: id, event_id, attempt or emitted_at."""

    member: str
    type: Type
    span: Span


class DueAt(Node):
    """``schedule.due_at``."""

    type: Type
    span: Span
