"""Text -> tree: tokens, parts, nodes; what fails is handed to `recovery`."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from jadpo.diagnostics import Diagnostic
from jadpo.source import Source
from jadpo.syntax.building import Building
from jadpo.syntax.cache import DeclarationCache
from jadpo.syntax.comments import attached
from jadpo.syntax.driver import Built, drive
from jadpo.syntax.layout import Layout
from jadpo.syntax.nesting import LEVELS_AT_MOST, may_nest_too_deeply, nests_too_deeply
from jadpo.syntax.nodes import Declaration, Import, ModuleHeader, SyntaxTree
from jadpo.syntax.splitting import Part, split
from jadpo.syntax.tokenizer import tokenize
from jadpo.syntax.tokens import Tokens


class Parsed(NamedTuple):
    """The tree of a file, and the mistakes in its text in order of their places.

    What has a mistake is left out of the tree or mended: only one without diagnostics says what its
    author wrote. ``doubtful`` are the ranges of text that have mistakes, in code points; later
    stages should look at no declaration that stands there.
    """

    tree: SyntaxTree
    diagnostics: tuple[Diagnostic, ...]
    doubtful: tuple[tuple[int, int], ...] = ()


class Cut(NamedTuple):
    """The tokens of a file in its top-level parts, and what is wrong with the tokens themselves."""

    source: Source
    tokens: Tokens
    lexical: list[Diagnostic]
    parts: list[Part]

    def text(self, part: Part) -> str:
        """The text of a part, from its first token to its last."""
        tokens = self.tokens.tokens
        return self.source.text[tokens[part.begin].start : tokens[part.end - 1].end]


class ParsedPart(NamedTuple):
    """A part, the node that it makes or none, and what is wrong with the node's structure.

    One that ``fails`` does not parse.
    """

    part: Part
    nodes: list[object]
    diagnostics: list[Diagnostic]
    fails: bool = False


class Emptied(NamedTuple):
    """A block to be parsed as if nothing stood in it: the indices of its braces in the part."""

    opening: int
    closing: int


def parse(source: Source, cache: DeclarationCache | None = None) -> Parsed:
    """Parse one file. A ``cache`` must be used for one file only; it makes a next time faster."""
    cut = cut_into_parts(source)
    results = [_parsed(cut, part, cache) for part in cut.parts]
    if cache is not None:
        cache.finish()
    return put_together(cut, results)


def cut_into_parts(source: Source) -> Cut:
    """The first half of parsing: the tokens of a file, and its parts, none of them parsed."""
    tokens, lexical = tokenize(source)
    return Cut(source, tokens, lexical, split(tokens.tokens, tokens.kinds))


def put_together(cut: Cut, results: Sequence[ParsedPart]) -> Parsed:
    """The last step of parsing: the tree of all parts; those that do not parse are recovered."""
    source, tokens, lexical, _ = cut
    nodes: list[object] = []
    diagnostics: list[Diagnostic] = []
    doubtful: list[Part] = []
    for region in _regions(source, tokens, results):
        if any(result.fails for result in region):
            from jadpo.syntax.recovery import recover  # text without mistakes needs none of it

            recovered = recover(source, tokens, Part(region[0].part.begin, region[-1].part.end))
            nodes += recovered.nodes
            diagnostics += recovered.diagnostics
            doubtful += recovered.doubtful
        else:
            nodes += [node for result in region for node in result.nodes]
            diagnostics += [each for result in region for each in result.diagnostics]
            doubtful += [result.part for result in region if result.diagnostics]
    doubtful += [part for part in cut.parts if lexical and _has_any(source, tokens, part, lexical)]
    ranges = tuple((tokens.tokens[a].start, tokens.tokens[b - 1].end) for a, b in doubtful)
    diagnostics = _without_follow_ups(lexical, diagnostics)
    tree = _tree(source, tokens, nodes, diagnostics)
    return Parsed(tree, tuple(sorted(diagnostics, key=_place)), ranges)


def _has_any(source: Source, tokens: Tokens, part: Part, lexical: list[Diagnostic]) -> bool:
    """Whether some token in the lines of the part is wrong itself."""
    first, _ = source.position(tokens.tokens[part.begin].start)
    last, _ = source.position(tokens.tokens[part.end - 1].end)
    return any(each.span is not None and first <= each.span.line <= last for each in lexical)


def _parsed(cut: Cut, part: Part, cache: DeclarationCache | None) -> ParsedPart:
    """One top-level part, from the cache if it stood there the last time."""
    if cache is None:
        return parse_part(cut, part)
    start = cut.tokens.tokens[part.begin].start
    text, doc = cut.text(part), cut.tokens.docs.get(start)
    kept = cache.find(text, doc, start)
    if kept is not None:
        return ParsedPart(part, [kept], [])
    result = parse_part(cut, part)
    if result.nodes and not result.diagnostics:
        cache.keep(text, doc, start, result.nodes[0])
    return result


def parse_part(cut: Cut, part: Part, emptied: Sequence[Emptied] = ()) -> ParsedPart:
    """Parse one part. Blocks that are ``emptied`` must be in order, and no mistake in them."""
    tokens = cut.tokens.tokens[part.begin : part.end]
    kinds = cut.tokens.kinds[part.begin : part.end]
    for opening, closing in reversed(emptied):
        del tokens[opening + 1 : closing]
        del kinds[opening + 1 : closing]
    building = Building(cut.source, cut.tokens.docs)
    result = drive("chunk", tokens, kinds, building)
    if not isinstance(result, Built):
        return ParsedPart(part, [], [], fails=True)
    if may_nest_too_deeply(tokens) and nests_too_deeply(result.node):
        building.report(
            "syntax.nested_too_deeply",
            tokens[0],
            f"this declaration has more than {LEVELS_AT_MOST} levels",
            "deeper nesting is not read by people, and would exhaust the stages that follow",
            "name parts of it with `var`, or move them to functions",
        )
        return ParsedPart(part, [], building.diagnostics)
    return ParsedPart(part, [result.node], building.diagnostics)


def _regions(
    source: Source, tokens: Tokens, results: Sequence[ParsedPart]
) -> Iterator[list[ParsedPart]]:
    """Neighbours that belong together because a mistake among them makes their cuts doubtful.

    One that does not parse takes with it the neighbours that fail too. Any takes those that follow
    and begin further right than the margin: they were inside of something.
    """
    layout = Layout(source)

    def indented(result: ParsedPart) -> bool:
        return layout.column(tokens.tokens[result.part.begin]) > 0

    region: list[ParsedPart] = []
    for result in results:
        joins = region and (
            indented(result) or (result.fails and any(each.fails for each in region))
        )
        if region and not joins:
            yield region
            region = []
        region.append(result)
    if region:
        yield region


def _without_follow_ups(
    lexical: list[Diagnostic], diagnostics: list[Diagnostic]
) -> list[Diagnostic]:
    """All of them but what the parser says of a line on which a token itself is wrong."""
    lines = {each.span.line for each in lexical if each.span is not None}
    return lexical + [
        each for each in diagnostics if each.span is None or each.span.line not in lines
    ]


def _tree(
    source: Source, tokens: Tokens, nodes: list[object], diagnostics: list[Diagnostic]
) -> SyntaxTree:
    """The tree, whose header lines must stand before everything else, `module` first."""
    module: ModuleHeader | None = None
    imports: list[Import] = []
    declarations: list[Declaration] = []
    for node in nodes:
        match node:
            case ModuleHeader():
                if module is not None or imports or declarations:
                    diagnostics.append(_misplaced(source, node, "the `module` line"))
                module = module or node
            case Import():
                if declarations:
                    diagnostics.append(_misplaced(source, node, "an `import` line"))
                imports.append(node)
            case _:
                declarations.append(cast(Declaration, node))
    comments = tuple(attached(source, tokens))
    return SyntaxTree(source, module, tuple(imports), tuple(declarations), comments)


def _misplaced(source: Source, node: ModuleHeader | Import, what: str) -> Diagnostic:
    return Diagnostic(
        rule="syntax.header_misplaced",
        span=source.span(node.start, node.end),
        summary=f"{what} does not stand at the beginning of the file",
        why="a file begins with one `module` line, then its `import` lines, then declarations",
        help="move it there",
    )


def _place(diagnostic: Diagnostic) -> tuple[int, int]:
    span = diagnostic.span
    return (span.start, span.end) if span is not None else (-1, -1)
