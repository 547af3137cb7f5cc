"""Calls: of callables, of an entity's operations on a value, and constructions [E4] [C6]."""

from __future__ import annotations

from jadpo.check import expected as expect
from jadpo.check.body import Body, check_expression, check_value, error_expression
from jadpo.check.callees import Callee, find_callee
from jadpo.check.checking import Signature
from jadpo.check.constructions import check_construction
from jadpo.check.effects import Effect
from jadpo.check.expected import Expected
from jadpo.check.fallibility import Fallibility, Outcome
from jadpo.check.fitting import convert, fits
from jadpo.check.library import check_library_call
from jadpo.check.naming import PRELUDE_TYPES
from jadpo.check.scope import NAMESPACES, Spanned
from jadpo.check.symbols import Symbol, SymbolKind
from jadpo.check.typenames import name_type
from jadpo.check.types import entity_of, is_error
from jadpo.check.words import an, shown
from jadpo.diagnostics import Edit, Related
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.manifest import CallableKind, Parameter
from jadpo_runtime.values import EntityDefinition, FieldType, ObjectDefinition


def check_call(body: Body, node: nodes.Call, expected: Expected) -> Outcome:
    """A call of any kind: of a callable, a construction, an operation of the library."""
    callee = node.callee
    if isinstance(callee, nodes.Path):
        first = callee.names[0].text
        symbol = body.place.module.find(first)
        if body.scope.find(first) is None:
            if symbol is None and first in NAMESPACES:
                return Outcome(check_library_call(body, node, callee, expected))
            if symbol is None and first in PRELUDE_TYPES and len(callee.names) == 1:
                target = name_type(body.checking, body.place, callee)
                return check_construction(body, node, target, first)
            if symbol is not None and symbol.kind in body.constructs.calls:
                return body.constructs.calls[symbol.kind](body, node, callee, expected)
            if symbol is not None and _is_construction(body, callee, symbol):
                target = name_type(body.checking, body.place, callee)
                return check_construction(body, node, target, callee.text)
    found = find_callee(body, node)
    if found is None:
        for argument in node.arguments:
            # Options, and functions by name, mean what the library says, if it is the library.
            if argument.label is None and not _is_function(body, argument.value):
                check_expression(body, argument.value)
        return Outcome(error_expression(body.span(node)))
    return _call_authored(body, node, found)


def _is_function(body: Body, node: nodes.Expression) -> bool:
    """Whether an expression is the bare name of a callable or a batch, maybe as a call."""
    if isinstance(node, nodes.Call):
        return _names_kind(body, node.callee, (SymbolKind.BATCH,))
    return _names_kind(body, node, (SymbolKind.FUNCTION,))


def _names_kind(body: Body, node: object, kinds: tuple[SymbolKind, ...]) -> bool:
    if not isinstance(node, nodes.Path) or body.scope.find(node.names[0].text) is not None:
        return False
    symbol = body.place.module.find(node.text)
    return symbol is not None and symbol.kind in kinds


def _is_construction(body: Body, callee: nodes.Path, symbol: Symbol) -> bool:
    """Whether `Name(…)` names a type, or `Owner.field(…)` a field."""
    if symbol.kind is SymbolKind.TYPE:
        return True
    if symbol.kind is not SymbolKind.ENTITY:
        return False
    if len(callee.names) == 1:
        return True
    definition = body.checking.declarations.definitions.get(symbol.qualified)
    if not isinstance(definition, EntityDefinition | ObjectDefinition):
        return False
    return any(field.name == callee.names[1].text for field in definition.fields)


# ---- calling it


def _call_authored(body: Body, node: nodes.Call, callee: Callee) -> Outcome:
    signature = callee.signature
    if not require_call(body, node.callee, signature):
        for argument in node.arguments:
            check_expression(body, argument.value)
        return Outcome(error_expression(body.span(node)))
    arguments = check_arguments(body, node, callee)
    if arguments is None:
        return Outcome(error_expression(body.span(node)))
    span = body.span(node)
    body.leaving.called.append((signature.name, span))
    if signature.has_mistaken_fails:
        return Outcome(error_expression(span))
    failures = tuple(failure.name for failure in signature.fails)
    call = ir.Call(signature.name, arguments, failures, signature.result, span)
    if not failures:
        return Outcome(call)
    savepoint = signature.kind is CallableKind.ACTION
    return Outcome(call, Fallibility(failures, signature.name, savepoint))


_NEEDED = {CallableKind.ACTION: Effect.ACT, CallableKind.QUERY: Effect.READ}


def require_call(body: Body, node: Spanned, signature: Signature) -> bool:
    """Whether a body may call that: by its kind, and by its module [S3]; reports if not."""
    if not require_visible(body, node, signature):
        return False
    effect = _NEEDED.get(signature.kind)
    what = f"calling the {signature.kind.value} `{signature.shown}`"
    return effect is None or body.require(effect, node, what)


def require_visible(body: Body, node: Spanned, signature: Signature) -> bool:
    """Whether a callable is of the body's own module or public [S3]; reports if not."""
    own_module = signature.place.module.name == body.place.module.name
    if own_module or signature.declaration.public:
        return True
    name = signature.declaration.name
    body.checking.report(
        "module.not_public",
        body.span(node),
        f"the {signature.kind.value} `{signature.shown}` is not public",
        why="declarations are private to their module unless they say `public`",
        help=f"write `public` before the declaration of `{name.text}`",
        related=(Related(signature.place.span(name), "it is declared here"),),
    )
    return False


def check_arguments(
    body: Body, node: nodes.Call, callee: Callee
) -> tuple[ir.Expression, ...] | None:
    """The arguments fitted to the parameters, ``self`` first; ``None`` where there is a mistake."""
    signature = callee.signature
    parameters = list(signature.parameters)
    arguments: list[ir.Expression] = []
    if callee.receiver is not None:
        arguments.append(_as_self(body, callee.receiver, parameters.pop(0)))
    given = [_positional(body, node, argument, signature) for argument in node.arguments]
    if len(given) != len(parameters):
        for value in given:
            check_expression(body, value)
        _report_count(body, node, signature, parameters, len(given))
        return None
    names = _parameter_places(signature)
    for value, parameter in zip(given, parameters, strict=True):
        declared = names.get(parameter.name)
        wanted = expect.parameter(
            parameter.type,
            parameter.name,
            signature.shown,
            signature.place.span(declared) if declared else None,
        )
        if parameter.name == "self":
            arguments.append(_check_self(body, value, parameter, wanted))
        else:
            arguments.append(check_value(body, value, wanted))
    if any(is_error(argument.type) for argument in arguments):
        return None
    return tuple(arguments)


def _positional(
    body: Body, node: nodes.Call, argument: nodes.Argument, signature: Signature
) -> nodes.Expression:
    if argument.label is not None:
        label = body.place.source.span(argument.label.start, argument.value.start)
        body.checking.report(
            "type.argument_named",
            body.span(argument.label),
            f"the argument `{argument.label.text}` is given by name",
            why=f"the parameters of `{signature.shown}` are given by their positions",
            help=f"remove `{argument.label.text}:`",
            edits=(Edit(label, ""),),
            subject=f"the call at {node.start}",
        )
    return argument.value


def _parameter_places(signature: Signature) -> dict[str, nodes.Parameter]:
    return {parameter.name.text: parameter for parameter in signature.declaration.parameters}


def _check_self(
    body: Body, node: nodes.Expression, parameter: Parameter, wanted: Expected
) -> ir.Expression:
    """An argument for `self`: of `self: ref`, the entity or its identity [E4]."""
    value = check_expression(body, node, wanted)
    if is_error(value.type) or fits(body.types, value.type, wanted):
        return value if is_error(value.type) else convert(body.types, value, parameter.type)
    if isinstance(parameter.type, FieldType):
        entity = entity_of(body.types, value.type)
        if entity is not None and entity.name == parameter.type.owner:
            return _as_self(body, value, parameter)
    return check_value(body, node, wanted)


def _as_self(body: Body, receiver: ir.Expression, parameter: Parameter) -> ir.Expression:
    """The value before the dot; of `self: ref` it is replaced by its identity [E4]."""
    wanted = parameter.type
    entity = entity_of(body.types, receiver.type)
    if isinstance(wanted, FieldType) and entity is not None:
        index = [field.name for field in entity.fields].index(wanted.field)
        return ir.FieldOf(receiver, index, wanted, receiver.span)
    if not is_error(wanted) and not fits(body.types, receiver.type, Expected(wanted)):
        body.checking.report(
            "entity.self_value",
            receiver.span,
            f"this is {an(receiver.type)}, and no `{shown(wanted)}`",
            why="the operation takes `self: value`, the whole row, and an identity is no row",
            help="read the row first, and call the operation on it",
        )
        return error_expression(receiver.span)
    return convert(body.types, receiver, wanted)


# ---- what can be wrong


def _report_count(
    body: Body, node: nodes.Call, signature: Signature, parameters: list[Parameter], given: int
) -> None:
    wanted = len(parameters)
    listed = ", ".join(f"`{parameter.name}`" for parameter in parameters)
    name = signature.declaration.name
    body.checking.report(
        "type.argument_count",
        body.span(node),
        f"`{signature.shown}` takes {_counted(wanted)}, and {given or 'none'} "
        f"{'is' if given == 1 else 'are'} given",
        why=f"its parameters are {listed}" if wanted else "it has no parameters",
        help=f"give {listed}" if wanted else "remove the arguments",
        related=(Related(signature.place.span(name), "it is declared here"),),
    )


def _counted(number: int) -> str:
    return f"{number or 'no'} argument{'' if number == 1 else 's'}"
