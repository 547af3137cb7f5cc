"""The operation of the standard library that is meant by a member or a method of a value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from jadpo.check.foreign_names import FOREIGN_OPERATIONS
from jadpo.stdlib import Operation, operations_named
from jadpo_runtime.values import Primitive, PrimitiveType, Type

_NAMESPACES: Final[dict[Primitive, str]] = {
    Primitive.TEXT: "text",
    Primitive.INT: "numeric",
    Primitive.DECIMAL: "numeric",
    Primitive.BYTES: "bytes",
    Primitive.INSTANT: "temporal",
    Primitive.CALENDAR_DATE: "temporal",
    Primitive.DURATION: "temporal",
}


def library_call(base: Type, name: str, receiver: str, given: Sequence[str]) -> str | None:
    """`text.lower(t)` for `t.lower()`, `collection.map(xs, with: f)` for `xs.map(f)`.

    ``base`` is the base type of the receiver; it and what is given are texts of the source.
    ``None`` where the library has nothing of this name, or no form with so many arguments.
    """
    for operation in _meant(base, name):
        signature = operation.signature
        values = [receiver, *given][: len(signature.parameters)]
        rest = given[len(values) - 1 :]
        if len(values) < len(signature.parameters) or len(rest) > len(signature.options):
            continue
        options = [
            written if written.startswith(f"{option.name}:") else f"{option.name}: {written}"
            for option, written in zip(signature.options, rest, strict=False)
        ]
        return f"{operation.name}({', '.join([*values, *options])})"
    return None


def _meant(base: Type, name: str) -> tuple[Operation, ...]:
    scalar = isinstance(base, PrimitiveType)
    namespace = _NAMESPACES.get(base.kind, "text") if isinstance(base, PrimitiveType) else ""
    namespace = namespace if scalar else "collection"
    named = operations_named(f"{namespace}.{name}")
    if named:
        return named
    foreign = FOREIGN_OPERATIONS.get(name, ())
    fitting = [each for each in foreign if each.startswith(f"{namespace}.")]
    if "text.of" in foreign and scalar:
        fitting = ["text.of"]
    return operations_named(fitting[0]) if fitting else ()
