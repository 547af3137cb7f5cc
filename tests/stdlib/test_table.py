"""The table of the standard library is complete and true to language.md §11."""

import inspect
import time
from decimal import Decimal

import pytest

from jadpo.stdlib import (
    NAMESPACES,
    OPERATIONS,
    Choice,
    Cost,
    Effect,
    FunctionOf,
    ListOf,
    OptionalOf,
    Variable,
    operation_names,
    operations_named,
)
from jadpo.stdlib.signature_text import parse_signature
from jadpo_runtime.faults import Stopped
from jadpo_runtime.values.internal_error import InternalError

NAMES = {
    "text": "length contains starts_with ends_with trim lower upper replace split join slice"
    " index_of repeat pad_start of parse_int parse_decimal matches",
    "collection": "count is_empty contains append concat at replace_at first last slice reverse"
    " sort sort_by map filter sum minimum maximum distinct index_of range get put remove keys"
    " values set_of list_of add union intersection difference empty_list empty_set empty_map",
    "numeric": "absolute minimum maximum quotient round to_int to_decimal",
    "temporal": "add_elapsed between date_in start_of_day add_days add_months days_between"
    " weekday seconds of_seconds",
    "bytes": "length of_text to_text to_base64 of_base64 sha256",
    "random": "uuid",
    "clock": "now",
}

ROWS = list(OPERATIONS.values())
PURE_ROWS = [row for row in ROWS if row.effect is Effect.PURE]


@pytest.mark.parametrize("namespace", NAMES)
def test_every_operation_of_the_language_has_a_row(namespace):
    expected = {f"{namespace}.{name}" for name in NAMES[namespace].split()}
    assert set(operation_names(namespace)) == expected


def test_there_are_no_other_namespaces():
    assert list(NAMESPACES) == list(NAMES)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_a_row_is_found_by_its_name(row):
    assert row in operations_named(row.name)
    assert OPERATIONS[row.key] is row
    assert (row.key == row.name) == (len(operations_named(row.name)) == 1)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.key)
def test_a_row_is_documented_with_one_or_two_sentences(row):
    assert row.doc[0].isupper() or row.doc.startswith("`")
    assert row.doc.endswith(".")
    assert parse_signature(str(row.signature)) == row.signature


@pytest.mark.parametrize("row", PURE_ROWS, ids=lambda row: row.key)
def test_an_implementation_takes_what_the_signature_says(row):
    try:
        taken = inspect.signature(row.implement)
    except ValueError:
        pytest.skip("a built-in function shows no signature")
    signature = row.signature
    expected = len(signature.parameters) + len(signature.options) + row.takes_stop
    taken.bind(*range(expected))


def test_only_effects_have_no_implementation():
    effects = [row.name for row in ROWS if row.implement is None]
    assert effects == ["random.uuid", "clock.now"]
    assert [row.effect for row in ROWS if row.implement is None] == [
        Effect.DRAWS_RANDOMNESS,
        Effect.READS_CLOCK,
    ]
    assert [row.name for row in ROWS if row.is_member] == ["clock.now"]


def test_a_signature_is_read_into_its_parts():
    signature = OPERATIONS["collection.sort_by"].signature
    (items,), (key,) = signature.parameters, signature.options
    element = items.type.element
    assert isinstance(items.type, ListOf)
    assert isinstance(element, Variable)
    assert isinstance(key.type, FunctionOf)
    assert key.type.parameter == element
    assert key.default is None
    mode = OPERATIONS["numeric.round"].signature.options[1]
    assert isinstance(mode.type, Choice)
    assert (mode.name, mode.default) == ("mode", "half_even")
    assert isinstance(OPERATIONS["collection.at"].signature.result, OptionalOf)


@pytest.mark.parametrize(
    "text", ["", "(", "(a Int) -> Int", "(a: int) -> Int", "() -> List<Int", "() -> Int Int"]
)
def test_what_is_no_signature_is_a_mistake_of_the_table(text):
    with pytest.raises(InternalError):
        parse_signature(text)


MEGA = 1 << 20
SLOW = {
    "text.contains": lambda: ("a" * (50 * MEGA), "b"),
    "text.index_of": lambda: ("a" * (50 * MEGA), "b"),
    "text.trim": lambda: (" " * (50 * MEGA),),
    "text.lower": lambda: ("É" * (20 * MEGA),),
    "text.upper": lambda: ("é" * (20 * MEGA),),
    "text.replace": lambda: ("ab" * (20 * MEGA), "a", "b"),
    "text.split": lambda: ("aaaaaaaaaaaaaaaaaaab" * MEGA, "b"),
    "text.join": lambda: (["abc"] * (4 * MEGA), ""),
    "text.slice": lambda: ("a" * (60 * MEGA), 1, 50 * MEGA),
    "text.repeat": lambda: ("ab", 40 * MEGA),
    "text.pad_start": lambda: ("a", 80 * MEGA, "xy"),
    "text.of": lambda: (bytes(50 * MEGA),),
    "text.parse_int": lambda: ("0" * (50 * MEGA),),
    "text.parse_decimal": lambda: ("0" * (50 * MEGA),),
    "collection.contains(List)": lambda: ([1] * (4 * MEGA), 2),
    "collection.index_of": lambda: ([1] * (4 * MEGA), 2),
    "collection.sum(Int)": lambda: ([1] * (4 * MEGA),),
    "collection.sum(Decimal)": lambda: ([Decimal(1)] * MEGA,),
    "collection.minimum": lambda: ([1] * (4 * MEGA),),
    "collection.maximum": lambda: ([1] * (4 * MEGA),),
    "collection.sort": lambda: (list(range(MEGA, 0, -1)),),
    "collection.sort_by": lambda: (list(range(MEGA, 0, -1)), str),
    "collection.range": lambda: (0, 6 * MEGA),
    "collection.map": lambda: ([1] * MEGA, str),
    "collection.filter": lambda: ([1] * MEGA, bool),
    "collection.distinct": lambda: ([1] * MEGA,),
    "collection.set_of": lambda: (list(range(MEGA)),),
    "collection.intersection": lambda: (dict.fromkeys(range(MEGA)), {}),
    "collection.union": lambda: (dict.fromkeys(range(9)), dict.fromkeys(range(MEGA))),
    "collection.difference": lambda: (dict.fromkeys(range(MEGA)), {}),
    "bytes.of_text": lambda: ("ß" * (20 * MEGA),),
    "bytes.to_text": lambda: (("ß" * (20 * MEGA)).encode(),),
    "bytes.to_base64": lambda: (bytes(50 * MEGA),),
    "bytes.of_base64": lambda: ("A" * (50 * MEGA),),
    "bytes.sha256": lambda: (bytes(50 * MEGA),),
}


class StopsLater(bytearray):
    """A stop byte that is set once it was looked at three times."""

    def __init__(self):
        super().__init__(1)
        self.looks = 0
        self.longest = 0.0
        self.last = time.thread_time()

    def __getitem__(self, index):
        self.looks += 1
        now = time.thread_time()
        self.longest = max(self.longest, now - self.last)
        self.last = now
        return int(self.looks > 3)


@pytest.mark.parametrize("key", SLOW)
def test_a_long_operation_is_stopped_within_100_ms(key):
    """[L6]"""
    arguments = SLOW[key]()
    stop = StopsLater()
    with pytest.raises(Stopped):
        OPERATIONS[key].implement(stop, *arguments)
    assert stop.longest < 0.1
    assert time.thread_time() - stop.last < 0.1


def test_every_operation_that_takes_the_stop_byte_is_stopped():
    assert set(SLOW) == {row.key for row in ROWS if row.takes_stop}


def test_every_operation_whose_time_grows_with_many_elements_looks_at_the_stop_byte():
    copying = {  # what one copy in memory takes, which is some tens of ms at most
        "text.starts_with", "text.ends_with", "collection.append", "collection.concat",
        "collection.replace_at", "collection.slice", "collection.reverse", "collection.put",
        "collection.remove", "collection.keys", "collection.values", "collection.list_of",
        "collection.add", "text.matches",  # on a thread of its own where it takes long
    }  # fmt: skip
    unpolled = {
        row.key for row in PURE_ROWS if row.cost is not Cost.CONSTANT and not row.takes_stop
    }
    assert unpolled == copying
