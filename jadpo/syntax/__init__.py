"""The syntax layer: source text -> frozen syntax tree, and the mistakes in the text.

`parse` is the entry. A file is cut into tokens (`tokenizer`), these into top-level parts
(`splitting`), and each part is run through the parse tables (`driver`), which build the nodes
(`reductions`). What does not parse goes to `recovery`. The nodes are in :mod:`jadpo.syntax.nodes`.
"""

from jadpo.syntax.cache import DeclarationCache
from jadpo.syntax.nodes import SyntaxTree
from jadpo.syntax.parser import Parsed, parse

__all__ = ["DeclarationCache", "Parsed", "SyntaxTree", "parse"]
