"""Every kind of statement."""

from typing import TypeAlias

from jadpo.ir.nodes.statements import (
    Break,
    Continue,
    Emit,
    Evaluate,
    ForEach,
    ForEntries,
    ForRange,
    If,
    Reject,
    Return,
    Start,
    Store,
    While,
)
from jadpo.ir.nodes.testing import AdvanceClock, Assert, AssertRejects, RunPending, Tick

Statement: TypeAlias = (
    Store
    | Evaluate
    | Return
    | Reject
    | If
    | While
    | ForEach
    | ForEntries
    | ForRange
    | Break
    | Continue
    | Emit
    | Start
    | Assert
    | AssertRejects
    | AdvanceClock
    | RunPending
    | Tick
)
