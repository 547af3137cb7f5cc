"""The rules of statements and matches."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from jadpo.ir import nodes
from jadpo.ir.verifier.representation import BOOL, INT, UNIT
from jadpo.ir.verifier.scope import Scope
from jadpo_runtime.manifest import CallableKind
from jadpo_runtime.values import (
    EnumDefinition,
    ListType,
    MapType,
    OptionalType,
    Primitive,
    PrimitiveType,
    SetType,
    Variant,
)


def _store(scope: Scope, node: nodes.Store) -> None:
    scope.expect_in_slot(node, node.slot, node.value.type, "the value")


def _return(scope: Scope, node: nodes.Return) -> None:
    given = UNIT if node.value is None else node.value.type
    scope.expect(node, given, scope.signature.result, "the result")


def _condition(scope: Scope, node: nodes.If | nodes.While | nodes.Assert) -> None:
    scope.expect(node, node.condition.type, BOOL, "the condition")


def _for_each(scope: Scope, node: nodes.ForEach) -> None:
    collection = scope.representation(node.collection.type)
    if isinstance(collection, ListType | SetType):
        scope.expect_in_slot(node, node.slot, collection.element, "an element")
    else:
        scope.report(node, f"a loop over a {collection}")


def _for_entries(scope: Scope, node: nodes.ForEntries) -> None:
    collection = scope.representation(node.collection.type)
    if isinstance(collection, MapType):
        scope.expect_in_slot(node, node.key, collection.key, "a key")
        scope.expect_in_slot(node, node.value, collection.value, "a value")
    else:
        scope.report(node, f"a loop over the entries of a {collection}")


def _for_range(scope: Scope, node: nodes.ForRange) -> None:
    scope.expect(node, node.start.type, INT, "the start")
    scope.expect(node, node.end.type, INT, "the end")
    scope.expect_in_slot(node, node.slot, INT, "a number")


def _emit(scope: Scope, node: nodes.Emit) -> None:
    event = scope.manifest.events.get(node.event)
    if event is None:
        scope.report(node, f"there is no event {node.event}")
        return
    for variant in event.variants:
        if variant.name == node.variant:
            if node.size != len(variant.fields):
                scope.report(node, f"size {node.size} of {len(variant.fields)} fields")
            scope.expect_fields(node, node.payload, variant.fields, node.variant)
            return
    scope.report(node, f"{node.event} has no variant {node.variant}")


def _start(scope: Scope, node: nodes.Start) -> None:
    batch = scope.manifest.batches.get(node.batch)
    if batch is None:
        scope.report(node, f"there is no batch {node.batch}")
        return
    wanted = [parameter.type for parameter in batch.parameters]
    scope.expect_each(node, node.arguments, wanted, "argument")


def _in_a_test(scope: Scope, node: Any) -> None:
    if scope.signature.kind is not CallableKind.TEST:
        scope.report(node, f"{type(node).__name__} in a {scope.signature.kind.value}")


def _assert(scope: Scope, node: nodes.Assert) -> None:
    _in_a_test(scope, node)
    _condition(scope, node)


def _assert_rejects(scope: Scope, node: nodes.AssertRejects) -> None:
    _in_a_test(scope, node)
    failure = scope.manifest.failures.get(node.failure)
    if failure is None:
        scope.report(node, f"there is no failure {node.failure}")
    elif node.context is not None:
        fields = (*failure.public, *failure.internal)
        scope.expect_fields(node, node.context, fields, node.failure, complete=False)
    if not isinstance(node.subject, nodes.TestCall | nodes.Call):
        scope.report(node, "the subject is no call")


def _advance_clock(scope: Scope, node: nodes.AdvanceClock) -> None:
    _in_a_test(scope, node)
    scope.expect(node, node.by.type, PrimitiveType(Primitive.DURATION), "the time")


# ---- matches


def _match(scope: Scope, node: nodes.Match) -> None:
    for arm in node.arms:
        if arm.result is not None:
            scope.expect(node, arm.result.type, node.type, "an arm's result")
    cases = [arm.case for arm in node.arms]
    has_other = any(isinstance(case, nodes.OtherCase) for case in cases)
    subject = scope.representation(node.subject.type)
    definition = scope.definition(node.subject.type)
    if isinstance(subject, OptionalType):
        _presence(scope, node, subject, has_other=has_other)
    elif isinstance(definition, EnumDefinition):
        _variants(scope, node, definition, has_other=has_other)
    else:
        _literals(scope, node, is_bool=subject == BOOL, has_other=has_other)


def _presence(scope: Scope, node: nodes.Match, subject: OptionalType, *, has_other: bool) -> None:
    kinds = {type(arm.case) for arm in node.arms}
    if foreign := kinds - {nodes.NoneCase, nodes.SomeCase, nodes.OtherCase}:
        scope.report(node, f"cases {sorted(kind.__name__ for kind in foreign)} of a {subject}")
    if not has_other and kinds < {nodes.NoneCase, nodes.SomeCase}:
        scope.report(node, "the match is not exhaustive")
    for arm in node.arms:
        if isinstance(arm.case, nodes.SomeCase):
            scope.expect_in_slot(node, arm.case.slot, subject.inner, "the present value")


def _variants(
    scope: Scope, node: nodes.Match, definition: EnumDefinition, *, has_other: bool
) -> None:
    if node.plain != definition.is_plain:
        scope.report(node, f"plain is {node.plain} for {definition.name}")
    variants = {variant.name: variant for variant in definition.variants}
    seen = set()
    for arm in node.arms:
        if isinstance(arm.case, nodes.VariantCase):
            seen.add(arm.case.tag)
            variant = variants.get(arm.case.tag)
            if variant is None:
                scope.report(node, f"{definition.name} has no variant {arm.case.tag}")
            else:
                _payload(scope, node, arm.case, variant)
        elif not isinstance(arm.case, nodes.OtherCase):
            scope.report(node, f"a {type(arm.case).__name__} of {definition.name}")
    if not has_other and seen != variants.keys():
        scope.report(node, f"no arm for {sorted(variants.keys() - seen)}")


def _payload(scope: Scope, node: nodes.Match, case: nodes.VariantCase, variant: Variant) -> None:
    for position, slot in case.bindings:
        if 0 <= position < len(variant.fields):
            scope.expect_in_slot(node, slot, variant.fields[position].type, "a payload field")
        else:
            scope.report(node, f"{variant.name} has no payload field {position}")


def _literals(scope: Scope, node: nodes.Match, *, is_bool: bool, has_other: bool) -> None:
    values = set()
    for arm in node.arms:
        if isinstance(arm.case, nodes.LiteralCase):
            values.add(arm.case.value)
        elif not isinstance(arm.case, nodes.OtherCase):
            scope.report(node, f"a {type(arm.case).__name__} of a {node.subject.type}")
    if not has_other and not (is_bool and values == {True, False}):
        scope.report(node, "the match is not exhaustive")


STATEMENT_RULES: Final[Mapping[type, Callable[[Scope, Any], None]]] = {
    nodes.Store: _store,
    nodes.Return: _return,
    nodes.If: _condition,
    nodes.While: _condition,
    nodes.ForEach: _for_each,
    nodes.ForEntries: _for_entries,
    nodes.ForRange: _for_range,
    nodes.Emit: _emit,
    nodes.Start: _start,
    nodes.Assert: _assert,
    nodes.AssertRejects: _assert_rejects,
    nodes.AdvanceClock: _advance_clock,
    nodes.RunPending: _in_a_test,
    nodes.Tick: _in_a_test,
    nodes.TestCall: _in_a_test,
    nodes.Match: _match,
}
"""The rule of each of these kinds."""
