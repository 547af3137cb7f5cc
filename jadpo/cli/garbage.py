"""How often Python looks for garbage while a command makes much and drops little."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_ALLOCATIONS = 200_000
"""Objects made, less those dropped, between two looks; Python's own number is 700."""


@contextmanager
def collected_seldom() -> Iterator[None]:
    """Look for garbage seldom meanwhile.

    Loading modules, parsing and checking make objects that stay: looking through them again and
    again takes a fifth of a check. What is dropped is mostly freed without any look.
    """
    before = gc.get_threshold()
    gc.set_threshold(_ALLOCATIONS, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
