"""What a request to a route holds: parameters and a body [R1] [R4]."""

from collections.abc import Mapping
from typing import Final

from jadpo.openapi.json import Json, JsonObject
from jadpo.openapi.schemas import Schemas
from jadpo_runtime.manifest import Manifest, RouteDefinition
from jadpo_runtime.values import OMITTED, Field, NamedType, ObjectDefinition, Type

JSON_MEDIA_TYPE: Final = "application/json"


def parameters_of(
    manifest: Manifest, schemas: Schemas, route: RouteDefinition, placeholders: Mapping[str, str]
) -> list[Json]:
    """The path's, query's and headers' parameters, in this order.

    ``placeholders`` maps the route's own names to those of the document's path.
    """
    path = _fields(manifest, route.path_input)
    query = _fields(manifest, route.query_input)
    headers = _fields(manifest, route.headers_input)
    return [
        *(_parameter(schemas, field, "path", placeholders[field.name]) for field in path),
        *(_parameter(schemas, field, "query", field.name) for field in query),
        *(_parameter(schemas, field, "header", field.header or field.name) for field in headers),
    ]


def request_body_of(schemas: Schemas, route: RouteDefinition) -> JsonObject | None:
    """The body of a request; ``None`` for a route without ``input:``."""
    if route.input is None:
        return None
    return {"required": True, "content": {JSON_MEDIA_TYPE: {"schema": schemas.of(route.input)}}}


def _fields(manifest: Manifest, input_type: Type | None) -> tuple[Field, ...]:
    """The fields of the Object that a part of the request is decoded as."""
    if input_type is None:
        return ()
    assert isinstance(input_type, NamedType)  # the checker takes Objects only
    definition = manifest.types.definition(input_type.name)
    assert isinstance(definition, ObjectDefinition)
    return definition.fields


def _parameter(schemas: Schemas, field: Field, place: str, name: str) -> JsonObject:
    parameter: JsonObject = {"name": name, "in": place}
    if field.doc:
        parameter["description"] = field.doc
    if place == "path" or not (field.optional or field.default is not OMITTED):
        parameter["required"] = True
    schema = schemas.of_field(field)
    if field.doc:
        schema.pop("description", None)
    parameter["schema"] = schema
    return parameter
