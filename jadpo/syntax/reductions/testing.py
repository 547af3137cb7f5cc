"""Builds tests and their fixtures."""

from typing import NamedTuple

from jadpo.syntax.building import Binder, Braced, Building, Reductions
from jadpo.syntax.literals import text_value
from jadpo.syntax.nodes import (
    Block,
    Clause,
    Expression,
    FakeAnswer,
    FakeConnection,
    FieldValue,
    FixedClock,
    FixtureDeclaration,
    Name,
    Reject,
    TestDeclaration,
    TextLiteral,
)
from jadpo.syntax.tokens import Mark


class _FixtureConfig(NamedTuple):
    """`config { … }` in a fixture."""

    values: list[FieldValue]


def _fixture(
    building: Building,
    word: Name,
    name: Name,
    opening: Mark,
    items: list[Clause | FixedClock | _FixtureConfig | FakeConnection],
    closing: Mark,
) -> FixtureDeclaration:
    clocks = [each for each in items if isinstance(each, FixedClock)]
    configs = [each for each in items if isinstance(each, _FixtureConfig)]
    return FixtureDeclaration(
        name,
        building.at_most_one("`clock:`", clocks),
        building.once_each([each for each in items if isinstance(each, Clause)]),
        tuple(value for config in configs for value in config.values),
        tuple(each for each in items if isinstance(each, FakeConnection)),
        False,
        building.docs.get(word.start),
        word.start,
        closing.end,
    )


def _fixed_clock(
    _: Building, label: Name, colon: Mark, fixed: Name, instant: Expression
) -> FixedClock:
    return FixedClock(instant, label.start, instant.end)


def _fixture_config(_: Building, word: Name, values: Braced[FieldValue]) -> _FixtureConfig:
    return _FixtureConfig(values.items)


def _fake_connection(
    _: Building,
    word: Name,
    connection: Name,
    colon: Mark,
    fake: Name,
    opening: Mark,
    answers: list[FakeAnswer],
    closing: Mark,
) -> FakeConnection:
    return FakeConnection(connection, tuple(answers), word.start, closing.end)


def _answer(
    _: Building, operation: Name, binder: Binder | None, arrow: Mark, answer: Expression | Reject
) -> FakeAnswer:
    binding = binder.name if binder else None
    return FakeAnswer(operation, binding, answer, operation.start, answer.end)


def _test(building: Building, word: Name, title: Mark, body: Block) -> TestDeclaration:
    return _test_with_fixture(building, word, title, None, None, body)


def _test_with_fixture(
    building: Building,
    word: Name,
    title: Mark,
    using: Name | None,
    fixture: Name | None,
    body: Block,
) -> TestDeclaration:
    text = TextLiteral(text_value(title.text), title.text, title.start, title.end)
    doc = building.docs.get(word.start)
    return TestDeclaration(text, fixture, body, False, doc, word.start, body.end)


REDUCTIONS: Reductions = {
    "answer": _answer,
    "fake_connection": _fake_connection,
    "fixed_clock": _fixed_clock,
    "fixture": _fixture,
    "fixture_config": _fixture_config,
    "test": _test,
    "test_with_fixture": _test_with_fixture,
}
