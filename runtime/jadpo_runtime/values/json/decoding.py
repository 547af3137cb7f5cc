"""From JSON to values [R4] [R5]: closed, and checked by every layer of the type."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias, cast

from jadpo_runtime.values.constraints import Check, all_of
from jadpo_runtime.values.entity import Entity
from jadpo_runtime.values.json.error import (
    INVALID_REQUEST,
    INVALID_VALUE,
    JsonError,
    broken_rule,
    field_step,
    index_step,
    key_step,
    wrong_type,
)
from jadpo_runtime.values.json.reading import parse_json
from jadpo_runtime.values.json.scalars import SCALAR_DECODERS
from jadpo_runtime.values.json.shapes import has_text_keys, tag_name
from jadpo_runtime.values.layers import (
    base_primitive,
    base_without_none,
    holds_none,
    layer_checks,
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
    Variant,
)

Decode: TypeAlias = Callable[[object], object]
"""From a value of :func:`~jadpo_runtime.values.json.parse_json` to a value of the type.

Raises :class:`~jadpo_runtime.values.json.JsonError`.
"""


def decode(types: TypeTable, type_: Type, json_value: object) -> object:
    """The value of one JSON value; see :func:`compile_decoder`."""
    return compile_decoder(types, type_)(json_value)


def compile_decoder(types: TypeTable, type_: Type) -> Decode:
    """The function from JSON to valid values of ``type_``.

    Objects are closed; a field that is ``optional`` or has a ``default`` may be missing [T7].
    """
    return _Compiler(types).decoder(type_)


def compile_fields_decoder(
    types: TypeTable, fields: Sequence[Field], owner: str | None = None
) -> Callable[[object], tuple[object, ...]]:
    """The function from a JSON object to the values of ``fields``, in their order.

    For the payload of an event, whose fields have just the types written on them, leave ``owner``
    out.
    """
    compiler = _Compiler(types)
    return _object_of(compiler.owned(owner, fields) if owner else compiler.written(fields))


def compile_text_decoder(types: TypeTable, type_: Type) -> Callable[[str], object]:
    """The function from a bare text, as paths, headers and environments have it, to values.

    A type that JSON represents by a string takes the text itself, a number or Bool what is written
    in JSON; every other type takes JSON. Raises JsonError.
    """
    decode_value = compile_decoder(types, type_)
    base = base_without_none(types, type_)
    if base_primitive(types, type_) is Primitive.BOOL:
        words = {"true": True, "false": False}
        return lambda text: decode_value(words.get(text, text))
    if isinstance(base, PrimitiveType) and base.kind is not Primitive.UNIT:
        return decode_value
    if isinstance(base, NamedType):
        definition = types.definition(base.name)
        if isinstance(definition, EnumDefinition) and definition.is_plain:
            return decode_value
    return lambda text: decode_value(parse_json(text))


class _Compiler:
    """Compiles decoders; knows the types it is at work on, for types that hold themselves."""

    def __init__(self, types: TypeTable) -> None:
        self._types = types
        self._decoders: dict[Type, Decode] = {}

    def decoder(self, type_: Type) -> Decode:
        if type_ in self._decoders:
            return self._decoders[type_]
        self._decoders[type_] = lambda value: self._decoders[type_](value)
        decode_present = self._present(base_without_none(self._types, type_))
        check = all_of(layer_checks(self._types, type_))
        finished = _finished(decode_present, check, holds_none(self._types, type_))
        self._decoders[type_] = finished
        return finished

    def _present(self, base: Type) -> Decode:
        match base:
            case PrimitiveType(kind=kind):
                return SCALAR_DECODERS[kind]
            case ListType(element=element):
                return _list_of(self.decoder(element))
            case SetType(element=element):
                return _set_of(self.decoder(element))
            case MapType(key=key, value=value):
                form = _map_of if has_text_keys(self._types, key) else _map_of_pairs
                return form(self.decoder(key), self.decoder(value))
            case NamedType(name=name):
                return self._defined(name)
        raise TypeError(f"{base} has no JSON form")

    def _defined(self, name: str) -> Decode:
        definition = self._types.definition(name)
        match definition:
            case ObjectDefinition(fields=fields):
                return _object_of(self.owned(name, fields))
            case EntityDefinition(fields=fields, identity=identity):
                decode_fields = _object_of(self.owned(name, fields))
                position = [field.name for field in fields].index(identity)
                return _entity_of(name, decode_fields, position)
            case EnumDefinition() if definition.is_plain:
                return _plain_variant_of(name, definition.variants)
            case EnumDefinition(variants=variants):
                plans = {variant.name: self.written(variant.fields) for variant in variants}
                return _variant_of(definition, plans)
        raise TypeError(f"{name} has no JSON form")

    def owned(self, owner: str, fields: Iterable[Field]) -> "_Plan":
        return [
            (field.name, self.decoder(FieldType(owner, field.name)), _when_missing(field))
            for field in fields
        ]

    def written(self, fields: Iterable[Field]) -> "_Plan":
        return [(field.name, self.decoder(field.type), _when_missing(field)) for field in fields]


class _Required:
    """What stands for a field that may not be missing."""


_REQUIRED: Final = _Required()
_MISSING: Final = _Required()

_Plan: TypeAlias = list[tuple[str, Decode, object]]
"""Name, decoder and value when missing of each field."""


def _when_missing(field: Field) -> object:
    if field.default is not OMITTED:
        return field.default
    return OMITTED if field.optional else _REQUIRED


def _finished(decode_present: Decode, check: Check | None, nullable: bool) -> Decode:
    if check is None:
        if not nullable:
            return decode_present
        return lambda value: None if value is None else decode_present(value)
    check_layers = check

    def decode_and_check(value: object) -> object:
        if nullable and value is None:
            return None
        decoded = decode_present(value)
        broken = check_layers(decoded)
        if broken is not None:
            raise broken_rule(broken)
        return decoded

    return decode_and_check


def _array(value: object, type_name: str) -> list[object]:
    if not isinstance(value, list):
        raise wrong_type(type_name, "an array")
    return value


def _decoded_at(decode_element: Decode, element: object, step: str) -> object:
    try:
        return decode_element(element)
    except JsonError as error:
        raise error.inside(step) from None


def _list_of(decode_element: Decode) -> Decode:
    def decode_list(value: object) -> object:
        elements = _array(value, "List")
        try:
            return [decode_element(element) for element in elements]
        except JsonError:
            # Once more, now with positions: only the way of an error pays for them.
            return [
                _decoded_at(decode_element, element, index_step(index))
                for index, element in enumerate(elements)
            ]

    return decode_list


def _set_of(decode_element: Decode) -> Decode:
    def decode_set(value: object) -> object:
        members: dict[object, None] = {}
        for index, element in enumerate(_array(value, "Set")):
            member = _decoded_at(decode_element, element, index_step(index))
            if member in members:
                raise _stands_twice(index_step(index), "member")
            members[member] = None
        return members

    return decode_set


def _stands_twice(path: str, what: str) -> JsonError:
    return JsonError(path, INVALID_VALUE, f"the {what} stands twice", "unique")


def _map_of(decode_key: Decode, decode_item: Decode) -> Decode:
    def decode_map(value: object) -> object:
        if not isinstance(value, dict):
            raise wrong_type("Map", "an object")
        entries: dict[object, object] = {}
        for written, item in value.items():
            step = key_step(written)
            key = _decoded_at(decode_key, written, step)
            if key in entries:
                raise _stands_twice(step, "key")
            entries[key] = _decoded_at(decode_item, item, step)
        return entries

    return decode_map


def _map_of_pairs(decode_key: Decode, decode_item: Decode) -> Decode:
    def decode_map(value: object) -> object:
        entries: dict[object, object] = {}
        for index, pair in enumerate(_array(value, "Map")):
            step = index_step(index)
            if not isinstance(pair, list) or len(pair) != 2:
                raise wrong_type("Map", "an array of a key and a value").inside(step)
            key = _decoded_at(decode_key, pair[0], step + index_step(0))
            if key in entries:
                raise _stands_twice(step + index_step(0), "key")
            entries[key] = _decoded_at(decode_item, pair[1], step + index_step(1))
        return entries

    return decode_map


def _object_of(plan: _Plan) -> Callable[[object], tuple[object, ...]]:
    names = frozenset(name for name, _, _ in plan)

    def decode_object(value: object) -> tuple[object, ...]:
        if not isinstance(value, dict):
            raise wrong_type("Object", "an object")
        if not value.keys() <= names:
            raise _unknown_field(value, names)
        return _fields_of(value, plan)

    return decode_object


def _unknown_field(value: Mapping[str, object], names: frozenset[str]) -> JsonError:
    unknown = next(name for name in value if name not in names)
    return JsonError("", INVALID_REQUEST, "there is no such field").inside(field_step(unknown))


def _fields_of(value: Mapping[str, object], plan: _Plan) -> tuple[object, ...]:
    fields: list[object] = []
    for name, decode_field, when_missing in plan:
        item = value.get(name, _MISSING)
        if item is _MISSING:
            if when_missing is _REQUIRED:
                raise JsonError(name, INVALID_VALUE, "the field is missing", "required")
            fields.append(when_missing)
        else:
            try:
                fields.append(decode_field(item))
            except JsonError as error:
                raise error.inside(name) from None
    return tuple(fields)


def _entity_of(
    name: str, decode_fields: Callable[[object], tuple[object, ...]], position: int
) -> Decode:
    def decode_entity(value: object) -> object:
        fields = decode_fields(value)
        return Entity(name, fields[position], fields)

    return decode_entity


def _choices(variants: Iterable[Variant]) -> str:
    return "one of " + ", ".join(f"`{variant.name}`" for variant in variants)


def _plain_variant_of(enum_name: str, variants: Sequence[Variant]) -> Decode:
    names = {variant.name: variant.name for variant in variants}
    expected = _choices(variants)

    def decode_variant(value: object) -> object:
        if isinstance(value, str) and value in names:
            return names[value]
        raise wrong_type(enum_name, expected)

    return decode_variant


def _variant_of(definition: EnumDefinition, plans: Mapping[str, _Plan]) -> Decode:
    tag = tag_name(definition)
    expected = _choices(definition.variants)
    allowed = {name: frozenset(field for field, _, _ in plan) for name, plan in plans.items()}

    def decode_variant(value: object) -> object:
        if isinstance(value, str) and value in plans and not plans[value]:
            return (value,)
        if isinstance(value, str) and value in plans:
            raise wrong_type(definition.name, f'an object `{{"{tag}": "{value}", …}}`')
        if not isinstance(value, dict):
            raise wrong_type(definition.name, expected)
        name = value.get(tag)
        if isinstance(name, str) and name in plans and not plans[name]:
            raise wrong_type(definition.name, f"the string `{name}`, since it has no fields")
        if not isinstance(name, str) or name not in plans:
            raise wrong_type(definition.name, expected).inside(tag)
        fields = {field: item for field, item in value.items() if field != tag}
        if not fields.keys() <= allowed[name]:
            raise _unknown_field(fields, allowed[name])
        return (name, *_fields_of(cast(Mapping[str, object], fields), plans[name]))

    return decode_variant
