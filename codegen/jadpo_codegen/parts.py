"""The functions of the kinds of cells: letting go of what a cell holds, and what tables need."""

from collections.abc import Iterable, Mapping

from jadpo_codegen.cells import cells_within, nested_without_bound
from jadpo_codegen.layouts import (
    SNAPSHOT_ORIGIN,
    Cell,
    Layouts,
    ListCell,
    RecordCell,
    TableCell,
    TextCell,
    VariantCell,
    is_counted,
)
from jadpo_codegen.support.contents import content_functions
from jadpo_codegen.support.lists import list_functions
from jadpo_codegen.support.tables import table_functions

__all__ = ["cells_within", "kind_functions"]


def kind_functions(layouts: Layouts, kinds: Mapping[Cell, int]) -> str:
    """The functions of every kind, and the one that lets go of what a cell of any kind holds."""
    texts = []
    cases = []
    endless = nested_without_bound(layouts, kinds)
    for cell, kind in kinds.items():
        match cell:
            case TextCell():
                continue
            case ListCell(element=element):
                texts.append(list_functions(kind, element))
            case TableCell():
                texts.append(table_functions(kind, cell, kinds))
            case RecordCell(name=name):
                texts.append(_record_parts(layouts, kind, name))
            case VariantCell(name=name):
                texts.append(_variant_parts(layouts, kind, name))
        texts.append(content_functions(layouts, cell, kinds, is_bounded=cell not in endless))
        cases.append(kind)
    texts.append(_release_parts(cases))
    return "\n".join(texts)


def _release_parts(kinds: Iterable[int]) -> str:
    listed = list(kinds)
    cases = "\n".join(f"    i32 {kind}, label %kind.{kind}" for kind in listed)
    blocks = "\n".join(
        f"kind.{kind}:\n  call void @parts.{kind}(ptr %context, ptr %cell)\n  ret void"
        for kind in listed
    )
    return f"""\
define internal void @jadpo.release_parts(ptr %context, ptr %cell) {{
  %place = getelementptr inbounds i8, ptr %cell, i64 8
  %kind = load i32, ptr %place, align 4
  switch i32 %kind, label %nothing [
{cases}
  ]
nothing:
  ret void
{blocks}
}}
"""


def _release_fields(offsets: Iterable[int], prefix: str) -> str:
    return "".join(
        f"  %{prefix}.{offset}.place = getelementptr inbounds i8, ptr %cell, i64 {offset}\n"
        f"  %{prefix}.{offset} = load ptr, ptr %{prefix}.{offset}.place, align 8\n"
        f"  call void @jadpo.release(ptr %context, ptr %{prefix}.{offset})\n"
        for offset in offsets
    )


def _record_parts(layouts: Layouts, kind: int, name: str) -> str:
    offsets = [place.offset for place in layouts.record(name).places if is_counted(place.layout)]
    origin = ""
    if layouts.entity(name) is not None:
        origin = (
            f"  %origin = getelementptr inbounds i8, ptr %cell, i64 {SNAPSHOT_ORIGIN}\n"
            "  %holder = load ptr, ptr %origin, align 8\n"
            "  call void @jadpo.drop_origin(ptr %context, ptr %holder)\n"
        )
    return (
        f"define internal void @parts.{kind}(ptr %context, ptr %cell) {{\n"
        f"{_release_fields(offsets, 'field')}{origin}  ret void\n}}\n"
    )


def _variant_parts(layouts: Layouts, kind: int, name: str) -> str:
    cases = []
    blocks = []
    for number, (_, shape) in enumerate(layouts.variants(name)):
        offsets = [place.offset for place in shape.places if is_counted(place.layout)]
        if offsets:
            cases.append(f"    i64 {number}, label %variant.{number}")
            fields = _release_fields(offsets, f"variant.{number}.field")
            blocks.append(f"variant.{number}:\n{fields}  ret void")
    listed = "\n".join(cases)
    return f"""\
define internal void @parts.{kind}(ptr %context, ptr %cell) {{
  %tag.place = getelementptr inbounds i8, ptr %cell, i64 16
  %tag = load i64, ptr %tag.place, align 8
  switch i64 %tag, label %nothing [
{listed}
  ]
nothing:
  ret void
{chr(10).join(blocks)}
}}
"""
