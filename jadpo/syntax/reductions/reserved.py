"""Names that a label gives to something new, where the word may be reserved [S4]."""

from jadpo.syntax.building import Building
from jadpo.syntax.nodes import Name
from jadpo_grammar import tables as generated

_RESERVED = frozenset(generated.RESERVED.split())


def refuse_reserved(building: Building, name: Name) -> None:
    """Report a label that declares a field, parameter or binding by a reserved word [S4].

    Any word before `:` is a label, so the grammar accepts them all.
    """
    if name.text in _RESERVED:
        building.report(
            "syntax.reserved_name",
            name,
            f"`{name.text}` is a reserved word",
            "fields, parameters, bindings and callables may not have its name, since it would "
            "mean something else where they are used",
            "choose another name",
        )
