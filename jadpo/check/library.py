"""Calls of the standard library: finding the overload that the arguments fit (language.md §11)."""

from __future__ import annotations

import attrs

from jadpo.check import expected as expect
from jadpo.check.body import Body, check_expression, error_expression
from jadpo.check.declare.constraints import report_pattern
from jadpo.check.effects import Effect
from jadpo.check.expected import ANYTHING, Expected
from jadpo.check.fitting import convert
from jadpo.check.forms import is_int_literal
from jadpo.check.functions_by_name import NamedFunction, find_function
from jadpo.check.mismatch import report_unknown_here
from jadpo.check.signatures_of_library import Bindings, match, substitute
from jadpo.check.types import (
    DECIMAL,
    INSTANT,
    INT,
    NOTHING,
    TEXT,
    UUID,
    has_nothing,
    is_error,
    is_optional,
)
from jadpo.check.words import an
from jadpo.diagnostics import Edit, nearest_name
from jadpo.ir import nodes as ir
from jadpo.stdlib import (
    NAMESPACES,
    Choice,
    FunctionOf,
    LiteralPattern,
    Operation,
    Option,
    SignatureType,
    operation_names,
    operations_named,
)
from jadpo.syntax import nodes
from jadpo_runtime.values import FieldType, NamedType, OptionalType, Type
from jadpo_runtime.values.patterns import PatternError, compile_pattern


@attrs.frozen(eq=False)
class _Candidate:
    """An overload that the arguments so far fit, with what its variables stand for."""

    operation: Operation
    bindings: Bindings


@attrs.frozen(eq=False)
class _Given:
    """An argument: its node, and its value, the function it names, or ``None`` for a mistake."""

    node: nodes.Expression
    value: ir.Expression | NamedFunction | None


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
        _report_unknown(body, callee)
        _check_all(body, node)
        return error_expression(body.span(node))
    if overloads[0].is_member:
        _report_member(body, node, callee)
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
        _report_arity(body, node, "random.uuid", (operation,))
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
) -> list[_Candidate] | None:
    """The overloads that take that many arguments; labels are options, each known and once."""
    positional = [each for each in node.arguments if each.label is None]
    fitting = [each for each in overloads if len(each.signature.parameters) == len(positional)]
    if not fitting:
        _report_arity(body, node, callee.text, overloads)
        return None
    if not _options_are_right(body, node, callee, fitting[0]):
        return None
    return [_Candidate(each, {}) for each in fitting]


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
            _report_option(body, callee, label, list(options), operation)
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
    candidates: list[_Candidate],
    expected: Expected,
) -> ir.Expression:
    given: list[_Given] = []
    for position, argument in enumerate(each for each in node.arguments if each.label is None):
        each = _check_argument(body, argument.value, candidates, position, expected)
        given.append(each)
        if each.value is None or _is_mistake(each.value):
            return _give_up(body, node, position + 1)
        fitting = [
            candidate
            for candidate in candidates
            if _fits(body, each, candidate.operation.signature.parameters[position].type, candidate)
        ]
        if not fitting:
            _report_argument(body, callee, each, candidates, position)
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
    candidates: list[_Candidate],
    position: int,
    expected: Expected,
) -> _Given:
    """An argument, with the first candidate's parameter as a hint for literals."""
    first = candidates[0]
    wanted = first.operation.signature.parameters[position].type
    match wanted:
        case FunctionOf():
            return _Given(node, find_function(body, node))
        case LiteralPattern():
            return _Given(node, _pattern(body, node))
    hints = dict(first.bindings)
    _learn_from_expected(body, first.operation, hints, expected)
    hint = substitute(wanted, hints)
    return _Given(
        node, check_expression(body, node, ANYTHING if hint is None else expect.hint(hint))
    )


def _learn_from_expected(
    body: Body, operation: Operation, bindings: Bindings, expected: Expected
) -> None:
    """What variables would stand for so that the result is the expected type: only a hint."""
    if expected.type is None or is_error(expected.type):
        return
    wanted = body.types.base(expected.type)
    if isinstance(wanted, OptionalType):
        wanted = body.types.base(wanted.inner)
    learnt: Bindings = {}
    if match(body.types, operation.signature.result, wanted, learnt):
        for name, type_ in learnt.items():
            bindings.setdefault(name, type_)


def _fits(body: Body, given: _Given, wanted: SignatureType, candidate: _Candidate) -> bool:
    value = given.value
    if isinstance(wanted, FunctionOf):
        if not isinstance(value, NamedFunction):
            return False
        return _function_fits(body, value, wanted, candidate.bindings)
    if value is None or isinstance(value, NamedFunction):
        return False
    if isinstance(wanted, LiteralPattern):
        return True  # it was compiled
    if match(body.types, wanted, value.type, candidate.bindings):
        return True
    # `numeric.minimum(3, price)`: an Int literal is a Decimal literal where one is wanted.
    return is_int_literal(given.node) and match(body.types, wanted, DECIMAL, candidate.bindings)


def _function_fits(
    body: Body, function: NamedFunction, wanted: FunctionOf, bindings: Bindings
) -> bool:
    element = substitute(wanted.parameter, bindings)
    if element is None or not function.takes(body.types, element):
        return False
    return match(body.types, wanted.result, function.result, bindings)


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
    body: Body, node: nodes.Call, callee: nodes.Path, chosen: _Candidate
) -> list[_Given] | None:
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
    chosen: _Candidate,
) -> _Given | None:
    match option.type:
        case Choice(words=words):
            word = option.default if node is None else _word(node)
            if word not in words:
                _report_choice(body, callee, option, words, node or call)
                return None
            return _Given(node or call, ir.Constant(word, TEXT, body.span(node or call)))
        case FunctionOf() as wanted:
            assert node is not None  # functions have no defaults, so it was asked for before
            function = find_function(body, node)
            if function is None:
                return None
            if not _function_fits(body, function, wanted, chosen.bindings):
                _report_function(body, callee, option, function, wanted, chosen, node)
                return None
            return _Given(node, function)
        case wanted:
            assert node is not None  # as above
            hint = substitute(wanted, chosen.bindings)
            value = check_expression(body, node, ANYTHING if hint is None else expect.hint(hint))
            if is_error(value.type):
                return None
            given = _Given(node, value)
            if not _fits(body, given, wanted, chosen):
                _report_value(body, callee, option.name, given, chosen)
                return None
            return given


def _word(node: nodes.Expression) -> str | None:
    return node.text if isinstance(node, nodes.Path) else None


# ---- lowering


def _lower(
    body: Body,
    node: nodes.Call,
    chosen: _Candidate,
    given: list[_Given],
    options: list[_Given],
    expected: Expected,
) -> ir.Expression:
    signature = chosen.operation.signature
    span = body.span(node)
    bindings = dict(chosen.bindings)
    _learn_from_expected(body, chosen.operation, bindings, expected)
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
    body: Body, given: _Given, wanted: SignatureType, bindings: Bindings
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


# ---- what can be wrong


def _report_unknown(body: Body, callee: nodes.Path) -> None:
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
    )


def _elsewhere(wanted: str) -> str | None:
    for namespace in NAMESPACES:
        if wanted and operations_named(f"{namespace}.{wanted}"):
            return f"{namespace}.{wanted}"
    return None


def _report_member(body: Body, node: nodes.Call, callee: nodes.Path) -> None:
    body.checking.report(
        "name.not_callable",
        body.span(node),
        f"`{callee.text}` is not called",
        why="it is read like a field",
        help=f"write `{callee.text}`",
        edits=(Edit(body.span(node), callee.text),),
    )


def _report_arity(
    body: Body, node: nodes.Call, name: str, overloads: tuple[Operation, ...]
) -> None:
    given = sum(1 for each in node.arguments if each.label is None)
    wanted = sorted({len(each.signature.parameters) for each in overloads})
    counts = " or ".join(str(count) for count in wanted)
    named = next((each for each in node.arguments if each.label is not None), None)
    options = {option.name for each in overloads for option in each.signature.options}
    if named is not None and named.label is not None and named.label.text not in options:
        _report_option(body, nodes.Path((), 0, 0), named.label, sorted(options), overloads[0])
        return
    body.checking.report(
        "type.argument_count",
        body.span(node),
        f"`{name}` takes {counts} value{'' if wanted == [1] else 's'}, and {given or 'none'} "
        f"{'is' if given == 1 else 'are'} given",
        why="its signature is " + " or ".join(f"`{each.signature}`" for each in overloads),
        help="give what the signature asks for",
    )


def _report_option(
    body: Body, callee: nodes.Path, label: nodes.Name, options: list[str], operation: Operation
) -> None:
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


def _report_choice(
    body: Body,
    callee: nodes.Path,
    option: Option,
    words: tuple[str, ...],
    node: nodes.Expression,
) -> None:
    listed = ", ".join(f"`{word}`" for word in words)
    written = _word(node)
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


def _report_argument(
    body: Body,
    callee: nodes.Path,
    given: _Given,
    candidates: list[_Candidate],
    position: int,
) -> None:
    first = candidates[0]
    name = first.operation.signature.parameters[position].name
    if isinstance(given.value, NamedFunction):
        wanted = first.operation.signature.parameters[position].type
        assert isinstance(wanted, FunctionOf)  # only then is a function looked for
        option = Option(name, wanted)
        _report_function(body, callee, option, given.value, wanted, first, given.node)
        return
    _report_value(body, callee, name, given, *candidates)


def _report_value(
    body: Body, callee: nodes.Path, name: str, given: _Given, *candidates: _Candidate
) -> None:
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
    shown = f"`{type_}`"
    if isinstance(type_, NamedType | FieldType):
        shown += f" ({an(body.types.base(type_))})" if body.types.widened(type_) else ""
    body.checking.report(
        "type.library_argument",
        body.span(given.node),
        f"`{callee.text}` cannot take a {shown} as `{name}`",
        why=f"its signature is {signatures}",
        help="give what the signature asks for",
    )


def _report_function(
    body: Body,
    callee: nodes.Path,
    option: Option,
    function: NamedFunction,
    wanted: FunctionOf,
    chosen: _Candidate,
    node: nodes.Expression,
) -> None:
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
