"""Values given to fields: in Objects, variants, events, contexts, `create` and `set` [T7] [T11]."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from jadpo.check import expected as expect
from jadpo.check.body import Body, check_expression, check_value
from jadpo.check.scope import Spanned
from jadpo.check.typenames import report_unknown_field
from jadpo.check.types import is_error
from jadpo.diagnostics import Edit, Related
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import OMITTED, Field, FieldType, Type


def check_given_fields(
    body: Body,
    written: tuple[nodes.FieldValue, ...],
    fields: tuple[Field, ...],
    shown: str,
    type_of: Callable[[Field], Type],
    owner: str | None = None,
) -> tuple[dict[int, ir.Expression], bool]:
    """The values by the field's position, in the order written, and whether all were right.

    Unknown and repeated fields are reported; missing ones are not. ``shown`` is what has the
    fields, in the author's words; ``type_of`` gives what a field takes; ``owner`` is the
    qualified name under which the fields' places are known.
    """
    positions = {field.name: index for index, field in enumerate(fields)}
    given: dict[int, ir.Expression] = {}
    places: dict[str, nodes.FieldValue] = {}
    right = True
    for value in written:
        name = value.name
        index = positions.get(name.text)
        if index is None:
            report_unknown_field(
                body.checking, body.place, name, shown, [field.name for field in fields]
            )
            check_expression(body, value.value)
            right = False
            continue
        if name.text in places:
            _report_repeated(body, value, places[name.text], shown)
            right = False
            continue
        places[name.text] = value
        declared = body.checking.declarations.places.get(f"{owner}.{name.text}")
        wanted = expect.field(type_of(fields[index]), name.text, shown, declared)
        given[index] = check_value(body, value.value, wanted)
    return given, right


def report_missing_fields(
    body: Body, node: Spanned, shown: str, missing: Iterable[Field], *, braces: bool
) -> None:
    """Say which fields were not given; ``braces`` says that ``{ … }`` is written at the end."""
    names = [field.name for field in missing]
    listed = ", ".join(f"`{name}`" for name in names)
    written = "  ".join(f"{name}: …" for name in names)
    body.checking.report(
        "type.missing_fields",
        body.span(node),
        f"`{shown}` is given no {listed}",
        why="every field is given exactly once, so that nothing is left to chance",
        help=f"add `{written}`" if braces else f"write `{shown} {{ {written} }}`",
    )


def is_needed(field: Field) -> bool:
    """Whether an Object cannot be made without the field [T7]."""
    return not field.optional and field.default is OMITTED


def field_of_owner(owner: str) -> Callable[[Field], Type]:
    """What the fields of an Object or entity take: their nominal types."""
    return lambda field: field.type if is_error(field.type) else FieldType(owner, field.name)


def written_type(field: Field) -> Type:
    """What payload and context fields take: just the type written on them [T3]."""
    return field.type


def _report_repeated(
    body: Body, value: nodes.FieldValue, first: nodes.FieldValue, shown: str
) -> None:
    body.checking.report(
        "type.field_repeated",
        body.span(value.name),
        f"`{value.name.text}` of `{shown}` is given twice",
        why="every field is given exactly once",
        help="remove one of the two",
        edits=(Edit(body.span(value), ""),),
        related=(Related(body.span(first), "it is given here first"),),
    )


def as_pairs(given: dict[int, ir.Expression]) -> tuple[tuple[int, ir.Expression], ...]:
    """The values as the IR holds them: positions with expressions, in order of evaluation."""
    return tuple(given.items())
