"""What the bodies of a part can see of the rest of a project, as a digest.

A body sees what it names, what that names, and so on: names are resolved in the module of a file
and in what the file imports, so a word that stands nowhere in these texts is never looked up. Two
things are seen from the other end: the references of entities to an entity, when rows of it are
deleted, and the backfills of its fields. What is said of a whole project (stores, config, imports)
is seen from everywhere.

That is so where all declarations are right. A mistake in one silences what depends on it, wherever
that stands, so each body then counts as seeing all that stands outside of bodies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from jadpo.check.graphs import components
from jadpo.check.rechecking.outlines import Outline
from jadpo.digest import digest
from jadpo.syntax.parser import Cut
from jadpo.syntax.splitting import Part

OF_THE_PROJECT = frozenset({"application", "authentication", "config", "import", "module", "store"})
"""The words that parts begin with which every body can see."""

SEEN_FROM_OTHER_END = frozenset({"backfill", "entity"})
"""The words that parts begin with which matter to the entities that they name."""


class OutlinedFile(NamedTuple):
    """The parts of a file, each with its outline."""

    cut: Cut
    outlines: Sequence[Outline]


Digests: TypeAlias = list[list[str]]
"""For each file and each part of it, the digest of what its bodies can see besides the part."""


def whole_interface(project: str, files: Sequence[OutlinedFile]) -> Digests:
    """The digest of all that stands outside of bodies, for every part; tests are seen by nobody.

    ``project`` is the project's name.
    """
    texts = [project]
    for file in files:
        texts += [file.cut.source.path, ""]
        texts += [
            outline.head
            for part, outline in zip(file.cut.parts, file.outlines, strict=True)
            if file.cut.tokens.tokens[part.begin].text != "test"
        ]
    whole = digest("whole", *texts)
    return [[whole] * len(file.cut.parts) for file in files]


def reachable(project: str, files: Sequence[OutlinedFile]) -> Digests:
    """The digests of what can be reached from each part, where all declarations are right."""
    parts = [
        _outside(file.cut, index, part, outline)
        for index, file in enumerate(files)
        for part, outline in zip(file.cut.parts, file.outlines, strict=True)
    ]
    everywhere = digest(
        project, *(text for part in parts if part.kind in OF_THE_PROJECT for text in part.texts)
    )
    scopes = _scopes(files, parts)
    reached = _digests_of_reached(parts, scopes)
    found: list[list[str]] = [[] for _ in files]
    for part in parts:
        scope = scopes[part.file]
        seen = sorted({at for word in part.words & scope.keys() for at in scope[word]})
        found[part.file].append(digest(everywhere, *(reached[at] for at in seen)))
    return found


class _Outside(NamedTuple):
    """What stands outside of the bodies of a part; ``words`` are all of the part.

    ``texts`` tell it from any other. ``name`` is the word that names it, if it has a name.
    """

    file: int
    kind: str
    name: str
    texts: tuple[str, str]
    outside: frozenset[str]
    words: frozenset[str]


def _outside(cut: Cut, file: int, part: Part, outline: Outline) -> _Outside:
    texts = [token.text for token in cut.tokens.tokens[part.begin : part.end]]
    words = frozenset(texts)
    for opening, closing in reversed(outline.blocks):
        del texts[opening + 1 : closing]
    begin = 1 if texts[0] == "public" else 0
    kind, name = (*texts[begin : begin + 2], "", "")[:2]
    outside = words if not outline.blocks else frozenset(texts)
    return _Outside(file, kind, name, (cut.source.path, outline.head), outside, words)


def _scopes(
    files: Sequence[OutlinedFile], parts: Sequence[_Outside]
) -> list[Mapping[str, list[int]]]:
    """For each file, the parts that a word can name in it, by their indices."""
    headers = [_header(file.cut) for file in files]
    modules: dict[str, dict[str, list[int]]] = {}
    for index, part in enumerate(parts):
        names = modules.setdefault(headers[part.file].module, {})
        names.setdefault(part.name, []).append(index)
    scopes: list[Mapping[str, list[int]]] = []
    for header in headers:
        scope = dict(modules.get(header.module, {}))
        for written in header.imports:
            for name, indices in modules.get(written.module, {}).items():
                if name in written.names:
                    scope[name] = [*scope.get(name, ()), *indices]
        scopes.append(scope)
    return scopes


class _Import(NamedTuple):
    """`import module { names }`: the module, and the words in braces."""

    module: str
    names: frozenset[str]


class _Header(NamedTuple):
    module: str
    imports: list[_Import]


def _header(cut: Cut) -> _Header:
    """The module of a file, and those that it imports from, as they are written."""
    module, imports = "", []
    for part in cut.parts:
        texts = [token.text for token in cut.tokens.tokens[part.begin : part.end]]
        if texts[0] == "module":
            module = "".join(texts[1:])
        elif texts[0] == "import":
            end = texts.index("{") if "{" in texts else len(texts)
            imports.append(_Import("".join(texts[1:end]), frozenset(texts[end:])))
    return _Header(module, imports)


def _digests_of_reached(
    parts: Sequence[_Outside], scopes: Sequence[Mapping[str, list[int]]]
) -> list[str]:
    """For each part the digest of its outside and of all that can be reached from there."""
    graph: dict[int, list[int]] = {}
    for index, part in enumerate(parts):
        scope = scopes[part.file]
        graph[index] = sorted({at for word in part.outside & scope.keys() for at in scope[word]})
    for index, part in enumerate(parts):
        if part.kind in SEEN_FROM_OTHER_END:
            for named in tuple(graph[index]):
                if parts[named].kind == "entity":
                    graph[named].append(index)
    found = [""] * len(parts)
    for circle in components(graph):
        inside = set(circle)
        texts = [text for index in sorted(circle) for text in parts[index].texts]
        beyond = sorted({at for index in circle for at in graph[index]} - inside)
        whole = digest(*texts, "", *(found[at] for at in beyond))
        for index in circle:
            found[index] = digest(whole, *parts[index].texts)
    return found
