"""Finding what a program declares by the name that a person gives."""

from collections.abc import Mapping

from jadpo.diagnostics import nearest_name


def declared_name(declared: Mapping[str, object], wanted: str, what: str) -> str:
    """The name that ``wanted`` means, its module possibly left out; raises LookupError.

    ``what`` says what there is none of: ``an entity``.
    """
    if wanted in declared:
        return wanted
    meant = [name for name in declared if name.endswith(f".{wanted}")]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise LookupError(f"{wanted!r} is declared in several modules: {', '.join(meant)}")
    near = nearest_name(wanted, declared)
    there_are = ", ".join(declared) or "none"
    advice = f"did you mean {near!r}?" if near else f"there are: {there_are}"
    raise LookupError(f"the program has no {what} {wanted!r}: {advice}")
