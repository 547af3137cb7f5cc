"""Query plans: persistence expressions as data, without their arguments [Q1] [Q2].

A plan names fields; the values it compares with or writes are *parameters*, given in order with
each execution. A store turns each plan into statements once.
"""

from typing import TypeAlias

import attrs

from jadpo_runtime.values import Type


@attrs.frozen
class All:
    """Every row: no ``where:`` was written."""


@attrs.frozen
class FieldComparison:
    """``field operator parameter``; operator is one of ``== != < <= > >=``.

    Two-valued [Q1]: with a row's ``none`` it is false, but ``!=`` is the complement of ``==``.
    ``parameter`` indexes the plan's parameters.
    """

    field: str
    operator: str
    parameter: int


@attrs.frozen
class FieldIn:
    """``field in list``: the parameter is a list; false for a row's ``none``."""

    field: str
    parameter: int


@attrs.frozen
class FieldIsNone:
    """``field == none``."""

    field: str


@attrs.frozen
class And:
    """Both hold."""

    left: "Predicate"
    right: "Predicate"


@attrs.frozen
class Or:
    """One or both hold."""

    left: "Predicate"
    right: "Predicate"


@attrs.frozen
class Not:
    """The complement."""

    predicate: "Predicate"


Predicate: TypeAlias = All | FieldComparison | FieldIn | FieldIsNone | And | Or | Not


@attrs.frozen
class CreatePlan:
    """``create``: one parameter per name in ``fields``; a generated identity is not among them."""

    entity: str
    fields: tuple[str, ...]


@attrs.frozen
class SelectPlan:
    """``query optional | required | many``.

    ``parameters`` are the types of the parameters, in order. ``order`` pairs a field with whether
    it descends; the store appends the identity as the last key [Q2]. ``limit`` and ``offset``
    index the parameters. ``at_most_one`` marks ``optional`` and ``required``: a second row is the
    fault ``cardinality_exceeded``.
    """

    entity: str
    predicate: Predicate
    parameters: tuple[Type, ...]
    order: tuple[tuple[str, bool], ...] = ()
    limit: int | None = None
    offset: int | None = None
    at_most_one: bool = False


@attrs.frozen
class CountPlan:
    """``query count``."""

    entity: str
    predicate: Predicate
    parameters: tuple[Type, ...]


@attrs.frozen
class ExistsPlan:
    """``query exists``."""

    entity: str
    predicate: Predicate
    parameters: tuple[Type, ...]


@attrs.frozen
class AggregatePlan:
    """``query sum | minimum | maximum`` of ``field``; ``function`` is that word."""

    entity: str
    function: str
    field: str
    predicate: Predicate
    parameters: tuple[Type, ...]


@attrs.frozen
class UpdatePlan:
    """``update required | many``: the rows it finds get new values for ``fields``.

    ``at_most_one`` marks ``required``. ``limit`` takes rows in order of identity [Q2]. Fields
    that only sometimes change (``patch:``, ``when … supplied``) are among ``fields`` too; the
    engine then gives the row's own value.
    """

    entity: str
    predicate: Predicate
    parameters: tuple[Type, ...]
    fields: tuple[str, ...]
    at_most_one: bool
    limit: int | None = None


@attrs.frozen
class DeletePlan:
    """``delete required | many``."""

    entity: str
    predicate: Predicate
    parameters: tuple[Type, ...]
    at_most_one: bool
    limit: int | None = None


Plan: TypeAlias = (
    CreatePlan | SelectPlan | CountPlan | ExistsPlan | AggregatePlan | UpdatePlan | DeletePlan
)
