"""Checking the bodies of declared functions, actions and queries."""

from __future__ import annotations

from collections.abc import Iterator

from jadpo.check.bodies import BodyParameter, check_body, open_body
from jadpo.check.body import CheckedBody
from jadpo.check.checking import Checking, Signature


def check_callables(checking: Checking) -> Iterator[CheckedBody]:
    """Check every declared callable's body."""
    for signature in checking.declarations.signatures.values():
        yield check_callable(checking, signature)


def check_callable(checking: Checking, signature: Signature) -> CheckedBody:
    """Check one body against its signature."""
    node = signature.declaration
    names = {parameter.name.text: parameter.name for parameter in node.parameters}
    parameters = []
    for parameter in signature.parameters:
        name = None if parameter.name == "self" else names[parameter.name]
        parameters.append(BodyParameter(parameter.name, parameter.type, name))
    body = open_body(
        checking,
        signature.place,
        signature.name,
        signature.shown,
        signature.kind,
        parameters,
        signature.result,
        signature.entity,
    )
    return check_body(body, node.body)
