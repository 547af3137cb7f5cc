"""The problems of a project, with the help of what is remembered of earlier checks."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from jadpo.check.assembly import check_store_effects
from jadpo.check.checking import Checking
from jadpo.check.project import check_parsed, check_trees
from jadpo.check.rechecking.facts import Places
from jadpo.check.rechecking.memory import Memory
from jadpo.check.rechecking.outlines import Outline, fits, outline_of
from jadpo.check.rechecking.recalling import (
    DeclarationsAreWrongError,
    KnownBodies,
    PartWithBodies,
)
from jadpo.check.rechecking.surroundings import (
    Digests,
    OutlinedFile,
    reachable,
    whole_interface,
)
from jadpo.diagnostics import Diagnostics
from jadpo.digest import digest
from jadpo.source import Source
from jadpo.syntax.parser import Cut, ParsedPart, cut_into_parts, parse_part, put_together
from jadpo.syntax.splitting import Part


def problems_of_project(sources: Iterable[Source], name: str, memory: Memory) -> Diagnostics:
    """What :func:`~jadpo.check.check_project` would report of a project; adds to ``memory``.

    ``name`` is the project's, for its default store [E5].
    """
    files = [_outlined(cut_into_parts(source), memory) for source in sources]
    outlined = [file.outlined() for file in files]
    known = [each for each in outlined if each is not None]
    if len(known) < len(files):
        return _problems_of_syntax(files, name)
    try:
        bodies = KnownBodies(needs_right_declarations=True)
        found = _problems(files, name, reachable(name, known), memory, bodies)
    except DeclarationsAreWrongError:
        bodies = KnownBodies(needs_right_declarations=False)
        found = _problems(files, name, whole_interface(name, known), memory, bodies)
    if found is None:
        return _problems_of_syntax(files, name)
    for part in bodies.learnt():
        memory.keep_bodies(part.key, part.facts)
    return found


def _problems_of_syntax(files: list[_File], name: str) -> Diagnostics:
    """What is wrong with a project whose syntax is, in part: all is checked.

    What is said of its bodies depends on what the mistakes hide.
    """
    for file in files:
        for part in file.parts:
            part.skips = False
    parsed = [put_together(file.cut, file.results()) for file in files]
    return check_parsed(parsed, name).diagnostics


def _problems(
    files: list[_File], name: str, seen: Digests, memory: Memory, bodies: KnownBodies
) -> Diagnostics | None:
    """What is wrong, with what is known of bodies that see this; ``None`` if the syntax is."""
    _find_bodies(files, seen, memory, bodies)
    parsed = [put_together(file.cut, file.results()) for file in files]
    if any(each.diagnostics for each in parsed):
        return None
    checking = Checking(name, memory=bodies)
    checked = check_trees(checking, [each.tree for each in parsed])
    if not checking.failed():
        check_store_effects(checking, {body.callable.name: body for body in checked})
    return checking.diagnostics


@attrs.define
class _KnownPart:
    """A part of a file. It has no outline where it has mistakes, a result if it is new.

    ``skips`` says that nobody will look into its bodies.
    """

    part: Part
    text: str
    outline: Outline | None
    result: ParsedPart | None
    skips: bool = False


@attrs.frozen
class _File:
    cut: Cut
    parts: list[_KnownPart]

    def outlined(self) -> OutlinedFile | None:
        """The outlines of its parts; ``None`` if it has a mistake in its syntax."""
        outlines = [each.outline for each in self.parts if each.outline is not None]
        if self.cut.lexical or len(outlines) < len(self.parts):
            return None
        return OutlinedFile(self.cut, outlines)

    def results(self) -> list[ParsedPart]:
        """Its parts, parsed."""
        return [each.result or self._parsed(each) for each in self.parts]

    def _parsed(self, known: _KnownPart) -> ParsedPart:
        if known.outline is not None and known.skips:
            result = parse_part(self.cut, known.part, known.outline.blocks)
            if not result.fails and not result.diagnostics:
                return result
        return parse_part(self.cut, known.part)


def _outlined(cut: Cut, memory: Memory) -> _File:
    """A file with the outlines of its parts. Those that are new are parsed for it."""
    return _File(cut, [_outlined_part(cut, part, memory) for part in cut.parts])


def _outlined_part(cut: Cut, part: Part, memory: Memory) -> _KnownPart:
    text = cut.text(part)
    key = digest(text)
    outline = memory.outline(key)
    if outline is not None and _is_of(outline, cut, part):
        return _KnownPart(part, text, outline, None)
    result = parse_part(cut, part)
    if result.fails or result.diagnostics:
        return _KnownPart(part, text, None, result)
    outline = outline_of(cut, part, result.nodes[0])
    memory.keep_outline(key, outline)
    return _KnownPart(part, text, outline, result)


def _is_of(outline: Outline, cut: Cut, part: Part) -> bool:
    if not outline.blocks:
        return True
    return fits(outline, [token.text for token in cut.tokens.tokens[part.begin : part.end]])


def _find_bodies(files: list[_File], seen: Digests, memory: Memory, bodies: KnownBodies) -> None:
    """Find what is known of the bodies of all parts, by what they see."""
    for file, digests in zip(files, seen, strict=True):
        source, tokens = file.cut.source, file.cut.tokens.tokens
        for each, seen_by_part in zip(file.parts, digests, strict=True):
            if each.outline is None or not each.outline.blocks:
                continue
            blocks = each.outline.blocks
            begin = each.part.begin
            places = Places(source, tokens[begin].start, len(each.text))
            key = digest(seen_by_part, source.path, each.text)
            facts = memory.bodies(key, len(blocks), places)
            each.skips = each.result is None and None not in facts
            starts = [tokens[begin + block.opening].start for block in blocks]
            bodies.add(PartWithBodies(key, places, facts), starts)
