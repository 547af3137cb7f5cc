"""Whether a value obeys its type [T2] [T3] [T4].

A value of a nominal type has passed the rules of each of its layers, the widest first. What is
checked is compiled once per type into plain functions.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, cast

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.values.constraints import Check, all_of
from jadpo_runtime.values.entity import Entity
from jadpo_runtime.values.formats import TEXT_PARSERS, parse_text
from jadpo_runtime.values.layers import (
    base_primitive,
    base_without_none,
    holds_none,
    layer_checks,
    widening_chain,
)
from jadpo_runtime.values.omitted import OMITTED
from jadpo_runtime.values.types import (
    EntityDefinition,
    EnumDefinition,
    Field,
    FieldType,
    ListType,
    MapType,
    NamedType,
    ObjectDefinition,
    Primitive,
    PrimitiveType,
    SetType,
    Type,
    TypeTable,
)
from jadpo_runtime.values.violation import Violation

__all__ = [
    "Construct",
    "Validator",
    "Violation",
    "compile_construction",
    "compile_validator",
    "parse_text",
    "violation",
]

Validator: TypeAlias = Check
"""From a value to the rule that it breaks, or ``None``."""

Construct: TypeAlias = Callable[[object], object]
"""From the argument of a construction to the value, or to a :class:`Violation`."""


def violation(types: TypeTable, type_: Type, value: object) -> Violation | None:
    """What is wrong with a value that has the representation of ``type_``, or ``None``.

    Looks into collections, Objects and variants too. Where many values of one type are checked,
    use :func:`compile_validator`.
    """
    broken = compile_validator(types, type_)(value)
    return None if broken is None else Violation(broken)


def compile_validator(types: TypeTable, type_: Type, down_to: Type | None = None) -> Validator:
    """A function from values of ``type_``'s representation to the rule they break, or ``None``.

    With ``down_to``, the type that the value has already, only the layers of ``type_`` that it
    does not share are checked, and nothing inside the value [T4].
    """
    if down_to is None:
        inside_out = _InsideOut(types)
        check = inside_out.check(type_)
        if check is not None and inside_out.met_recursion:
            check = _bounded(check)
    else:
        check = all_of(layer_checks(types, type_, widening_chain(types, down_to)))
        if check is not None and holds_none(types, type_):
            check = _unless_none(check)
    return _accept if check is None else check


def compile_construction(types: TypeTable, target: Type, argument: Type) -> Construct:
    """What ``construct target(value)`` does with a value of the type ``argument`` [T4].

    Where the target is written as text (an Email, a Zone, …) and the argument is a Text, it is
    parsed first.
    """
    wanted = base_primitive(types, target)
    is_text = base_primitive(types, argument) is Primitive.TEXT
    if is_text and wanted is not None and wanted in TEXT_PARSERS:
        parse = TEXT_PARSERS[wanted]
        return _parsed_then_checked(parse, compile_validator(types, target, PrimitiveType(wanted)))
    check = compile_validator(types, target, argument)
    return lambda value: value if (broken := check(value)) is None else Violation(broken)


def _parsed_then_checked(parse: Callable[[str], object], check: Validator) -> Construct:
    def construct(value: object) -> object:
        if value is None:
            return None
        parsed = parse(cast(str, value))
        if isinstance(parsed, Violation):
            return parsed
        broken = check(parsed)
        return parsed if broken is None else Violation(broken)

    return construct


def _accept(value: object) -> str | None:
    return None


def _unless_none(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def _bounded(check: Check) -> Check:
    def check_bounded(value: object) -> str | None:
        try:
            return check(value)
        except RecursionError:
            raise Fault(
                FaultCode.MEMORY_EXCEEDED, "a value is nested too deep to be checked"
            ) from None

    return check_bounded


class _InsideOut:
    """Compiles checks that look into values.

    ``met_recursion`` says that some type holds itself, so that its values may be nested without
    bound.
    """

    def __init__(self, types: TypeTable) -> None:
        self._types = types
        self._checks: dict[Type, Check | None] = {}
        self._open: set[Type] = set()
        self.met_recursion = False

    def check(self, type_: Type) -> Check | None:
        """The check of all layers of ``type_`` and of what is inside, ``None`` if there is none."""
        if type_ in self._checks:
            return self._checks[type_]
        if type_ in self._open:
            self.met_recursion = True
            return self._later(type_)
        self._open.add(type_)
        inside = self._inside(base_without_none(self._types, type_))
        layers = layer_checks(self._types, type_)
        check = all_of([*([] if inside is None else [inside]), *layers])
        if check is not None and holds_none(self._types, type_):
            check = _unless_none(check)
        self._checks[type_] = check
        return check

    def _later(self, type_: Type) -> Check:
        """Stands for the check of a type inside itself, until that is compiled."""
        checks = self._checks

        def check_later(value: object) -> str | None:
            check = checks[type_]
            return None if check is None else check(value)

        return check_later

    def _inside(self, base: Type) -> Check | None:
        match base:
            case ListType(element=element) | SetType(element=element):
                return _each(self.check(element))
            case MapType(key=key, value=value):
                return _each_entry(self.check(key), self.check(value))
            case NamedType(name=name):
                return self._inside_definition(name)
        return None

    def _inside_definition(self, name: str) -> Check | None:
        definition = self._types.definition(name)
        match definition:
            case ObjectDefinition(fields=fields):
                return _fields(self._owned(name, fields), start=0)
            case EntityDefinition(fields=fields):
                return _of_entity(_fields(self._owned(name, fields), start=0))
            case EnumDefinition(variants=variants):
                return _of_variant(
                    {
                        variant.name: check
                        for variant in variants
                        if (check := _fields(self._written(variant.fields), start=1)) is not None
                    }
                )
        return None

    def _owned(self, owner: str, fields: Iterable[Field]) -> list[Check | None]:
        return [self.check(FieldType(owner, field.name)) for field in fields]

    def _written(self, fields: Iterable[Field]) -> list[Check | None]:
        return [self.check(field.type) for field in fields]


def _each(check: Check | None) -> Check | None:
    if check is None:
        return None

    def check_each(value: object) -> str | None:
        for element in cast(Iterable[object], value):
            broken = check(element)
            if broken is not None:
                return broken
        return None

    return check_each


def _each_entry(key: Check | None, item: Check | None) -> Check | None:
    keys = _each(key)
    items = _each(item)
    checks: list[Check] = []
    if keys is not None:
        checks.append(keys)
    if items is not None:
        check_items = items
        checks.append(lambda value: check_items(cast(Mapping[object, object], value).values()))
    return all_of(checks)


def _fields(checks: Sequence[Check | None], start: int) -> Check | None:
    placed = [(start + index, check) for index, check in enumerate(checks) if check is not None]
    if not placed:
        return None

    def check_fields(value: object) -> str | None:
        values = cast(tuple[object, ...], value)
        for index, check in placed:
            field = values[index]
            if field is not OMITTED:
                broken = check(field)
                if broken is not None:
                    return broken
        return None

    return check_fields


def _of_entity(check: Check | None) -> Check | None:
    if check is None:
        return None
    return lambda value: check(cast(Entity, value).values)


def _of_variant(checks: Mapping[str, Check]) -> Check | None:
    if not checks:
        return None

    def check_variant(value: object) -> str | None:
        check = checks.get(cast(tuple[str, ...], value)[0])
        return None if check is None else check(value)

    return check_variant
