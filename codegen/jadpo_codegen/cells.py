"""What cells hold: the layouts that stand directly in a cell, and those at any depth."""

from collections.abc import Iterable, Iterator

from jadpo_codegen.layouts import (
    Cell,
    Layout,
    Layouts,
    ListCell,
    Maybe,
    RecordCell,
    TableCell,
    Tag,
    TextCell,
    VariantCell,
    Word,
)


def cells_within(layouts: Layouts, roots: Iterable[Layout]) -> Iterator[Cell]:
    """The layouts of all cells that values of ``roots`` are or hold, each once."""
    waiting = list(roots)
    met: set[Layout] = set()
    while waiting:
        layout = waiting.pop()
        if layout in met:
            continue
        met.add(layout)
        if isinstance(layout, Maybe):
            waiting.append(layout.inner)
        elif not isinstance(layout, Word | Tag):
            waiting += held_by(layouts, layout)
            yield layout


def held_by(layouts: Layouts, cell: Cell) -> list[Layout]:
    """The layouts of the values that stand directly in a cell."""
    match cell:
        case TextCell():
            return []
        case ListCell(element=element):
            return [element]
        case TableCell(key=key, value=value):
            return [key] if value is None else [key, value]
        case RecordCell(name=name):
            return [place.layout for place in layouts.record(name).places]
        case VariantCell(name=name):
            return [place.layout for _, shape in layouts.variants(name) for place in shape.places]


def nested_without_bound(layouts: Layouts, roots: Iterable[Layout]) -> frozenset[Cell]:
    """The cells in values of ``roots`` that may hold, at some depth, others of their own kind."""
    inner = {
        cell: {part.inner if isinstance(part, Maybe) else part for part in held_by(layouts, cell)}
        for cell in cells_within(layouts, roots)
    }
    holders: dict[Layout, list[Cell]] = {}
    for cell, parts in inner.items():
        for part in parts:
            holders.setdefault(part, []).append(cell)
    open_parts = {cell: sum(part in inner for part in parts) for cell, parts in inner.items()}
    bounded = [cell for cell, count in open_parts.items() if not count]
    for cell in bounded:
        for holder in holders.get(cell, []):
            open_parts[holder] -= 1
            if not open_parts[holder]:
                bounded.append(holder)
    return frozenset(inner) - frozenset(bounded)
