"""The canonical layout of source text, from its syntax tree; there is nothing to choose.

A file is read as a concrete tree (`concrete`), a rule for each production (`rules`) makes a
document of it (`documents`), and this is broken into lines of a given width (`rendering`).
Comments are taken from their places (`comments`) and put back there. `format_source` is the entry.
"""

from jadpo.format.formatting import Formatted, NotFormatted, format_source

__all__ = ["Formatted", "NotFormatted", "format_source"]
