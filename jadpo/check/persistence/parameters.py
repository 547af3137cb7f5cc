"""The parameters of a query plan, in the order in which they are evaluated [Q1]."""

from __future__ import annotations

import attrs

from jadpo.ir import nodes as ir
from jadpo_runtime.values import Type


@attrs.define(eq=False)
class PlanParameters:
    """Collects the right sides of a ``where:``, then ``limit:`` and ``offset:``."""

    expressions: list[ir.Expression] = attrs.field(factory=list)

    def add(self, expression: ir.Expression) -> int:
        """The number of a new parameter with this value."""
        self.expressions.append(expression)
        return len(self.expressions) - 1

    @property
    def types(self) -> tuple[Type, ...]:
        """The types of the parameters, for the plan."""
        return tuple(expression.type for expression in self.expressions)

    @property
    def values(self) -> tuple[ir.Expression, ...]:
        """The parameters, for the IR node."""
        return tuple(self.expressions)
