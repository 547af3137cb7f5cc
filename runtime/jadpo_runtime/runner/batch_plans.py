"""The plans by which batch runs read their rows: those of ``over:``, a batch at a time [V5] [K1].

They are added to the manifest that the stores compile, after the program's own plans, whose
numbers stay as the engine knows them.
"""

from collections.abc import Mapping

import attrs

from jadpo_runtime.manifest import (
    All,
    And,
    BatchDefinition,
    FieldComparison,
    Manifest,
    Predicate,
    SelectPlan,
)
from jadpo_runtime.values import FieldType, Primitive, PrimitiveType
from jadpo_runtime.values.internal_error import InternalError


@attrs.frozen
class BatchPlans:
    """The indexes of a batch's plans: ``first`` rows, and those ``after`` an identity.

    Both take the parameters of ``over:``, then (``after`` only) the identity, then the limit.
    """

    first: int
    after: int


def with_batch_plans(manifest: Manifest) -> tuple[Manifest, Mapping[str, BatchPlans]]:
    """The manifest with the plans of its batches added, and where they are, by batch."""
    plans = list(manifest.plans)
    indexes: dict[str, BatchPlans] = {}
    for batch in manifest.batches.values():
        indexes[batch.name] = BatchPlans(len(plans), len(plans) + 1)
        plans.extend(_plans(manifest, batch))
    return attrs.evolve(manifest, plans=tuple(plans)), indexes


def _plans(manifest: Manifest, batch: BatchDefinition) -> tuple[SelectPlan, SelectPlan]:
    over = manifest.plans[batch.over]
    if not isinstance(over, SelectPlan):
        raise InternalError(f"the rows of {batch.name} are not read by a SelectPlan")
    identity = manifest.entities[over.entity].identity
    count = len(over.parameters)
    limit_type = PrimitiveType(Primitive.INT)
    first = SelectPlan(over.entity, over.predicate, (*over.parameters, limit_type), limit=count)
    later = FieldComparison(identity, ">", count)
    after = SelectPlan(
        over.entity,
        _both(over.predicate, later),
        (*over.parameters, FieldType(over.entity, identity), limit_type),
        limit=count + 1,
    )
    return first, after


def _both(left: Predicate, right: Predicate) -> Predicate:
    return right if isinstance(left, All) else And(left, right)
