"""A failure with its context: what `reject`, `missing:`, `conflict` and `empty:` raise [F1]."""

from __future__ import annotations

from jadpo.check.body import Body, check_expression
from jadpo.check.fields_given import (
    as_pairs,
    check_given_fields,
    report_missing_fields,
    written_type,
)
from jadpo.check.lookup import find_failure
from jadpo.check.scope import Spanned
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes


def check_raised(
    body: Body, path: nodes.Path, context: tuple[nodes.FieldValue, ...], node: Spanned
) -> ir.RaiseFailure | None:
    """The failure that ``path`` names, with the whole context that it declares.

    ``node`` is the range of both. ``None`` where there is a mistake, which is reported.
    """
    name = find_failure(body.checking, body.place, path)
    definition = None if name is None else body.checking.declarations.failures.get(name)
    if name is None or definition is None:
        for value in context:
            check_expression(body, value.value)
        return None
    fields = definition.public + definition.internal
    given, right = check_given_fields(body, context, fields, path.text, written_type, name)
    missing = [field for index, field in enumerate(fields) if index not in given]
    if missing and right:
        report_missing_fields(body, path, path.text, missing, braces=bool(context))
    if missing or not right:
        return None
    return ir.RaiseFailure(name, as_pairs(given), len(fields), body.span(node))
