"""Effects that need no function of ours between compiled code and the context."""

from typing import NamedTuple


class Method(NamedTuple):
    """A method of the run's context, which compiled code calls by itself.

    ``path`` leads from the context to the method, as in ``("store", "create")``; ``given`` comes
    before the list of the operands.
    """

    path: tuple[str, ...]
    given: tuple[object, ...]
