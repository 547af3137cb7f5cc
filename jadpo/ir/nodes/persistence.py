"""Reading and changing the rows of a store."""

import enum
from typing import TYPE_CHECKING

from jadpo.ir.nodes.failures import RaiseFailure
from jadpo_runtime.values import Span, Type
from jadpo_runtime.values.node import Node

if TYPE_CHECKING:
    from jadpo.ir.nodes.expression import Expression


class ConflictClause(Node):
    """Which failure a violated constraint becomes [Q3]; ``None`` stands for every other one.

    ``constraint`` is the entity and the fields of the identity, unique or reference.
    """

    constraint: tuple[str, tuple[str, ...]] | None
    failure: RaiseFailure


class Create(Node):
    """``create`` by a CreatePlan; ``values`` pairs the index into the plan's fields with a value.

    They stand in the order of evaluation.
    """

    plan: int
    values: tuple[tuple[int, "Expression"], ...]
    conflicts: tuple[ConflictClause, ...]
    type: Type
    span: Span


class SelectForm(enum.Enum):
    """What a select gives: the row or none, the row or a failure, all rows."""

    OPTIONAL = "optional"
    REQUIRED = "required"
    MANY = "many"


class Select(Node):
    """``query optional | required | many``; ``missing`` is set for ``required`` alone."""

    form: SelectForm
    plan: int
    parameters: tuple["Expression", ...]
    missing: RaiseFailure | None
    type: Type
    span: Span


class Count(Node):
    """``query count``."""

    plan: int
    parameters: tuple["Expression", ...]
    type: Type
    span: Span


class Exists(Node):
    """``query exists``."""

    plan: int
    parameters: tuple["Expression", ...]
    type: Type
    span: Span


class Aggregate(Node):
    """``query sum | minimum | maximum``."""

    plan: int
    parameters: tuple["Expression", ...]
    type: Type
    span: Span


class Assignment(Node):
    """One value of an update: ``index`` is into the plan's fields, in order of evaluation.

    ``supplied`` is the ``when … supplied`` condition of the field, or ``None``; where it does not
    hold the row keeps its value, and ``value`` is not evaluated.
    """

    index: int
    value: "Expression"
    supplied: "Expression | None"


class Update(Node):
    """``update required | many``.

    ``current`` is the slot that holds the row while each row's values are computed, or ``None``
    where no value depends on the row: then the values are evaluated once, after the parameters
    and before the statement. ``missing`` is set for ``required``, whose value is the new row;
    for ``many`` it is ``None`` and the value is the count. ``empty`` is raised, before the
    statement, where a ``patch:`` supplies nothing [Q4]; ``patched`` are its conditions.

    Where ``current`` is set or any assignment has ``supplied``, the engine asks the store for the
    rows (``rows_to_update``), and, if there are any, gives each its values (``update_rows``);
    otherwise it is one ``update``.
    """

    plan: int
    parameters: tuple["Expression", ...]
    assignments: tuple[Assignment, ...]
    current: int | None
    missing: RaiseFailure | None
    empty: RaiseFailure | None
    patched: tuple["Expression", ...]
    conflicts: tuple[ConflictClause, ...]
    type: Type
    span: Span


class Delete(Node):
    """``delete required | many``: the deleted row, or the count."""

    plan: int
    parameters: tuple["Expression", ...]
    missing: RaiseFailure | None
    conflicts: tuple[ConflictClause, ...]
    type: Type
    span: Span
