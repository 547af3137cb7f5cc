"""`identity:` or `self` misspelt in an entity, which read as a field or an ordinary parameter."""

from __future__ import annotations

from typing import Literal

from jadpo.check.checking import Checking
from jadpo.diagnostics import Edit, nearest_name
from jadpo.syntax import nodes


def with_meant_words(checking: Checking, tree: nodes.SyntaxTree) -> nodes.SyntaxTree:
    """The tree with misspelt `identity:` and `self` as what they mean, each reported once.

    So that the entity is not said to have no identity, an unknown type, and a field that nothing
    gives a value, and an operation not to be called on rows.
    """
    declarations = tuple(
        _with_meant_receivers(checking, tree, _with_meant_identity(checking, tree, each))
        if isinstance(each, nodes.EntityDeclaration)
        else each
        for each in tree.declarations
    )
    return tree._replace(declarations=declarations)


def _with_meant_receivers(
    checking: Checking, tree: nodes.SyntaxTree, entity: nodes.EntityDeclaration
) -> nodes.EntityDeclaration:
    operations = tuple(_with_meant_receiver(checking, tree, each) for each in entity.operations)
    return entity._replace(operations=operations)


def _with_meant_receiver(
    checking: Checking, tree: nodes.SyntaxTree, operation: nodes.CallableDeclaration
) -> nodes.CallableDeclaration:
    if operation.receiver is not None or not operation.parameters:
        return operation
    first, *others = operation.parameters
    written: object = first.type
    if not isinstance(written, nodes.Path) or written.text not in ("value", "ref"):
        return operation
    span = tree.source.span(first.name.start, first.name.end)
    checking.report(
        "name.unknown",
        span,
        f"`{first.name.text}: {written.text}` is no parameter of `{operation.name.text}`",
        why=f"`{written.text}` is no type: it says how an operation is given the row `self`",
        help="did you mean `self`?",
        edits=(Edit(span, "self"),),
    )
    kind: Literal["value", "ref"] = "value" if written.text == "value" else "ref"
    receiver = nodes.Receiver(kind, first.start, first.end)
    return operation._replace(receiver=receiver, parameters=tuple(others))


def _with_meant_identity(
    checking: Checking, tree: nodes.SyntaxTree, entity: nodes.EntityDeclaration
) -> nodes.EntityDeclaration:
    if entity.identity is not None:
        return entity
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
