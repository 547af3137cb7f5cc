"""The header lines of a file, and names."""

from jadpo.format.concrete import Node, Tree
from jadpo.format.documents import SPACE_OR_LINE, Document
from jadpo.format.page import Page, Rules
from jadpo.syntax.tokens import Token


def _import(
    page: Page,
    word: Token,
    module: Tree,
    opening: Token,
    names: list[Node],
    comma: Token | None,
    closing: Token,
) -> Document:
    listed = page.listed(opening, names, comma, closing, edge=SPACE_OR_LINE)
    return (page.row(word, module), " ", listed)


RULES: Rules = {
    "binder": Page.glued,
    "import": _import,
    "module": Page.row,
    "path": Page.glued,
}
