"""Which function checks which kind of node: the one table of the checker.

To add a construct, write its function in a module of its own and give it a row here.
"""

from types import MappingProxyType

from jadpo.check import (
    attempts,
    calls,
    conditions,
    library,
    literals,
    loops,
    makes,
    matches,
    operators,
    paths,
    statements,
)
from jadpo.check.body import Constructs
from jadpo.check.symbols import SymbolKind
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
        }
    ),
    outcomes=MappingProxyType({nodes.Call: calls.check_call}),
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
        }
    ),
    namespaces=MappingProxyType({"clock": library.check_clock}),
    calls=MappingProxyType({SymbolKind.ENTITY: calls.check_operation_call}),
)
"""The constructs of the language."""
