"""Builds the header lines of a file, and a file as a whole."""

from typing import NamedTuple

from jadpo.syntax.building import Building, Reductions
from jadpo.syntax.nodes import Declaration, Import, ModuleHeader, Name, Path
from jadpo.syntax.tokens import Mark


class WholeFile(NamedTuple):
    """A file that was parsed in one go, from the start symbol `file`."""

    module: ModuleHeader | None
    imports: tuple[Import, ...]
    declarations: tuple[Declaration, ...]


def _file(
    _: Building,
    module: ModuleHeader | None,
    imports: list[Import],
    declarations: list[Declaration],
) -> WholeFile:
    return WholeFile(module, tuple(imports), tuple(declarations))


def _module(_: Building, word: Name, path: Path) -> ModuleHeader:
    return ModuleHeader(path, word.start, path.end)


def _import(
    _: Building,
    word: Name,
    module: Path,
    opening: Mark,
    names: list[Name],
    comma: Mark | None,
    closing: Mark,
) -> Import:
    return Import(module, tuple(names), word.start, closing.end)


REDUCTIONS: Reductions = {
    "file": _file,
    "import": _import,
    "module": _module,
}
