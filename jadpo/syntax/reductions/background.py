"""Builds subscribers, schedules, batches and backfills."""

from jadpo.syntax.building import Binder, Braced, Building, Reductions
from jadpo.syntax.nodes import (
    BackfillDeclaration,
    BatchDeclaration,
    Block,
    Clause,
    Each,
    Handler,
    Name,
    Over,
    Parameter,
    Path,
    Receiver,
    ScheduleDeclaration,
    SubscriberDeclaration,
)
from jadpo.syntax.tokens import Mark


def _subscriber(
    building: Building,
    word: Name,
    name: Name,
    opening: Mark,
    items: list[Clause | Handler],
    closing: Mark,
) -> SubscriberDeclaration:
    return SubscriberDeclaration(
        name,
        building.once_each([each for each in items if isinstance(each, Clause)]),
        tuple(each for each in items if isinstance(each, Handler)),
        False,
        building.docs.get(word.start),
        word.start,
        closing.end,
    )


def _handler(
    building: Building, word: Name, variant: Path, binder: Binder | None, body: Block
) -> Handler:
    binding = binder.name if binder else None
    return Handler(variant, binding, body, building.docs.get(word.start), word.start, body.end)


def _schedule(
    building: Building, word: Name, name: Name, opening: Mark, clauses: list[Clause], closing: Mark
) -> ScheduleDeclaration:
    doc = building.docs.get(word.start)
    return ScheduleDeclaration(
        name, building.once_each(clauses), False, doc, word.start, closing.end
    )


def _batch(
    building: Building,
    word: Name,
    name: Name,
    parameters: list[Parameter | Receiver],
    opening: Mark,
    items: list[Clause | Over | Each],
    closing: Mark,
) -> BatchDeclaration:
    for receiver in parameters:
        if isinstance(receiver, Receiver):
            building.report(
                "syntax.self_parameter",
                receiver,
                "a batch has no `self`",
                "`self` is what an operation declared inside an entity is called on",
                "give the parameter another name and a type",
            )
    return BatchDeclaration(
        name,
        tuple(each for each in parameters if isinstance(each, Parameter)),
        building.at_most_one("`over:`", [each for each in items if isinstance(each, Over)]),
        building.once_each([each for each in items if isinstance(each, Clause)]),
        building.at_most_one("`each`", [each for each in items if isinstance(each, Each)]),
        False,
        building.docs.get(word.start),
        word.start,
        closing.end,
    )


def _over(
    building: Building, name: Name, colon: Mark, entity: Path, clauses: Braced[Clause] | None
) -> Over:
    if clauses is None:
        return Over(entity, None, name.start, entity.end)
    where = None
    for clause in building.once_each(clauses.items):
        if clause.name.text == "where":
            where = clause.value
        else:
            building.report(
                "syntax.clause_not_allowed",
                clause.name,
                f"`over` has no clause `{clause.name.text}`",
                "its only clause is `where`, and rows come in order of identity",
                "delete it",
            )
    return Over(entity, where, name.start, clauses.end)


def _each(_: Building, word: Name, binding: Name, body: Block) -> Each:
    return Each(binding, body, word.start, body.end)


def _backfill(
    building: Building,
    word: Name,
    field: Path,
    opening: Mark,
    binding: Name,
    closing: Mark,
    body: Block,
) -> BackfillDeclaration:
    doc = building.docs.get(word.start)
    return BackfillDeclaration(field, binding, body, False, doc, word.start, body.end)


REDUCTIONS: Reductions = {
    "backfill": _backfill,
    "batch": _batch,
    "each": _each,
    "handler": _handler,
    "over": _over,
    "schedule": _schedule,
    "subscriber": _subscriber,
}
