"""``collection``: operations on lists, sets and maps.

No argument is ever changed. Sets and maps keep the order of first insertion, and of equal members
and keys the one that was there first [T9].
"""

from typing import Final

from jadpo.stdlib.collection.lists import LIST_OPERATIONS
from jadpo.stdlib.collection.maps import MAP_OPERATIONS
from jadpo.stdlib.collection.measures import MEASURE_OPERATIONS
from jadpo.stdlib.collection.sets import SET_OPERATIONS
from jadpo.stdlib.collection.transformations import TRANSFORMATION_OPERATIONS
from jadpo.stdlib.operation import Operation

COLLECTION_OPERATIONS: Final[tuple[Operation, ...]] = (
    *MEASURE_OPERATIONS,
    *LIST_OPERATIONS,
    *TRANSFORMATION_OPERATIONS,
    *MAP_OPERATIONS,
    *SET_OPERATIONS,
)
"""The rows of ``collection``."""

__all__ = ["COLLECTION_OPERATIONS"]
