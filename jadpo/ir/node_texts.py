"""The text of every kind of node."""

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

import attrs

from jadpo.ir import nodes
from jadpo_runtime.values import Duration, Instant, Omitted, Span, Type
from jadpo_runtime.values.internal_error import InternalError
from jadpo_runtime.values.node import Node
from jadpo_runtime.values.numbers import decimal_text


@attrs.frozen
class Detail:
    """What a text shows beyond the nodes: the type of every expression, the span of every node.

    ``beside`` gives a remark on a node, such as an error of the verifier, or ``None``.
    """

    types: bool = False
    spans: bool = False
    beside: Callable[[Node], str | None] = lambda _: None


PLAIN: Final = Detail()
"""Nodes alone."""


class NodeTexts:
    """Texts of nodes at one level of detail."""

    def __init__(self, detail: Detail) -> None:
        self.detail = detail

    def node(self, node: Any) -> str:
        """The text of a node, with what the detail adds."""
        try:
            write = WRITERS[type(node)]
        except KeyError:
            raise InternalError(f"no text for {type(node).__name__}") from None
        text = write(self, node)
        if self.detail.types and isinstance(getattr(node, "type", None), Type):
            text = f"({text}: {node.type})"
        if self.detail.spans and isinstance(getattr(node, "span", None), Span):
            text = _beside(text, f" @{node.span.line}:{node.span.column}")
        remark = self.detail.beside(node)
        return text if remark is None else _beside(text, f" [error: {remark}]")

    def nodes(self, several: Iterable[Any]) -> str:
        """Several nodes with commas between."""
        return ", ".join(map(self.node, several))

    def numbered(self, pairs: Iterable[tuple[int, Any]]) -> str:
        """Nodes with their positions."""
        return ", ".join(f"{number}: {self.node(node)}" for number, node in pairs)

    def block(self, statements: Sequence[Any]) -> str:
        """Statements, one under the other."""
        return "\n".join(map(self.node, statements)) or "nothing"

    def braces(self, statements: Sequence[Any]) -> str:
        """A block in braces."""
        if not statements:
            return "{ }"
        return f"{{\n{textwrap.indent(self.block(statements), '  ')}\n}}"

    def arm(self, head: str, block: Sequence[Any], result: Any) -> str:
        """An arm of a match."""
        if not block and result is not None:
            return f"{head} => {self.node(result)}"
        text = f"{head} => {self.braces(block)}"
        return text if result is None else f"{text} {self.node(result)}"

    def match(self, subject: str, arms: Iterable[str]) -> str:
        """A match with its arms under each other."""
        return f"{subject} {{\n{textwrap.indent(chr(10).join(arms), '  ')}\n}}"

    def clauses(self, *clauses: tuple[str, Any]) -> str:
        """The clauses of a persistence expression that are there."""
        return "".join(f" {word} {self.node(node)}" for word, node in clauses if node is not None)


def _beside(text: str, remark: str) -> str:
    """The text with a remark at the end of its first line."""
    first, newline, others = text.partition("\n")
    return f"{first}{remark}{newline}{others}"


# ---- values


def _constant(_: NodeTexts, node: nodes.Constant) -> str:
    return f"const {literal(node.value)}"


def literal(value: object) -> str:
    """A value as the printer shows it; texts in quotes, without characters that break lines."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case Instant() | Duration():
            return f"{type(value).__name__.lower()} {int(value)}"
        case Decimal():
            return f"decimal {decimal_text(value)}"
        case str():
            return _quoted(value)
        case list():
            return f"[{', '.join(map(literal, value))}]"
        case dict():
            entries = ", ".join(f"{literal(key)}: {literal(item)}" for key, item in value.items())
            return f"{{{entries}}}"
        case tuple():
            return f"({', '.join(map(literal, value))})"
        case bytes():
            return f"bytes {value.hex()}"
        case Omitted():
            return "omitted"
        case _:
            return str(value)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    shown = "".join(
        character if character.isprintable() else f"\\u{{{ord(character):X}}}"
        for character in escaped
    )
    return f'"{shown}"'


def _local(_: NodeTexts, node: nodes.Local) -> str:
    return f"%{node.slot}"


def _field(texts: NodeTexts, node: nodes.FieldOf) -> str:
    return f"{texts.node(node.base)}.{node.index}"


def _supplied(texts: NodeTexts, node: nodes.IsSupplied) -> str:
    return f"supplied {texts.node(node.base)}.{node.index}"


def _object(texts: NodeTexts, node: nodes.MakeObject) -> str:
    return f"object {node.type} ({texts.numbered(node.fields)})"


def _variant(texts: NodeTexts, node: nodes.MakeVariant) -> str:
    payload = f" ({texts.numbered(node.fields)})" if node.fields else ""
    return f"variant {node.type}.{node.tag}{payload}"


def _list(texts: NodeTexts, node: nodes.MakeList) -> str:
    return f"list ({texts.nodes(node.elements)})"


# ---- operators


def _arithmetic(texts: NodeTexts, node: nodes.Arithmetic) -> str:
    return f"({texts.node(node.left)} {node.operator.value} {texts.node(node.right)})"


def _negate(texts: NodeTexts, node: nodes.Negate) -> str:
    return f"(- {texts.node(node.base)})"


def _int_to_decimal(texts: NodeTexts, node: nodes.IntToDecimal) -> str:
    return f"decimal({texts.node(node.base)})"


def _compare(texts: NodeTexts, node: nodes.Compare) -> str:
    as_ = f" as {node.operand}" if texts.detail.types else ""
    return f"({texts.node(node.left)} {node.operator.value} {texts.node(node.right)}{as_})"


def _contains(texts: NodeTexts, node: nodes.Contains) -> str:
    return f"({texts.node(node.item)} in {texts.node(node.collection)})"


def _not(texts: NodeTexts, node: nodes.Not) -> str:
    return f"(not {texts.node(node.base)})"


def _and(texts: NodeTexts, node: nodes.And) -> str:
    return f"({texts.node(node.left)} and {texts.node(node.right)})"


def _or(texts: NodeTexts, node: nodes.Or) -> str:
    return f"({texts.node(node.left)} or {texts.node(node.right)})"


# ---- changes of type


def _is_present(texts: NodeTexts, node: nodes.IsPresent) -> str:
    return f"({texts.node(node.base)} exists)"


def _unwrap(texts: NodeTexts, node: nodes.Unwrap) -> str:
    return f"unwrap({texts.node(node.base)})"


def _wrap(texts: NodeTexts, node: nodes.Wrap) -> str:
    return f"some({texts.node(node.base)})"


def _widen(texts: NodeTexts, node: nodes.Widen) -> str:
    return f"widen {node.type}({texts.node(node.base)})"


def _validate(texts: NodeTexts, node: nodes.Validate) -> str:
    return f"construct {node.type}({texts.node(node.base)})"


# ---- calls


def _call(texts: NodeTexts, node: nodes.Call) -> str:
    return f"call {node.name}({texts.nodes(node.arguments)}){_fails(node.failures)}"


def _fails(failures: Sequence[str]) -> str:
    return f" fails {', '.join(failures)}" if failures else ""


def _function_reference(_: NodeTexts, node: nodes.FunctionReference) -> str:
    return f"function {node.name}"


def _library_call(texts: NodeTexts, node: nodes.LibraryCall) -> str:
    return f"{node.operation}({texts.nodes(node.arguments)})"


def _call_connection(texts: NodeTexts, node: nodes.CallConnection) -> str:
    given = "" if node.input is None else texts.node(node.input)
    return f"connection {node.connection}.{node.operation}({given}){_fails(node.failures)}"


def _attempt(texts: NodeTexts, node: nodes.Attempt) -> str:
    return f"attempt {texts.node(node.base)}"


# ---- effects that give values


def _clock_now(_: NodeTexts, __: nodes.ClockNow) -> str:
    return "clock.now"


def _random_uuid(_: NodeTexts, __: nodes.RandomUuid) -> str:
    return "random.uuid()"


def _config_value(_: NodeTexts, node: nodes.ConfigValue) -> str:
    return f"config {node.config}.{node.field}"


def _delivery_value(_: NodeTexts, node: nodes.DeliveryValue) -> str:
    return f"delivery.{node.member}"


def _due_at(_: NodeTexts, __: nodes.DueAt) -> str:
    return "schedule.due_at"


def _raise_failure(texts: NodeTexts, node: nodes.RaiseFailure) -> str:
    return f"{node.failure} {{ {texts.numbered(node.context)} }}" if node.size else node.failure


def _conflict(texts: NodeTexts, node: nodes.ConflictClause) -> str:
    failure = texts.node(node.failure)
    if node.constraint is None:
        return f"conflict: {failure}"
    entity, fields = node.constraint
    return f"conflict {entity}.({', '.join(fields)}): {failure}"


def _conflicts(texts: NodeTexts, conflicts: Sequence[nodes.ConflictClause]) -> str:
    return "".join(f" {texts.node(each)}" for each in conflicts)


def _create(texts: NodeTexts, node: nodes.Create) -> str:
    conflicts = _conflicts(texts, node.conflicts)
    return f"create plan {node.plan} ({texts.numbered(node.values)}){conflicts}"


def _select(texts: NodeTexts, node: nodes.Select) -> str:
    missing = texts.clauses(("missing:", node.missing))
    return f"select {node.form.value} plan {node.plan} ({texts.nodes(node.parameters)}){missing}"


def _count(texts: NodeTexts, node: nodes.Count) -> str:
    return f"count plan {node.plan} ({texts.nodes(node.parameters)})"


def _exists(texts: NodeTexts, node: nodes.Exists) -> str:
    return f"exists plan {node.plan} ({texts.nodes(node.parameters)})"


def _aggregate(texts: NodeTexts, node: nodes.Aggregate) -> str:
    return f"aggregate plan {node.plan} ({texts.nodes(node.parameters)})"


def _assignment(texts: NodeTexts, node: nodes.Assignment) -> str:
    return f"{node.index}: {texts.node(node.value)}{texts.clauses(('when', node.supplied))}"


def _update(texts: NodeTexts, node: nodes.Update) -> str:
    current = "" if node.current is None else f" with current %{node.current}"
    patched = f" patched ({texts.nodes(node.patched)})" if node.patched else ""
    clauses = texts.clauses(("empty:", node.empty), ("missing:", node.missing))
    return (
        f"update plan {node.plan} ({texts.nodes(node.parameters)}){current}"
        f" set ({texts.nodes(node.assignments)}){patched}{clauses}"
        f"{_conflicts(texts, node.conflicts)}"
    )


def _delete(texts: NodeTexts, node: nodes.Delete) -> str:
    missing = texts.clauses(("missing:", node.missing))
    return (
        f"delete plan {node.plan} ({texts.nodes(node.parameters)}){missing}"
        f"{_conflicts(texts, node.conflicts)}"
    )


def _test_call(texts: NodeTexts, node: nodes.TestCall) -> str:
    return f"test call {node.name}({texts.nodes(node.arguments)}){_fails(node.failures)}"


# ---- matches


def _variant_case(_: NodeTexts, node: nodes.VariantCase) -> str:
    return f"{node.tag}{_bindings(node.bindings)}"


def _bindings(bindings: Sequence[tuple[int, int]]) -> str:
    if not bindings:
        return ""
    return f" ({', '.join(f'{position}: %{slot}' for position, slot in bindings)})"


def _literal_case(_: NodeTexts, node: nodes.LiteralCase) -> str:
    return literal(node.value)


def _none_case(_: NodeTexts, __: nodes.NoneCase) -> str:
    return "none"


def _some_case(_: NodeTexts, node: nodes.SomeCase) -> str:
    return "some" if node.slot is None else f"some(%{node.slot})"


def _other_case(_: NodeTexts, __: nodes.OtherCase) -> str:
    return "_"


def _arm(texts: NodeTexts, node: nodes.Arm) -> str:
    return texts.arm(texts.node(node.case), node.block, node.result)


def _match(texts: NodeTexts, node: nodes.Match) -> str:
    plain = "plain " if node.plain else ""
    return texts.match(f"match {plain}{texts.node(node.subject)}", map(texts.node, node.arms))


def _failure_arm(texts: NodeTexts, node: nodes.FailureArm) -> str:
    head = f"failure {node.failure}{_bindings(node.bindings)}"
    return texts.arm(head, node.block, node.result)


def _propagate(_: NodeTexts, node: nodes.Propagate) -> str:
    return f"failure {node.failure} => propagate"


def _match_failure(texts: NodeTexts, node: nodes.MatchFailure) -> str:
    bound = "" if node.success is None else f"(%{node.success})"
    success = texts.arm(f"success{bound}", node.block, node.result)
    savepoint = "in savepoint " if node.savepoint else ""
    subject = f"match failure {savepoint}{texts.node(node.subject)}"
    return texts.match(subject, [success, *map(texts.node, node.arms)])


# ---- statements


def _store(texts: NodeTexts, node: nodes.Store) -> str:
    return f"%{node.slot} = {texts.node(node.value)}"


def _evaluate(texts: NodeTexts, node: nodes.Evaluate) -> str:
    return f"do {texts.node(node.value)}"


def _return(texts: NodeTexts, node: nodes.Return) -> str:
    return "return" if node.value is None else f"return {texts.node(node.value)}"


def _reject(texts: NodeTexts, node: nodes.Reject) -> str:
    return f"reject {texts.node(node.failure)}"


def _if(texts: NodeTexts, node: nodes.If) -> str:
    text = f"if {texts.node(node.condition)} {texts.braces(node.then)}"
    return f"{text} else {texts.braces(node.otherwise)}" if node.otherwise else text


def _while(texts: NodeTexts, node: nodes.While) -> str:
    return f"while {texts.node(node.condition)} {texts.braces(node.body)}"


def _for_each(texts: NodeTexts, node: nodes.ForEach) -> str:
    return f"for %{node.slot} in {texts.node(node.collection)} {texts.braces(node.body)}"


def _for_entries(texts: NodeTexts, node: nodes.ForEntries) -> str:
    heads = f"%{node.key}, %{node.value}"
    return f"for {heads} in {texts.node(node.collection)} {texts.braces(node.body)}"


def _for_range(texts: NodeTexts, node: nodes.ForRange) -> str:
    bounds = f"{texts.node(node.start)} to {texts.node(node.end)}"
    return f"for %{node.slot} from {bounds} {texts.braces(node.body)}"


def _break(_: NodeTexts, __: nodes.Break) -> str:
    return "break"


def _continue(_: NodeTexts, __: nodes.Continue) -> str:
    return "continue"


def _emit(texts: NodeTexts, node: nodes.Emit) -> str:
    return f"emit {node.event}.{node.variant} ({texts.numbered(node.payload)})"


def _start(texts: NodeTexts, node: nodes.Start) -> str:
    return f"start {node.batch}({texts.nodes(node.arguments)})"


def _assert(texts: NodeTexts, node: nodes.Assert) -> str:
    return f"assert {texts.node(node.condition)}"


def _assert_rejects(texts: NodeTexts, node: nodes.AssertRejects) -> str:
    context = "" if node.context is None else f" {{ {texts.numbered(node.context)} }}"
    return f"assert rejects {node.failure}{context} {texts.node(node.subject)}"


def _advance_clock(texts: NodeTexts, node: nodes.AdvanceClock) -> str:
    return f"advance clock by {texts.node(node.by)}"


def _run_pending(_: NodeTexts, __: nodes.RunPending) -> str:
    return "run pending"


def _tick(_: NodeTexts, __: nodes.Tick) -> str:
    return "tick"


WRITERS: Final[Mapping[type, Callable[[NodeTexts, Any], str]]] = {
    nodes.Constant: _constant,
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
    nodes.And: _and,
    nodes.Or: _or,
    nodes.IsPresent: _is_present,
    nodes.Unwrap: _unwrap,
    nodes.Wrap: _wrap,
    nodes.Widen: _widen,
    nodes.Validate: _validate,
    nodes.Call: _call,
    nodes.FunctionReference: _function_reference,
    nodes.LibraryCall: _library_call,
    nodes.CallConnection: _call_connection,
    nodes.Attempt: _attempt,
    nodes.ClockNow: _clock_now,
    nodes.RandomUuid: _random_uuid,
    nodes.ConfigValue: _config_value,
    nodes.DeliveryValue: _delivery_value,
    nodes.DueAt: _due_at,
    nodes.RaiseFailure: _raise_failure,
    nodes.ConflictClause: _conflict,
    nodes.Create: _create,
    nodes.Select: _select,
    nodes.Count: _count,
    nodes.Exists: _exists,
    nodes.Aggregate: _aggregate,
    nodes.Assignment: _assignment,
    nodes.Update: _update,
    nodes.Delete: _delete,
    nodes.TestCall: _test_call,
    nodes.VariantCase: _variant_case,
    nodes.LiteralCase: _literal_case,
    nodes.NoneCase: _none_case,
    nodes.SomeCase: _some_case,
    nodes.OtherCase: _other_case,
    nodes.Arm: _arm,
    nodes.Match: _match,
    nodes.FailureArm: _failure_arm,
    nodes.Propagate: _propagate,
    nodes.MatchFailure: _match_failure,
    nodes.Store: _store,
    nodes.Evaluate: _evaluate,
    nodes.Return: _return,
    nodes.Reject: _reject,
    nodes.If: _if,
    nodes.While: _while,
    nodes.ForEach: _for_each,
    nodes.ForEntries: _for_entries,
    nodes.ForRange: _for_range,
    nodes.Break: _break,
    nodes.Continue: _continue,
    nodes.Emit: _emit,
    nodes.Start: _start,
    nodes.Assert: _assert,
    nodes.AssertRejects: _assert_rejects,
    nodes.AdvanceClock: _advance_clock,
    nodes.RunPending: _run_pending,
    nodes.Tick: _tick,
}
"""The text of each kind of node."""
