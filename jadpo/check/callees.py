"""Finding what a call names: a declared callable, or an operation on a value [E4]."""

from __future__ import annotations

import attrs

from jadpo.check import expected as expect
from jadpo.check.body import Body, check_expression
from jadpo.check.checking import Signature
from jadpo.check.foreign_names import FOREIGN_ACTS, FOREIGN_OPERATIONS
from jadpo.check.library_counterparts import library_call
from jadpo.check.naming import PRELUDE_TYPES, is_miscased, unknown_subject
from jadpo.check.paths import check_path, read_names
from jadpo.check.scope import NAMESPACES
from jadpo.check.symbols import Symbol, SymbolKind
from jadpo.check.typenames import (
    import_of,
    member_subject,
    not_visible_because,
    report_unknown_type,
)
from jadpo.check.types import entity_of, is_error, present
from jadpo.check.words import an, either, nearest_of_case
from jadpo.diagnostics import Edit, nearest_name
from jadpo.ir import nodes as ir
from jadpo.stdlib import operations_named
from jadpo.syntax import nodes
from jadpo_runtime.values import EntityDefinition, FieldType

_CALLED = (SymbolKind.FUNCTION, SymbolKind.ACTION, SymbolKind.QUERY)
_TYPES = (SymbolKind.TYPE,)
_OWNERS = (SymbolKind.ENTITY, SymbolKind.TYPE)
_WITH_OPERATIONS = (SymbolKind.ENTITY, SymbolKind.TYPE, SymbolKind.CONNECTION)
_CONSTRUCTED = PRELUDE_TYPES - {"List", "Set", "Map"}
"""What can stand before the parentheses of a call, alone or before a dot, for suggestions."""


@attrs.frozen(eq=False)
class Callee:
    """An authored callable that a call names, and the value before the dot if there is one."""

    signature: Signature
    receiver: ir.Expression | None


def find_callee(body: Body, node: nodes.Call) -> Callee | None:
    """The authored callable that a call names; reports where there is none.

    ``Order.place(…)``, ``price_of(…)``, and ``order.cancel(…)`` on a value [E4].
    """
    callee = node.callee
    match callee:
        case nodes.Path(names=names):
            first = names[0]
            if body.scope.find(first.text) is not None:
                if len(names) == 1:
                    _report_not_called(body, callee, f"`{first.text}` is a binding")
                    return None
                receiver = read_names(body, callee, names[:-1])
                return _operation_of_value(body, node, receiver, names[-1])
            symbol = body.place.module.find(first.text)
            if symbol is None:
                _report_unknown_callable(body, callee)
                return None
            return _declared_callee(body, callee, symbol)
        case nodes.Member(target=target, name=name):
            receiver = check_expression(body, target)
            return _operation_of_value(body, node, receiver, name)


def _declared_callee(body: Body, callee: nodes.Path, symbol: Symbol) -> Callee | None:
    signatures = body.checking.declarations.signatures
    if symbol.kind.is_callable and len(callee.names) == 1:
        signature = signatures.get(symbol.qualified)
        return None if signature is None else Callee(signature, None)
    if symbol.kind is SymbolKind.ENTITY and len(callee.names) == 2:
        return _operation(body, symbol.qualified, symbol.name, callee.names[1], None)
    if symbol.kind is SymbolKind.TYPE or symbol.kind is SymbolKind.ENTITY:
        value = check_path(body, callee, expect.ANYTHING)
        if not is_error(value.type):
            _report_not_called(body, callee, f"`{callee.text}` is a value")
        return None
    step = (
        f"write `start {callee.text}(…)`" if symbol.kind is SymbolKind.BATCH else "name a callable"
    )
    reason = f"`{symbol.name}` is the {symbol.kind.value} `{symbol.name}`"
    _report_not_called(body, callee, reason, step)
    return None


def _operation_of_value(
    body: Body, node: nodes.Call, receiver: ir.Expression, name: nodes.Name
) -> Callee | None:
    if is_error(receiver.type):
        return None
    inner = present(body.types, receiver.type)
    entity = entity_of(body.types, inner or receiver.type)
    if entity is None:
        entity = _entity_of_identity(body, receiver)
    if entity is None:
        written = _library_call(body, node, receiver, name)
        body.checking.report(
            "name.no_operations",
            body.span(name),
            f"{an(receiver.type)} has no operation `{name.text}`",
            why="only entities have operations",
            help=f"write `{written}`"
            if written
            else "call a function by its name, or an operation of the standard library",
            edits=(Edit(body.span(node), written),) if written else (),
        )
        return None
    if inner is not None:
        body.checking.report(
            "type.may_be_none",
            receiver.span,
            f"this may be `none`, so it may have no `{name.text}`",
            why=f"{an(receiver.type)} includes `none`",
            help="ask whether it `exists` first, or `match` it",
        )
        return None
    shown = entity.name.rpartition(".")[2]
    found = _operation(body, entity.name, shown, name, receiver)
    if found is not None and found.signature.receiver is None:
        body.checking.report(
            "entity.no_receiver",
            body.span(node.callee),
            f"`{found.signature.shown}` has no `self`, and is not called on a value",
            why="`order.f(…)` gives `order` as the `self` of `f`",
            help=f"write `{found.signature.shown}(…)`",
        )
        return None
    return found


def _entity_of_identity(body: Body, receiver: ir.Expression) -> EntityDefinition | None:
    """The entity whose identity a value is, so that `self.f(…)` works in `self: ref` bodies."""
    type_ = receiver.type
    if not isinstance(type_, FieldType):
        return None
    entity = body.checking.declarations.entities.get(type_.owner)
    return entity if entity is not None and entity.identity == type_.field else None


def _operation(
    body: Body, entity: str, shown: str, name: nodes.Name, receiver: ir.Expression | None
) -> Callee | None:
    signatures = body.checking.declarations.signatures
    signature = signatures.get(f"{entity}.{name.text}")
    if signature is not None:
        return Callee(signature, receiver)
    if body.checking.is_excused(body.place.source, f"{shown}.{name.text}"):
        return None
    prefix = f"{entity}."
    known = [
        each.name.removeprefix(prefix) for each in signatures.values() if each.entity == entity
    ]
    fields = [field.name for field in body.checking.declarations.entities[entity].fields]
    near = nearest_name(name.text, [*known, *fields])
    span = body.span(name)
    if is_miscased(name.text, [*known, *fields], upper=False):
        return None
    body.checking.report(
        "name.unknown_operation",
        span,
        f"`{shown}` has no operation `{name.text}`",
        why="its operations are " + ", ".join(f"`{each}`" for each in known)
        if known
        else "it declares no operations",
        help=f"did you mean `{near}`?" if near else f"declare `{name.text}` in `{shown}`",
        edits=(Edit(span, near),) if near else (),
        subject=member_subject(shown, name.text, near),
    )
    return None


def _library_call(
    body: Body, node: nodes.Call, receiver: ir.Expression, name: nodes.Name
) -> str | None:
    """`text.lower(t)` for `t.lower()`: the operation of the library that has this name."""
    source = body.place.source.text
    value = source[node.start : name.start].rstrip().removesuffix(".").rstrip()
    given = [source[argument.start : argument.end] for argument in node.arguments]
    return library_call(body.types.base(receiver.type), name.text, value, given)


# ---- what can be wrong


def _report_not_called(
    body: Body, callee: nodes.Path, reason: str, step: str = "name a callable"
) -> None:
    body.checking.report(
        "name.not_callable",
        body.span(callee),
        f"`{callee.text}` cannot be called",
        why=f"functions, actions, queries and operations can be called, and {reason}",
        help=step,
    )


def _report_unknown_callable(body: Body, callee: nodes.Path) -> None:
    first = callee.names[0]
    alone = len(callee.names) == 1
    module = body.place.module
    if first.text[:1].isupper():
        prelude, kinds = (_CONSTRUCTED, _TYPES) if alone else ((), _OWNERS)
        report_unknown_type(body.checking, body.place, first, prelude=prelude, kinds=kinds)
        return
    if alone:
        near = nearest_name(first.text, module.of_kind(*_CALLED)) or _type_in_other_case(
            body, first
        )
    else:
        owners = [*module.of_kind(*_WITH_OPERATIONS), *body.scope.visible(), *NAMESPACES]
        near = nearest_of_case(first.text, owners)
    foreign: tuple[str, ...] = ()
    span = body.span(first)
    reason = not_visible_because(
        body.checking, body.place, first.text, "no declaration of this name is visible"
    )
    if is_miscased(first.text, body.value_names(), upper=False):
        return
    wanted = import_of(body.checking, body.place, first.text)
    if wanted is not None:
        near = None
    operation = _own_operation(body, callee)
    if operation is not None:
        reason, near = "operations of an entity are called by its name", None
    elif alone and near is None and wanted is None:
        foreign = FOREIGN_OPERATIONS.get(first.text, ())
        near = foreign[0] if len(foreign) == 1 else _of_library(first.text)
    act = FOREIGN_ACTS.get(first.text) if alone and not operation and not wanted else None
    if act is not None and near is None:
        _report_foreign_act(body, first, act)
        return
    body.checking.report(
        "name.unknown",
        span,
        f"there is nothing named `{first.text}` here",
        why=reason,
        help=f"write `{operation}`"
        if operation
        else f"did you mean `{near}`?"
        if near
        else f"write `{wanted}`"
        if wanted
        else f"did you mean {either(foreign)}?"
        if foreign
        else f"declare `{first.text}`, or correct the name",
        edits=(Edit(span, operation or near or ""),) if operation or near else (),
        subject=unknown_subject(body, first.text, near),
    )


def _report_foreign_act(body: Body, name: nodes.Name, act: str) -> None:
    """`print(x)`: there is no such function, but another way to do what it does."""
    body.checking.report(
        "name.unknown",
        body.span(name),
        f"there is nothing named `{name.text}` here",
        why=act,
        help="write that instead",
    )


def _type_in_other_case(body: Body, name: nodes.Name) -> str | None:
    """`Price` for `price(…)`: the type that is constructed, written like a value."""
    known = [*_CONSTRUCTED, *body.place.module.of_kind(*_TYPES)]
    letters = name.text.replace("_", "").casefold()
    return next((each for each in known if each.casefold() == letters), None)


def _of_library(name: str) -> str | None:
    """`text.length` for `length(…)`: the only operation of the library that has this name."""
    found = [
        f"{space}.{name}" for space in sorted(NAMESPACES) if operations_named(f"{space}.{name}")
    ]
    return found[0] if len(found) == 1 else None


def _own_operation(body: Body, callee: nodes.Path) -> str | None:
    """`Entity.name` where a body in the entity calls its operation by the bare name."""
    if body.entity is None or len(callee.names) != 1:
        return None
    signature = body.checking.declarations.signatures.get(f"{body.entity}.{callee.text}")
    return None if signature is None else signature.shown
