"""Which function lowers which kind of node."""

from typing import Final

from jadpo.ir import nodes
from jadpo_codegen.lowering.arithmetic import (
    lower_arithmetic,
    lower_int_to_decimal,
    lower_negation,
)
from jadpo_codegen.lowering.body import Lowerings
from jadpo_codegen.lowering.calls import perform_call, prepare_call
from jadpo_codegen.lowering.constructions import perform_construct, prepare_construct
from jadpo_codegen.lowering.effects import (
    lower_clock,
    lower_config,
    lower_delivery,
    lower_due_at,
    lower_emit,
    lower_random_uuid,
    lower_start,
    perform_connection,
    prepare_connection,
)
from jadpo_codegen.lowering.failures import (
    lower_attempt,
    lower_match_failure,
    lower_reject,
)
from jadpo_codegen.lowering.iteration import (
    lower_for_each,
    lower_for_entries,
    lower_for_range,
    lower_while,
)
from jadpo_codegen.lowering.library import lower_library_call
from jadpo_codegen.lowering.logic import (
    lower_and,
    lower_comparison,
    lower_not,
    lower_or,
)
from jadpo_codegen.lowering.matches import lower_match
from jadpo_codegen.lowering.measures import lower_membership
from jadpo_codegen.lowering.persistence import (
    perform_aggregate,
    perform_count,
    perform_create,
    perform_delete,
    perform_exists,
    perform_select,
    prepare_create,
    prepare_query,
)
from jadpo_codegen.lowering.statements import (
    lower_break,
    lower_continue,
    lower_evaluate,
    lower_if,
    lower_return,
    lower_store,
)
from jadpo_codegen.lowering.testing import (
    lower_advance,
    lower_assert,
    lower_assert_rejects,
    lower_run_pending,
    lower_tick,
    perform_test_call,
    prepare_test_call,
)
from jadpo_codegen.lowering.updates import perform_update, prepare_update
from jadpo_codegen.lowering.values import (
    lower_constant,
    lower_field,
    lower_list,
    lower_local,
    lower_object,
    lower_presence,
    lower_supplied,
    lower_unwrap,
    lower_variant,
    lower_widening,
)

LOWERINGS: Final = Lowerings(
    expressions={
        nodes.Constant: lower_constant,
        nodes.Local: lower_local,
        nodes.FieldOf: lower_field,
        nodes.IsSupplied: lower_supplied,
        nodes.MakeObject: lower_object,
        nodes.MakeVariant: lower_variant,
        nodes.MakeList: lower_list,
        nodes.Arithmetic: lower_arithmetic,
        nodes.Negate: lower_negation,
        nodes.IntToDecimal: lower_int_to_decimal,
        nodes.Compare: lower_comparison,
        nodes.Contains: lower_membership,
        nodes.Not: lower_not,
        nodes.And: lower_and,
        nodes.Or: lower_or,
        nodes.IsPresent: lower_presence,
        nodes.Unwrap: lower_unwrap,
        nodes.Wrap: lower_widening,
        nodes.Widen: lower_widening,
        nodes.LibraryCall: lower_library_call,
        nodes.Attempt: lower_attempt,
        nodes.ClockNow: lower_clock,
        nodes.RandomUuid: lower_random_uuid,
        nodes.ConfigValue: lower_config,
        nodes.DeliveryValue: lower_delivery,
        nodes.DueAt: lower_due_at,
        nodes.Match: lower_match,
        nodes.MatchFailure: lower_match_failure,
    },
    operations={
        nodes.Call: (prepare_call, perform_call),
        nodes.Validate: (prepare_construct, perform_construct),
        nodes.CallConnection: (prepare_connection, perform_connection),
        nodes.Create: (prepare_create, perform_create),
        nodes.Select: (prepare_query, perform_select),
        nodes.Count: (prepare_query, perform_count),
        nodes.Exists: (prepare_query, perform_exists),
        nodes.Aggregate: (prepare_query, perform_aggregate),
        nodes.Update: (prepare_update, perform_update),
        nodes.Delete: (prepare_query, perform_delete),
        nodes.TestCall: (prepare_test_call, perform_test_call),
    },
    statements={
        nodes.Store: lower_store,
        nodes.Evaluate: lower_evaluate,
        nodes.Return: lower_return,
        nodes.Reject: lower_reject,
        nodes.If: lower_if,
        nodes.While: lower_while,
        nodes.ForEach: lower_for_each,
        nodes.ForEntries: lower_for_entries,
        nodes.ForRange: lower_for_range,
        nodes.Break: lower_break,
        nodes.Continue: lower_continue,
        nodes.Emit: lower_emit,
        nodes.Start: lower_start,
        nodes.Assert: lower_assert,
        nodes.AssertRejects: lower_assert_rejects,
        nodes.AdvanceClock: lower_advance,
        nodes.RunPending: lower_run_pending,
        nodes.Tick: lower_tick,
    },
)
"""Every kind of node that is compiled."""
