"""Imports: finding what they name, and refusing cycles of modules [S3]."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import attrs

from jadpo.check.checking import Checking
from jadpo.check.graphs import way_round
from jadpo.check.scope import Place
from jadpo.diagnostics import Edit, Related, nearest_name
from jadpo.syntax import nodes
from jadpo_runtime.values import Span


@attrs.frozen
class _Edge:
    """That one module imports another, and where it first says so."""

    target: str
    span: Span


def resolve_imports(checking: Checking) -> None:
    """Give every file the names that it imports."""
    edges: dict[str, dict[str, _Edge]] = {}
    for tree, place in checking.trees:
        for written in tree.imports:
            target = written.module.text
            if target not in checking.modules or not target:
                _report_unknown_module(checking, place, written)
                checking.excuse(place.source, (name.text for name in written.names))
                continue
            span = place.span(written.module)
            edges.setdefault(place.module.name, {}).setdefault(target, _Edge(target, span))
            for name in written.names if target != place.module.name else ():
                _import_name(checking, place, target, name)
    _report_cycles(checking, edges)


def _import_name(checking: Checking, place: Place, target: str, name: nodes.Name) -> None:
    symbol = checking.modules[target].declared.get(name.text)
    span = place.span(name)
    if any(each.name == name.text for each in checking.modules[target].repeated):
        checking.excuse(place.source, (name.text,))
        return
    if symbol is None:
        near = nearest_name(name.text, checking.modules[target].declared)
        checking.report(
            "module.name_unknown",
            span,
            f"the module `{target}` declares no `{name.text}`",
            why="an import names declarations of one module, one by one",
            help=f"did you mean `{near}`?" if near else f"declare `{name.text}` in `{target}`",
            edits=(Edit(span, near),) if near else (),
            subject=name.text,
        )
        return
    if not symbol.public:
        assert symbol.source is not None  # the prelude is in no module
        assert symbol.declaration is not None
        start = symbol.declaration.start
        checking.report(
            "module.not_public",
            span,
            f"the {symbol.kind.value} `{name.text}` of `{target}` is not public",
            why="declarations are private to their module unless they say `public`",
            help=f"write `public` before the declaration of `{name.text}`",
            edits=(Edit(symbol.source.span(start, start), "public "),),
        )
    taken = place.module.find(name.text)
    if taken is not None and taken is not symbol:
        checking.report(
            "name.duplicate",
            span,
            f"the import `{name.text}` takes a name that is declared already",
            why="a name means one thing in its module, and an import cannot be given another name",
            help="rename one of the two declarations",
        )
        return
    if taken is symbol:
        _report_repeated(checking, place, name)
        return
    place.module.imported[name.text] = symbol


def _report_repeated(checking: Checking, place: Place, name: nodes.Name) -> None:
    own = name.text in place.module.declared
    checking.report(
        "module.import_needless",
        place.span(name),
        f"`{name.text}` is visible here without this import",
        why="it is declared in this module" if own else "it is imported already",
        help="remove it from the import",
    )


def _report_unknown_module(checking: Checking, place: Place, written: nodes.Import) -> None:
    known = [name for name in checking.modules if name]
    target = written.module.text
    near = nearest_name(target, known)
    span = place.span(written.module)
    checking.report(
        "module.unknown",
        span,
        f"there is no module `{target}` in the project",
        why="an import names a module that a file of the project declares"
        if known
        else "no file of the project declares a module, so all its names are visible everywhere",
        help=(
            f"did you mean `{near}`?"
            if near
            else f"begin a file with `module {target}`"
            if known
            else "remove the import"
        ),
        edits=(Edit(span, near),) if near else (),
    )


def _report_cycles(checking: Checking, edges: Mapping[str, Mapping[str, _Edge]]) -> None:
    """Report each import that leads back to a module that is being visited."""
    finished: set[str] = set()
    for root in sorted(edges):
        path: list[str] = []
        pending: list[tuple[str, list[_Edge]]] = []
        if root not in finished:
            path.append(root)
            pending.append((root, list(edges[root].values())))
        while pending:
            module, waiting = pending[-1]
            if not waiting:
                finished.add(module)
                pending.pop()
                path.pop()
                continue
            edge = waiting.pop(0)
            if edge.target in path:
                _report_cycle(checking, edges, path[path.index(edge.target) :], edge)
            elif edge.target not in finished:
                path.append(edge.target)
                pending.append((edge.target, list(edges.get(edge.target, {}).values())))


def _report_cycle(
    checking: Checking,
    edges: Mapping[str, Mapping[str, _Edge]],
    modules: list[str],
    closing: _Edge,
) -> None:
    related = [
        Related(edges[here][there].span, f"`{here}` imports `{there}`")
        for here, there in pairwise(modules)
    ]
    checking.report(
        "module.cycle",
        closing.span,
        f"these imports go round in a circle: {way_round(modules)}"
        if len(modules) > 1
        else f"the module `{modules[0]}` imports itself",
        why="modules are layers: one that another is built on cannot be built on that one",
        help="move what both need into a module that imports neither"
        if len(modules) > 1
        else "remove the import",
        related=related,
    )
