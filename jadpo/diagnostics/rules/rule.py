"""What a rule is, to a person who asks for it."""

from typing import NamedTuple


class Rule(NamedTuple):
    """One row of the registry, printed by ``jadpo explain``.

    ``id`` is the area, a dot and the rule's own name, in lower case. ``title`` is a short
    statement of the rule, ``explanation`` a paragraph or two of plain text saying why it is
    there and what to do (names and code in backticks). ``wrong`` is a whole short program that
    breaks this rule and no other, ``right`` one that keeps them all; a test checks both. In the
    areas ``cli``, ``delivery`` and ``fault`` they are fragments or command lines.
    """

    id: str
    title: str
    explanation: str
    wrong: str
    right: str
