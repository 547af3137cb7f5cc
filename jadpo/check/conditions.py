"""Conditions: `and`, `or`, `not`, `exists`, `supplied`, comparing with `none`, narrowing [C1] [C3].

A condition is lowered together with what it shows of bindings where it holds and where it does
not. Its right operand is checked where the left one holds (`and`) or does not (`or`).
"""

from __future__ import annotations

from jadpo.check.body import Body, check_expression
from jadpo.check.chains import along, balanced
from jadpo.check.expected import Expected
from jadpo.check.fitting import fit
from jadpo.check.forms import bare, is_none
from jadpo.check.mismatch import report_unknown_here
from jadpo.check.narrowing import NOTHING_SHOWN, Fact, FactKind, Facts, Shown
from jadpo.check.paths import path_of, supplied_field
from jadpo.check.types import BOOL, ERROR, has_nothing, is_error, present
from jadpo.check.words import an
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import Type


def check_condition(
    body: Body, node: nodes.Expression, why: str = "a condition is a `Bool`"
) -> tuple[ir.Expression, Shown]:
    """A condition as a plain Bool, and what it shows [C1]."""
    condition, shown = check_showing(body, node)
    fitting = fit(body, node, condition, Expected(BOOL, why))
    if is_error(fitting.type):
        # It may have been meant as a question: what that would show is not missed further on.
        body.has_lost_facts = True
    return fitting, shown


def check_as_value(body: Body, node: nodes.Expression, expected: Expected) -> ir.Expression:
    """A condition that stands as a value: what it shows is not needed."""
    return check_showing(body, node)[0]


def check_showing(body: Body, node: nodes.Expression) -> tuple[ir.Expression, Shown]:
    """Any expression, and what it shows if it is a condition."""
    match node:
        case nodes.Parenthesised(inner=inner):
            return check_showing(body, inner)
        case nodes.Unary(operator="not", operand=operand):
            inner_condition, shown = check_condition(body, operand, "`not` takes a `Bool`")
            return ir.Not(inner_condition, inner_condition.type, body.span(node)), shown.negated()
        case nodes.Binary(operator="and" | "or"):
            return _check_chain(body, along(node))
        case nodes.Exists(operand=operand):
            return _check_exists(body, node, operand)
        case nodes.Supplied(operand=operand):
            return _check_supplied(body, node, operand)
        case nodes.Binary(operator="==" | "!=", left=left, right=right):
            if is_none(right):
                return _check_against_none(body, node, left)
            if is_none(left):
                return _check_against_none(body, node, right)
    return check_expression(body, node), NOTHING_SHOWN


def _check_chain(body: Body, chain: list[nodes.Binary]) -> tuple[ir.Expression, Shown]:
    """`a and b or c …`: each right side is checked where it is evaluated."""
    before = body.facts
    word = chain[0].operator
    first, shown = check_condition(body, chain[0].left, _EITHER_SIDE[word])
    terms = [first]
    for link in chain:
        if link.operator != word:
            terms = [_joined(word, terms)]
            word = link.operator
        body.facts = before
        body.learn(shown.when_true if word == "and" else shown.when_false)
        term, more = check_condition(body, link.right, _EITHER_SIDE[word])
        terms.append(term)
        shown = shown.and_then(more) if word == "and" else shown.or_else(more)
    body.facts = before
    return _joined(word, terms), shown


_EITHER_SIDE = {word: f"`{word}` takes a `Bool` on either side" for word in ("and", "or")}


def _joined(word: str, terms: list[ir.Expression]) -> ir.Expression:
    kind = ir.And if word == "and" else ir.Or

    def join(left: ir.Expression, right: ir.Expression) -> ir.Expression:
        span = left.span._replace(end=right.span.end)
        return kind(left, right, _both(left, right), span)

    return balanced(terms, join)


def _both(left: ir.Expression, right: ir.Expression) -> Type:
    """Bool, or the error type where one side has it."""
    return left.type if is_error(left.type) else right.type


def _lost(body: Body, node: nodes.Expression) -> tuple[ir.Expression, Shown]:
    """A question with a mistake: what it would have shown is not missed further on."""
    body.has_lost_facts = True
    return ir.Constant(None, ERROR, body.span(node)), NOTHING_SHOWN


# ---- none


def _check_exists(
    body: Body, node: nodes.Exists, operand: nodes.Expression
) -> tuple[ir.Expression, Shown]:
    value = _check_nullable(body, node, operand, "`exists` asks whether a value is not `none`")
    if value is None:
        return _lost(body, node)
    shown = Shown(when_true=_fact(body, operand, FactKind.PRESENT))
    return ir.IsPresent(value, BOOL, body.span(node)), shown


def _check_against_none(
    body: Body, node: nodes.Binary, operand: nodes.Expression
) -> tuple[ir.Expression, Shown]:
    """`x == none` and `x != none`: as `not x exists` and `x exists`."""
    value = _check_nullable(body, node, operand, "only a value that may be `none` can be compared")
    if value is None:
        return _lost(body, node)
    exists = ir.IsPresent(value, BOOL, body.span(node))
    shown = Shown(when_true=_fact(body, operand, FactKind.PRESENT))
    if node.operator == "!=":
        return exists, shown
    return ir.Not(exists, BOOL, body.span(node)), shown.negated()


def _check_nullable(
    body: Body, node: nodes.Expression, operand: nodes.Expression, why: str
) -> ir.Expression | None:
    """The operand, if it may be `none`; that it never is, is reported."""
    value = check_expression(body, operand)
    if is_error(value.type):
        return None
    if has_nothing(value.type):
        report_unknown_here(body, operand)
        return None
    if isinstance(value, ir.Unwrap):
        value = value.base  # asked once more of what is known already: no mistake
    if present(body.types, value.type) is not None:
        return value
    body.checking.report(
        "type.never_none",
        body.span(node),
        f"this is {an(value.type)}, which is never `none`",
        why=why,
        help="remove the question, or make the type one with `?`",
    )
    return None


def _fact(body: Body, operand: nodes.Expression, kind: FactKind) -> Facts:
    path = path_of(body, bare(operand))
    return frozenset() if path is None else frozenset({Fact(kind, path.slot, path.fields)})


# ---- supplied


def _check_supplied(
    body: Body, node: nodes.Supplied, operand: nodes.Expression
) -> tuple[ir.Expression, Shown]:
    """`x.f supplied` of an `optional` field of an Object [T7]."""
    found = supplied_field(body, bare(operand))
    if found is None:
        return _lost(body, node)
    base, index = found
    shown = Shown(when_true=_fact(body, operand, FactKind.SUPPLIED))
    return ir.IsSupplied(base, index, BOOL, body.span(node)), shown
