"""Constants, slots, fields, Objects, enums, lists, and changes of type."""

import datetime
from collections.abc import Sequence
from decimal import Decimal
from typing import cast

from jadpo.ir import nodes
from jadpo_codegen.bridge.run import Run
from jadpo_codegen.conversion.conversions import NO_MEMORY
from jadpo_codegen.layouts import (
    BOOL,
    DECIMAL,
    INT,
    PAYLOAD_START,
    SNAPSHOT_FILLED,
    UNIT,
    UUID,
    Layout,
    ListCell,
    Maybe,
    Place,
    RecordCell,
    Tag,
    TextCell,
    VariantCell,
    Word,
    is_counted,
    llvm_type,
    size_of,
)
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.native_faults import MEMORY_EXCEEDED
from jadpo_codegen.support import lists
from jadpo_codegen.support.context import RAISED
from jadpo_codegen.support.decimals import encoded
from jadpo_runtime.values.internal_error import InternalError


def lower_constant(body: Body, node: nodes.Constant) -> Operand:
    """A number or a text as such; Python makes what is composed."""
    return constant(body, node.value, body.layout(node.type), node)


def constant(body: Body, value: object, layout: Layout, node: nodes.Expression) -> Operand:
    """The constant ``value`` of a layout."""
    match layout:
        case Maybe():
            if value is None:
                return none(layout)
            return body.adapted(constant(body, value, layout.inner, node), layout)
        case TextCell(is_bytes=True):
            content = cast(bytes, value)
            return Operand(body.module.text_constant(content, len(content), layout), layout)
        case TextCell():
            text = cast(str, value)
            return Operand(body.module.text_constant(text.encode(), len(text), layout), layout)
        case Tag(variants=variants):
            return Operand(str(variants.index(cast(str, value))), layout)
        case Word():
            return Operand(_word(value, layout), layout)
    body.module.kind(layout)

    def give(run: Run, operands: Sequence[object]) -> object:
        return value

    return body.call_python(give, (), layout, node.span)


def _word(value: object, layout: Word) -> str:
    if layout == UNIT:
        return "false"
    if layout == BOOL:
        return "true" if value else "false"
    if layout == DECIMAL:
        return str(encoded(cast(Decimal, value)))
    if layout == UUID:
        return str(int(cast(str, value).replace("-", ""), 16))
    if layout.name == "calendar date":
        return str(cast(datetime.date, value).toordinal())
    return str(int(cast(int, value)))


def none(layout: Maybe) -> Operand:
    """The value ``none``."""
    if is_counted(layout):
        return Operand("null", layout)
    return Operand(f"{{ i1 false, {llvm_type(layout.inner)} undef }}", layout)


def lower_local(body: Body, node: nodes.Local) -> Operand:
    """What a slot holds, which goes on holding it unless the value is moved."""
    slot = body.slots[node.slot]
    value = body.writer.value(f"load {llvm_type(slot.layout)}, ptr {slot.place}")
    if id(node) in body.uses.moved and slot.is_held:
        body.writer.do(f"store ptr null, ptr {slot.place}")
        return Operand(value, slot.layout, is_owned=True)
    return Operand(value, slot.layout)


def lower_field(body: Body, node: nodes.FieldOf) -> Operand:
    """A field of an Object or of a row's snapshot."""
    base = body.expression(node.base)
    place = _place(body, base, node.index)
    _fill(body, base, node)
    field = body.load(base.text, place.offset, place.layout)
    slot = body.uses.taken.get(id(node))
    if slot is not None and body.slots[slot].is_held and is_counted(place.layout):
        return _taken(body, base, place, field)
    if base.is_owned:
        field = body.held(field)
        body.drop(base)
    return field


def _fill(body: Body, base: Operand, node: nodes.FieldOf) -> None:
    """See to it that a row's snapshot has its fields, before one that is not its identity is read.

    They are taken from the Python object that it was made of when one is read first.
    """
    if not isinstance(base.layout, RecordCell):
        raise InternalError(f"a field of {base.layout}")
    if body.layouts.identity(base.layout.name) in (None, node.index):
        return
    writer = body.writer
    filled = body.load(base.text, SNAPSHOT_FILLED, INT)
    lacking, there = writer.new_label("lacking"), writer.new_label("there")
    writer.branch(writer.value(f"icmp eq i64 {filled.text}, 0"), lacking, there)
    writer.begin(lacking)
    fill = body.module.conversions.filling(base.layout)
    status = writer.value(
        f"call i32 @jadpo.ask_python(ptr %context, ptr {fill}, ptr {base.text}, ptr null)"
    )
    well, raised = writer.new_label("well"), writer.new_label("raised")
    no_memory = writer.value(f"icmp eq i32 {status}, {NO_MEMORY}")
    body.fault_if(no_memory, MEMORY_EXCEEDED, node.span)
    writer.branch(writer.value(f"icmp eq i32 {status}, 0"), well, raised)
    writer.begin(raised)
    body.leave(RAISED)
    writer.begin(well)
    writer.jump(there)
    writer.begin(there)


def _taken(body: Body, base: Operand, place: Place, field: Operand) -> Operand:
    """A field that nobody reads after this, taken out of a cell that nobody else holds."""
    writer = body.writer
    count = writer.value(f"load i64, ptr {base.text}, align 8")
    is_unshared = writer.value(f"icmp eq i64 {count}, 1")
    take, share, after = (writer.new_label(word) for word in ("take", "share", "after"))
    writer.branch(is_unshared, take, share)
    writer.begin(take)
    writer.do(f"store ptr null, ptr {body.address(base.text, place.offset)}")
    writer.jump(after)
    writer.begin(share)
    writer.do(f"call void @jadpo.retain(ptr {field.text})")
    writer.begin(after)
    return field._replace(is_owned=True)


def lower_supplied(body: Body, node: nodes.IsSupplied) -> Operand:
    """Whether a field was given [T7]."""
    base = body.expression(node.base)
    place = _place(body, base, node.index)
    if place.supplied is None:
        body.drop(base)
        return Operand("true", BOOL)
    supplied = body.load(base.text, place.supplied, BOOL)
    body.drop(base)
    return supplied


def _place(body: Body, base: Operand, index: int) -> Place:
    if not isinstance(base.layout, RecordCell):
        raise InternalError(f"a field of {base.layout}")
    return body.layouts.record(base.layout.name).places[index]


def lower_object(body: Body, node: nodes.MakeObject) -> Operand:
    """A new cell with the fields, evaluated as written [C6]."""
    layout = body.layout(node.type)
    if not isinstance(layout, RecordCell):
        raise InternalError(f"an Object of {layout}")
    shape = body.layouts.record(layout.name)
    operands = body.operands([value for _, value in node.fields])
    cell = body.allocate(shape.size, body.module.kind(layout), node.span)
    given = {index for index, _ in node.fields}
    for (index, _), operand in zip(node.fields, operands, strict=True):
        place = shape.places[index]
        body.store(cell, place.offset, body.adapted(operand, place.layout))
        if place.supplied is not None:
            body.store(cell, place.supplied, Operand("true", BOOL))
    for index, place in enumerate(shape.places):
        if index not in given:
            if place.supplied is None:
                raise InternalError(f"field {index} of {layout.name} has no value")
            body.store(cell, place.supplied, Operand("false", BOOL))
            if is_counted(place.layout):
                body.writer.do(f"store ptr null, ptr {body.address(cell, place.offset)}")
    return Operand(cell, layout, is_owned=True)


def lower_variant(body: Body, node: nodes.MakeVariant) -> Operand:
    """The tag, in a cell with the payload where the enum has payloads."""
    layout = body.layout(node.type)
    if isinstance(layout, Tag):
        return Operand(str(layout.variants.index(node.tag)), layout)
    if not isinstance(layout, VariantCell):
        raise InternalError(f"a variant of {layout}")
    variants = body.layouts.variants(layout.name)
    number = [tag for tag, _ in variants].index(node.tag)
    shape = variants[number][1]
    operands = body.operands([value for _, value in node.fields])
    size = max(shape.size, PAYLOAD_START)
    cell = body.allocate(size, body.module.kind(layout), node.span)
    body.store(cell, 16, Operand(str(number), INT))
    for (index, _), operand in zip(node.fields, operands, strict=True):
        place = shape.places[index]
        body.store(cell, place.offset, body.adapted(operand, place.layout))
    return Operand(cell, layout, is_owned=True)


def lower_list(body: Body, node: nodes.MakeList) -> Operand:
    """A new list of the elements."""
    layout = body.layout(node.type)
    if not isinstance(layout, ListCell):
        raise InternalError(f"a list of {layout}")
    operands = body.operands(node.elements)
    stride = size_of(layout.element)
    size = lists.START + len(operands) * stride
    cell = body.allocate(size, body.module.kind(layout), node.span)
    body.store(cell, lists.LENGTH, Operand(str(len(operands)), INT))
    for number, operand in enumerate(operands):
        body.store(cell, lists.START + number * stride, body.adapted(operand, layout.element))
    return Operand(cell, layout, is_owned=True)


def lower_widening(body: Body, node: nodes.Widen | nodes.Wrap) -> Operand:
    """The base, as a value of the wider type."""
    return body.adapted(body.expression(node.base), body.layout(node.type))


def lower_unwrap(body: Body, node: nodes.Unwrap) -> Operand:
    """A value that is known to be there."""
    return unwrapped(body, body.expression(node.base))


def unwrapped(body: Body, operand: Operand) -> Operand:
    """The value in one that may be ``none`` and is not."""
    layout = operand.layout
    if not isinstance(layout, Maybe):
        return operand
    if is_counted(layout):
        return operand._replace(layout=layout.inner)
    text = body.writer.value(f"extractvalue {llvm_type(layout)} {operand.text}, 1")
    return Operand(text, layout.inner)


def lower_presence(body: Body, node: nodes.IsPresent) -> Operand:
    """Whether a value is not ``none``."""
    base = body.expression(node.base)
    present = is_present(body, base)
    body.drop(base)
    return Operand(present, BOOL)


def is_present(body: Body, operand: Operand) -> str:
    """An ``i1`` that says whether a value is not ``none``."""
    if not isinstance(operand.layout, Maybe):
        return "true"
    if is_counted(operand.layout):
        return body.writer.value(f"icmp ne ptr {operand.text}, null")
    return body.writer.value(f"extractvalue {llvm_type(operand.layout)} {operand.text}, 0")
