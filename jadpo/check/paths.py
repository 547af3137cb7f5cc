"""Dotted names as values: bindings and their fields, plain variants, namespaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from jadpo.check.body import Body, check_expression, error_expression
from jadpo.check.expected import ANYTHING, Expected
from jadpo.check.makes import make_plain_variant
from jadpo.check.members import (
    narrowed,
    optional_field,
    read_context,
    read_member,
    report_not_supplied,
)
from jadpo.check.naming import is_miscased
from jadpo.check.narrowing import Fact, FactKind
from jadpo.check.scope import Binding
from jadpo.check.symbols import Symbol, SymbolKind
from jadpo.check.typenames import not_visible_because, report_unknown_type
from jadpo.check.types import is_error, object_of
from jadpo.check.words import nearest_of_case
from jadpo.diagnostics import Edit, Related
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes

if TYPE_CHECKING:
    from jadpo.syntax.recovery import ForeignWord


class NarrowPath(NamedTuple):
    """An immutable binding, by its slot, with the names of the fields behind it."""

    slot: int
    fields: tuple[str, ...]


def check_path(body: Body, node: nodes.Path, expected: Expected) -> ir.Expression:
    """The value that a dotted name stands for."""
    return read_names(body, node, node.names, expected)


def read_names(
    body: Body, node: nodes.Path, names: tuple[nodes.Name, ...], expected: Expected = ANYTHING
) -> ir.Expression:
    """The value of the first names of a path: all of them, or all but the one that is called."""
    first = names[0]
    binding = body.scope.find(first.text)
    if binding is not None:
        return _read_binding(body, binding, names)
    symbol = body.place.module.find(first.text)
    if symbol is None and first.text in body.constructs.namespaces:
        return body.constructs.namespaces[first.text](body, node, expected)
    if symbol is None:
        _report_unknown(body, node, first)
        return error_expression(body.span(node))
    if symbol.kind is SymbolKind.TYPE and len(names) == 2:
        return make_plain_variant(body, node, symbol)
    _report_no_value(body, node, symbol)
    return error_expression(body.span(node))


def _read_binding(body: Body, binding: Binding, names: tuple[nodes.Name, ...]) -> ir.Expression:
    binding.read = True
    source = body.place.source
    first, *members = names
    if binding.context is not None:
        if not members:
            _report_whole_context(body, binding, first)
            return error_expression(body.span(first))
        name = members.pop(0)
        value = read_context(body, binding, name, source.span(first.start, name.end))
        if is_error(value.type):
            return value
        assert isinstance(value, ir.Local)  # a field of the context is a slot
        slot = value.slot
    else:
        value = ir.Local(binding.slot, binding.type, body.span(first))
        slot = binding.slot
    path: tuple[str, ...] = ()
    if not binding.mutable:
        value = narrowed(body, value, slot, path)
    for name in members:
        span = source.span(first.start, name.end)
        path = (*path, name.text)
        supplied = not binding.mutable and body.knows(Fact(FactKind.SUPPLIED, slot, path))
        if not supplied and optional_field(body, value.type, name.text):
            report_not_supplied(body, name, source.text[first.start : name.end], span)
            return error_expression(span)
        value = read_member(body, value, name, span)
        if is_error(value.type):
            return error_expression(span)
        if not binding.mutable:
            value = narrowed(body, value, slot, path)
    return value


def check_member(body: Body, node: nodes.Member, expected: Expected) -> ir.Expression:
    """``f(x).name``: a field of what is no path. It may not be an optional one."""
    base = check_expression(body, node.target)
    if not is_error(base.type) and optional_field(body, base.type, node.name.text):
        shown = body.place.source.text[node.start : node.end]
        report_not_supplied(body, node.name, shown, body.span(node))
        return error_expression(body.span(node))
    return read_member(body, base, node.name, body.span(node))


# ---- paths that narrowing can speak of


def path_of(body: Body, node: nodes.Expression) -> NarrowPath | None:
    """The immutable binding and fields that an expression reads, if it reads just that [C3]."""
    if not isinstance(node, nodes.Path):
        return None
    binding = body.scope.find(node.names[0].text)
    if binding is None or binding.mutable:
        return None
    fields = tuple(name.text for name in node.names[1:])
    if binding.context is None:
        return NarrowPath(binding.slot, fields)
    if not fields:
        return None
    failure = body.checking.declarations.failures[binding.context]
    for index, field in enumerate(failure.public + failure.internal):
        if field.name == fields[0] and index in binding.context_slots:
            return NarrowPath(binding.context_slots[index], fields[1:])
    return None


def supplied_field(body: Body, node: nodes.Expression) -> tuple[ir.Expression, int] | None:
    """The Object and position of the ``optional`` field that ``x.f supplied`` asks for [T7]."""
    match node:
        case nodes.Path(names=names) if len(names) > 1:
            base = read_names(body, node, names[:-1])
            name = names[-1]
        case nodes.Member(target=target, name=name):
            base = check_expression(body, target)
        case _:
            _report_not_optional(body, node, "`supplied` asks of a field of an Object")
            return None
    if is_error(base.type):
        return None
    owner = object_of(body.types, base.type)
    if owner is None:
        # Reading it says what is wrong.
        read_member(body, base, name, body.span(node))
        return None
    for index, field in enumerate(owner.fields):
        if field.name == name.text:
            if field.optional:
                return base, index
            _report_not_optional(
                body, node, f"`{name.text}` is not `optional`, so every `{owner.name}` has it"
            )
            return None
    read_member(body, base, name, body.span(node))
    return None


# ---- what can be wrong


def _report_not_optional(body: Body, node: nodes.Expression, why: str) -> None:
    body.checking.report(
        "type.always_supplied",
        body.span(node),
        "this cannot be left out, so it is always supplied",
        why=why,
        help="remove the question, or ask whether it `exists` if `none` is meant",
    )


def _report_whole_context(body: Body, binding: Binding, name: nodes.Name) -> None:
    body.checking.report(
        "failure.context_as_value",
        body.span(name),
        f"`{binding.name}` is the context of a failure, and no value by itself",
        why="a context is read field by field",
        help=f"read one of its fields, as in `{binding.name}.field`",
    )


def _report_unknown(body: Body, node: nodes.Path, first: nodes.Name) -> None:
    if first.text[:1].isupper():
        # Only a variant of an enum begins so; a type alone is no value.
        kinds = (SymbolKind.TYPE,) if len(node.names) > 1 else ()
        report_unknown_type(body.checking, body.place, first, prelude=(), kinds=kinds)
        return
    if is_miscased(first.text, body.value_names(), upper=False):
        return
    from jadpo.syntax.recovery import FOREIGN_WORDS  # loaded only where there are mistakes

    foreign = FOREIGN_WORDS.get(first.text)
    if foreign is not None and (foreign.words or first.text in _CALLS_ONLY):
        _report_foreign(body, first, foreign)
        return
    near = nearest_of_case(first.text, _readable(body, node))
    span = body.span(first)
    body.checking.report(
        "name.unknown",
        span,
        f"there is nothing named `{first.text}` here",
        why=not_visible_because(
            body.checking,
            body.place,
            first.text,
            "no binding or declaration of this name is visible",
        ),
        help=f"did you mean `{near}`?" if near else f"declare `{first.text}`, or correct the name",
        edits=(Edit(span, near),) if near else (),
        subject=first.text
        if near in [*body.place.module.visible()]
        else f"{body.name} {first.text}",
    )


def _report_foreign(body: Body, name: nodes.Name, foreign: ForeignWord) -> None:
    """`null` is grammatical as a name; what is meant is known all the same."""
    written = " ".join(foreign.words)
    span = body.span(name)
    body.checking.report(
        "name.unknown",
        span,
        f"there is nothing named `{name.text}` here",
        why=foreign.advice,
        help=f"write `{written}`" if written else f"leave out `{name.text}`",
        edits=(Edit(span, written),),
    )


_CALLS_ONLY = frozenset({"await"})
"""Words without a counterpart that nobody has as names."""


def _readable(body: Body, node: nodes.Path) -> list[str]:
    """The names that such a path can begin with to be a value."""
    if len(node.names) == 1:
        return [*body.scope.visible()]
    namespaces = [
        name for name, check in body.constructs.namespaces.items() if check is not check_namespace
    ]
    return [*body.scope.visible(), *body.place.module.of_kind(SymbolKind.TYPE), *namespaces]


_INSTEAD: dict[SymbolKind, str] = {
    SymbolKind.FUNCTION: "call it: write `{name}(…)`",
    SymbolKind.ACTION: "call it: write `{name}(…)`",
    SymbolKind.QUERY: "call it: write `{name}(…)`",
    SymbolKind.TYPE: "construct a value of it, or name one of its variants",
    SymbolKind.ENTITY: "call one of its operations, as in `{name}.operation(…)`",
    SymbolKind.FAILURE: "raise it: write `reject {name}`",
    SymbolKind.EVENT: "emit it: write `emit {name}.variant {{ … }}`",
    SymbolKind.CONNECTION: "call one of its operations, as in `{name}.operation(…)`",
    SymbolKind.CONFIG: "read its fields through `config`, as in `config.field`",
    SymbolKind.BATCH: "start it: write `start {name}(…)`",
}


def _report_no_value(body: Body, node: nodes.Path, symbol: Symbol) -> None:
    related = []
    if symbol.source is not None and symbol.declaration is not None:
        name = symbol.declaration.name
        related.append(Related(symbol.source.span(name.start, name.end), "it is declared here"))
    instead = _INSTEAD.get(symbol.kind, "use the name of a value")
    body.checking.report(
        "name.not_a_value",
        body.span(node),
        f"`{node.text}` is no value: `{symbol.name}` is the {symbol.kind.value} `{symbol.name}`",
        why="only bindings, their fields, and what expressions give are values",
        help=instead.format(name=symbol.name),
        related=related,
    )


def check_namespace(body: Body, node: nodes.Path, expected: Expected) -> ir.Expression:
    """A namespace of operations, or an operation that is not called: neither is a value."""
    called = len(node.names) > 1
    body.checking.report(
        "name.not_a_value",
        body.span(node),
        f"`{node.text}` is no value"
        + (": it is not called" if called else f": `{node.text}` is a namespace"),
        why="operations of the standard library are called where they stand",
        help=f"write `{node.text}(…)`" if called else "name one of its operations",
    )
    return error_expression(body.span(node))
