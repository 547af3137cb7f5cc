"""Which function translates which kind of node."""

from collections.abc import Mapping
from typing import Final

from jadpo.interpret.arithmetic import (
    inline_arithmetic,
    inline_int_to_decimal,
    translate_arithmetic,
    translate_negation,
)
from jadpo.interpret.calls import call_operation, translate_call
from jadpo.interpret.construction import construct_operation
from jadpo.interpret.effects import (
    connection_operation,
    translate_clock,
    translate_config,
    translate_delivery,
    translate_due_at,
    translate_emit,
    translate_random_uuid,
    translate_start,
)
from jadpo.interpret.failures import translate_attempt, translate_reject
from jadpo.interpret.library import translate_library_call
from jadpo.interpret.logic import (
    inline_and,
    inline_comparison,
    inline_membership,
    inline_not,
    inline_or,
)
from jadpo.interpret.performing import performed
from jadpo.interpret.persistence import (
    aggregate_operation,
    count_operation,
    create_operation,
    delete_operation,
    exists_operation,
    select_operation,
)
from jadpo.interpret.statements import translate_match
from jadpo.interpret.testing import (
    test_call_operation,
    translate_advance,
    translate_assert,
    translate_assert_rejects,
    translate_run_pending,
    translate_test_call,
    translate_tick,
)
from jadpo.interpret.translator import Inlining, OperationOf, Translation
from jadpo.interpret.updates import update_operation
from jadpo.interpret.values import (
    inline_constant,
    inline_field,
    inline_local,
    inline_presence,
    inline_supplied,
    inline_unchanged,
    inline_variant,
    translate_list,
    translate_object,
    translate_variant,
)
from jadpo.ir import nodes

INLININGS: Final[Mapping[type, Inlining]] = {
    nodes.Constant: inline_constant,
    nodes.Local: inline_local,
    nodes.FieldOf: inline_field,
    nodes.IsSupplied: inline_supplied,
    nodes.MakeVariant: inline_variant,
    nodes.Arithmetic: inline_arithmetic,
    nodes.IntToDecimal: inline_int_to_decimal,
    nodes.Compare: inline_comparison,
    nodes.Contains: inline_membership,
    nodes.Not: inline_not,
    nodes.And: inline_and,
    nodes.Or: inline_or,
    nodes.IsPresent: inline_presence,
    nodes.Unwrap: inline_unchanged,
    nodes.Wrap: inline_unchanged,
    nodes.Widen: inline_unchanged,
}
"""Expressions that are written into the text of the node around them."""

OPERATIONS: Final[Mapping[type, OperationOf]] = {
    nodes.Validate: construct_operation,
    nodes.Call: call_operation,
    nodes.CallConnection: connection_operation,
    nodes.Create: create_operation,
    nodes.Select: select_operation,
    nodes.Count: count_operation,
    nodes.Exists: exists_operation,
    nodes.Aggregate: aggregate_operation,
    nodes.Update: update_operation,
    nodes.Delete: delete_operation,
    nodes.TestCall: test_call_operation,
}
"""What may be the subject of a match on failures."""

TRANSLATIONS: Final[Mapping[type, Translation]] = {
    **dict.fromkeys(OPERATIONS, performed),
    nodes.MakeObject: translate_object,
    nodes.MakeVariant: translate_variant,
    nodes.MakeList: translate_list,
    nodes.Arithmetic: translate_arithmetic,
    nodes.Negate: translate_negation,
    nodes.Call: translate_call,
    nodes.LibraryCall: translate_library_call,
    nodes.Attempt: translate_attempt,
    nodes.ClockNow: translate_clock,
    nodes.RandomUuid: translate_random_uuid,
    nodes.ConfigValue: translate_config,
    nodes.DeliveryValue: translate_delivery,
    nodes.DueAt: translate_due_at,
    nodes.TestCall: translate_test_call,
    nodes.Match: translate_match,
    nodes.MatchFailure: translate_match,
    nodes.Reject: translate_reject,
    nodes.Emit: translate_emit,
    nodes.Start: translate_start,
    nodes.Assert: translate_assert,
    nodes.AssertRejects: translate_assert_rejects,
    nodes.AdvanceClock: translate_advance,
    nodes.RunPending: translate_run_pending,
    nodes.Tick: translate_tick,
}
"""Expressions and statements that have a function of their own.

The other statements are texts of the block that they stand in.
"""
