"""Reading a field of an Object, an entity, or the context of a matched failure [E2] [T3] [T7]."""

from __future__ import annotations

from jadpo.check.body import Body, error_expression
from jadpo.check.fitting import convert
from jadpo.check.library_counterparts import library_call
from jadpo.check.narrowing import Fact, FactKind
from jadpo.check.scope import Binding
from jadpo.check.typenames import report_unknown_field
from jadpo.check.types import enum_of, is_error, object_of, present
from jadpo.check.words import an
from jadpo.diagnostics import Edit
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import Field, FieldType, NamedType, Span, Type


def read_member(body: Body, base: ir.Expression, name: nodes.Name, span: Span) -> ir.Expression:
    """``base.name``; ``span`` is the range of the whole. An omitted field is not read here.

    Whether an ``optional`` field was supplied is asked by the caller, who knows the path.
    """
    if is_error(base.type):
        return error_expression(span)
    owner = object_of(body.types, base.type)
    if owner is None:
        _report_no_fields(body, base, name, span)
        return error_expression(span)
    for index, field in enumerate(owner.fields):
        if field.name == name.text:
            whole = convert(body.types, base, NamedType(owner.name))
            type_ = field_type(body, owner.name, field)
            return ir.FieldOf(whole, index, type_, span)
    names = [field.name for field in owner.fields]
    report_unknown_field(
        body.checking, body.place, name, owner.name.rpartition(".")[2] or owner.name, names
    )
    return error_expression(span)


def field_type(body: Body, owner: str, field: Field) -> Type:
    """The type of a field that is read: nominal, but for what has just the type written [T3]."""
    if owner in body.checking.declarations.plain_objects or is_error(field.type):
        return field.type
    return FieldType(owner, field.name)


def optional_field(body: Body, base: Type, name: str) -> bool:
    """Whether a field of that type is one that may have been left out [T7]."""
    owner = None if is_error(base) else object_of(body.types, base)
    if owner is None:
        return False
    return any(field.name == name and field.optional for field in owner.fields)


def read_context(body: Body, binding: Binding, name: nodes.Name, span: Span) -> ir.Expression:
    """``missing.key`` of a matched failure's context: a slot that is filled when it is caught."""
    failure = body.checking.declarations.failures[binding.context or ""]
    fields = failure.public + failure.internal
    for index, field in enumerate(fields):
        if field.name == name.text:
            slot = binding.context_slots.get(index)
            if slot is None:
                slot = body.new_slot(f"{binding.name}.{field.name}", field.type)
                binding.context_slots[index] = slot
            return ir.Local(slot, field.type, span)
    names = [field.name for field in fields]
    report_unknown_field(body.checking, body.place, name, failure.name.rpartition(".")[2], names)
    return error_expression(span)


def narrowed(body: Body, value: ir.Expression, slot: int, fields: tuple[str, ...]) -> ir.Expression:
    """The value of a path, without ``none`` where that is known [C3]."""
    inner = present(body.types, value.type)
    if inner is None:
        return value
    if not body.knows(Fact(FactKind.PRESENT, slot, fields)):
        return error_expression(value.span) if body.has_lost_facts else value
    return ir.Unwrap(value, inner, value.span)


def report_not_supplied(body: Body, name: nodes.Name, shown: str, span: Span) -> None:
    """Say that an ``optional`` field is read where it may have been left out [T7]."""
    if body.has_lost_facts:
        return
    body.checking.report(
        "type.not_supplied",
        span,
        f"`{shown}` may have been left out",
        why=f"`{name.text}` is `optional`, and what was left out has no value, not even `none`",
        help=f"read it where `{shown} supplied` holds, as in `if {shown} supplied {{ … }}`",
    )


def _report_no_fields(body: Body, base: ir.Expression, name: nodes.Name, span: Span) -> None:
    inner = present(body.types, base.type)
    if inner is not None and object_of(body.types, inner) is not None:
        body.checking.report(
            "type.may_be_none",
            base.span,
            f"this may be `none`, so it may have no `{name.text}`",
            why=f"{an(base.type)} includes `none`",
            help="ask whether it `exists` first, or `match` it",
        )
        return
    edits: tuple[Edit, ...] = ()
    if enum_of(body.types, base.type) is not None:
        why, step = "the payload of a variant is read by a `match`", "write a `match` on it"
    else:
        why = "only Objects and entities have fields"
        value = body.place.source.text[base.span.start : base.span.end]
        written = library_call(body.types.base(base.type), name.text, value, ())
        step = f"write `{written}`" if written else f"remove `.{name.text}`"
        if written:
            whole = body.place.source.span(base.span.start, name.end)
            edits = (Edit(whole, written),)
    dot = body.place.source.span(base.span.end, name.end)
    body.checking.report(
        "type.no_fields",
        body.span(name),
        f"{an(base.type)} has no fields, and no `{name.text}`",
        why=why,
        help=step,
        edits=edits or ((Edit(dot, ""),) if step.startswith("remove") else ()),
    )
