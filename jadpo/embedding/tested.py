"""A program in a test: a fresh world that repeats exactly [X1] [B5]."""

import itertools
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final

import attrs

from jadpo.embedding.background import Attempt, attempts_of
from jadpo.embedding.calls import NOT_GIVEN, Calls
from jadpo.embedding.errors import Faulted, InputInvalid
from jadpo.embedding.fakes import FakeCall, FakeOperation, PythonFakes
from jadpo.embedding.json_values import as_datetime, as_duration, as_instant, json_value
from jadpo.embedding.names import declared_name
from jadpo.embedding.requests import Asking, Response, request_of
from jadpo_runtime.config import config_for_test
from jadpo_runtime.faults import Fault
from jadpo_runtime.hosts.test import FixtureFakes
from jadpo_runtime.hosts.world import World, open_world
from jadpo_runtime.manifest import FixtureDefinition, Manifest
from jadpo_runtime.program import Program
from jadpo_runtime.runner.reports import BodyBroke, Report
from jadpo_runtime.values import FieldType, ObjectDefinition, TypeTable
from jadpo_runtime.values.json import JsonError, compile_decoder


@attrs.frozen
class Event:
    """An event that was emitted, as the outbox holds it.

    ``name`` has its variant (``OrderEvent.placed``), ``payload`` its fields as JSON values.
    ``deliveries`` pairs each subscriber with the state of its delivery: ``pending``, ``done`` or
    ``failed``.
    """

    name: str
    payload: Mapping[str, Any]
    emitted_at: datetime
    deliveries: Mapping[str, str]


@attrs.frozen
class Beginning:
    """What a world begins with; see :meth:`jadpo.LoadedProgram.in_test`."""

    fixture: str | None = None
    clock: datetime | None = None
    seed: int | None = None
    config: Mapping[str, object] = attrs.field(factory=dict)


class AppInTest:
    """A program in one test: stores in memory, a clock that stands still, a seed.

    Nothing runs by itself: :meth:`run_pending` and :meth:`tick` run background work, and
    :meth:`advance` moves the clock. The same calls give the same ids, times and rows each time.
    """

    __test__ = False

    def __init__(self, world: World, fakes: PythonFakes, reports: list[Report]) -> None:
        """Use :meth:`jadpo.LoadedProgram.in_test`, or the pytest fixture ``jadpo_app``."""
        self._world: Final = world
        self._fakes: Final = fakes
        self._reports: Final = reports
        self._manifest: Final = world.calls.manifest
        self._calls: Final = Calls(self._manifest)
        numbers = itertools.count(1)
        self._asking: Final = Asking(
            self._manifest, world, world.clock, lambda: f"request-{next(numbers)}"
        )

    @property
    def now(self) -> datetime:
        """What the clock shows, in UTC."""
        return as_datetime(self._world.clock.now())

    def run(self, name: str, value: object = NOT_GIVEN, /, **arguments: object) -> Any:
        """Run an action, query or function; see :meth:`jadpo.LoadedProgram.run`."""
        call = self._calls.prepare(name, value, arguments)
        return self._calls.result(call.name, self._world.call(call.name, call.arguments))

    def request(
        self,
        method: str,
        path: str,
        *,
        json: object = NOT_GIVEN,
        query: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        body: bytes = b"",
    ) -> Response:
        """Ask a route; see :meth:`jadpo.LoadedProgram.request`.

        A route with ``settle:`` moves the clock on to attempts that are to be made again within
        its time.
        """
        return self._asking.ask(
            request_of(method, path, json=json, query=query, headers=headers, body=body)
        )

    def run_pending(self) -> tuple[Attempt, ...]:
        """Run deliveries and batches until none is due at this time; the attempts in order.

        One that failed is due again later: see :meth:`advance`. Schedules are for :meth:`tick`.
        """
        first = len(self._reports)
        with _faults_told():
            self._world.run_pending()
        return attempts_of(self._reports[first:])

    def tick(self) -> tuple[Attempt, ...]:
        """Run the schedules that are due at this time, then as :meth:`run_pending`."""
        first = len(self._reports)
        with _faults_told():
            self._world.tick()
        return attempts_of(self._reports[first:])

    def advance(self, by: timedelta) -> None:
        """Move the clock, and nothing else; raises ValueError for a time span below zero."""
        if by < timedelta(0):
            raise ValueError("the clock of a test goes forward alone")
        self._world.advance(as_duration(by))

    def fake(self, connection: str, operation: str, function: FakeOperation) -> None:
        """Have calls of an outside operation answered by ``function``.

        It takes the request as a JSON value (nothing, where the operation has no input) and gives
        the answer as one; it may raise :class:`jadpo.Reject` and :class:`jadpo.Unavailable`.
        Operations without a fake are unavailable.
        """
        self._fakes.add(connection, operation, function)

    def outside_calls(self) -> tuple[FakeCall, ...]:
        """The calls of outside operations so far, in order."""
        return tuple(self._fakes.calls)

    def events(self, name: str | None = None) -> tuple[Event, ...]:
        """The events of all stores, in order; those of ``name`` alone, with or without variant.

        Raises LookupError for a name that the program has no event of.
        """
        wanted = None if name is None else _wanted_events(self._manifest, name)
        found = (
            Event(
                f"{record.event}.{record.variant}",
                json.loads(record.payload),
                as_datetime(record.emitted_at),
                {each.subscriber: each.state for each in record.deliveries},
            )
            for _, records in self._world.snapshot().events
            for record in records
        )
        return tuple(event for event in found if wanted is None or event.name in wanted)

    def rows(self, entity: str) -> list[dict[str, Any]]:
        """All rows of an entity as JSON values, in order of identity; raises LookupError."""
        wanted = declared_name(self._manifest.entities, entity, "entity")
        rows = dict(self._world.snapshot().rows)[wanted]
        return [json.loads(row) for row in rows]


@contextmanager
def app_in_test(program: Program, beginning: Beginning) -> Iterator[AppInTest]:
    """A fresh world for a program; raises LookupError and
    :class:`~jadpo.embedding.errors.InputInvalid` for what it cannot begin with.
    """
    manifest = program.manifest
    fixture = _fixture(manifest, beginning)
    reports: list[Report] = []

    def report(of: Report) -> None:
        if isinstance(of, BodyBroke):
            raise of.error
        reports.append(of)

    fixture_fakes = FixtureFakes(program, fixture)
    fakes = PythonFakes(manifest, fixture_fakes)
    with open_world(
        program,
        config=config_for_test(manifest, fixture),
        connections=fakes,
        report=report,
        clock=fixture.clock,
        seed=fixture.seed,
    ) as world:
        fixture_fakes.host = world.calls
        yield AppInTest(world, fakes, reports)


def _fixture(manifest: Manifest, beginning: Beginning) -> FixtureDefinition:
    """The fixture of the program, with what goes before it."""
    fixture = FixtureDefinition("a Python test", clock=None, seed=None)
    if beginning.fixture is not None:
        fixture = manifest.fixtures[declared_name(manifest.fixtures, beginning.fixture, "fixture")]
    if beginning.clock is not None:
        fixture = attrs.evolve(fixture, clock=as_instant(beginning.clock))
    if beginning.seed is not None:
        fixture = attrs.evolve(fixture, seed=beginning.seed)
    config = {**dict(fixture.config), **_config(manifest, beginning.config)}
    return attrs.evolve(fixture, config=tuple(config.items()))


def _config(manifest: Manifest, given: Mapping[str, object]) -> Mapping[str, object]:
    """The values of config fields by their types."""
    owners = {field.name: each for each in manifest.configs.values() for field in each.fields}
    values: dict[str, object] = {}
    for name, value in given.items():
        owner = owners[declared_name(owners, name, "config field")]
        known = TypeTable(
            {**manifest.types.definitions, owner.name: ObjectDefinition(owner.name, owner.fields)}
        )
        try:
            values[name] = compile_decoder(known, FieldType(owner.name, name))(json_value(value))
        except (JsonError, InputInvalid) as error:
            raise InputInvalid(f"The value of config.{name}: {error}") from None
    return values


@contextmanager
def _faults_told() -> Iterator[None]:
    try:
        yield
    except Fault as fault:
        raise Faulted(fault.code.value, fault.detail, None) from None


def _wanted_events(manifest: Manifest, name: str) -> frozenset[str]:
    """The names, with their variants, of the events that ``name`` means."""
    variants = {
        event.name: {f"{event.name}.{variant.name}": None for variant in event.variants}
        for event in manifest.events.values()
    }
    with_variants = {name: None for names in variants.values() for name in names}
    found = declared_name({**variants, **with_variants}, name, "event")
    return frozenset(variants.get(found, {found}))
