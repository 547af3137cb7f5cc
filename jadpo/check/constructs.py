"""Which function checks which kind of node: the one table of the checker.

To add a construct, write its function in a module of its own and give it a row here.
"""

from types import MappingProxyType

from jadpo.check import (
    attempts,
    calls,
    conditions,
    configuration,
    emitting,
    library,
    literals,
    loops,
    makes,
    matches,
    operators,
    paths,
    statements,
)
from jadpo.check.background import facts, starting
from jadpo.check.body import Constructs
from jadpo.check.connections import operations
from jadpo.check.persistence import creating, deleting, queries, updating
from jadpo.check.scope import NAMESPACES
from jadpo.check.symbols import SymbolKind
from jadpo.check.testing import statements as testing
from jadpo.syntax import nodes

CONSTRUCTS = Constructs(
    expressions=MappingProxyType(
        {
            nodes.IntLiteral: literals.check_int,
            nodes.DecimalLiteral: literals.check_decimal,
            nodes.DurationLiteral: literals.check_duration,
            nodes.TextLiteral: literals.check_text,
            nodes.BoolLiteral: literals.check_bool,
            nodes.NoneLiteral: literals.check_none,
            nodes.ListLiteral: literals.check_list,
            nodes.ObjectLiteral: makes.check_object_literal,
            nodes.Path: paths.check_path,
            nodes.Member: paths.check_member,
            nodes.Attempt: attempts.check_attempt,
            nodes.Exists: conditions.check_as_value,
            nodes.Supplied: conditions.check_as_value,
            nodes.Unary: operators.check_unary,
            nodes.Binary: operators.check_binary,
            nodes.Parenthesised: operators.check_parenthesised,
            nodes.Match: matches.check_match_expression,
            nodes.BoundaryCall: testing.check_boundary_call,
        }
    ),
    outcomes=MappingProxyType(
        {
            nodes.Call: calls.check_call,
            nodes.BoundaryCall: testing.check_boundary_outcome,
            nodes.Create: creating.check_create,
            nodes.QueryOptional: queries.check_query_optional,
            nodes.QueryRequired: queries.check_query_required,
            nodes.QueryMany: queries.check_query_many,
            nodes.QueryCount: queries.check_query_count,
            nodes.QueryExists: queries.check_query_exists,
            nodes.QueryAggregate: queries.check_query_aggregate,
            nodes.UpdateRequired: updating.check_update_required,
            nodes.UpdateMany: updating.check_update_many,
            nodes.DeleteRequired: deleting.check_delete_required,
            nodes.DeleteMany: deleting.check_delete_many,
        }
    ),
    statements=MappingProxyType(
        {
            nodes.Var: statements.check_var,
            nodes.Assign: statements.check_assign,
            nodes.Return: statements.check_return,
            nodes.Reject: statements.check_reject,
            nodes.If: statements.check_if,
            nodes.Effect: statements.check_effect,
            nodes.Match: matches.check_match_statement,
            nodes.For: loops.check_for,
            nodes.While: loops.check_while,
            nodes.Break: loops.check_break,
            nodes.Continue: loops.check_continue,
            nodes.Emit: emitting.check_emit,
            nodes.StartBatch: starting.check_start,
            nodes.Assert: testing.check_assert,
            nodes.AssertRejects: testing.check_assert_rejects,
            nodes.Advance: testing.check_advance,
            nodes.RunPending: testing.check_run_pending,
            nodes.Tick: testing.check_tick,
        }
    ),
    namespaces=MappingProxyType(
        {
            **dict.fromkeys(NAMESPACES, paths.check_namespace),
            "clock": library.check_clock,
            "config": configuration.check_config,
            "delivery": facts.check_delivery,
            "schedule": facts.check_schedule,
        }
    ),
    calls=MappingProxyType({SymbolKind.CONNECTION: operations.check_connection_call}),
)
"""The constructs of the language."""
