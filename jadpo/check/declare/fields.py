"""Fields as they are written: their names, types, modifiers and clauses."""

from __future__ import annotations

from jadpo.check.checking import Checking
from jadpo.check.naming import check_case
from jadpo.check.scope import Place
from jadpo.check.typenames import check_inside, name_type, report_unit
from jadpo.check.types import UNIT
from jadpo.diagnostics import Edit, Related, nearest_name
from jadpo.syntax import nodes
from jadpo_runtime.values import Field

_MODIFIERS: dict[type, str] = {
    nodes.OptionalModifier: "optional",
    nodes.DefaultModifier: "default",
    nodes.FromModifier: "from",
}


def fields_of(
    checking: Checking, place: Place, written: tuple[nodes.Field, ...]
) -> tuple[Field, ...]:
    """The fields with their types looked up; of a repeated one the first counts."""
    found: dict[str, Field] = {}
    for node in written:
        if node.name.text not in found:
            type_ = name_type(checking, place, node.type)
            found[node.name.text] = Field(
                node.name.text, type_, generated=_is_generated(node), doc=node.doc or ""
            )
    return tuple(found.values())


def _is_generated(node: nodes.Field) -> bool:
    """Whether the field says `generated:`; a misspelt one, which is reported, means it too."""
    names = [clause.name.text for clause in node.constraints]
    return "generated" in names or any(nearest_name(name, ("generated",)) for name in names)


def check_field_names(
    checking: Checking, place: Place, written: tuple[nodes.Field, ...], owner: str
) -> None:
    """Report repeated fields, and names in the wrong case [S1]."""
    seen: dict[str, nodes.Name] = {}
    for node in written:
        name = node.name
        first = seen.setdefault(name.text, name)
        if first is not name:
            checking.report(
                "name.duplicate",
                place.span(name),
                f"the field `{name.text}` of `{owner}` is declared twice",
                why="a field's name tells it from the others",
                help="rename one of the two, or remove it",
                related=(Related(place.span(first), "it is declared here first"),),
            )
        else:
            check_case(checking, place, name, "field", upper=False)


def check_modifiers(
    checking: Checking, place: Place, field: nodes.Field, allowed: tuple[str, ...]
) -> None:
    """Report modifiers that may not stand on this field [T7], and ones that are repeated."""
    seen: dict[str, nodes.FieldModifier] = {}
    for modifier in field.modifiers:
        word = _MODIFIERS[type(modifier)]
        if word not in allowed:
            checking.report(
                "type.modifier_misplaced",
                place.span(modifier),
                f"`{word}` cannot stand on `{field.name.text}`",
                why="`optional` and `default` belong to fields of Objects, "
                "and `from` to a route's headers",
                help=f"remove `{word}`"
                + (", or write `?` after the type" if word == "optional" else ""),
                edits=(Edit(place.span(modifier), ""),),
            )
        elif word in seen or (seen and word != "from" and "from" not in seen):
            other = next(iter(seen))
            checking.report(
                "type.modifier_repeated",
                place.span(modifier),
                f"`{field.name.text}` has `{other}` already",
                why="a field that may be left out is either `optional` or has one `default`",
                help=f"keep one of the two, and remove `{word}`",
                edits=(Edit(place.span(modifier), ""),),
                related=(Related(place.span(seen[other]), f"`{other}` is here"),),
            )
        seen.setdefault(word, modifier)


def check_plain_fields(
    checking: Checking,
    place: Place,
    written: tuple[nodes.Field, ...],
    fields: tuple[Field, ...],
    what: str,
) -> None:
    """Check fields that have just the type written on them [T3]: payloads, failures' contexts.

    ``fields`` are those made from ``written``. ``what`` is what they are, in words: "a variant's
    payload field".
    """
    types = {field.name: field.type for field in fields}
    for node in written:
        type_ = types[node.name.text]
        if check_inside(checking, place, node.type, type_) and type_ == UNIT:
            report_unit(checking, place, node.type)
        check_modifiers(checking, place, node, allowed=())
        if node.constraints:
            first, last = node.constraints[0], node.constraints[-1]
            checking.report(
                "type.constraint_misplaced",
                place.source.span(first.start, last.end),
                f"`{node.name.text}` cannot have constraints of its own",
                why=f"{what} has just the type written on it",
                help="declare a `type` with these constraints, and write it here",
            )
