"""A context that answers from lists and records what a body asks of it."""

from collections.abc import Callable, Sequence
from typing import Any

from jadpo_runtime.context import DeliveryFacts
from jadpo_runtime.outcome import CallOutcome, Returned
from jadpo_runtime.values import Duration, Entity, Instant


class RecordingStore:
    """Each method gives the next answer prepared for it; an exception is raised."""

    def __init__(self, record: list[tuple[object, ...]]) -> None:
        self.record = record
        self.answers: dict[str, list[Any]] = {}

    def prepare(self, method: str, *answers: object) -> None:
        self.answers.setdefault(method, []).extend(answers)

    def _answer(self, method: str, *arguments: object) -> Any:
        self.record.append((method, *arguments))
        answer = self.answers[method].pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def create(self, plan: int, values: Sequence[object]) -> Entity:
        return self._answer("create", plan, list(values))

    def select(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        return self._answer("select", plan, list(parameters))

    def count(self, plan: int, parameters: Sequence[object]) -> int:
        return self._answer("count", plan, list(parameters))

    def exists(self, plan: int, parameters: Sequence[object]) -> bool:
        return self._answer("exists", plan, list(parameters))

    def aggregate(self, plan: int, parameters: Sequence[object]) -> object:
        return self._answer("aggregate", plan, list(parameters))

    def update(
        self, plan: int, parameters: Sequence[object], values: Sequence[object]
    ) -> list[Entity]:
        return self._answer("update", plan, list(parameters), list(values))

    def rows_to_update(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        return self._answer("rows_to_update", plan, list(parameters))

    def update_rows(
        self, plan: int, rows: Sequence[Entity], values: Sequence[Sequence[object]]
    ) -> list[Entity]:
        return self._answer("update_rows", plan, list(rows), [list(each) for each in values])

    def delete(self, plan: int, parameters: Sequence[object]) -> list[Entity]:
        return self._answer("delete", plan, list(parameters))


class RecordingTest:
    """What a test's body asks."""

    __test__ = False

    def __init__(self, record: list[tuple[object, ...]]) -> None:
        self.record = record
        self.call_with: Callable[[str, Sequence[object]], CallOutcome] = lambda *_: Returned(None)

    def call(self, name: str, arguments: Sequence[object]) -> CallOutcome:
        self.record.append(("test call", name, list(arguments)))
        return self.call_with(name, arguments)

    def advance(self, by: Duration) -> None:
        self.record.append(("advance", by))

    def run_pending(self) -> None:
        self.record.append(("run pending",))

    def tick(self) -> None:
        self.record.append(("tick",))


class RecordingContext:
    """A context; ``record`` is the ordered list of all effects but reads of plain values."""

    def __init__(self) -> None:
        self.record: list[tuple[object, ...]] = []
        self.stop = bytearray(1)
        self.store = RecordingStore(self.record)
        self.test = RecordingTest(self.record)
        self.now = Instant(1_000)
        self.due_at = Instant(2_000)
        self.config: dict[tuple[str, str], object] = {}
        self.delivery = DeliveryFacts("d1", "e1", 3, Instant(500))
        self.answer_connection: Callable[[object], CallOutcome] = Returned
        self.savepoints = 0

    def random_uuid(self) -> str:
        self.record.append(("random_uuid",))
        return f"00000000-0000-0000-0000-{len(self.record):012}"

    def emit(self, event: str, variant: str, payload: Sequence[object]) -> None:
        self.record.append(("emit", event, variant, list(payload)))

    def start(self, batch: str, arguments: Sequence[object]) -> None:
        self.record.append(("start", batch, list(arguments)))

    def call_connection(self, connection: str, operation: str, message: object) -> CallOutcome:
        self.record.append(("connection", connection, operation, message))
        return self.answer_connection(message)

    def savepoint(self) -> int:
        self.savepoints += 1
        self.record.append(("savepoint", self.savepoints))
        return self.savepoints

    def release(self, savepoint: int) -> None:
        self.record.append(("release", savepoint))

    def roll_back(self, savepoint: int) -> None:
        self.record.append(("roll back", savepoint))
