"""`identity:` misspelt in an entity: it reads as a field, whose type would be another field."""

from __future__ import annotations

from jadpo.check.checking import Checking
from jadpo.diagnostics import Edit, nearest_name
from jadpo.syntax import nodes


def with_meant_identities(checking: Checking, tree: nodes.SyntaxTree) -> nodes.SyntaxTree:
    """The tree with misspelt `identity:` clauses as what they mean, each reported once.

    So that the entity is not said to have no identity, an unknown type, and a field that nothing
    gives a value.
    """
    declarations = tuple(
        _with_meant_identity(checking, tree, each)
        if isinstance(each, nodes.EntityDeclaration) and each.identity is None
        else each
        for each in tree.declarations
    )
    return tree._replace(declarations=declarations)


def _with_meant_identity(
    checking: Checking, tree: nodes.SyntaxTree, entity: nodes.EntityDeclaration
) -> nodes.EntityDeclaration:
    names = {field.name.text for field in entity.fields}
    for field in entity.fields:
        written: object = field.type
        if (
            isinstance(written, nodes.Path)
            and written.text in names - {field.name.text}
            and nearest_name(field.name.text, ("identity",)) is not None
        ):
            span = tree.source.span(field.name.start, field.name.end)
            checking.report(
                "entity.identity_missing",
                span,
                f"`{field.name.text}: {written.text}` is no field of `{entity.name.text}`, whose "
                "identity is missing",
                why=f"`{written.text}` is a field, and what names the field that is the identity "
                "is `identity:`",
                help="did you mean `identity`?",
                edits=(Edit(span, "identity"),),
            )
            clause = nodes.IdentityClause(written.names[0], field.start, field.end)
            fields = tuple(each for each in entity.fields if each is not field)
            return entity._replace(identity=clause, fields=fields)
    return entity
