"""What a value does wrong."""

import attrs


@attrs.frozen
class Violation:
    """A broken rule, as a person would write it: ``min: 1``, ``pattern: [A-Z]+``, ``zone``.

    It is what the prelude's failure ``InvalidValue`` carries as ``constraint`` [F3].
    """

    constraint: str
