"""The nodes of the typed IR: what both engines run.

A node says everything that the engines must agree on: resolved symbols, widenings that change a
value, validations, unwraps, evaluation order (operands left to right as they stand in the node),
the failures of every fallible node, savepoints, query plans. Method calls, patterns and the forms
of ``for`` are already desugared.

Every expression has a ``type``: the nominal type of its value. Nodes are NamedTuples, because
they are made by the thousand and their classes are defined at every start. Tuples of different
classes may compare equal, so compare IR by its printed form, never by ``==``.
"""

from jadpo.ir.nodes.callables import Callable, Slot
from jadpo.ir.nodes.calls import Attempt, Call, CallConnection, FunctionReference, LibraryCall
from jadpo.ir.nodes.conversions import IsPresent, Unwrap, Validate, Widen, Wrap
from jadpo.ir.nodes.effects import ClockNow, ConfigValue, DeliveryValue, DueAt, RandomUuid
from jadpo.ir.nodes.expression import Expression
from jadpo.ir.nodes.failures import FailureArm, MatchFailure, Propagate, RaiseFailure
from jadpo.ir.nodes.matches import (
    Arm,
    Case,
    LiteralCase,
    Match,
    NoneCase,
    OtherCase,
    SomeCase,
    VariantCase,
)
from jadpo.ir.nodes.operators import (
    And,
    Arithmetic,
    ArithmeticOperator,
    Compare,
    ComparisonOperator,
    Contains,
    IntToDecimal,
    Negate,
    Not,
    Or,
)
from jadpo.ir.nodes.persistence import (
    Aggregate,
    Assignment,
    ConflictClause,
    Count,
    Create,
    Delete,
    Exists,
    Select,
    SelectForm,
    Update,
)
from jadpo.ir.nodes.statement import Statement
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
from jadpo.ir.nodes.testing import AdvanceClock, Assert, AssertRejects, RunPending, TestCall, Tick
from jadpo.ir.nodes.values import (
    Constant,
    FieldOf,
    IsSupplied,
    Local,
    MakeList,
    MakeObject,
    MakeVariant,
)

__all__ = [
    "AdvanceClock",
    "Aggregate",
    "And",
    "Arithmetic",
    "ArithmeticOperator",
    "Arm",
    "Assert",
    "AssertRejects",
    "Assignment",
    "Attempt",
    "Break",
    "Call",
    "CallConnection",
    "Callable",
    "Case",
    "ClockNow",
    "Compare",
    "ComparisonOperator",
    "ConfigValue",
    "ConflictClause",
    "Constant",
    "Contains",
    "Continue",
    "Count",
    "Create",
    "Delete",
    "DeliveryValue",
    "DueAt",
    "Emit",
    "Evaluate",
    "Exists",
    "Expression",
    "FailureArm",
    "FieldOf",
    "ForEach",
    "ForEntries",
    "ForRange",
    "FunctionReference",
    "If",
    "IntToDecimal",
    "IsPresent",
    "IsSupplied",
    "LibraryCall",
    "LiteralCase",
    "Local",
    "MakeList",
    "MakeObject",
    "MakeVariant",
    "Match",
    "MatchFailure",
    "Negate",
    "NoneCase",
    "Not",
    "Or",
    "OtherCase",
    "Propagate",
    "RaiseFailure",
    "RandomUuid",
    "Reject",
    "Return",
    "RunPending",
    "Select",
    "SelectForm",
    "Slot",
    "SomeCase",
    "Start",
    "Statement",
    "Store",
    "TestCall",
    "Tick",
    "Unwrap",
    "Update",
    "Validate",
    "VariantCase",
    "While",
    "Widen",
    "Wrap",
]
