"""Declaring names: modules, imports, and every top-level name of the project [S2] [S3]."""

from __future__ import annotations

from collections.abc import Iterable

from jadpo.check.checking import ANY_NAME, Checking
from jadpo.check.imports import resolve_imports
from jadpo.check.naming import PRELUDE_FAILURE, check_case, check_taken
from jadpo.check.scope import ModuleNames, Place
from jadpo.check.symbols import KIND_OF_DECLARATION, REPEATED, Symbol, SymbolKind
from jadpo.diagnostics import Related
from jadpo.syntax import nodes

PRELUDE: Symbol = Symbol(SymbolKind.FAILURE, PRELUDE_FAILURE, PRELUDE_FAILURE, "", True, None, None)
"""The one declaration of the prelude that is no type [F3]."""


def declare_names(checking: Checking, trees: Iterable[nodes.SyntaxTree]) -> None:
    """Give every file its place, and every module the names that it declares and imports."""
    trees = tuple(trees)
    _check_all_or_none(checking, trees)
    for tree in trees:
        checking.trees.append((tree, _place_of(checking, tree)))
    for tree, place in checking.trees:
        for declaration in tree.declarations:
            _declare(checking, place, declaration)
    for tree, place in checking.trees:
        # Which of two declarations is meant nobody knows, so nothing is said of the uses. One of
        # them may be meant to have another name, which is missed then.
        names = {symbol.name for symbol in place.module.repeated}
        checking.excuse(tree.source, {*names, ANY_NAME} if names else ())
    resolve_imports(checking)


def _place_of(checking: Checking, tree: nodes.SyntaxTree) -> Place:
    """A file's view of its module: declared names are shared, imports are the file's own."""
    name = tree.module.path.text if tree.module else ""
    module = checking.modules.setdefault(name, ModuleNames(name))
    if tree.module:
        for part in tree.module.path.names:
            check_case(checking, Place(tree.source, module), part, "module", upper=False)
    return Place(tree.source, ModuleNames(name, declared=module.declared, repeated=module.repeated))


def _check_all_or_none(checking: Checking, trees: tuple[nodes.SyntaxTree, ...]) -> None:
    """Report the files without a module in a project whose other files have one [S3]."""
    if not any(tree.module for tree in trees):
        return
    named = next(tree for tree in trees if tree.module)
    assert named.module is not None  # it was chosen for having one
    for tree in trees:
        if tree.module is None:
            checking.report(
                "module.missing",
                tree.source.span(0, 0),
                f"`{tree.source.path}` declares no module, and other files of the project do",
                why="the files of a project all declare a module, or none of them does",
                help="begin the file with a `module` line",
                related=(
                    Related(
                        named.source.span(named.module.start, named.module.end),
                        "this file declares one",
                    ),
                ),
            )


def _declare(checking: Checking, place: Place, declaration: nodes.Declaration) -> None:
    kind = KIND_OF_DECLARATION.get(type(declaration))
    if kind is None:
        return  # tests, routes and backfills put no name into their module
    name = declaration.name  # type: ignore[union-attr]  # what has a kind has a name
    assert isinstance(name, nodes.Name)
    first = place.module.declared.get(name.text)
    may_be_used = first is None and check_taken(checking, place, name, kind.value)
    qualified = place.module.qualify(name.text)
    symbol = Symbol(
        kind,
        name.text,
        qualified if may_be_used else f"{qualified}{REPEATED}{len(place.module.repeated)}",
        place.module.name,
        declaration.public,
        declaration,  # type: ignore[arg-type]  # what has a kind has a name
        place.source,
    )
    if may_be_used:
        check_case(checking, place, name, kind.value, upper=kind.is_type_like)
        place.module.declared[name.text] = symbol
        return
    if first is not None:
        _report_duplicate(checking, place, name, kind, first)
    place.module.repeated.append(symbol)


def _report_duplicate(
    checking: Checking, place: Place, name: nodes.Name, kind: SymbolKind, first: Symbol
) -> None:
    related = []
    if first.source is not None and first.declaration is not None:
        declared = first.declaration.name
        related.append(
            Related(
                first.source.span(declared.start, declared.end),
                f"the {first.kind.value} `{name.text}` is declared here",
            )
        )
    checking.report(
        "name.duplicate",
        place.span(name),
        f"the {kind.value} `{name.text}` takes a name that is declared already",
        why="a name means one thing in its module",
        help="rename one of the two",
        related=related,
    )
