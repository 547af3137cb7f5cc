"""Comparisons and the operators of Bool."""

import operator
from collections.abc import Callable, Sequence
from typing import Any, Final

from jadpo.ir import nodes
from jadpo.ir.nodes import ComparisonOperator
from jadpo_codegen.bridge.run import Run
from jadpo_codegen.cells import nested_without_bound
from jadpo_codegen.layouts import (
    BOOL,
    DECIMAL,
    INT,
    UUID,
    Cell,
    Layout,
    Maybe,
    TableCell,
    Tag,
    TextCell,
    Word,
    is_counted,
    llvm_type,
)
from jadpo_codegen.lowering.body import Body, Probe
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.lowering.values import is_present, unwrapped
from jadpo_codegen.support.keys import DEPTH, SAME, TOO_DEEP
from jadpo_codegen.writer import UNLIKELY
from jadpo_runtime.values import Span

_ORDER: Final = {
    ComparisonOperator.EQUAL: "eq",
    ComparisonOperator.NOT_EQUAL: "ne",
    ComparisonOperator.LESS: "slt",
    ComparisonOperator.LESS_OR_EQUAL: "sle",
    ComparisonOperator.GREATER: "sgt",
    ComparisonOperator.GREATER_OR_EQUAL: "sge",
}

_IN_PYTHON: Final[dict[ComparisonOperator, Callable[[Any, Any], bool]]] = {
    ComparisonOperator.LESS: operator.lt,
    ComparisonOperator.LESS_OR_EQUAL: operator.le,
    ComparisonOperator.GREATER: operator.gt,
    ComparisonOperator.GREATER_OR_EQUAL: operator.ge,
}


def lower_comparison(body: Body, node: nodes.Compare) -> Operand:
    """A comparison; of equality also where one side may be ``none`` [T9] [T10]."""
    left, right = body.operands((node.left, node.right))
    holds = compared(body, node.operator, left, right, node.span)
    body.drop(left, right)
    return Operand(holds, BOOL)


def compared(
    body: Body, written: ComparisonOperator, left: Operand, right: Operand, span: Span
) -> str:
    """An ``i1`` that says whether the comparison of two borrowed operands holds."""
    if written is ComparisonOperator.EQUAL:
        return equal(body, left, right, span)
    if written is ComparisonOperator.NOT_EQUAL:
        return body.writer.value(f"xor i1 {equal(body, left, right, span)}, true")
    condition = _ORDER[written]
    match left.layout:
        case TextCell():
            order = body.writer.value(
                f"call i64 @jadpo.text_compare(ptr {left.text}, ptr {right.text})"
            )
            body.poll()
            return body.writer.value(f"icmp {condition} i64 {order}, 0")
        case Word() if left.layout == DECIMAL:
            order = _decimal_order(body, left, right)
            return body.writer.value(f"icmp {condition} i64 {order}, 0")
        case Word() if left.layout == UUID or left.layout == BOOL:
            unsigned = condition.replace("s", "u", 1)
            return body.writer.value(
                f"icmp {unsigned} {llvm_type(left.layout)} {left.text}, {right.text}"
            )
        case Word():
            return body.writer.value(f"icmp {condition} i64 {left.text}, {right.text}")
    compare = _IN_PYTHON[written]
    return _by_python(body, lambda one, other: compare(one, other), left, right, span)


def equal(body: Body, left: Operand, right: Operand, span: Span) -> str:
    """An ``i1`` that says whether two borrowed operands are equal."""
    if isinstance(left.layout, Maybe) or isinstance(right.layout, Maybe):
        return _equal_or_none(body, left, right, span)
    match left.layout:
        case Word() if left.layout == DECIMAL:
            return body.writer.value(
                f"call i1 @jadpo.decimal_equal(i128 {left.text}, i128 {right.text})"
            )
        case Word() | Tag():
            llvm = llvm_type(left.layout)
            return body.writer.value(f"icmp eq {llvm} {left.text}, {right.text}")
        case TextCell():
            same = body.writer.value(
                f"call i1 @jadpo.text_equal(ptr {left.text}, ptr {right.text})"
            )
            # Some milliseconds where the texts are large, and a strip has thousands of turns.
            body.poll()
            return same
    return _same_cells(body, left.layout, left, right, span)


def _equal_or_none(body: Body, left: Operand, right: Operand, span: Span) -> str:
    left_there, right_there = is_present(body, left), is_present(body, right)
    both = body.writer.value(f"and i1 {left_there}, {right_there}")
    either = body.writer.value(f"or i1 {left_there}, {right_there}")
    neither = body.writer.value(f"xor i1 {either}, true")
    before = body.writer.label
    inside, after = body.writer.new_label("both"), body.writer.new_label("after")
    body.writer.branch(both, inside, after)
    body.writer.begin(inside)
    same = equal(body, unwrapped(body, left), unwrapped(body, right), span)
    end = body.writer.label
    body.writer.jump(after)
    body.writer.begin(after)
    return body.writer.phi("i1", [(neither, before), (same, end)])


def _decimal_order(body: Body, left: Operand, right: Operand) -> str:
    return body.writer.value(
        f"call i64 @jadpo.decimal_compare(i128 {left.text}, i128 {right.text})"
    )


def _by_python(
    body: Body, compare: Callable[[Any, Any], bool], left: Operand, right: Operand, span: Span
) -> str:
    """Borrowed operands, so that they are not let go of here."""
    borrowed = [operand._replace(is_owned=False) for operand in (left, right)]

    def perform(run: Run, operands: Sequence[object]) -> object:
        return compare(*operands)

    return body.call_python(perform, borrowed, BOOL, span).text


def _same_cells(body: Body, layout: Cell, left: Operand, right: Operand, span: Span) -> str:
    """Natively; by Python, which needs no stack for it, where a value is nested too deeply."""
    kind = body.module.kind(layout)
    answer = body.writer.value(
        f"call i8 @equal.{kind}(ptr %context, ptr {left.text}, ptr {right.text}, i64 {DEPTH})"
    )
    body.poll()
    same = body.writer.value(f"icmp eq i8 {answer}, {SAME}")
    if layout not in nested_without_bound(body.layouts, [layout]):
        return same

    def perform(run: Run, operands: Sequence[Any]) -> object:
        one, other = operands
        return run.equality.same(layout, one, other)

    writer = body.writer
    is_deep = writer.value(f"icmp eq i8 {answer}, {TOO_DEEP}")
    asking, after = writer.new_label("asking"), writer.new_label("after")
    before = writer.label
    writer.branch(is_deep, asking, after, UNLIKELY)
    writer.begin(asking)
    addresses = [_number(body, operand) for operand in (left, right)]
    asked = body.call_python(perform, addresses, BOOL, span).text
    end = writer.label
    writer.jump(after)
    writer.begin(after)
    return writer.phi("i1", [(same, before), (asked, end)])


def _number(body: Body, operand: Operand) -> Operand:
    """The address of a borrowed cell as a number."""
    return Operand(body.writer.value(f"ptrtoint ptr {operand.text} to i64"), INT)


def compares_long(layout: Layout) -> bool:
    """Whether comparing two values may take so long that the stop byte ends it [L6]."""
    inner = layout.inner if isinstance(layout, Maybe) else layout
    return is_counted(inner) and not isinstance(inner, TextCell)


def found_entry(body: Body, layout: TableCell, entries: Operand, key: Operand) -> str:
    """The address of a key's entry in a borrowed table, or null."""
    return probed(body, layout, entries, key).entry


def probed(body: Body, layout: TableCell, entries: Operand, key: Operand) -> Probe:
    """Look a key up in a borrowed table."""
    kind = body.module.kind(layout)
    llvm = llvm_type(layout.key)
    given = body.adapted(key, layout.key)
    hashed = body.writer.value(f"call i64 @hash.{kind}(ptr %context, {llvm} {given.text})")
    entry = body.writer.value(
        f"call ptr @find.{kind}"
        f"(ptr %context, ptr {entries.text}, {llvm} {given.text}, i64 {hashed})"
    )
    if compares_long(layout.key):
        body.poll()
    return Probe(entry, hashed)


def lower_not(body: Body, node: nodes.Not) -> Operand:
    """``not``."""
    return Operand(body.writer.value(f"xor i1 {body.expression(node.base).text}, true"), BOOL)


def lower_and(body: Body, node: nodes.And) -> Operand:
    """``and``: the right side only where the left one holds."""
    return _joined(body, node, decides=False)


def lower_or(body: Body, node: nodes.Or) -> Operand:
    """``or``: the right side only where the left one does not hold."""
    return _joined(body, node, decides=True)


def _joined(body: Body, node: nodes.And | nodes.Or, *, decides: bool) -> Operand:
    left = body.expression(node.left)
    before = body.writer.label
    more, after = body.writer.new_label("more"), body.writer.new_label("after")
    if decides:
        body.writer.branch(left.text, after, more)
    else:
        body.writer.branch(left.text, more, after)
    body.writer.begin(more)
    right = body.expression(node.right)
    end = body.writer.label
    body.writer.jump(after)
    body.writer.begin(after)
    decided = "true" if decides else "false"
    return Operand(body.writer.phi("i1", [(decided, before), (right.text, end)]), BOOL)
