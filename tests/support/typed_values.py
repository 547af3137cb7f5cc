"""Random types with values: what schemas are compared with the runtime's JSON by."""

import datetime
from decimal import Decimal

import attrs
from hypothesis import strategies as st

from jadpo_runtime.values import (
    INT_MAX,
    INT_MIN,
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
    SetType,
    Type,
    TypeTable,
)
from jadpo_runtime.values.omitted import OMITTED
from jadpo_runtime.values.time import Duration, Instant
from jadpo_runtime.values.types import RefinedDefinition, Variant

INTS = st.integers(-20, 20) | st.integers(INT_MIN, INT_MAX)
DECIMALS = st.builds(
    lambda digits, places: abs(Decimal(0)) if digits == 0 else Decimal(digits).scaleb(-places),
    st.integers(-5_000, 5_000) | st.integers(-(10**33), 10**33),
    st.integers(0, 4),
)
INSTANTS = st.datetimes().map(
    lambda moment: Instant(
        (moment - datetime.datetime(1970, 1, 1)) // datetime.timedelta(microseconds=1)
    )
)

VALUES = {
    Primitive.BOOL: st.booleans(),
    Primitive.INT: INTS,
    Primitive.DECIMAL: DECIMALS,
    Primitive.TEXT: st.text(max_size=5),
    Primitive.BYTES: st.binary(max_size=7),
    Primitive.UUID: st.uuids().map(str),
    Primitive.INSTANT: INSTANTS,
    Primitive.CALENDAR_DATE: st.dates(),
    Primitive.DURATION: st.integers(INT_MIN, INT_MAX).map(Duration),
}
"""The primitives that a schema describes exactly; the others' texts are told by a format."""

NAMES = st.sampled_from(["tag", "code", "lines", "note"])


@attrs.frozen
class TypedValues:
    """A type, the table with its definitions, and its values."""

    types: TypeTable
    type: Type
    values: st.SearchStrategy


class Drawing:
    """Draws types, and gives what is declared for them a name."""

    def __init__(self, draw):
        self.draw = draw
        self.definitions = {}

    def declare(self, definition_of):
        name = f"T{len(self.definitions)}"
        self.definitions[name] = None
        self.definitions[name] = definition_of(name)
        return NamedType(name)

    def type(self, depth):
        kinds = ["primitive", "refined", "enum"]
        if depth:
            kinds += ["list", "set", "map", "object", "variants", "field"]
        return getattr(self, self.draw(st.sampled_from(kinds)))(depth - 1)

    def nullable(self, depth):
        type_, values = self.type(depth)
        if self.draw(st.booleans()) and type_ not in self.holding_none:
            return OptionalType(type_), st.none() | values
        return type_, values

    holding_none: tuple = ()

    def primitive(self, _depth, kinds=tuple(VALUES)):
        kind = self.draw(st.sampled_from(kinds))
        return PrimitiveType(kind), VALUES[kind]

    def constrained(self):
        kind = self.draw(
            st.sampled_from([Primitive.INT, Primitive.DECIMAL, Primitive.TEXT, Primitive.TEXT])
        )
        values = VALUES[kind]
        if kind is Primitive.TEXT:
            pattern = self.draw(st.sampled_from([None, "[a-c]*", "a|bb", "[^x]+"]))
            least, most = sorted(self.draw(st.tuples(st.integers(0, 2), st.integers(0, 4))))
            constraints = Constraints(min_length=least, max_length=most, pattern=pattern)
            if pattern is not None:
                values = st.from_regex(pattern, fullmatch=True)
        else:
            bounds = st.tuples(values, values).map(sorted)
            least, most = self.draw(bounds)
            sides = self.draw(st.sampled_from(["both", "least", "most"]))
            constraints = Constraints(
                minimum=None if sides == "most" else least,
                maximum=None if sides == "least" else most,
            )
            values = values | st.just(least) | st.just(most)
        return PrimitiveType(kind), constraints, values.filter(lambda v: keeps(constraints, v))

    def refined(self, _depth):
        base, constraints, values = self.constrained()
        return self.declare(lambda name: RefinedDefinition(name, base, constraints)), values

    def enum(self, _depth):
        names = self.draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
        variants = tuple(Variant(name, ()) for name in names)
        return self.declare(lambda name: EnumDefinition(name, variants)), st.sampled_from(names)

    def list(self, depth):
        element, values = self.nullable(depth)
        return ListType(element), st.lists(values, max_size=3)

    def set(self, depth):
        element, values = self.scalar()
        return SetType(element), members(values)

    def map(self, depth):
        key, keys = self.scalar()
        value, values = self.nullable(depth)
        entries = st.lists(st.tuples(keys, values), max_size=3).map(dict)
        return MapType(key, value), entries

    def scalar(self):
        # Equal Decimals are written differently, so a schema cannot tell that they stand twice.
        kinds = tuple(kind for kind in VALUES if kind is not Primitive.DECIMAL)
        if self.draw(st.booleans()):
            return self.enum(0)
        return self.primitive(0, kinds)

    def fields(self, depth, of_object):
        names = self.draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
        fields, values = [], []
        for name in names:
            if of_object and self.draw(st.booleans()):
                type_, constraints, strategy = self.constrained()
            else:
                (type_, strategy), constraints = self.nullable(depth), Constraints()
            optional = of_object and self.draw(st.booleans())
            fields.append(Field(name, type_, constraints, optional=optional))
            values.append(strategy | st.just(OMITTED) if optional else strategy)
        return tuple(fields), st.tuples(*values)

    def object(self, depth):
        fields, values = self.fields(depth, of_object=True)
        return self.declare(lambda name: ObjectDefinition(name, fields)), values

    def field(self, depth):
        owner, values = self.object(depth)
        field = self.definitions[owner.name].fields[0]
        type_ = FieldType(owner.name, field.name)
        if isinstance(field.type, OptionalType):
            self.holding_none = (*self.holding_none, type_)
        present = values.map(lambda fields: fields[0]).filter(lambda value: value is not OMITTED)
        return type_, present

    def variants(self, depth):
        names = self.draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
        variants, values = [], []
        for name in names:
            if self.draw(st.booleans()):
                variants.append(Variant(name, ()))
                values.append(st.just((name,)))
            else:
                fields, payload = self.fields(depth, of_object=False)
                variants.append(Variant(name, fields))
                values.append(st.builds(lambda given, name=name: (name, *given), payload))
        definition = self.declare(lambda name: EnumDefinition(name, tuple(variants)))
        if self.definitions[definition.name].is_plain:
            return definition, st.sampled_from(names)
        return definition, st.one_of(values)


def members(values):
    return st.lists(values, max_size=3).map(lambda each: dict.fromkeys(each))


def keeps(constraints, value):
    if constraints.minimum is not None and value < constraints.minimum:
        return False
    if constraints.maximum is not None and value > constraints.maximum:
        return False
    if constraints.max_length is None:
        return True
    return constraints.min_length <= len(value) <= constraints.max_length


@st.composite
def typed_values(draw):
    """A random type with its values."""
    drawing = Drawing(draw)
    type_, values = drawing.nullable(2)
    return TypedValues(TypeTable(drawing.definitions), type_, values)
