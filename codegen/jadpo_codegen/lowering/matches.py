"""Matches on enums, literals and optional values [C2]."""

from collections.abc import Sequence
from typing import NamedTuple

from jadpo.ir import nodes
from jadpo_codegen.layouts import (
    INT,
    UNIT,
    Layout,
    Tag,
    VariantCell,
    is_counted,
    llvm_type,
)
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.logic import equal
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.lowering.probes import is_lookup, lower_lookup
from jadpo_codegen.lowering.values import constant, is_present, unwrapped
from jadpo_runtime.values.internal_error import InternalError


class Answer(NamedTuple):
    """Where the arms of a match leave its value, and where they go on from."""

    place: str
    layout: Layout
    after: str


def begin_answer(body: Body, layout: Layout) -> Answer:
    """A place for the value of a match."""
    place = body.writer.place(llvm_type(layout))
    return Answer(place, layout, body.writer.new_label("matched"))


def write_arm(
    body: Body,
    block: Sequence[nodes.Statement],
    result: nodes.Expression | None,
    answer: Answer,
) -> None:
    """An arm: its block, then its value."""
    body.block(block)
    if result is not None:
        operand = body.expression(result)
        if answer.layout == UNIT:
            body.drop(operand)
        else:
            value = body.owned(body.adapted(operand, answer.layout))
            body.writer.do(f"store {llvm_type(answer.layout)} {value}, ptr {answer.place}")
    if body.writer.is_open:
        body.writer.jump(answer.after)


def end_answer(body: Body, answer: Answer) -> Operand:
    """The value of a match, after all its arms."""
    body.writer.begin(answer.after)
    if answer.layout == UNIT:
        return Operand("false", UNIT)
    value = body.writer.value(f"load {llvm_type(answer.layout)}, ptr {answer.place}")
    return Operand(value, answer.layout, is_counted(answer.layout))


def lower_match(body: Body, node: nodes.Match) -> Operand:
    """The first arm whose case fits."""
    if is_lookup(node.subject):
        subject = lower_lookup(body, node, node.subject)
    else:
        subject = body.expression(node.subject)
    held = None
    if is_counted(subject.layout):
        # Held until an arm has what it needs of it.
        held = body.hidden_slot(subject.layout)
        body.store_place(held, subject)
        subject = subject._replace(is_owned=False)
    answer = begin_answer(body, body.layout(node.type))
    for arm in node.arms:
        after = body.writer.new_label("next")
        fits = _fits(body, arm.case, subject, node)
        if fits is not None:
            inside = body.writer.new_label("arm")
            body.writer.branch(fits, inside, after)
            body.writer.begin(inside)
        _bind(body, arm.case, subject, held)
        write_arm(body, arm.block, arm.result, answer)
        if fits is None:
            return end_answer(body, answer)
        body.writer.begin(after)
    body.impossible("no arm for a value in the match", node.span)
    return end_answer(body, answer)


def _fits(body: Body, case: nodes.Case, subject: Operand, node: nodes.Match) -> str | None:
    """An ``i1`` that says whether a case fits; ``None`` where it always does."""
    match case:
        case nodes.OtherCase():
            return None
        case nodes.NoneCase():
            return body.writer.value(f"xor i1 {is_present(body, subject)}, true")
        case nodes.SomeCase():
            return is_present(body, subject)
        case nodes.LiteralCase(value=value):
            inner = unwrapped(body, subject)._replace(is_owned=False)
            literal = constant(body, value, inner.layout, node)
            same = equal(body, inner, literal, node.span)
            if inner.layout == subject.layout:
                return same
            raise InternalError(f"a literal for a value that may be none at {node.span}")
        case nodes.VariantCase(tag=tag):
            number = variant_number(body, subject.layout, tag)
            tag_value = subject.text
            if isinstance(subject.layout, VariantCell):
                tag_value = body.load(subject.text, 16, INT).text
            return body.writer.value(f"icmp eq i64 {tag_value}, {number}")


def variant_number(body: Body, layout: Layout, tag: str) -> int:
    """The position of a variant in its enum."""
    match layout:
        case Tag(variants=variants):
            return variants.index(tag)
        case VariantCell(name=name):
            return [each for each, _ in body.layouts.variants(name)].index(tag)
    raise InternalError(f"a variant of {layout}")


def _bind(body: Body, case: nodes.Case, subject: Operand, held: str | None) -> None:
    """Give the slots of a case their values, and let go of the subject."""
    match case:
        case nodes.SomeCase(slot=int(slot)):
            value = unwrapped(body, subject)
            if held is not None:
                body.writer.do(f"store ptr null, ptr {held}, align 8")
                value = value._replace(is_owned=True)
            body.store_slot(slot, value)
            return
        case nodes.VariantCase(tag=tag, bindings=bindings) if bindings:
            if not isinstance(subject.layout, VariantCell):
                raise InternalError(f"the payload of {subject.layout}")
            number = variant_number(body, subject.layout, tag)
            shape = body.layouts.variants(subject.layout.name)[number][1]
            for position, slot in bindings:
                place = shape.places[position]
                body.store_slot(slot, body.load(subject.text, place.offset, place.layout))
    if held is not None:
        body.store_place(held, Operand("null", subject.layout, is_owned=True))
