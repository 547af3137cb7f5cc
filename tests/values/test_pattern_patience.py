"""A long match is on a thread of its own, so whoever waits for it can be stopped [L6]."""

import threading

import pytest

from jadpo_runtime.faults import Stopped
from jadpo_runtime.values.patterns import compile_pattern
from jadpo_runtime.values.patterns.patience import LONG, interrupt_match, match_apart


@pytest.mark.parametrize("text", ["a" * (LONG + 1), "äß✓\0" * LONG])
def test_a_long_text_matches_as_a_short_one_does(text: str) -> None:
    assert compile_pattern(r"(a|ä|ß|✓|\x00)*")(text)
    assert not compile_pattern(r"(a|ä|ß|✓|\x00)*z")(text)
    assert not compile_pattern(r"(a|ä|ß|✓)")(text)


def test_waiting_for_a_match_ends_when_the_thread_is_told_to() -> None:
    goes_on = threading.Event()
    begun = threading.Event()
    waiting = threading.get_ident()

    def matches(encoded: bytes) -> bool:
        begun.set()
        return goes_on.wait(30)

    def stop() -> None:
        begun.wait(30)
        interrupt_match(waiting)

    stopping = threading.Thread(target=stop)
    stopping.start()
    with pytest.raises(Stopped):
        match_apart(matches, "text")
    stopping.join()
    goes_on.set()
    # Nobody waits any more: nothing happens.
    interrupt_match(waiting)


def test_what_the_match_raises_is_raised_where_it_is_waited_for() -> None:
    def fails(encoded: bytes) -> bool:
        raise MemoryError("no room")

    with pytest.raises(MemoryError, match="no room"):
        match_apart(fails, "text")
