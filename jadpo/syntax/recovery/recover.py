"""Going on after mistakes: each is told once, and what stands around it is parsed all the same.

A part that does not parse is cut at the words that stand in its first column, and in each piece
the braces are tried as written, as the indentation has them, and as counting has them; the
reading with the fewest mistakes counts. In a reading, parsing stops at a mistake; a repair of a
few tokens is looked for; without one, everything up to the next item of the enclosing block is
left out. Then the piece is parsed again from its begin, so that the driver needs to know nothing
of mistakes.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from jadpo.diagnostics import Diagnostic
from jadpo.source import Source
from jadpo.syntax.building import Building
from jadpo.syntax.driver import Refused, drive
from jadpo.syntax.layout import Layout
from jadpo.syntax.recovery import habits, other_languages, parts, patterns, repairs, words
from jadpo.syntax.recovery.braces import (
    MISTAKES_AT_MOST,
    Balanced,
    as_written,
    by_count,
    by_indentation,
)
from jadpo.syntax.recovery.forms import reason
from jadpo.syntax.recovery.pieces import pieces_at_margin, pieces_at_part_words
from jadpo.syntax.recovery.remarks import Remark, remark_on
from jadpo.syntax.recovery.stack import Cell, cells_of, open_brackets, shifted
from jadpo.syntax.recovery.stops import Change, Repair, Stop, spliced, spliced_tokens
from jadpo.syntax.recovery.wording import things_expected
from jadpo.syntax.splitting import Part
from jadpo.syntax.tables import Kind
from jadpo.syntax.tokens import Token, Tokens

_SHOWN_AT_MOST = 200
"""Mistakes in one part after which nothing more of it is looked at."""

_REPAIRS: tuple[Callable[[Stop], Repair | None], ...] = (
    other_languages.not_in,
    other_languages.unequal,
    habits.chained_comparison,
    habits.negated_operand,
    habits.statement_as_arm,
    other_languages.try_block,
    other_languages.binding_without_var,
    other_languages.prefix_of_a_text,
    other_languages.optional_by_its_name,
    other_languages.default_of_a_parameter,
    other_languages.anonymous_lambda,
    other_languages.loop_in_parentheses,
    other_languages.else_as_pattern,
    other_languages.names_without_parentheses,
    patterns.negative_pattern,
    patterns.renamed_field,
    words.reserved_name,
    words.reserved_name_used,
    words.foreign_declaration,
    words.foreign_word,
    other_languages.binding_with_type_first,
    words.misspelt_keyword,
    habits.assignment_in_condition,
    parts.context_of_rejection,
    parts.missing_parameters,
    habits.expression_alone,
    words.unknown_method,
    habits.failures_behind_result,
    habits.missing_result,
    habits.anonymous_function,
    habits.payload_in_parentheses,
    habits.index_in_brackets,
    habits.commas_in_block,
    habits.object_in_head,
    repairs.missing_closer,
    repairs.missing_closer_before_brace,
    repairs.missing_thing_at_line_end,
    repairs.missing_thing_before_line,
    repairs.missing_comma,
    other_languages.commas_in_list,
    repairs.missing_colon,
    repairs.missing_braces,
    repairs.missing_mark,
    repairs.missing_brace_before_previous,
    repairs.superfluous_brackets,
    repairs.superfluous_token,
    repairs.missing_thing,
    repairs.wrong_mark,
    repairs.superfluous_previous,
)
"""All repairs, the most telling first."""


class Recovered(NamedTuple):
    """What could be built, the mistakes, and the pieces that have some."""

    nodes: list[object]
    diagnostics: list[Diagnostic]
    doubtful: list[Part]


class _Reading(NamedTuple):
    """What one reading of a piece gives."""

    nodes: list[object]
    diagnostics: list[Diagnostic]


def recover(source: Source, tokens: Tokens, part: Part) -> Recovered:
    """Parse a range of tokens that holds one or more top-level parts and at least one mistake."""
    best: Recovered | None = None
    for cut in (pieces_at_margin, pieces_at_part_words):
        nodes: list[object] = []
        diagnostics: list[Diagnostic] = []
        doubtful: list[Part] = []
        for begin, end in cut(Layout(source), tokens.tokens, tokens.kinds, part):
            if len(diagnostics) >= _SHOWN_AT_MOST:
                doubtful.append(Part(begin, part.end))
                break
            piece = _best_reading(source, tokens, begin, end)
            nodes += piece.nodes
            diagnostics += _without_follow_ups(piece.diagnostics)
            if piece.diagnostics or not piece.nodes:
                doubtful.append(Part(begin, end))
        if best is None or len(diagnostics) < len(best.diagnostics):
            best = Recovered(nodes, diagnostics, doubtful)
        if len(best.diagnostics) <= 1:
            break
    assert best is not None, "there are two ways to cut"
    return best


_FOLLOWING = frozenset(
    ["syntax.missing", "syntax.unclosed", "syntax.unexpected", "syntax.unopened"]
)
"""What is said of any text that does not fit, so of what is left after a mistake as well."""


def _without_follow_ups(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """All of them but those of no particular mistake in the rest of a line that has one."""
    kept: list[Diagnostic] = []
    lines: set[int] = set()
    for each in sorted(diagnostics, key=lambda each: each.span.start if each.span else -1):
        line = each.span.line if each.span else 0
        if each.rule not in _FOLLOWING or line not in lines:
            kept.append(each)
        lines.add(line)
    return kept


def _best_reading(source: Source, tokens: Tokens, begin: int, end: int) -> _Reading:
    written, kinds = tokens.tokens[begin:end], tokens.kinds[begin:end]
    readings: list[Callable[[Source, Sequence[Token], Sequence[Kind]], Balanced]]
    readings = [as_written, by_indentation, by_count]
    if kinds.count("LBRACE") != kinds.count("RBRACE"):
        readings = [by_indentation, as_written, by_count]
    best: _Reading | None = None
    for read in readings:
        balanced = read(source, written, kinds)
        recovered = _recovered(source, tokens.docs, balanced)
        if best is None or len(recovered.diagnostics) < len(best.diagnostics):
            best = recovered
        if len(best.diagnostics) <= 1:
            break
    assert best is not None, "there are three readings"
    return best


def _recovered(source: Source, docs: dict[int, str], balanced: Balanced) -> _Reading:
    tokens, kinds = balanced.tokens, balanced.kinds
    diagnostics = list(balanced.diagnostics)
    resumed_at = -1  # what cannot stand directly after something left out is the same mistake
    for _ in range(MISTAKES_AT_MOST):
        if not tokens:
            break
        building = Building(source, docs)
        result = drive("chunk", tokens, kinds, building)
        if not isinstance(result, Refused):
            return _Reading([result.node], _joined(diagnostics, building.diagnostics))
        stop = Stop(source, tokens, kinds, result.at)
        repair = _first_repair(stop) or _first_repair(stop.leniently())
        left_out = repair is None
        repair = repair or _leaving_out(stop)
        if result.at > resumed_at:
            diagnostics.append(repair.diagnostic)
        if not repair.changes:
            break
        tokens = spliced_tokens(tokens, repair.changes)
        kinds = spliced(kinds, repair.changes, 0, len(kinds))
        resumed_at = repair.changes[0].begin if left_out else -1
    return _Reading([], diagnostics)


def _joined(parsing: list[Diagnostic], building: list[Diagnostic]) -> list[Diagnostic]:
    """All but what building says of a line that was repaired: it may speak of the repair."""
    lines = {each.span.line for each in parsing if each.span is not None}
    return parsing + [each for each in building if each.span and each.span.line not in lines]


def _first_repair(stop: Stop) -> Repair | None:
    return next(filter(None, (look(stop) for look in _REPAIRS)), None)


# ---- without a repair


def _leaving_out(stop: Stop) -> Repair:
    """Leave out the item that the mistake is in, up to the next one of the enclosing block."""
    token = stop.token
    expected = things_expected(stop.expected, stop.starts_line)
    several = "," in expected or " or " in expected
    remark = remark_on(stop) or Remark(
        reason(stop.cell, stop.tokens),
        "change it, or leave it out" if several else f"write {expected} there",
    )
    diagnostic = words.foreign_word_alone(stop) or Diagnostic(
        rule="syntax.unexpected",
        span=stop.source.span(*((token.start, token.end) if token else stop.place)),
        summary=f"expected {expected}, not {repairs.shown(token)}",
        why=remark.why,
        help=remark.help,
    )
    opening = next((each for each in open_brackets(stop.cell) if each.terminal == "LBRACE"), None)
    if opening is None:
        return Repair((), diagnostic)
    items = _items_after(stop.cell, opening)
    begin = items[1].begin if len(items) > 1 else stop.at
    end = _next_item(stop, items[0] if items else opening, begin)
    if end == begin:
        return Repair((), diagnostic)
    return Repair((Change(begin, end),), diagnostic)


def _items_after(cell: Cell, opening: Cell) -> list[Cell]:
    """The cells above an opening brace, from the bottom up: the list of items, then an item."""
    above: list[Cell] = []
    for each in cells_of(cell):
        if each is opening:
            break
        above.append(each)
    above.reverse()
    return above


def _next_item(stop: Stop, before: Cell, begin: int) -> int:
    """The index where the enclosing block goes on: its `}`, or a line that begins an item."""
    margin = stop.layout.column(
        stop.layout.first_of_line(stop.tokens, min(begin, stop.at, len(stop.tokens) - 1))
    )
    depth = 0
    for index in range(stop.at, len(stop.tokens)):
        token = stop.tokens[index]
        if token.text == "{":
            depth += 1
        elif token.text == "}":
            if depth == 0:
                return index
            depth -= 1
        elif (
            depth == 0
            and index > begin
            and stop.layout.is_first(token)
            and stop.layout.column(token) <= margin
            and shifted(before, stop.kinds[index], index) is not None
        ):
            return index
    return len(stop.tokens)
