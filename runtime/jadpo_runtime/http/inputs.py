"""From a request to the arguments of a route: its input, path, query and headers [R1] [R4].

What a route does not declare is not read. What it declares is decoded closed: an unknown or
repeated parameter of a declared query is refused, as an unknown or repeated field of a body is.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NoReturn, TypeAlias
from urllib.parse import parse_qsl

import attrs

from jadpo_runtime.http.errors import RequestRefused, invalid_request, json_refusal
from jadpo_runtime.http.messages import Request
from jadpo_runtime.http.negotiation import require_json_body
from jadpo_runtime.manifest import Manifest, RouteDefinition
from jadpo_runtime.values import (
    OMITTED,
    Field,
    FieldType,
    NamedType,
    ObjectDefinition,
    Type,
    TypeTable,
)
from jadpo_runtime.values.internal_error import InternalError
from jadpo_runtime.values.json import (
    INVALID_REQUEST,
    INVALID_VALUE,
    JsonError,
    compile_decoder,
    compile_text_decoder,
    parse_json,
)
from jadpo_runtime.values.json.error import field_step

_Read: TypeAlias = Callable[[Request, Mapping[str, str]], object]
"""From a request and the placeholders' values to one argument. Raises JsonError."""


class RouteReader:
    """Reads the requests of one route."""

    def __init__(self, manifest: Manifest, route: RouteDefinition) -> None:
        """Compile the decoders of what the route declares."""
        types = manifest.types
        self._reads: Final[list[_Read]] = []
        if route.input is not None:
            self._reads.append(_body_reader(types, route.input))
        if route.path_input is not None:
            self._reads.append(_path_reader(types, route.path_input))
        if route.query_input is not None:
            self._reads.append(_query_reader(types, route.query_input))
        if route.headers_input is not None:
            self._reads.append(_headers_reader(types, route.headers_input))

    def arguments(self, request: Request, placeholders: Mapping[str, str]) -> tuple[object, ...]:
        """The arguments of the route's callable; raises :class:`RequestRefused`."""
        try:
            return tuple([read(request, placeholders) for read in self._reads])
        except JsonError as error:
            raise RequestRefused(json_refusal(error)) from None


def _body_reader(types: TypeTable, type_: Type) -> _Read:
    decode = compile_decoder(types, type_)

    def read(request: Request, _: Mapping[str, str]) -> object:
        if not request.body:
            message = "The body of the request is empty: this route takes a JSON object."
            raise RequestRefused(invalid_request(message))
        require_json_body(request)
        return decode(parse_json(request.body))

    return read


def _path_reader(types: TypeTable, type_: Type) -> _Read:
    fields = _fields(types, type_)

    def read(_: Request, placeholders: Mapping[str, str]) -> object:
        return tuple([field.decode_at("path", placeholders[field.name]) for field in fields])

    return read


def _query_reader(types: TypeTable, type_: Type) -> _Read:
    fields = _fields(types, type_)
    names = frozenset(field.name for field in fields)

    def read(request: Request, _: Mapping[str, str]) -> object:
        given: dict[str, str] = {}
        for name, text in _query_pairs(request.query):
            if name not in names:
                _refuse_request("query", name, "there is no such parameter")
            if name in given:
                _refuse_request("query", name, "the parameter stands twice")
            given[name] = text
        return tuple([field.decode_given("query", given.get(field.name)) for field in fields])

    return read


def _headers_reader(types: TypeTable, type_: Type) -> _Read:
    fields = [(field.header.encode(), field) for field in _fields(types, type_)]

    def read(request: Request, _: Mapping[str, str]) -> object:
        return tuple(
            [
                field.decode_given("headers", _header_text(field.name, request.header(header)))
                for header, field in fields
            ]
        )

    return read


def _query_pairs(query: bytes) -> Sequence[tuple[str, str]]:
    try:
        return parse_qsl(query.decode(), keep_blank_values=True, errors="strict")
    except UnicodeDecodeError:
        raise JsonError("query", INVALID_REQUEST, "this is not UTF-8") from None


def _header_text(name: str, values: Sequence[bytes]) -> str | None:
    if not values:
        return None
    if len(values) > 1:
        _refuse_request("headers", name, "the header stands twice")
    try:
        return values[0].decode()
    except UnicodeDecodeError:
        _refuse_request("headers", name, "this is not UTF-8")


def _refuse_request(place: str, name: str, message: str) -> NoReturn:
    raise JsonError("", INVALID_REQUEST, message).inside(field_step(name)).inside(place)


@attrs.frozen
class _TextField:
    """A field that is read from a text: a placeholder's, a parameter's or a header's."""

    name: str
    header: str
    decode: Callable[[str], object]
    when_missing: object
    required: bool

    def decode_at(self, place: str, text: str) -> object:
        """The value of a text; ``place`` is named in the path of an error."""
        try:
            return self.decode(text)
        except JsonError as error:
            raise error.inside(self.name).inside(place) from None

    def decode_given(self, place: str, text: str | None) -> object:
        """The value of a text that may be missing."""
        if text is not None:
            return self.decode_at(place, text)
        if self.required:
            missing = JsonError(self.name, INVALID_VALUE, "this is missing", "required")
            raise missing.inside(place)
        return self.when_missing


def _fields(types: TypeTable, type_: Type) -> Sequence[_TextField]:
    if not isinstance(type_, NamedType):
        raise InternalError(f"{type_} is no Object")
    definition = types.definition(type_.name)
    if not isinstance(definition, ObjectDefinition):
        raise InternalError(f"{type_} is no Object")
    return [_text_field(types, type_.name, field) for field in definition.fields]


def _text_field(types: TypeTable, owner: str, field: Field) -> _TextField:
    return _TextField(
        field.name,
        (field.header or field.name.replace("_", "-")).lower(),
        compile_text_decoder(types, FieldType(owner, field.name)),
        field.default,
        field.default is OMITTED and not field.optional,
    )
