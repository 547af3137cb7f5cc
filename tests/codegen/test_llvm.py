"""The LLVM IR of small bodies: what makes them fast, stated, and the whole of it as a snapshot."""

import re

import pytest

from jadpo.check import check_project
from jadpo.source import Source
from jadpo_codegen.compiling import compile_module

SOURCE = """
type N = Int {}
type Words = Text {}

function fib(n: N) -> N {
    if n < 2 { return n }
    return N(fib(N(n - 1)) + fib(N(n - 2)))
}

function total(xs: List<N>) -> N {
    var mut sum = 0
    for x in xs { sum = sum + x }
    return N(sum)
}

function second(xs: List<N>) -> N {
    return match collection.at(xs, 1) { none => N(0)  some(x) => x }
}

function squares(n: N) -> List<N> {
    var mut xs: List<N> = collection.empty_list()
    for i in collection.range(0, n) { xs = collection.append(xs, N(i * i)) }
    return xs
}

function counted(n: N) -> N {
    var mut sum = 0
    var mut i = 0
    while i < n {
        sum = sum + i
        i = i + 1
    }
    return N(sum)
}

function tally(words: Words) -> Map<Words, N> {
    var mut counts: Map<Words, N> = collection.empty_map()
    for word in text.split(words, " ") {
        match collection.get(counts, Words(word)) {
            none => { counts = collection.put(counts, Words(word), N(1)) }
            some(times) => { counts = collection.put(counts, Words(word), N(times + 1)) }
        }
    }
    return counts
}

function halved(n: N) -> N {
    var mut x: Int = n
    if x % 2 == 0 { x = numeric.quotient(x, 2) } else { x = 3 * x + 1 }
    return N(x)
}
"""


def _ir(name: str) -> str:
    """The function of one callable, as it is before LLVM's passes."""
    program = check_project([Source("shapes.jadpo", SOURCE)], "shapes").program
    assert program is not None
    text = compile_module(program, [name]).text
    found = re.search(r"^define internal [^\n]*@callable\.0\(.*?^}", text, re.M | re.S)
    assert found
    return found[0]


def _blocks(text: str) -> dict[str, str]:
    """The blocks of a function by their labels."""
    parts = re.split(r"^([\w.]+):$", text, flags=re.M)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def _loop(text: str, word: str) -> str:
    """What is done in each turn of a loop whose head's label begins with a word."""
    blocks = _blocks(text)
    head = next(label for label in blocks if re.fullmatch(rf"{word}\d+", label))
    reached, waiting = set(), [head]
    while waiting:
        label = waiting.pop()
        targets = re.findall(r"label %([\w.]+)", blocks[label])
        for target in targets:
            if target not in reached and not re.match("strips|after|fault", target):
                reached.add(target)
                waiting.append(target)
    return "".join(blocks[label] for label in {head, *reached})


@pytest.mark.parametrize(
    "name", ["fib", "total", "second", "squares", "counted", "tally", "halved"]
)
def test_the_code_is_as_recorded(name: str, snapshot: object) -> None:
    assert _ir(name) == snapshot


def test_fib_makes_no_cell() -> None:
    text = _ir("fib")

    assert "allocate" not in text
    assert "retain" not in text
    assert "release" not in text


def test_a_loop_over_numbers_counts_no_references_and_polls_between_strips() -> None:
    turn = _loop(_ir("total"), "for")

    assert "sadd" in turn
    for word in ("retain", "release", "load atomic"):
        assert word not in turn


def test_an_access_has_one_check_of_its_bounds() -> None:
    assert len(re.findall(r"icmp u(?:lt|ge) i64", _ir("second"))) == 1


def test_an_append_changes_the_list_in_its_slot() -> None:
    turn = _loop(_ir("squares"), "for")

    assert "@unshared." in turn
    assert "retain" not in turn


def test_a_while_loop_that_counts_neither_polls_nor_checks_its_counter_each_turn() -> None:
    turn = _loop(_ir("counted"), "while")

    assert turn.count("with.overflow") == 1
    assert "add nsw i64" in turn
    assert "load atomic" not in turn


def test_a_key_that_was_looked_up_is_put_without_looking_for_it_again() -> None:
    text = _ir("tally")

    assert text.count("@find.") == 1
    assert text.count("@put_at.") == 2
    assert "@put." not in text


def test_a_part_of_a_text_is_written_over_the_one_before() -> None:
    assert "@jadpo.text_piece_over" in _ir("tally")


def test_a_choice_between_numbers_is_no_branch() -> None:
    text = _ir("halved")

    # A turned number is its half where it is even, and larger where it is odd.
    assert re.search(r"shl i64 %v\d+, 63", text)
    assert "select i1" in text
