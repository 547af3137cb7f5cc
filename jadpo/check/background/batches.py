"""Batches: the rows they go over, and what they do with each [V5]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from jadpo.check.background.retry import check_retry
from jadpo.check.bodies import BodyParameter, check_body, finish_body, open_body
from jadpo.check.body import CheckedBody
from jadpo.check.checking import BatchSignature, Checking
from jadpo.check.clauses import known_clauses
from jadpo.check.declared import declared
from jadpo.check.effects import OVER_SUFFIX
from jadpo.check.lookup import find_declared
from jadpo.check.persistence.parameters import PlanParameters
from jadpo.check.persistence.predicates import check_where
from jadpo.check.scope import Place
from jadpo.check.symbols import SymbolKind
from jadpo.check.typenames import report_unit, resolved_type
from jadpo.check.types import ERROR, UNIT
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.manifest import BatchDefinition, CallableKind, Parameter, SelectPlan
from jadpo_runtime.values import EntityDefinition, Field, NamedType, ObjectDefinition, Type

DEFAULT_SIZE: Final = 100
"""Rows a boundary, where `size:` is not written."""

LARGEST_SIZE: Final = 10_000
"""Rows a boundary: a boundary is one transaction, held in memory until its end."""


def resolve_batches(checking: Checking) -> None:
    """Give every batch its signature, for ``start``."""
    for place, node, qualified in declared(checking, nodes.BatchDeclaration):
        parameters = tuple(
            Parameter(each.name.text, _parameter_type(checking, place, each))
            for each in node.parameters
        )
        signature = BatchSignature(qualified, parameters, place, node)
        checking.declarations.batch_signatures[qualified] = signature


def check_batches(checking: Checking) -> Iterator[CheckedBody]:
    """Check every batch: its ``each`` body, and the body that gives the values of its ``over:``."""
    for place, node, qualified in declared(checking, nodes.BatchDeclaration):
        yield from _check(checking, place, node, qualified)


def _parameter_type(checking: Checking, place: Place, node: nodes.Parameter) -> Type:
    type_ = resolved_type(checking, place, node.type)
    if type_ == UNIT:
        report_unit(checking, place, node.type)
        return ERROR
    return type_


def _check(
    checking: Checking, place: Place, node: nodes.BatchDeclaration, qualified: str
) -> Iterator[CheckedBody]:
    clauses = known_clauses(
        checking, place, node.clauses, ("over", "size", "retry"), "batch.clause_unknown", "a batch"
    )
    retry = check_retry(checking, place, clauses["retry"].value if "retry" in clauses else None)
    size = _size(checking, place, clauses["size"]) if "size" in clauses else DEFAULT_SIZE
    entity = None if "over" in clauses else _entity(checking, place, node)
    if node.each is None:
        checking.report(
            "batch.each_missing",
            place.span(node.name),
            f"the batch `{node.name.text}` does nothing with its rows",
            why="a batch runs its `each` body once per row",
            help="add `each row { … }`",
        )
    if entity is None or node.over is None:
        return
    signature = checking.declarations.batch_signatures[qualified]
    over = _over(checking, signature, entity, node.over)
    if over.body is not None:
        yield over.body
    name = f"{qualified} each"
    checking.declarations.batches[qualified] = BatchDefinition(
        name=qualified,
        parameters=signature.parameters,
        entity=entity.name,
        over=over.plan,
        over_arguments=None if over.body is None else over.body.callable.name,
        size=size,
        retry=retry,
        callable=name,
        doc=node.doc or "",
    )
    if node.each is not None:
        row = node.each.binding
        body = open_body(
            checking,
            place,
            name,
            f"{node.name.text} each",
            CallableKind.EACH,
            [BodyParameter(row.text, NamedType(entity.name), row), *_parameters(signature)],
            UNIT,
        )
        yield check_body(body, node.each.body)


def _parameters(signature: BatchSignature) -> list[BodyParameter]:
    return [
        BodyParameter(parameter.name, parameter.type, written.name)
        for parameter, written in zip(
            signature.parameters, signature.declaration.parameters, strict=True
        )
    ]


def _size(checking: Checking, place: Place, clause: nodes.Clause) -> int:
    value = clause.value
    if isinstance(value, nodes.IntLiteral) and 1 <= value.value <= LARGEST_SIZE:
        return value.value
    checking.report(
        "batch.size_invalid",
        place.span(value),
        f"`size` is no whole number from 1 to {LARGEST_SIZE:_}",
        why="it is the number of rows that one boundary takes, in one transaction",
        help=f"write `size: {DEFAULT_SIZE}`, which is the default",
    )
    return DEFAULT_SIZE


# ---- over


class _CheckedOver(NamedTuple):
    """The plan of a batch's rows; ``body`` gives the values of its parameters, if it has any."""

    plan: int
    body: CheckedBody | None


def _entity(
    checking: Checking, place: Place, node: nodes.BatchDeclaration
) -> EntityDefinition | None:
    if node.over is None:
        checking.report(
            "batch.over_missing",
            place.span(node.name),
            f"the batch `{node.name.text}` does not say over which rows it goes",
            why="a batch goes over the rows of one entity",
            help="add `over: Entity { where: … }`",
        )
        return None
    symbol = find_declared(checking, place, node.over.entity, SymbolKind.ENTITY, "entity.unknown")
    return None if symbol is None else checking.declarations.entities.get(symbol.qualified)


def _over(
    checking: Checking, signature: BatchSignature, entity: EntityDefinition, node: nodes.Over
) -> _CheckedOver:
    """The rows of a batch, read afresh for each boundary in order of identity.

    The right sides of the ``where:`` are computed from the batch's parameters by a pure body.
    """
    name = f"{signature.name}{OVER_SUFFIX}"
    shown = f"{signature.declaration.name.text}{OVER_SUFFIX}"
    result = NamedType(name)
    body = open_body(
        checking,
        signature.place,
        name,
        shown,
        CallableKind.FUNCTION,
        _parameters(signature),
        result,
    )
    slots = len(body.slots)
    parameters = PlanParameters()
    predicate = check_where(body, entity, node.where, parameters)
    plan = checking.add_plan(SelectPlan(entity.name, predicate, parameters.types))
    if not parameters.expressions:
        return _CheckedOver(plan, None)
    fields = tuple(Field(f"value_{at}", type_) for at, type_ in enumerate(parameters.types))
    checking.declarations.definitions[name] = ObjectDefinition(name, fields)
    checking.declarations.plain_objects.add(name)
    span = body.span(node)
    values = tuple(enumerate(parameters.values))
    made = ir.MakeObject(values, len(fields), result, span)
    return _CheckedOver(plan, finish_body(body, (ir.Return(made, span),), node, slots))
