"""Diagnostics as data: their order, their registry, the nearest names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jadpo.diagnostics import Diagnostic, Diagnostics, Severity, nearest_name
from jadpo.diagnostics.nearest import edit_distance
from jadpo.source import Source
from jadpo_runtime.values.internal_error import InternalError
from jadpo_runtime.values.span import Span


def diagnostic(path: str, start: int, severity: Severity = Severity.ERROR) -> Diagnostic:
    return Diagnostic(
        rule="syntax.nul_character",
        span=Source(path, "0123456789").span(start, start + 1),
        summary="s",
        why="w",
        help="h",
        severity=severity,
    )


def places(diagnostics: Diagnostics) -> list[tuple[str, int]]:
    return [(each.span.path, each.span.start) for each in diagnostics if each.span]


def test_a_rule_outside_the_registry_is_a_mistake_of_jadpo() -> None:
    with pytest.raises(InternalError, match=r"syntax\.invented"):
        Diagnostic("syntax.invented", Span("a", 0, 0, 1, 1), "s", "w", "h")


def test_diagnostics_come_back_in_order_of_path_and_position() -> None:
    collected = Diagnostics([diagnostic("b", 1), diagnostic("a", 5)])
    collected.add(diagnostic("a", 2))

    assert places(collected) == [("a", 2), ("a", 5), ("b", 1)]


def test_the_same_diagnostic_is_kept_once() -> None:
    collected = Diagnostics([diagnostic("a", 1)])
    collected.extend([diagnostic("a", 1), diagnostic("a", 2)])

    assert len(collected) == 2


def test_those_of_no_place_come_first() -> None:
    nowhere = Diagnostic("cli.path_missing", None, "s", "w", "h")

    assert next(iter(Diagnostics([diagnostic("a", 1), nowhere]))) is nowhere


def test_warnings_are_no_errors() -> None:
    collected = Diagnostics([diagnostic("a", 1, Severity.WARNING)])

    assert not collected.has_errors
    assert (collected.error_count, collected.warning_count) == (0, 1)


@pytest.mark.parametrize(
    ("wanted", "candidates", "nearest"),
    [
        ("ordr_id", ["order_id", "id"], "order_id"),
        ("oredr_id", ["order_id"], "order_id"),
        ("Order", ["order"], "order"),
        ("orderid", ["order_id"], "order_id"),
        ("quantity", ["amount", "price"], None),
        ("x", ["y", "z"], None),
        ("x", ["X"], "X"),
        ("id", ["x"], None),
        ("nam", ["name", "game", "names"], "name"),
        ("cat", ["bat", "car"], "bat"),
        ("total", ["total"], None),
        ("", ["a"], None),
        ("anything", [], None),
    ],
)
def test_the_nearest_name(wanted: str, candidates: list[str], nearest: str | None) -> None:
    assert nearest_name(wanted, candidates) == nearest


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_distance_is_zero_only_for_equal_texts_and_has_no_direction(a: str, b: str) -> None:
    assert edit_distance(a, b) == edit_distance(b, a)
    assert (edit_distance(a, b) == 0) == (a == b)
    assert edit_distance(a, b) <= max(len(a), len(b))


def test_swapped_neighbours_are_one_step() -> None:
    assert edit_distance("form", "from") == 1
