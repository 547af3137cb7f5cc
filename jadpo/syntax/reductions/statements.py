"""Builds statements and blocks."""

from jadpo.syntax.building import Braced, Building, Reductions
from jadpo.syntax.nodes import (
    Advance,
    Argument,
    Assert,
    AssertRejects,
    Assign,
    Attempt,
    Block,
    BoundaryCall,
    Break,
    Continue,
    Effect,
    Emit,
    Expression,
    FieldValue,
    For,
    If,
    Name,
    Path,
    Reject,
    Return,
    RunPending,
    StartBatch,
    Statement,
    Tick,
    TypeExpression,
    Var,
    While,
)
from jadpo.syntax.reductions.reserved import refuse_reserved
from jadpo.syntax.tokens import Mark


def _block(_: Building, opening: Mark, statements: list[Statement], closing: Mark) -> Block:
    return Block(tuple(statements), opening.start, closing.end)


def _block_with_bare_return(
    _: Building, opening: Mark, statements: list[Statement], word: Name, closing: Mark
) -> Block:
    bare = Return(None, word.start, word.end)
    return Block((*statements, bare), opening.start, closing.end)


# ---- variables


def _var(
    _: Building, word: Name, mut: Name | None, name: Name, equals: Mark, value: Expression
) -> Var:
    return Var(name, mut is not None, None, value, word.start, value.end)


def _typed_var(
    building: Building,
    word: Name,
    mut: Name | None,
    name: Name,
    colon: Mark,
    written_type: TypeExpression,
    equals: Mark,
    value: Expression,
) -> Var:
    refuse_reserved(building, name)
    return Var(name, mut is not None, written_type, value, word.start, value.end)


def _assign(_: Building, target: Path, equals: Mark, value: Expression) -> Assign:
    return Assign(target, value, target.start, value.end)


# ---- control


def _return(_: Building, word: Name, value: Expression) -> Return:
    return Return(value, word.start, value.end)


def _reject(
    _: Building, word: Name, failure: Path, context: Braced[FieldValue] | None = None
) -> Reject:
    if context is None:
        return Reject(failure, (), word.start, failure.end)
    return Reject(failure, tuple(context.items), word.start, context.end)


def _if(_: Building, word: Name, condition: Expression, then: Block) -> If:
    return If(condition, then, None, word.start, then.end)


def _if_else(
    _: Building,
    word: Name,
    condition: Expression,
    then: Block,
    else_word: Name,
    otherwise: If | Block,
) -> If:
    return If(condition, then, otherwise, word.start, otherwise.end)


def _for(
    _: Building, word: Name, name: Name, in_word: Name, iterable: Expression, body: Block
) -> For:
    return For((name,), iterable, body, word.start, body.end)


def _for_pairs(
    _: Building,
    word: Name,
    key: Name,
    comma: Mark,
    value: Name,
    in_word: Name,
    iterable: Expression,
    body: Block,
) -> For:
    return For((key, value), iterable, body, word.start, body.end)


def _while(_: Building, word: Name, condition: Expression, body: Block) -> While:
    return While(condition, body, word.start, body.end)


def _break(_: Building, word: Name) -> Break:
    return Break(word.start, word.end)


def _continue(_: Building, word: Name) -> Continue:
    return Continue(word.start, word.end)


# ---- effects


def _emit(_: Building, word: Name, variant: Path, fields: Braced[FieldValue] | None = None) -> Emit:
    if fields is None:
        return Emit(variant, (), word.start, variant.end)
    return Emit(variant, tuple(fields.items), word.start, fields.end)


def _start_batch(_: Building, word: Name, batch: Path, arguments: Braced[Argument]) -> StartBatch:
    return StartBatch(batch, tuple(arguments.items), word.start, arguments.end)


def _effect(_: Building, expression: Expression) -> Effect:
    return Effect(expression, expression.start, expression.end)


def _attempt_statement(_: Building, word: Name, operand: Expression) -> Effect:
    return Effect(Attempt(operand, word.start, operand.end), word.start, operand.end)


def _call_statement(_: Building, word: Name, operand: Expression) -> Effect:
    return Effect(BoundaryCall(operand, word.start, operand.end), word.start, operand.end)


# ---- tests


def _assert(_: Building, word: Name, condition: Expression) -> Assert:
    return Assert(condition, word.start, condition.end)


def _assert_rejects(
    _: Building,
    word: Name,
    rejects: Name,
    failure: Path,
    opening: Mark,
    expression: Expression,
    closing: Mark,
) -> AssertRejects:
    return AssertRejects(failure, expression, word.start, closing.end)


def _advance(_: Building, word: Name, clock: Name, by: Name, amount: Expression) -> Advance:
    return Advance(amount, word.start, amount.end)


def _run_pending(_: Building, word: Name, pending: Name) -> RunPending:
    return RunPending(word.start, pending.end)


def _tick(_: Building, word: Name) -> Tick:
    return Tick(word.start, word.end)


REDUCTIONS: Reductions = {
    "advance": _advance,
    "assert": _assert,
    "assert_rejects": _assert_rejects,
    "assign": _assign,
    "attempt_statement": _attempt_statement,
    "block": _block,
    "block_with_bare_return": _block_with_bare_return,
    "break": _break,
    "call_statement": _call_statement,
    "continue": _continue,
    "effect": _effect,
    "emit": _emit,
    "for": _for,
    "for_pairs": _for_pairs,
    "if": _if,
    "if_else": _if_else,
    "reject": _reject,
    "return": _return,
    "run_pending": _run_pending,
    "start_batch": _start_batch,
    "tick": _tick,
    "typed_var": _typed_var,
    "var": _var,
    "while": _while,
}
