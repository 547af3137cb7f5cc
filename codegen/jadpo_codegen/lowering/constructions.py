"""Constructions that are validated when they run [T4].

Bounds of whole numbers and lengths of texts are compared natively; what has other rules is asked of
Python, whose validators decide for both engines.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from jadpo.ir import nodes
from jadpo_codegen.bridge.run import Run
from jadpo_codegen.layouts import DURATION, INT, Layout, TextCell
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.failures import raise_failure
from jadpo_codegen.lowering.operand import Operand
from jadpo_runtime.values import Constraints, Primitive, PrimitiveType, Type, TypeTable
from jadpo_runtime.values.constraints import bound_text
from jadpo_runtime.values.formats import TEXT_PARSERS
from jadpo_runtime.values.layers import base_primitive, layer_constraints, widening_chain
from jadpo_runtime.values.validation import Violation, compile_construction

INVALID_VALUE = "InvalidValue"
"""The failure of the prelude that a construction raises [F3]."""


class Bound(NamedTuple):
    """A rule that is a comparison: ``condition`` of LLVM IR is how a broken one compares."""

    condition: str
    bound: int
    rule: str


def prepare_construct(body: Body, node: nodes.Validate) -> list[Operand]:
    """The value that is checked."""
    return [body.expression(node.base)]


def perform_construct(
    body: Body, node: nodes.Validate, operands: list[Operand], failure: str | None
) -> Operand:
    """The value, or the failure of the first rule that it breaks, the widest layer's first."""
    body.module.failure(INVALID_VALUE)
    bounds = _bounds(body.layouts.types, node, operands[0].layout)
    if bounds is None:
        return _by_python(body, node, operands, failure)
    (operand,) = operands
    writer = body.writer
    measured = operand.text
    if isinstance(operand.layout, TextCell):
        measured = body.load(operand.text, 24, INT).text
    for each in bounds:
        is_broken = writer.value(f"icmp {each.condition} i64 {measured}, {each.bound}")
        broken, well = writer.new_label("broken"), writer.new_label("well")
        writer.branch(is_broken, broken, well)
        writer.begin(broken)
        body.drop(operand)
        rule = nodes.Constant(each.rule, PrimitiveType(Primitive.TEXT), node.span)
        raise_failure(body, nodes.RaiseFailure(INVALID_VALUE, ((0, rule),), 1, node.span))
        body.fail(failure)
        writer.begin(well)
    return body.adapted(operand, body.layout(node.type))


def _bounds(types: TypeTable, node: nodes.Validate, layout: Layout) -> list[Bound] | None:
    """The rules, in order, or ``None`` where one of them is no comparison."""
    is_number = layout in (INT, DURATION)
    if not is_number and not isinstance(layout, TextCell):
        return None
    if _is_parsed(types, node.type, node.base.type):
        return None
    known = widening_chain(types, node.base.type)
    bounds: list[Bound] = []
    for constraints in layer_constraints(types, node.type, known):
        if constraints.pattern is not None or constraints.format is not None:
            return None
        if not all(isinstance(each, int | None) for each in _numbers(constraints)):
            return None
        bounds += _number_bounds(constraints) if is_number else _length_bounds(constraints)
    return bounds


def _numbers(constraints: Constraints) -> tuple[object, object]:
    return (constraints.minimum, constraints.maximum)


def _is_parsed(types: TypeTable, target: Type, argument: Type) -> bool:
    wanted = base_primitive(types, target)
    return base_primitive(types, argument) is Primitive.TEXT and wanted in TEXT_PARSERS


def _number_bounds(constraints: Constraints) -> Iterator[Bound]:
    if constraints.minimum is not None:
        minimum = constraints.minimum
        yield Bound("slt", int(minimum), f"min: {bound_text(minimum)}")
    if constraints.maximum is not None:
        maximum = constraints.maximum
        yield Bound("sgt", int(maximum), f"max: {bound_text(maximum)}")


def _length_bounds(constraints: Constraints) -> Iterator[Bound]:
    if constraints.min_length is not None:
        length = constraints.min_length
        yield Bound("slt", length, f"min_length: {length}")
    if constraints.max_length is not None:
        length = constraints.max_length
        yield Bound("sgt", length, f"max_length: {length}")


def _by_python(
    body: Body, node: nodes.Validate, operands: list[Operand], failure: str | None
) -> Operand:
    construct = compile_construction(body.layouts.types, node.type, node.base.type)
    span = node.span

    def perform(run: Run, values: Sequence[object]) -> object:
        value = construct(values[0])
        if isinstance(value, Violation):
            raise run.failing(INVALID_VALUE, (value.constraint,), [span])
        return value

    return body.call_python(perform, operands, body.layout(node.type), span, failure)
