"""Loops: `for` over lists, sets, maps and ranges, `while`, `break`, `continue`."""

from __future__ import annotations

from jadpo.check.body import (
    Body,
    Loop,
    check_block,
    check_expression,
    check_statements,
)
from jadpo.check.conditions import check_condition
from jadpo.check.fitting import convert
from jadpo.check.forms import is_true
from jadpo.check.mismatch import report_unknown_here
from jadpo.check.narrowing import join
from jadpo.check.types import ERROR, has_nothing, is_error, present
from jadpo.check.words import an
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import ListType, MapType, SetType, Type

RANGE = "collection.range"
"""The operation that a ``for`` counts with, without making its list."""


def check_for(body: Body, node: nodes.For) -> tuple[ir.Statement, ...]:
    """``for x in xs``, ``for key, value in map``, ``for i in collection.range(a, b)``."""
    span = body.span(node)
    iterable = check_expression(body, node.iterable)
    base = iterable.type if is_error(iterable.type) else body.types.base(iterable.type)
    types = _element_types(base, len(node.names))
    if has_nothing(base):
        report_unknown_here(body, node.iterable)
        types = (ERROR,) * len(node.names)
    if types is None:
        _report_not_iterable(body, node, iterable.type, base)
        types = (ERROR,) * len(node.names)
    slots, statements = _check_loop_body(body, node, types)
    if is_error(iterable.type) or has_nothing(base):
        return ()
    match iterable:
        case ir.LibraryCall(operation="collection.range", arguments=(start, end)):
            assert not isinstance(start, ir.FunctionReference)  # a range is of two Ints
            assert not isinstance(end, ir.FunctionReference)
            return (ir.ForRange(slots[0], start, end, statements, span),)
    whole = convert(body.types, iterable, base)
    if len(slots) == 2:
        return (ir.ForEntries(slots[0], slots[1], whole, statements, span),)
    return (ir.ForEach(slots[0], whole, statements, span),)


def _element_types(base: Type, names: int) -> tuple[Type, ...] | None:
    """The types of what the names are bound to, if that many can be."""
    match base:
        case ListType(element=element) | SetType(element=element) if names == 1:
            return (element,)
        case MapType(key=key, value=value) if names == 2:
            return (key, value)
    return (ERROR,) * names if is_error(base) else None


def _check_loop_body(
    body: Body, node: nodes.For, types: tuple[Type, ...]
) -> tuple[list[int], tuple[ir.Statement, ...]]:
    before = body.facts
    body.loops.append(Loop())
    with body.block_scope():
        slots = [
            body.declare(name, type_, warned=False).slot
            for name, type_ in zip(node.names, types, strict=True)
        ]
        statements = check_statements(body, node.body.statements)
    body.loops.pop()
    # It may run not at all, so nothing more is known after it than before.
    body.facts = before
    return slots, statements


def check_while(body: Body, node: nodes.While) -> tuple[ir.Statement, ...]:
    """``while e``; after it the condition does not hold, unless a ``break`` leads there."""
    condition, shown = check_condition(body, node.condition)
    before = body.facts
    loop = Loop()
    body.loops.append(loop)
    body.learn(shown.when_true)
    statements = check_block(body, node.body)
    body.loops.pop()
    if is_true(node.condition):
        body.facts = None  # only a `break` ends it
    else:
        body.facts = before
        body.learn(shown.when_false)
    body.facts = join(body.facts, loop.after_break)
    return (ir.While(condition, statements, body.span(node)),)


def check_break(body: Body, node: nodes.Break) -> tuple[ir.Statement, ...]:
    """``break``."""
    if not body.loops:
        _report_outside(body, node, "break")
        return ()
    loop = body.loops[-1]
    loop.after_break = join(loop.after_break, body.facts)
    body.leave()
    return (ir.Break(body.span(node)),)


def check_continue(body: Body, node: nodes.Continue) -> tuple[ir.Statement, ...]:
    """``continue``."""
    if not body.loops:
        _report_outside(body, node, "continue")
        return ()
    body.leave()
    return (ir.Continue(body.span(node)),)


# ---- what can be wrong


def _report_outside(body: Body, node: nodes.Break | nodes.Continue, word: str) -> None:
    body.checking.report(
        "flow.outside_loop",
        body.span(node),
        f"`{word}` stands outside of a loop",
        why=f"`{word}` says how the loop around it goes on",
        help="use `return`, or move it into a loop",
    )


def _report_not_iterable(body: Body, node: nodes.For, type_: Type, base: Type) -> None:
    first = node.names[0]
    inner = present(body.types, type_)
    if inner is not None:
        body.checking.report(
            "type.may_be_none",
            body.span(node.iterable),
            "this may be `none`, and a loop needs a collection",
            why=f"{an(type_)} includes `none`",
            help="ask whether it `exists` first, or `match` it",
        )
        return
    if isinstance(base, MapType):
        summary = f"the entries of a map have a key and a value, and `{first.text}` is one name"
        why, step = "a map is read entry by entry", "write `for key, value in …`"
    elif isinstance(base, ListType | SetType):
        summary = f"{an(type_)} has one element at a time, and {len(node.names)} names are given"
        why, step = "only the entries of a map have two parts", f"write `for {first.text} in …`"
    else:
        summary = f"{an(type_)} cannot be looped over"
        why = "`for` goes over lists, sets, maps and `collection.range(from, to)`"
        step = "give one of these"
    body.checking.report(
        "type.not_a_collection", body.span(node.iterable), summary, why=why, help=step
    )
