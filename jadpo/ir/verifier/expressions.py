"""The rules of values, operators, changes of type and calls."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from jadpo.ir import nodes
from jadpo.ir.nodes import ArithmeticOperator, ComparisonOperator
from jadpo.ir.verifier.representation import (
    BOOL,
    DECIMAL,
    INT,
    ORDERED,
    PARSED_FROM_TEXT,
    TEXT,
    fits,
)
from jadpo.ir.verifier.scope import Scope
from jadpo_runtime.manifest import CallableKind
from jadpo_runtime.values import (
    EntityDefinition,
    EnumDefinition,
    FieldType,
    ListType,
    ObjectDefinition,
    OptionalType,
    SetType,
    Type,
)


def _local(scope: Scope, node: nodes.Local) -> None:
    wanted = scope.slot_type(node, node.slot)
    if wanted is not None:
        scope.expect(node, wanted, node.type, f"slot %{node.slot}")


def _field(scope: Scope, node: nodes.FieldOf) -> None:
    field = _declared_field(scope, node)
    if field is not None:
        scope.expect(node, field, node.type, "the field")


def _declared_field(scope: Scope, node: nodes.FieldOf | nodes.IsSupplied) -> Type | None:
    definition = scope.definition(node.base.type)
    if not isinstance(definition, ObjectDefinition | EntityDefinition):
        scope.report(node, f"a field of a {scope.representation(node.base.type)}")
        return None
    if not 0 <= node.index < len(definition.fields):
        scope.report(node, f"{definition.name} has no field {node.index}")
        return None
    return FieldType(definition.name, definition.fields[node.index].name)


def _supplied(scope: Scope, node: nodes.IsSupplied) -> None:
    _declared_field(scope, node)
    scope.expect(node, node.type, BOOL, "the result")


def _object(scope: Scope, node: nodes.MakeObject) -> None:
    definition = scope.definition(node.type)
    if not isinstance(definition, ObjectDefinition):
        scope.report(node, f"an object of the type {node.type}")
        return
    if node.size != len(definition.fields):
        scope.report(node, f"size {node.size} of an Object of {len(definition.fields)} fields")
    scope.expect_fields(node, node.fields, definition.fields, definition.name)


def _variant(scope: Scope, node: nodes.MakeVariant) -> None:
    definition = scope.definition(node.type)
    if not isinstance(definition, EnumDefinition):
        scope.report(node, f"a variant of the type {node.type}")
        return
    if node.plain != definition.is_plain:
        scope.report(node, f"plain is {node.plain} for {definition.name}")
    for variant in definition.variants:
        if variant.name == node.tag:
            if node.size != len(variant.fields):
                scope.report(node, f"size {node.size} of {len(variant.fields)} payload fields")
            scope.expect_fields(node, node.fields, variant.fields, node.tag)
            return
    scope.report(node, f"{definition.name} has no variant {node.tag}")


def _list(scope: Scope, node: nodes.MakeList) -> None:
    type_ = scope.representation(node.type)
    if not isinstance(type_, ListType):
        scope.report(node, f"a list of the type {node.type}")
        return
    for element in node.elements:
        scope.expect(node, element.type, type_.element, "an element")


_ARITHMETIC: Final[Mapping[ArithmeticOperator, tuple[Type, Type]]] = {
    ArithmeticOperator.INT_ADD: (INT, INT),
    ArithmeticOperator.INT_SUBTRACT: (INT, INT),
    ArithmeticOperator.INT_MULTIPLY: (INT, INT),
    ArithmeticOperator.INT_DIVIDE: (INT, DECIMAL),
    ArithmeticOperator.INT_REMAINDER: (INT, INT),
    ArithmeticOperator.DECIMAL_ADD: (DECIMAL, DECIMAL),
    ArithmeticOperator.DECIMAL_SUBTRACT: (DECIMAL, DECIMAL),
    ArithmeticOperator.DECIMAL_MULTIPLY: (DECIMAL, DECIMAL),
    ArithmeticOperator.DECIMAL_DIVIDE: (DECIMAL, DECIMAL),
    ArithmeticOperator.DECIMAL_REMAINDER: (DECIMAL, DECIMAL),
    ArithmeticOperator.TEXT_CONCATENATE: (TEXT, TEXT),
}
"""The representations of each operator's operands and of its result."""


def _arithmetic(scope: Scope, node: nodes.Arithmetic) -> None:
    operand, result = _ARITHMETIC[node.operator]
    scope.expect(node, node.left.type, operand, "the left operand")
    scope.expect(node, node.right.type, operand, "the right operand")
    scope.expect(node, node.type, result, "the result")


def _negate(scope: Scope, node: nodes.Negate) -> None:
    if scope.representation(node.base.type) not in (INT, DECIMAL):
        scope.report(node, f"the negative of a {node.base.type}")
    scope.expect(node, node.base.type, node.type, "the operand")


def _int_to_decimal(scope: Scope, node: nodes.IntToDecimal) -> None:
    scope.expect(node, node.base.type, INT, "the operand")
    scope.expect(node, node.type, DECIMAL, "the result")


def _compare(scope: Scope, node: nodes.Compare) -> None:
    operand = scope.representation(node.operand)
    for side, expression in (("left", node.left), ("right", node.right)):
        given = scope.representation(expression.type)
        narrower = isinstance(operand, OptionalType) and fits(given, operand.inner)
        if not fits(given, operand) and not narrower:
            scope.report(node, f"the {side} side is a {given}, compared as a {operand}")
    is_equality = node.operator in (ComparisonOperator.EQUAL, ComparisonOperator.NOT_EQUAL)
    if not is_equality and operand not in ORDERED:
        scope.report(node, f"a {operand} has no order")
    scope.expect(node, node.type, BOOL, "the result")


def _contains(scope: Scope, node: nodes.Contains) -> None:
    collection = scope.representation(node.collection.type)
    if isinstance(collection, ListType | SetType):
        item = scope.representation(node.item.type)
        if not fits(item, collection.element) and not fits(collection.element, item):
            scope.report(node, f"a {item} in a {collection}")
    else:
        scope.report(node, f"membership of a {collection}")
    scope.expect(node, node.type, BOOL, "the result")


def _not(scope: Scope, node: nodes.Not) -> None:
    scope.expect(node, node.base.type, BOOL, "the operand")


def _joined(scope: Scope, node: nodes.And | nodes.Or) -> None:
    scope.expect(node, node.left.type, BOOL, "the left operand")
    scope.expect(node, node.right.type, BOOL, "the right operand")


def _is_present(scope: Scope, node: nodes.IsPresent) -> None:
    if scope.present(node.base.type) is None:
        scope.report(node, f"a {node.base.type} is always present")


def _unwrap(scope: Scope, node: nodes.Unwrap) -> None:
    inner = scope.present(node.base.type)
    if inner is None:
        scope.report(node, f"an unwrap of a {node.base.type}")
    else:
        scope.expect(node, inner, node.type, "the value")


def _wrap(scope: Scope, node: nodes.Wrap) -> None:
    inner = scope.present(node.type)
    if inner is None:
        scope.report(node, f"a wrap to a {node.type}")
    else:
        scope.expect(node, node.base.type, inner, "the value")


def _widen(scope: Scope, node: nodes.Widen) -> None:
    scope.expect(node, node.base.type, node.type, "the value")


def _validate(scope: Scope, node: nodes.Validate) -> None:
    given = scope.representation(node.base.type)
    wanted = scope.representation(node.type)
    if given == TEXT and wanted in PARSED_FROM_TEXT:
        return
    if not fits(given, wanted):
        scope.report(node, f"a {wanted} constructed from a {given}")


def _call(scope: Scope, node: nodes.Call | nodes.TestCall) -> None:
    signature = scope.manifest.callables.get(node.name)
    if signature is None or node.name not in scope.program.callables:
        scope.report(node, f"there is no callable {node.name}")
        return
    wanted = [parameter.type for parameter in signature.parameters]
    scope.expect_each(node, node.arguments, wanted, "argument")
    scope.expect(node, signature.result, node.type, "the result")
    if set(node.failures) != set(signature.fails):
        scope.report(
            node, f"failures {list(node.failures)}, but it fails with {list(signature.fails)}"
        )


def _function_reference(scope: Scope, node: nodes.FunctionReference) -> None:
    signature = scope.manifest.callables.get(node.name)
    if signature is None or node.name not in scope.program.callables:
        scope.report(node, f"there is no function {node.name}")
        return
    if signature.kind is not CallableKind.FUNCTION:
        scope.report(node, f"{node.name} is no pure function but a {signature.kind.value}")
    if signature.fails:
        scope.report(node, f"{node.name} may fail")
    if len(signature.parameters) != 1:
        scope.report(node, f"{node.name} has {len(signature.parameters)} parameters")
        return
    scope.expect(node, node.parameter, signature.parameters[0].type, "its parameter")
    scope.expect(node, signature.result, node.result, "its result")


def _library_call(scope: Scope, node: nodes.LibraryCall) -> None:
    if scope.library is None:
        return
    wanted = scope.library.get(node.operation)
    if wanted is None:
        scope.report(node, f"the standard library has no {node.operation}")
    elif wanted != len(node.arguments):
        scope.report(node, f"{len(node.arguments)} arguments where there are {wanted}")


def _attempt(scope: Scope, node: nodes.Attempt) -> None:
    scope.expect(node, node.base.type, node.type, "the value")


EXPRESSION_RULES: Final[Mapping[type, Callable[[Scope, Any], None]]] = {
    nodes.Local: _local,
    nodes.FieldOf: _field,
    nodes.IsSupplied: _supplied,
    nodes.MakeObject: _object,
    nodes.MakeVariant: _variant,
    nodes.MakeList: _list,
    nodes.Arithmetic: _arithmetic,
    nodes.Negate: _negate,
    nodes.IntToDecimal: _int_to_decimal,
    nodes.Compare: _compare,
    nodes.Contains: _contains,
    nodes.Not: _not,
    nodes.And: _joined,
    nodes.Or: _joined,
    nodes.IsPresent: _is_present,
    nodes.Unwrap: _unwrap,
    nodes.Wrap: _wrap,
    nodes.Widen: _widen,
    nodes.Validate: _validate,
    nodes.Call: _call,
    nodes.TestCall: _call,
    nodes.FunctionReference: _function_reference,
    nodes.LibraryCall: _library_call,
    nodes.Attempt: _attempt,
}
"""The rule of each of these kinds."""
