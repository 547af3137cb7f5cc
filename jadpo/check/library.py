"""Calls of the standard library: finding the overload that the arguments fit (language.md §11)."""

from __future__ import annotations

from jadpo.check import expected as expect
from jadpo.check.body import Body, check_expression, error_expression
from jadpo.check.declare.constraints import report_pattern
from jadpo.check.effects import Effect
from jadpo.check.expected import ANYTHING, Expected
from jadpo.check.fitting import convert
from jadpo.check.functions_by_name import NamedFunction, find_function
from jadpo.check.library_mistakes import (
    report_argument,
    report_arity,
    report_choice,
    report_function,
    report_member_called,
    report_option,
    report_unknown_operation,
    report_value,
)
from jadpo.check.mismatch import report_unknown_here
from jadpo.check.overloads import (
    Candidate,
    Given,
    bare_word,
    fits_parameter,
    function_fits,
    learn_from_expected,
)
from jadpo.check.signatures_of_library import Bindings, substitute
from jadpo.check.types import (
    DECIMAL,
    INSTANT,
    INT,
    NOTHING,
    TEXT,
    UUID,
    has_nothing,
    is_error,
)
from jadpo.diagnostics import Edit
from jadpo.ir import nodes as ir
from jadpo.stdlib import (
    Choice,
    FunctionOf,
    LiteralPattern,
    Operation,
    Option,
    SignatureType,
    operations_named,
)
from jadpo.syntax import nodes
from jadpo_runtime.values.patterns import PatternError, compile_pattern


def check_clock(body: Body, node: nodes.Path, expected: Expected) -> ir.Expression:
    """``clock.now``."""
    span = body.span(node)
    if [name.text for name in node.names[1:]] != ["now"]:
        body.checking.report(
            "name.unknown_operation",
            span,
            f"`clock` has no `{node.text.partition('.')[2]}`"
            if len(node.names) > 1
            else "`clock` is a namespace, and no value",
            why="what it has is `clock.now`",
            help="write `clock.now`",
            edits=(Edit(span, "clock.now"),),
        )
        return error_expression(span)
    if not body.require(Effect.CLOCK, node, "`clock.now`"):
        return error_expression(span)
    return ir.ClockNow(INSTANT, span)


def check_library_call(
    body: Body, node: nodes.Call, callee: nodes.Path, expected: Expected
) -> ir.Expression:
    """``namespace.operation(…)``: the first overload that the arguments fit."""
    overloads = operations_named(callee.text)
    if not overloads:
        report_unknown_operation(body, callee)
        _check_all(body, node)
        return error_expression(body.span(node))
    if overloads[0].is_member:
        report_member_called(body, node, callee)
        return error_expression(body.span(node))
    if callee.text == "random.uuid":
        return _random_uuid(body, node, overloads[0])
    candidates = _of_arity(body, node, callee, overloads)
    if candidates is None:
        _check_all(body, node)
        return error_expression(body.span(node))
    return _check_arguments(body, node, callee, candidates, expected)


def _random_uuid(body: Body, node: nodes.Call, operation: Operation) -> ir.Expression:
    span = body.span(node)
    if node.arguments:
        report_arity(body, node, "random.uuid", (operation,))
        return error_expression(span)
    if not body.require(Effect.RANDOM, node, "`random.uuid()`"):
        return error_expression(span)
    return ir.RandomUuid(UUID, span)


def _check_all(body: Body, node: nodes.Call) -> None:
    """Check arguments for their own mistakes, where nothing says what they should be."""
    for argument in node.arguments:
        if not isinstance(argument.value, nodes.Path):
            check_expression(body, argument.value)


# ---- arity and options


def _of_arity(
    body: Body, node: nodes.Call, callee: nodes.Path, overloads: tuple[Operation, ...]
) -> list[Candidate] | None:
    """The overloads that take that many arguments; labels are options, each known and once."""
    positional = [each for each in node.arguments if each.label is None]
    fitting = [each for each in overloads if len(each.signature.parameters) == len(positional)]
    if not fitting:
        report_arity(body, node, callee.text, overloads)
        return None
    if not _options_are_right(body, node, callee, fitting[0]):
        return None
    return [Candidate(each, {}) for each in fitting]


def _options_are_right(
    body: Body, node: nodes.Call, callee: nodes.Path, operation: Operation
) -> bool:
    options = {option.name: option for option in operation.signature.options}
    seen: dict[str, nodes.Name] = {}
    last_positional = max(
        (i for i, each in enumerate(node.arguments) if each.label is None), default=-1
    )
    for index, argument in enumerate(node.arguments):
        label = argument.label
        if label is None:
            continue
        if label.text not in options:
            report_option(body, callee, label, list(options), operation)
            return False
        if label.text in seen or index < last_positional:
            body.checking.report(
                "type.argument_named",
                body.span(label),
                f"the option `{label.text}` is given twice"
                if label.text in seen
                else f"the option `{label.text}` stands before a value",
                why="options stand last, each once",
                help="remove one of the two" if label.text in seen else "move it to the end",
            )
            return False
        seen[label.text] = label
    missing = [name for name, each in options.items() if each.default is None and name not in seen]
    if missing:
        body.checking.report(
            "type.argument_count",
            body.span(node),
            f"`{callee.text}` is given no `{missing[0]}`",
            why=f"its signature is `{operation.signature}`",
            help=f"add `{missing[0]}: …`",
        )
        return False
    return True


# ---- arguments


def _check_arguments(
    body: Body,
    node: nodes.Call,
    callee: nodes.Path,
    candidates: list[Candidate],
    expected: Expected,
) -> ir.Expression:
    given: list[Given] = []
    for position, argument in enumerate(each for each in node.arguments if each.label is None):
        each = _check_argument(body, argument.value, candidates, position, expected)
        given.append(each)
        if each.value is None or _is_mistake(each.value):
            return _give_up(body, node, position + 1)
        fitting = [
            candidate
            for candidate in candidates
            if fits_parameter(
                body, each, candidate.operation.signature.parameters[position].type, candidate
            )
        ]
        if not fitting:
            report_argument(body, callee, each, candidates, position)
            return _give_up(body, node, position + 1)
        candidates = fitting
    chosen = candidates[0]
    options = _check_options(body, node, callee, chosen)
    if options is None:
        return error_expression(body.span(node))
    return _lower(body, node, chosen, given, options, expected)


def _is_mistake(value: ir.Expression | NamedFunction) -> bool:
    return not isinstance(value, NamedFunction) and is_error(value.type)


def _give_up(body: Body, node: nodes.Call, checked: int) -> ir.Expression:
    positional = [each for each in node.arguments if each.label is None]
    for argument in positional[checked:]:
        if not isinstance(argument.value, nodes.Path):
            check_expression(body, argument.value)
    return error_expression(body.span(node))


def _check_argument(
    body: Body,
    node: nodes.Expression,
    candidates: list[Candidate],
    position: int,
    expected: Expected,
) -> Given:
    """An argument, with the first candidate's parameter as a hint for literals."""
    first = candidates[0]
    wanted = first.operation.signature.parameters[position].type
    match wanted:
        case FunctionOf():
            return Given(node, find_function(body, node))
        case LiteralPattern():
            return Given(node, _pattern(body, node))
    hints = dict(first.bindings)
    learn_from_expected(body, first.operation, hints, expected)
    hint = substitute(wanted, hints)
    return Given(
        node, check_expression(body, node, ANYTHING if hint is None else expect.hint(hint))
    )


def _pattern(body: Body, node: nodes.Expression) -> ir.Expression | None:
    if not isinstance(node, nodes.TextLiteral):
        body.checking.report(
            "pattern.not_literal",
            body.span(node),
            "the pattern is no text literal",
            why="patterns are checked and compiled before the program runs",
            help='write the pattern here, as in `"[a-z]+"`',
        )
        return None
    try:
        compile_pattern(node.value)
    except PatternError as error:
        report_pattern(body.checking, body.place, node, error)
        return None
    return ir.Constant(node.value, TEXT, body.span(node))


# ---- options


def _check_options(
    body: Body, node: nodes.Call, callee: nodes.Path, chosen: Candidate
) -> list[Given] | None:
    """The options' values in the order of the signature, defaults filled in."""
    written = {each.label.text: each.value for each in node.arguments if each.label is not None}
    found = []
    for option in chosen.operation.signature.options:
        given = _check_option(body, node, callee, option, written.get(option.name), chosen)
        if given is None:
            return None
        found.append(given)
    return found


def _check_option(
    body: Body,
    call: nodes.Call,
    callee: nodes.Path,
    option: Option,
    node: nodes.Expression | None,
    chosen: Candidate,
) -> Given | None:
    match option.type:
        case Choice(words=words):
            word = option.default if node is None else bare_word(node)
            if word not in words:
                report_choice(body, callee, option, words, node or call)
                return None
            return Given(node or call, ir.Constant(word, TEXT, body.span(node or call)))
        case FunctionOf() as wanted:
            assert node is not None  # functions have no defaults, so it was asked for before
            function = find_function(body, node)
            if function is None:
                return None
            if not function_fits(body, function, wanted, chosen.bindings):
                report_function(body, callee, option, function, wanted, chosen, node)
                return None
            return Given(node, function)
        case wanted:
            assert node is not None  # as above
            hint = substitute(wanted, chosen.bindings)
            value = check_expression(body, node, ANYTHING if hint is None else expect.hint(hint))
            if is_error(value.type):
                return None
            given = Given(node, value)
            if not fits_parameter(body, given, wanted, chosen):
                report_value(body, callee, option.name, given, chosen)
                return None
            return given


# ---- lowering


def _lower(
    body: Body,
    node: nodes.Call,
    chosen: Candidate,
    given: list[Given],
    options: list[Given],
    expected: Expected,
) -> ir.Expression:
    signature = chosen.operation.signature
    span = body.span(node)
    bindings = dict(chosen.bindings)
    learn_from_expected(body, chosen.operation, bindings, expected)
    for variable in signature.variables:
        # What makes an empty collection leaves its type to its place, as `[]` does.
        bindings.setdefault(variable.name, NOTHING)
    result = substitute(signature.result, bindings)
    assert result is not None  # all variables are decided
    if given and any(has_nothing(type_) for type_ in bindings.values()):
        report_unknown_here(body, given[0].node)
        return error_expression(span)
    wanted = [parameter.type for parameter in signature.parameters] + [
        option.type for option in signature.options
    ]
    arguments = tuple(
        _argument(body, each, type_, bindings)
        for each, type_ in zip(given + options, wanted, strict=True)
    )
    return ir.LibraryCall(chosen.operation.key, arguments, result, span)


def _argument(
    body: Body, given: Given, wanted: SignatureType, bindings: Bindings
) -> ir.Expression | ir.FunctionReference:
    value = given.value
    if isinstance(value, NamedFunction):
        return ir.FunctionReference(value.name, value.parameter, value.result, value.span)
    assert value is not None  # mistakes are reported before
    type_ = substitute(wanted, bindings)
    if type_ is None:  # a pattern or a word
        return value
    if type_ == DECIMAL and body.types.base(value.type) == INT:
        value = check_expression(body, given.node, expect.hint(DECIMAL))
    return convert(body.types, value, type_)
