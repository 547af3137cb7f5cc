"""What an OpenAPI document is made of."""

from typing import TypeAlias

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
"""A value that ``json.dumps`` takes."""

JsonObject: TypeAlias = dict[str, Json]
"""A JSON object."""
