"""The description of a program's routes for the outside: OpenAPI 3.1 from its manifest.

Everything is read from the manifest, so the description says what the checker resolved. The
schemas describe the forms that values have when they are written [R5]; what is read besides (an Int
as a string, say) is in ``docs/language/choices.md``, not here. The same manifest gives the same
document, to the letter.
"""

from jadpo.openapi.document import openapi_document
from jadpo.openapi.json import Json

__all__ = ["Json", "openapi_document"]
