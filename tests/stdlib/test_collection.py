"""The boundary table of ``collection`` (language.md §11) and the order of its results [T9]."""

from decimal import Decimal

import pytest

from jadpo.stdlib import OPERATIONS
from jadpo_runtime.faults import FaultCode
from jadpo_runtime.values import INT_MAX, INT_MIN, Entity

MEMORY = FaultCode.MEMORY_EXCEEDED
INT_OVERFLOW = FaultCode.INTEGER_OVERFLOW
OUT_OF_RANGE = FaultCode.INDEX_OUT_OF_RANGE
MANY = 40_000
ONE, ONE_0, ONE_00, TWO = Decimal(1), Decimal("1.0"), Decimal("1.00"), Decimal(2)
LARGEST = Decimal("9" * 34 + "E+6111")
ROW = Entity("Order", "a", ("a", 1))
SAME_ROW = Entity("Order", "a", ("a", 2))


def members(*values):
    return dict.fromkeys(values)


CASES = [
    ("collection.count(List)", ([],), 0),
    ("collection.count(List)", ([None, None],), 2),
    ("collection.count(Set)", ({},), 0),
    ("collection.count(Set)", (members(1, 2),), 2),
    ("collection.count(Map)", ({},), 0),
    ("collection.count(Map)", ({"a": None},), 1),
    ("collection.is_empty(List)", ([],), True),
    ("collection.is_empty(List)", ([None],), False),
    ("collection.is_empty(Set)", ({},), True),
    ("collection.is_empty(Set)", (members(0),), False),
    ("collection.is_empty(Map)", ({},), True),
    ("collection.is_empty(Map)", ({"": 0},), False),
    ("collection.contains(List)", ([], 1), False),
    ("collection.contains(List)", ([1, None], None), True),
    ("collection.contains(List)", ([ONE_0], ONE_00), True),
    ("collection.contains(List)", (["é"], "e\u0301"), False),
    ("collection.contains(List)", ([[1, 2], [3]], [3]), True),
    ("collection.contains(List)", ([{1: None, 2: None}], {2: None, 1: None}), True),
    ("collection.contains(List)", ([ROW], SAME_ROW), True),
    ("collection.contains(List)", (list(range(MANY)), MANY - 1), True),
    ("collection.contains(List)", (list(range(MANY)), MANY), False),
    ("collection.contains(Set)", ({}, 1), False),
    ("collection.contains(Set)", (members(ONE_0), ONE_00), True),
    ("collection.contains(Map)", ({}, "a"), False),
    ("collection.contains(Map)", ({"a": None}, "a"), True),
    ("collection.index_of", ([], 1), None),
    ("collection.index_of", ([1, 2, 1], 1), 0),
    ("collection.index_of", ([("a", 1), ("b", 2)], ("b", 2)), 1),
    ("collection.index_of", ([SAME_ROW], ROW), 0),
    ("collection.index_of", (list(range(MANY)), MANY - 1), MANY - 1),
    ("collection.sum(Int)", ([],), 0),
    ("collection.sum(Int)", ([INT_MAX],), INT_MAX),
    ("collection.sum(Int)", ([INT_MAX, INT_MIN, 1],), 0),
    ("collection.sum(Int)", ([INT_MAX, 1, -1],), INT_OVERFLOW),
    ("collection.sum(Int)", ([INT_MIN, -1],), INT_OVERFLOW),
    ("collection.sum(Int)", ([1] * MANY,), MANY),
    ("collection.sum(Int)", ([INT_MAX - MANY + 1] + [1] * MANY + [-MANY],), INT_OVERFLOW),
    ("collection.sum(Decimal)", ([],), Decimal(0)),
    ("collection.sum(Decimal)", ([Decimal("1.10"), Decimal("2.20")],), Decimal("3.30")),
    ("collection.sum(Decimal)", ([ONE_0, Decimal("-1.00")],), Decimal("0.00")),
    ("collection.sum(Decimal)", ([LARGEST, LARGEST],), FaultCode.DECIMAL_OVERFLOW),
    ("collection.minimum", ([],), None),
    ("collection.minimum", ([3, 1, 2],), 1),
    ("collection.minimum", ([TWO, ONE_00, ONE_0],), ONE_00),
    ("collection.minimum", (["b", "😀", "é"],), "b"),
    ("collection.minimum", (list(range(MANY, 0, -1)),), 1),
    ("collection.maximum", ([],), None),
    ("collection.maximum", ([ONE_0, ONE_00],), ONE_0),
    ("collection.maximum", (["\uffff", "😀"],), "😀"),
    ("collection.maximum", (list(range(MANY)),), MANY - 1),
    ("collection.append", ([], 1), [1]),
    ("collection.append", ([1], None), [1, None]),
    ("collection.concat", ([], []), []),
    ("collection.concat", ([1], [2, 3]), [1, 2, 3]),
    ("collection.at", ([], 0), None),
    ("collection.at", ([1, 2], 1), 2),
    ("collection.at", ([1, 2], 2), None),
    ("collection.at", ([1, 2], -1), None),
    ("collection.at", ([1, 2], INT_MIN), None),
    ("collection.replace_at", ([1, 2], 1, 3), [1, 3]),
    ("collection.replace_at", ([1, 2], 2, 3), OUT_OF_RANGE),
    ("collection.replace_at", ([1, 2], -1, 3), OUT_OF_RANGE),
    ("collection.replace_at", ([], 0, 3), OUT_OF_RANGE),
    ("collection.first", ([],), None),
    ("collection.first", ([1, 2],), 1),
    ("collection.last", ([],), None),
    ("collection.last", ([1, 2],), 2),
    ("collection.slice", ([1, 2, 3], 1, 2), [2]),
    ("collection.slice", ([1, 2, 3], -5, 2), [1, 2]),
    ("collection.slice", ([1, 2, 3], -5, -1), []),
    ("collection.slice", ([1, 2, 3], 2, 1), []),
    ("collection.slice", ([1, 2, 3], INT_MIN, INT_MAX), [1, 2, 3]),
    ("collection.reverse", ([],), []),
    ("collection.reverse", ([1, 2, 3],), [3, 2, 1]),
    ("collection.range", (0, 0), []),
    ("collection.range", (-1, 2), [-1, 0, 1]),
    ("collection.range", (2, -1), []),
    ("collection.range", (INT_MAX - 1, INT_MAX), [INT_MAX - 1]),
    ("collection.range", (INT_MIN, INT_MAX), MEMORY),
    ("collection.range", (0, 10_000_000), MEMORY),
    ("collection.empty_list", (), []),
    ("collection.sort", ([],), []),
    ("collection.sort", ([3, 1, 2],), [1, 2, 3]),
    ("collection.sort", ([TWO, ONE_00, ONE, ONE_0],), [ONE_00, ONE, ONE_0, TWO]),
    ("collection.sort", (["é", "😀", "z", "\uffff"],), ["z", "é", "\uffff", "😀"]),
    ("collection.sort_by", ([], abs), []),
    ("collection.sort_by", ([-2, 1, 2, -1], abs), [1, -1, -2, 2]),
    ("collection.sort_by", ([{2: None}, {1: None}], len), [{2: None}, {1: None}]),
    ("collection.map", ([], str), []),
    ("collection.map", ([1, 2], str), ["1", "2"]),
    ("collection.filter", ([], bool), []),
    ("collection.filter", ([0, 1, 2], bool), [1, 2]),
    ("collection.distinct", ([],), []),
    ("collection.distinct", ([2, 1, 2],), [2, 1]),
    ("collection.distinct", ([ONE_00, ONE, TWO],), [ONE_00, TWO]),
    ("collection.distinct", ([[1], [2], [1]],), [[1], [2]]),
    ("collection.distinct", ([{1: None, 2: None}, {2: None, 1: None}],), [{1: None, 2: None}]),
    ("collection.distinct", ([("a", [1]), ("a", [1]), None, None],), [("a", [1]), None]),
    ("collection.distinct", (["é", "e\u0301"],), ["é", "e\u0301"]),
    ("collection.get", ({}, "a"), None),
    ("collection.get", ({ONE_0: "x"}, ONE_00), "x"),
    ("collection.put", ({}, "a", 1), {"a": 1}),
    ("collection.put", ({"a": 1, "b": 2}, "a", 3), {"a": 3, "b": 2}),
    ("collection.put", ({ONE_0: "x"}, ONE_00, "y"), {ONE_0: "y"}),
    ("collection.remove", ({}, "a"), {}),
    ("collection.remove", ({"a": 1, "b": 2}, "a"), {"b": 2}),
    ("collection.keys", ({},), []),
    ("collection.keys", ({"b": 1, "a": 2},), ["b", "a"]),
    ("collection.values", ({},), []),
    ("collection.values", ({"b": 1, "a": None},), [1, None]),
    ("collection.empty_map", (), {}),
    ("collection.set_of", ([],), {}),
    ("collection.set_of", ([2, 1, 2],), members(2, 1)),
    ("collection.set_of", ([ONE_00, ONE],), members(ONE_00)),
    ("collection.list_of", ({},), []),
    ("collection.list_of", (members(2, 1),), [2, 1]),
    ("collection.add", ({}, 1), members(1)),
    ("collection.add", (members(2, 1), 2), members(2, 1)),
    ("collection.add", (members(ONE_0), ONE_00), members(ONE_0)),
    ("collection.union", ({}, {}), {}),
    ("collection.union", (members(2, 1), members(3, 2)), members(2, 1, 3)),
    ("collection.union", (members(ONE_0), members(ONE_00)), members(ONE_0)),
    ("collection.intersection", ({}, members(1)), {}),
    ("collection.intersection", (members(3, 2, 1), members(1, 3)), members(3, 1)),
    ("collection.intersection", (members(ONE_0), members(ONE_00)), members(ONE_0)),
    ("collection.difference", (members(1), {}), members(1)),
    ("collection.difference", (members(3, 2, 1), members(2)), members(3, 1)),
    ("collection.empty_set", (), {}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("key", "arguments", "expected"),
    CASES,
    ids=[f"{key}-{n}" for n, (key, _, _) in enumerate(CASES)],
)
def test_collection(gives, key, arguments, expected):
    gives(key, arguments, expected)


def test_every_operation_has_its_cases():
    rows = [key for key, row in OPERATIONS.items() if row.namespace == "collection"]
    assert list(dict.fromkeys(key for key, _, _ in CASES)) == rows


def test_sorting_many_elements_is_stable(run):
    numbers = [(number * 7919) % 1000 for number in range(200_000)]
    assert run("collection.sort", (numbers,)) == sorted(numbers)
    pairs = list(enumerate(numbers))
    by_number = run("collection.sort_by", (pairs, lambda pair: pair[1]))
    assert by_number == sorted(pairs, key=lambda pair: pair[1])


def deep(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


def test_values_nested_without_bound_are_compared(run):
    assert run("collection.contains(List)", ([deep(99_999), deep(100_000)], deep(100_000))) is True
    assert run("collection.index_of", ([deep(3), deep(100_000)], deep(4))) is None
    assert run("collection.distinct", ([deep(100_000)],)) is MEMORY
