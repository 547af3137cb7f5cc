"""`attempt`: exactly where something can fail [F4]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jadpo.diagnostics import Edit
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import Span

if TYPE_CHECKING:
    from jadpo.check.body import Body, Outcome


def report_missing_attempt(body: Body, node: nodes.Expression, outcome: Outcome) -> ir.Expression:
    """Say that what can fail stands without ``attempt``; gives it as if it had one."""
    raise NotImplementedError
