"""What can be wrong with a call of the standard library."""

from __future__ import annotations

from jadpo.check.body import Body
from jadpo.check.functions_by_name import NamedFunction
from jadpo.check.overloads import Candidate, Given, bare_word
from jadpo.check.signatures_of_library import substitute
from jadpo.check.types import is_optional
from jadpo.check.words import an
from jadpo.diagnostics import Edit, nearest_name
from jadpo.stdlib import (
    NAMESPACES,
    FunctionOf,
    Operation,
    Option,
    operation_names,
    operations_named,
)
from jadpo.syntax import nodes
from jadpo_runtime.values import FieldType, NamedType, Type


def report_unknown_operation(body: Body, callee: nodes.Path) -> None:
    """Say that a namespace has no such operation, or that another one has it."""
    namespace = callee.names[0].text
    known = [name.partition(".")[2] for name in operation_names(namespace)]
    wanted = callee.text.partition(".")[2]
    span = body.span(callee.names[-1])
    near = nearest_name(wanted, known)
    elsewhere = _elsewhere(wanted) if near is None else None
    body.checking.report(
        "name.unknown_operation",
        span,
        f"`{namespace}` has no operation `{wanted}`"
        if wanted
        else f"`{namespace}` is a namespace, and cannot be called",
        why="its operations are " + ", ".join(f"`{name}`" for name in known)
        if known
        else f"nothing of `{namespace}` is called",
        help=f"did you mean `{near}`?"
        if near
        else f"did you mean `{elsewhere}`?"
        if elsewhere
        else "use one of these",
        edits=(Edit(span, near),)
        if near and len(callee.names) == 2
        else (Edit(body.span(callee), elsewhere),)
        if elsewhere
        else (),
        subject=None if wanted else namespace,
    )


def _elsewhere(wanted: str) -> str | None:
    for namespace in NAMESPACES:
        if wanted and operations_named(f"{namespace}.{wanted}"):
            return f"{namespace}.{wanted}"
    return None


def report_member_called(body: Body, node: nodes.Call, callee: nodes.Path) -> None:
    """Say that what is read like a field is called."""
    body.checking.report(
        "name.not_callable",
        body.span(node),
        f"`{callee.text}` is not called",
        why="it is read like a field",
        help=f"write `{callee.text}`",
        edits=(Edit(body.span(node), callee.text),),
    )


def report_arity(body: Body, node: nodes.Call, name: str, overloads: tuple[Operation, ...]) -> None:
    """Say that no overload takes that many values."""
    given = sum(1 for each in node.arguments if each.label is None)
    wanted = sorted({len(each.signature.parameters) for each in overloads})
    counts = " or ".join(str(count) for count in wanted)
    named = next((each for each in node.arguments if each.label is not None), None)
    options = {option.name for each in overloads for option in each.signature.options}
    if named is not None and named.label is not None and named.label.text not in options:
        report_option(body, nodes.Path((), 0, 0), named.label, sorted(options), overloads[0])
        return
    body.checking.report(
        "type.argument_count",
        body.span(node),
        f"`{name}` takes {counts} value{'' if wanted == [1] else 's'}, and {given or 'none'} "
        f"{'is' if given == 1 else 'are'} given",
        why="its signature is " + " or ".join(f"`{each.signature}`" for each in overloads),
        help=_by_name(overloads, given) or "give what the signature asks for",
    )


def _by_name(overloads: tuple[Operation, ...], given: int) -> str | None:
    """The advice to give an option by its name, where the last value may be meant as one."""
    for each in overloads:
        options = each.signature.options
        if options and given == len(each.signature.parameters) + 1:
            return f"give the last one by its name: `{options[0].name}: …`"
    return None


def report_option(
    body: Body, callee: nodes.Path, label: nodes.Name, options: list[str], operation: Operation
) -> None:
    """Say that the operation has no such option."""
    near = nearest_name(label.text, options)
    span = body.span(label)
    parameters = [parameter.name for parameter in operation.signature.parameters]
    if label.text in parameters:
        why = f"`{label.text}` is given by its position"
        step = f"remove `{label.text}:`"
    else:
        why = f"its signature is `{operation.signature}`"
        step = f"did you mean `{near}`?" if near else f"remove `{label.text}`"
    body.checking.report(
        "type.argument_named",
        span,
        f"`{operation.name}` has no option `{label.text}`",
        why=why,
        help=step,
        edits=(Edit(span, near),) if near else (),
    )


def report_choice(
    body: Body,
    callee: nodes.Path,
    option: Option,
    words: tuple[str, ...],
    node: nodes.Expression,
) -> None:
    """Say that an option is one of some words."""
    listed = ", ".join(f"`{word}`" for word in words)
    written = bare_word(node)
    near = nearest_name(written, words) if written else None
    span = body.span(node)
    body.checking.report(
        "type.library_argument",
        span,
        f"`{option.name}` of `{callee.text}` is one of {listed}",
        why="it is a choice between these words",
        help=f"did you mean `{near}`?" if near else "write one of them",
        edits=(Edit(span, near),) if near else (),
    )


def report_argument(
    body: Body,
    callee: nodes.Path,
    given: Given,
    candidates: list[Candidate],
    position: int,
) -> None:
    """Say that an argument fits none of the overloads that those before it fit."""
    first = candidates[0]
    name = first.operation.signature.parameters[position].name
    if isinstance(given.value, NamedFunction):
        wanted = first.operation.signature.parameters[position].type
        assert isinstance(wanted, FunctionOf)  # only then is a function looked for
        option = Option(name, wanted)
        report_function(body, callee, option, given.value, wanted, first, given.node)
        return
    report_value(body, callee, name, given, *candidates)


def report_value(
    body: Body, callee: nodes.Path, name: str, given: Given, *candidates: Candidate
) -> None:
    """Say that a value cannot be taken as that parameter or option."""
    value = given.value
    assert value is not None
    assert not isinstance(value, NamedFunction)
    type_ = value.type
    signatures = " or ".join(f"`{each.operation.signature}`" for each in candidates)
    if is_optional(body.types, type_):
        body.checking.report(
            "type.may_be_none",
            body.span(given.node),
            f"this may be `none`, and `{callee.text}` takes a value as `{name}`",
            why=f"{an(type_)} includes `none`, and the signature is {signatures}",
            help="ask whether it `exists` first, or `match` it",
        )
        return
    taken = an(type_)
    if isinstance(type_, NamedType | FieldType):
        taken += f" ({an(body.types.base(type_))})" if body.types.widened(type_) else ""
    body.checking.report(
        "type.library_argument",
        body.span(given.node),
        f"`{callee.text}` cannot take {taken} as `{name}`",
        why=f"its signature is {signatures}",
        help="give what the signature asks for",
    )


def report_function(
    body: Body,
    callee: nodes.Path,
    option: Option,
    function: NamedFunction,
    wanted: FunctionOf,
    chosen: Candidate,
    node: nodes.Expression,
) -> None:
    """Say that a function given by name takes or gives another type."""
    element: Type | None = substitute(wanted.parameter, chosen.bindings)
    body.checking.report(
        "type.library_argument",
        body.span(node),
        f"`{function.shown}` turns {an(function.parameter)} into {an(function.result)}, and "
        f"`{option.name}` of `{callee.text}` is given `{element or wanted.parameter}`"
        if element is not None and not function.takes(body.types, element)
        else f"`{function.shown}` gives {an(function.result)}, which `{option.name}` of "
        f"`{callee.text}` cannot use",
        why=f"its signature is `{chosen.operation.signature}`",
        help="name a function that takes and gives these types",
    )
