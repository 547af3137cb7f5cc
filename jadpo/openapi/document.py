"""The whole document: paths with their operations, and the components that these refer to."""

import re
from typing import Final

from jadpo.openapi.json import JsonObject
from jadpo.openapi.requests import parameters_of, request_body_of
from jadpo.openapi.responses import responses_of
from jadpo.openapi.schemas import Schemas
from jadpo_runtime.manifest import Manifest, RouteDefinition

OPENAPI_VERSION: Final = "3.1.0"

_PLACEHOLDER: Final = re.compile(r"\{([A-Za-z0-9_]+)\}")


def openapi_document(manifest: Manifest) -> JsonObject:
    """The OpenAPI document of a program's routes.

    Paths and operations stand in the order in which they are declared, components by name.
    """
    schemas = Schemas(manifest.types)
    paths: JsonObject = {}
    path_of_shape: dict[str, str] = {}
    taken: set[str] = set()
    for route in manifest.routes:
        # OpenAPI forbids two paths that differ in the names of placeholders alone.
        shape = _PLACEHOLDER.sub("{}", route.path)
        path = path_of_shape.setdefault(shape, route.path)
        item = paths.setdefault(path, {})
        assert isinstance(item, dict)
        item[route.method.lower()] = _operation(manifest, schemas, route, path, taken)
    application = manifest.application
    document: JsonObject = {
        "openapi": OPENAPI_VERSION,
        "info": {"title": application.name, "version": application.version},
        "jsonSchemaDialect": "https://json-schema.org/draft/2020-12/schema",
        "paths": paths,
    }
    if components := schemas.components:
        document["components"] = {"schemas": components}
    return document


def _operation(
    manifest: Manifest, schemas: Schemas, route: RouteDefinition, path: str, taken: set[str]
) -> JsonObject:
    operation: JsonObject = {"operationId": _operation_id(route, taken)}
    if route.doc:
        operation["summary"] = route.doc.partition("\n")[0].strip()
        operation["description"] = route.doc
    placeholders = dict(
        zip(_PLACEHOLDER.findall(route.path), _PLACEHOLDER.findall(path), strict=True)
    )
    if parameters := parameters_of(manifest, schemas, route, placeholders):
        operation["parameters"] = parameters
    body = request_body_of(schemas, route)
    if body is not None:
        operation["requestBody"] = body
    operation["responses"] = responses_of(manifest, schemas, route)
    # Only routes that say `auth: none` compile [R1].
    operation["security"] = []
    return operation


def _operation_id(route: RouteDefinition, taken: set[str]) -> str:
    """A name of the operation, such as ``get_orders_by_number``; it is added to ``taken``."""
    words = _PLACEHOLDER.sub(r"by_\1", route.path)
    stem = "_".join(re.findall(r"[A-Za-z0-9]+", f"{route.method.lower()} {words}"))
    name, count = stem, 1
    while name in taken:
        count += 1
        name = f"{stem}_{count}"
    taken.add(name)
    return name
