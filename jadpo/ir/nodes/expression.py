"""Every kind of expression."""

from typing import TypeAlias

from jadpo.ir.nodes.calls import Attempt, Call, CallConnection, LibraryCall
from jadpo.ir.nodes.conversions import IsPresent, Unwrap, Validate, Widen, Wrap
from jadpo.ir.nodes.effects import ClockNow, ConfigValue, DeliveryValue, DueAt, RandomUuid
from jadpo.ir.nodes.failures import MatchFailure
from jadpo.ir.nodes.matches import Match
from jadpo.ir.nodes.operators import (
    And,
    Arithmetic,
    Compare,
    Contains,
    IntToDecimal,
    Negate,
    Not,
    Or,
)
from jadpo.ir.nodes.persistence import Aggregate, Count, Create, Delete, Exists, Select, Update
from jadpo.ir.nodes.testing import TestCall
from jadpo.ir.nodes.values import (
    Constant,
    FieldOf,
    IsSupplied,
    Local,
    MakeList,
    MakeObject,
    MakeVariant,
)

Expression: TypeAlias = (
    Constant
    | Local
    | FieldOf
    | IsSupplied
    | MakeObject
    | MakeVariant
    | MakeList
    | Arithmetic
    | Negate
    | IntToDecimal
    | Compare
    | Contains
    | Not
    | And
    | Or
    | IsPresent
    | Unwrap
    | Wrap
    | Widen
    | Validate
    | Call
    | LibraryCall
    | CallConnection
    | Attempt
    | ClockNow
    | RandomUuid
    | ConfigValue
    | DeliveryValue
    | DueAt
    | Create
    | Select
    | Count
    | Exists
    | Aggregate
    | Update
    | Delete
    | TestCall
    | Match
    | MatchFailure
)
