"""What the values of a column are known to obey, as JSON, and when that is enough for others.

Each type is written out down to the prelude's types, with the rules of all its layers together.
Names of Objects and enums count for nothing, so renaming one changes no schema; they only say where
a type that was written out before stands again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Final, TypeAlias, cast

from jadpo_runtime.values import (
    OMITTED,
    Constraints,
    EnumDefinition,
    Field,
    FieldType,
    ListType,
    MapType,
    NamedType,
    ObjectDefinition,
    PrimitiveType,
    SetType,
    Type,
    TypeTable,
)
from jadpo_runtime.values.layers import base_without_none, holds_none

Rules: TypeAlias = Mapping[str, object]
"""The JSON object of a type's rules."""

_WRITTEN_AS_TEXT: Final = frozenset({"Email", "Url", "Zone", "Uuid"})
"""The types whose values are texts that need no other form."""


def describe(types: TypeTable, type_: Type) -> Rules:
    """The rules of the values of ``type_`` other than ``none``."""
    return _Describer(types).rules(type_, with_none=False)


class _Describer:
    """Writes each Object and enum out once."""

    def __init__(self, types: TypeTable) -> None:
        self._types = types
        self._written: set[str] = set()

    def rules(self, type_: Type, *, with_none: bool = True) -> Rules:
        rules = {**self._base(base_without_none(self._types, type_))}
        rules.update(_bounds(self._types.layers(type_)))
        if with_none and holds_none(self._types, type_):
            rules["none"] = True
        return rules

    def _base(self, base: Type) -> Rules:
        match base:
            case PrimitiveType(kind=kind):
                return {"type": kind.value}
            case ListType(element=element):
                return {"type": "List", "of": self.rules(element)}
            case SetType(element=element):
                return {"type": "Set", "of": self.rules(element)}
            case MapType(key=key, value=value):
                return {"type": "Map", "key": self.rules(key), "of": self.rules(value)}
            case NamedType(name=name):
                return self._named(name)
        raise TypeError(f"{base} is no type of stored values")

    def _named(self, name: str) -> Rules:
        if name in self._written:
            return {"again": name}
        self._written.add(name)
        definition = self._types.definition(name)
        match definition:
            case EnumDefinition(variants=variants):
                described = {
                    variant.name: {field.name: self.rules(field.type) for field in variant.fields}
                    for variant in variants
                }
                return {"type": "Enum", "name": name, "variants": described}
            case ObjectDefinition(fields=fields):
                return {
                    "type": "Object",
                    "name": name,
                    "fields": {field.name: self._field(name, field) for field in fields},
                }
        raise TypeError(f"{name} is no type of stored values")

    def _field(self, owner: str, field: Field) -> Rules:
        rules = {**self.rules(FieldType(owner, field.name))}
        if field.optional:
            rules["optional"] = True
        if field.default is not OMITTED:
            rules["default"] = True
        return rules


def _bounds(layers: Iterable[Constraints]) -> Iterator[tuple[str, object]]:
    """The rules of several layers as one: the narrowest bounds, and all patterns and formats."""
    constraints = list(layers)
    patterns = {each.pattern for each in constraints if each.pattern is not None}
    formats = {each.format for each in constraints if each.format is not None}
    bounds: list[tuple[str, Sequence[object], bool]] = [
        ("min", [each.minimum for each in constraints], True),
        ("max", [each.maximum for each in constraints], False),
        ("min_length", [each.min_length for each in constraints], True),
        ("max_length", [each.max_length for each in constraints], False),
    ]
    for name, given, is_lower in bounds:
        # A Duration is a number of microseconds.
        numbers = [Decimal(cast("int | Decimal", each)) for each in given if each is not None]
        if numbers:
            yield name, str(max(numbers) if is_lower else min(numbers))
    if patterns:
        yield "patterns", sorted(patterns)
    if formats:
        yield "formats", sorted(formats)


def implies(known: Rules, needed: Rules) -> bool:
    """Whether each value that obeys ``known``, as it is stored, obeys ``needed``.

    It may say no where that is not certain, for then rows are looked at one by one.
    """
    return _Implication(known, needed).holds(known, needed)


def are_alike(known: Rules, needed: Rules) -> bool:
    """Whether the same values obey both, whatever their types are called."""
    return known == needed or (implies(known, needed) and implies(needed, known))


class _Implication:
    """Compares types that may hold themselves: a pair that is being compared holds for now."""

    def __init__(self, known: Rules, needed: Rules) -> None:
        self._known = dict(_definitions(known))
        self._needed = dict(_definitions(needed))
        self._assumed: set[tuple[str, str]] = set()

    def holds(self, known: Rules, needed: Rules) -> bool:
        if known.get("none") and not needed.get("none"):
            return False
        if not _bounds_imply(known, needed):
            return False
        known, needed = _resolved(known, self._known), _resolved(needed, self._needed)
        kind, wanted = known["type"], needed["type"]
        if kind != wanted:
            return wanted == "Text" and kind in _WRITTEN_AS_TEXT
        match kind:
            case "List" | "Set":
                return self.holds(_part(known, "of"), _part(needed, "of"))
            case "Map":
                return self.holds(_part(known, "key"), _part(needed, "key")) and self.holds(
                    _part(known, "of"), _part(needed, "of")
                )
            case "Object" | "Enum":
                pair = (str(known["name"]), str(needed["name"]))
                if pair in self._assumed:
                    return True
                self._assumed.add(pair)
                return (
                    self._objects(known, needed) if kind == "Object" else self._enums(known, needed)
                )
        return True

    def _objects(self, known: Rules, needed: Rules) -> bool:
        had, wanted = _parts(known, "fields"), _parts(needed, "fields")
        may_lack = all(
            field.get("optional") or field.get("default")
            for name, field in wanted.items()
            if name not in had or had[name].get("optional")
        )
        return may_lack and self._all(had, wanted)

    def _enums(self, known: Rules, needed: Rules) -> bool:
        had = cast(Mapping[str, Mapping[str, Rules]], known["variants"])
        wanted = cast(Mapping[str, Mapping[str, Rules]], needed["variants"])
        if _has_field_tag(had) != _has_field_tag(wanted):
            return False  # The tag of stored variants goes by another name.
        return all(
            variant in wanted
            and fields.keys() == wanted[variant].keys()
            and self._all(fields, wanted[variant])
            for variant, fields in had.items()
        )

    def _all(self, known: Mapping[str, Rules], needed: Mapping[str, Rules]) -> bool:
        return all(
            name in needed and self.holds(rules, needed[name]) for name, rules in known.items()
        )


def _definitions(rules: object) -> Iterator[tuple[str, Rules]]:
    """The Objects and enums that are written out somewhere within, by their names."""
    if isinstance(rules, Mapping):
        if isinstance(rules.get("name"), str) and ("fields" in rules or "variants" in rules):
            yield rules["name"], rules
        for part in rules.values():
            yield from _definitions(part)


def _resolved(rules: Rules, definitions: Mapping[str, Rules]) -> Rules:
    return definitions[str(rules["again"])] if "again" in rules else rules


def _bounds_imply(known: Rules, needed: Rules) -> bool:
    for name, is_lower in (
        ("min", True),
        ("max", False),
        ("min_length", True),
        ("max_length", False),
    ):
        if name in needed:
            if name not in known:
                return False
            has, wants = Decimal(str(known[name])), Decimal(str(needed[name]))
            if has < wants if is_lower else has > wants:
                return False
    return all(
        set(cast("list[str]", needed.get(name, ()))) <= set(cast("list[str]", known.get(name, ())))
        for name in ("patterns", "formats")
    )


def _part(rules: Rules, name: str) -> Rules:
    return cast(Rules, rules[name])


def _parts(rules: Rules, name: str) -> Mapping[str, Rules]:
    return cast(Mapping[str, Rules], rules[name])


def _has_field_tag(variants: Mapping[str, Mapping[str, Rules]]) -> bool:
    return any("tag" in fields for fields in variants.values())
