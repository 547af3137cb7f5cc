"""Statements: `var`, assignment, `return`, `reject`, `if`, and effects (language.md §5)."""

from __future__ import annotations

from jadpo.check import expected as expect
from jadpo.check.body import (
    Body,
    check_block,
    check_expression,
    check_value,
    error_expression,
)
from jadpo.check.chains import Branch, in_turn
from jadpo.check.conditions import check_condition
from jadpo.check.fields_given import (
    as_pairs,
    check_given_fields,
    report_missing_fields,
    written_type,
)
from jadpo.check.lookup import find_failure
from jadpo.check.narrowing import Facts, join
from jadpo.check.scope import Spanned
from jadpo.check.typenames import report_unit, resolved_type
from jadpo.check.types import ERROR, NOTHING, UNIT, has_nothing, is_error
from jadpo.check.words import an
from jadpo.diagnostics import Edit, Related, nearest_name
from jadpo.ir import nodes as ir
from jadpo.syntax import nodes
from jadpo_runtime.values import Type

# ---- bindings


def check_var(body: Body, node: nodes.Var) -> tuple[ir.Statement, ...]:
    """``var x = e``, ``var x: T = e``, ``var mut x = e``; ``_`` drops the value."""
    if node.type is None:
        value = check_expression(body, node.value)
    else:
        written = resolved_type(body.checking, body.place, node.type)
        if written == UNIT:
            report_unit(body.checking, body.place, node.type)
            written = ERROR
        value = check_value(
            body, node.value, expect.annotation(written, node.name.text, body.span(node.type))
        )
    if value.type == NOTHING:
        # A match whose arms all leave: there is no value, and nothing after it.
        _declare(body, node, ERROR)
        return (ir.Evaluate(value, body.span(node)),)
    if node.name.text == "_":
        return (ir.Evaluate(_known(body, node, value), body.span(node)),)
    value = _known(body, node, _with_value(body, node, value))
    binding = _declare(body, node, value.type)
    return (ir.Store(binding, value, body.span(node)),)


def _declare(body: Body, node: nodes.Var, type_: Type) -> int:
    return body.declare(node.name, type_, mutable=node.mutable).slot


def _with_value(body: Body, node: nodes.Var, value: ir.Expression) -> ir.Expression:
    if value.type != UNIT:
        return value
    source = body.place.source
    body.checking.report(
        "type.no_value",
        body.span(node.value),
        f"this gives no value to bind to `{node.name.text}`",
        why="what gives `Unit` is called for its effect",
        help="call it in a statement of its own",
        edits=(Edit(source.span(node.start, node.value.start), ""),),
    )
    return error_expression(value.span)


def _known(body: Body, node: nodes.Var, value: ir.Expression) -> ir.Expression:
    if not has_nothing(value.type):
        return value
    body.checking.report(
        "type.unknown_here",
        body.span(node.value),
        f"nothing says what the type of `{node.name.text}` is",
        why="`none` and empty collections have a type only where one is expected",
        help=f"write the type, as in `var {node.name.text}: List<Text> = …`",
    )
    return error_expression(value.span)


def check_assign(body: Body, node: nodes.Assign) -> tuple[ir.Statement, ...]:
    """``x = e`` of a ``var mut``."""
    name = node.target.names[0]
    binding = body.scope.find(name.text)
    if binding is None or not binding.mutable or len(node.target.names) > 1:
        _report_not_assignable(body, node)
        check_expression(body, node.value)
        return ()
    wanted = expect.annotation(binding.type, name.text, binding.span)
    value = check_value(body, node.value, wanted)
    return (ir.Store(binding.slot, value, body.span(node)),)


def _report_not_assignable(body: Body, node: nodes.Assign) -> None:
    target = node.target
    name = target.names[0]
    binding = body.scope.find(name.text)
    related: tuple[Related, ...] = ()
    edits: tuple[Edit, ...] = ()
    if binding is None:
        near = nearest_name(name.text, body.scope.visible())
        summary = f"there is no binding `{name.text}` to assign to"
        why = "only a `var mut` that is declared before can be assigned to"
        step = f"did you mean `{near}`?" if near else f"declare it: `var {target.text} = …`"
        edits = (Edit(body.span(name), near),) if near else ()
    elif len(target.names) > 1:
        summary = f"`{target.text}` cannot be assigned to"
        why = "values do not change: neither their fields nor what they hold"
        step = "make a new value with that field, and assign it to a `var mut`"
        related = (Related(binding.span, f"`{name.text}` is bound here"),)
    else:
        summary = f"`{name.text}` cannot be assigned to"
        why = "only a `var mut` can"
        step = f"bind another name, and assign to that: `var mut … = {name.text}`"
        related = (Related(binding.span, f"`{name.text}` is bound here"),)
        before = body.place.source.text[: binding.span.start].rstrip()
        if before.endswith("var"):
            at = binding.span.start
            step = f"declare it as `var mut {name.text}`"
            edits = (Edit(body.place.source.span(at, at), "mut "),)
    body.checking.report(
        "flow.not_assignable",
        body.span(target),
        summary,
        why=why,
        help=step,
        edits=edits,
        related=related,
        subject=f"{body.name} {name.text if binding is None else f'={target.text}'}",
    )


# ---- leaving


def check_return(body: Body, node: nodes.Return) -> tuple[ir.Statement, ...]:
    """``return e``; alone in a body that gives ``Unit``."""
    span = body.span(node)
    if node.value is None:
        if body.result != UNIT and not is_error(body.result):
            body.checking.report(
                "flow.return_value",
                span,
                f"`{body.shown}` returns no value here",
                why=f"`{body.shown}` gives {an(body.result)}",
                help="write the value after `return`",
            )
        body.leave()
        return (ir.Return(None, span),)
    if body.result == UNIT:
        check_expression(body, node.value)
        after = body.place.source.span(node.start + len("return"), node.value.end)
        body.checking.report(
            "flow.return_value",
            body.span(node.value),
            f"{_subject(body)} gives no value, and here it returns one",
            why="its result is `Unit`",
            help="remove the value, or declare the type of the result",
            edits=(Edit(after, ""),),
        )
        body.leave()
        return (ir.Return(None, span),)
    value = check_value(body, node.value, expect.result(body.result, body.shown))
    body.leave()
    return (ir.Return(value, span),)


def check_reject(body: Body, node: nodes.Reject) -> tuple[ir.Statement, ...]:
    """``reject Failure { context }`` [F1]."""
    raised = raise_failure(body, node, node.failure, node.context)
    span = body.span(node)
    body.leave()
    if raised is None:
        return ()
    body.raises(raised.failure, span)
    return (ir.Reject(raised, span),)


def raise_failure(
    body: Body, node: Spanned, path: nodes.Path, context: tuple[nodes.FieldValue, ...]
) -> ir.RaiseFailure | None:
    """A failure with its whole context; ``None`` where there is a mistake, which is reported."""
    name = find_failure(body.checking, body.place, path)
    failure = None if name is None else body.checking.declarations.failures.get(name)
    if failure is None:
        body.has_mistakes = True
        for value in context:
            check_expression(body, value.value)
        return None
    fields = failure.public + failure.internal
    given, right = check_given_fields(body, context, fields, path.text, written_type)
    missing = [field for index, field in enumerate(fields) if index not in given]
    if missing and right:
        report_missing_fields(body, path, path.text, missing, braces=bool(context))
        right = False
    if not right or any(is_error(value.type) for value in given.values()):
        body.has_mistakes = True  # what leaves the body is not known in full
        return None
    return ir.RaiseFailure(failure.name, as_pairs(given), len(fields), body.span(node))


# ---- branches


def check_if(body: Body, node: nodes.If) -> tuple[ir.Statement, ...]:
    """``if … { } else if … { } else { }``; each branch knows what the condition shows [C3]."""
    branches: list[Branch] = []
    otherwise: tuple[ir.Statement, ...] = ()
    after: Facts | None = None
    link: nodes.If | None = node
    while link is not None:
        condition, shown = check_condition(body, link.condition)
        before = body.facts
        body.learn(shown.when_true)
        then = check_block(body, link.then)
        branches.append(Branch(condition, then, not body.reachable, body.span(link)))
        after = join(after, body.facts)
        body.facts = before
        body.learn(shown.when_false)
        following: object = link.otherwise
        link = following if isinstance(following, nodes.If) else None
        if isinstance(following, nodes.Block):
            otherwise = check_block(body, following)
    body.facts = join(after, body.facts)
    return in_turn(body, branches, otherwise)


def _subject(body: Body) -> str:
    """A body as the subject of a sentence: a name is quoted, words such as "the test" are not."""
    return body.shown if " " in body.shown else f"`{body.shown}`"


# ---- effects


def check_effect(body: Body, node: nodes.Effect) -> tuple[ir.Statement, ...]:
    """A call or an ``attempt`` for its effect; a result that is not ``Unit`` must be used."""
    said = body.checking.said()
    value = check_expression(body, node.expression)
    if body.checking.said() == said:
        value = check_no_result(body, node, value)
    return (ir.Evaluate(value, body.span(node)),)


def check_no_result(
    body: Body, node: Spanned, value: ir.Expression, subject: str | None = None
) -> ir.Expression:
    """The value of a statement, which must be ``Unit``; reports where a result is dropped.

    ``subject`` is the match that drops it as the value of an arm, which it may do several times.
    """
    if value.type in (UNIT, NOTHING) or is_error(value.type):
        return value
    source = body.place.source
    at, end = source.span(node.start, node.start), source.span(node.end, node.end)
    edits: tuple[Edit, ...] = (Edit(at, "var _ = "),)
    if subject is not None:
        edits = (Edit(at, "{ var _ = "), Edit(end, " }"))
    body.checking.report(
        "flow.result_unused",
        body.span(node),
        f"this gives {an(value.type)}, which nothing uses",
        why="a result is used, or dropped where that is written",
        help="bind it, to `_` if it is not needed",
        edits=edits,
        subject=subject,
    )
    return value
