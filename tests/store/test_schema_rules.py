"""What is known of stored values, and when it is enough for other types."""

import random
from decimal import Decimal

import pytest

from jadpo_runtime.store.schema.rules import are_alike, describe, implies
from jadpo_runtime.store.sqlite.forms import form_of
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
    OptionalType,
    Primitive,
    PrimitiveType,
    RefinedDefinition,
    TypeTable,
    Variant,
)
from jadpo_runtime.values.validation import compile_validator

INT, TEXT = PrimitiveType(Primitive.INT), PrimitiveType(Primitive.TEXT)


def types_of(*definitions):
    return TypeTable({definition.name: definition for definition in definitions})


def rules(type_, *definitions):
    return describe(types_of(*definitions), type_)


def refined(name, base, **constraints):
    return RefinedDefinition(name, base, Constraints(**constraints))


def test_the_rules_of_all_layers_count_together():
    inner = refined("Inner", INT, minimum=1, maximum=9)
    outer = refined("Outer", NamedType("Inner"), minimum=3)

    assert rules(NamedType("Outer"), inner, outer) == {"type": "Int", "min": "3", "max": "9"}


def test_names_of_types_count_for_nothing():
    def shape(object_, enum):
        return rules(
            NamedType(object_),
            ObjectDefinition(object_, (Field("a", NamedType(enum)), Field("b", NamedType(enum)))),
            EnumDefinition(enum, (Variant("x", ()),)),
        )

    assert are_alike(shape("Old", "Kind"), shape("New", "Sort"))


def test_a_type_that_holds_itself_is_compared():
    def tree(name, **constraints):
        return rules(
            NamedType(name),
            ObjectDefinition(
                name,
                (
                    Field("size", INT, Constraints(**constraints)),
                    Field("below", ListType(NamedType(name))),
                ),
            ),
        )

    assert implies(tree("Tree", minimum=2), tree("Wood", minimum=1))
    assert not implies(tree("Tree", minimum=1), tree("Wood", minimum=2))


def test_none_and_rules_within_collections_count():
    assert implies(rules(ListType(INT)), rules(ListType(OptionalType(INT))))
    assert not implies(rules(ListType(OptionalType(INT))), rules(ListType(INT)))
    assert not implies(rules(ListType(INT)), rules(ListType(TEXT)))


@pytest.mark.parametrize("seed", range(40))
def test_what_is_implied_is_so_for_every_value(seed):
    """Each value that is stored by a type is read by any other whose rules its rules imply."""
    source = random.Random(seed)
    checked = 0
    for _ in range(150):
        old, new = _RandomTypes(source), _RandomTypes(source)
        root = old.type(2)
        changed = new.changed(root, old)
        old_types, new_types = old.table(), new.table()
        holder = [
            ObjectDefinition("Holder", (Field("f", root),)),
            ObjectDefinition("Holder", (Field("f", changed),)),
        ]
        tables = [
            TypeTable({**table.definitions, "Holder": definition})
            for table, definition in zip((old_types, new_types), holder, strict=True)
        ]
        field = FieldType("Holder", "f")
        forms = [form_of(table, field) for table in tables]
        if forms[0].name != "json" or forms[1].name != "json":
            continue
        if not implies(describe(tables[0], field), describe(tables[1], field)):
            continue
        valid = compile_validator(tables[0], field)
        for _ in range(10):
            value = _value(source, tables[0], root)
            if value is not None and valid(value) is None:
                forms[1].decode(forms[0].encode(value))
                checked += 1
    assert checked > 50


class _RandomTypes:
    """Makes types and their definitions; changes types of others a little."""

    def __init__(self, source):
        self.source = source
        self.definitions = {}

    def table(self):
        return TypeTable(self.definitions)

    def type(self, depth):
        kind = self.source.randrange(3 if depth == 0 else 8)
        if kind < 2:
            return self._refined(INT if kind else TEXT)
        if kind == 2:
            return self._named(EnumDefinition, (Variant("a", ()), Variant("b", ())))
        inner = self.type(depth - 1)
        if kind == 3:
            return ListType(inner)
        if kind == 4:
            return MapType(TEXT, inner)
        if kind == 5:
            return ListType(OptionalType(inner))
        if kind == 6:
            fields = (Field("x", inner), Field("y", INT, optional=self.source.random() < 0.5))
            return self._named(ObjectDefinition, fields)
        payload = Variant("c", (Field("tag" if self.source.random() < 0.2 else "p", inner),))
        return self._named(EnumDefinition, (Variant("a", ()), payload))

    def changed(self, type_, old):
        """A type like one of another program's, with some difference or none."""
        match type_:
            case ListType(element=element):
                return ListType(self.changed(element, old))
            case OptionalType(inner=inner):
                return OptionalType(self.changed(inner, old))
            case MapType(key=key, value=value):
                return MapType(key, self.changed(value, old))
            case NamedType(name=name):
                return self._changed_definition(old.definitions[name], old)
        return type_

    def _changed_definition(self, definition, old):
        match definition:
            case RefinedDefinition(base=base):
                return self._refined(base)
            case ObjectDefinition(fields=fields):
                kept = [self._changed_field(field, old) for field in fields]
                more = self.source.randrange(5)
                if more == 0:
                    kept.append(Field("z", INT, optional=True))
                elif more == 1:
                    kept.append(Field("z", INT, default=3))
                elif more == 2:
                    kept.append(Field("z", OptionalType(INT)))
                elif more == 3 and self.source.random() < 0.3:
                    kept.pop()
                self.source.shuffle(kept)
                return self._named(ObjectDefinition, tuple(kept))
            case EnumDefinition(variants=variants):
                kept = [
                    Variant(
                        variant.name,
                        tuple(self._changed_field(field, old) for field in variant.fields),
                    )
                    for variant in variants
                ]
                more = self.source.randrange(5)
                if more == 0:
                    kept.append(Variant("d", ()))
                elif more == 1:
                    kept.append(Variant("d", (Field("tag", INT),)))
                elif more == 2:
                    kept.append(Variant("d", (Field("q", INT),)))
                elif more == 3:
                    kept.pop()
                return self._named(EnumDefinition, tuple(kept))
        raise AssertionError(definition)

    def _changed_field(self, field, old):
        type_ = self.changed(field.type, old)
        if self.source.random() < 0.1 and not isinstance(type_, OptionalType):
            type_ = OptionalType(type_)
        return Field(field.name, type_, optional=field.optional)

    def _refined(self, base):
        low, high = sorted(self.source.sample(range(6), 2))
        chosen = self.source.randrange(4)
        if base == INT:
            bounds = [{}, {"minimum": low}, {"maximum": high}, {"minimum": low, "maximum": high}]
        else:
            bounds = [{}, {"min_length": low}, {"max_length": high}, {"pattern": "[a-z]*"}]
        return self._named(
            lambda name, constraints: RefinedDefinition(name, base, constraints),
            Constraints(**bounds[chosen]),
        )

    def _named(self, make, content):
        name = f"T{len(self.definitions)}"
        self.definitions[name] = make(name, content)
        return NamedType(name)


def _value(source, types, type_):
    """A value of a type's representation; it may break rules."""
    match type_:
        case PrimitiveType(kind=Primitive.INT):
            return source.randrange(-1, 7)
        case PrimitiveType():
            return "".join(source.choice("abZ") for _ in range(source.randrange(6)))
        case OptionalType(inner=inner):
            return None if source.random() < 0.5 else _value(source, types, inner)
        case ListType(element=element):
            return [_value(source, types, element) for _ in range(source.randrange(3))]
        case MapType(value=value):
            return {key: _value(source, types, value) for key in "ab"[: source.randrange(3)]}
    definition = types.definition(type_.name)
    match definition:
        case RefinedDefinition(base=base):
            return _value(source, types, base)
        case ObjectDefinition(fields=fields):
            return tuple(
                OMITTED
                if field.optional and source.random() < 0.5
                else _value(source, types, field.type)
                for field in fields
            )
        case EnumDefinition(variants=variants):
            variant = source.choice(variants)
            if definition.is_plain:
                return variant.name
            return (variant.name, *(_value(source, types, each.type) for each in variant.fields))
    raise AssertionError(definition)


def test_bounds_of_decimals_are_compared_as_numbers():
    def bounded(minimum):
        decimal = PrimitiveType(Primitive.DECIMAL)
        return rules(NamedType("D"), refined("D", decimal, minimum=Decimal(minimum)))

    assert are_alike(bounded("1.0"), bounded("1.00"))
    assert implies(bounded("10"), bounded("9.5"))
    assert not implies(bounded("9.5"), bounded("10"))
