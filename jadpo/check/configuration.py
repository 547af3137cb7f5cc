"""Reading config in source: `config.field`, and where secret values may go [G1] [G2]."""

from __future__ import annotations

from jadpo.check.body import Body, error_expression
from jadpo.check.checking import Checking
from jadpo.check.declare.configs import ConfigField, find_config_field
from jadpo.check.effects import Effect
from jadpo.check.expected import Expected
from jadpo.check.members import read_member
from jadpo.check.scope import Place
from jadpo.check.types import is_error
from jadpo.diagnostics import Edit, nearest_name
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import FieldType


def check_config(body: Body, node: nodes.Path, expected: Expected) -> ir.Expression:
    """``config.field``: its value as it was when the program started."""
    span = body.span(node)
    if not body.require(Effect.CONFIG, node, f"`{node.text}`"):
        return error_expression(span)
    found = config_field_of(body.checking, body.place, node)
    if found is None:
        return error_expression(span)
    if found.field.secret:
        report_secret_used(body.checking, body.place, node)
        return error_expression(span)
    if is_error(found.field.type):
        return error_expression(span)
    name, *members = node.names[1:]
    type_ = FieldType(found.config, found.field.name)
    end = body.place.source.span(node.start, name.end)
    value: ir.Expression = ir.ConfigValue(found.config, found.field.name, type_, end)
    for member in members:
        value = read_member(body, value, member, body.place.source.span(node.start, member.end))
    return value


def config_field_of(checking: Checking, place: Place, path: nodes.Path) -> ConfigField | None:
    """The field that a path ``config.field`` names, or ``None``, which is reported."""
    known = [
        field.name for config in checking.declarations.configs.values() for field in config.fields
    ]
    if len(path.names) == 1:
        checking.report(
            "config.unknown_field",
            place.span(path),
            "`config` is no value by itself",
            why="config is read field by field",
            help="name a field, as in `config.field`",
        )
        return None
    name = path.names[1]
    found = find_config_field(checking, name.text)
    if found is not None:
        return found
    near = nearest_name(name.text, known)
    span = place.span(name)
    checking.report(
        "config.unknown_field",
        span,
        f"there is no config value `{name.text}`",
        why=f"the project's config has {', '.join(f'`{each}`' for each in known)}"
        if known
        else "the project declares no `config`",
        help=f"did you mean `{near}`?" if near else f"declare `{name.text}` in a `config`",
        edits=(Edit(span, near),) if near else (),
        subject=f"config.{name.text}",
    )
    return None


def report_secret_used(checking: Checking, place: Place, path: nodes.Path) -> None:
    """Say that a secret value would go where it may leak [G2]."""
    checking.report(
        "config.secret_used",
        place.span(path),
        f"`{path.text}` is secret, and would be a value like any other here",
        why="a secret value goes to the `credential:` of a connection or the `url:` of a store "
        "and nowhere else, so that it cannot leak",
        help="remove it here, or declare it without `secret: true`",
    )
