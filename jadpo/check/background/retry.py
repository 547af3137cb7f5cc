"""Retry policies as they are written after `retry:` in subscribers, batches, connections [V3]."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeVar

import attrs

from jadpo.check.checking import Checking
from jadpo.check.scope import Place
from jadpo.diagnostics import Edit, Related, nearest_name
from jadpo.syntax import nodes
from jadpo_runtime.manifest import RetryPolicy, RetryShape
from jadpo_runtime.values import INT_MAX, Duration, Span

MOST_ATTEMPTS = 1_000_000
"""Attempts; a higher number is a mistyped one, or means `max_elapsed:`."""


T = TypeVar("T")


class _Option(NamedTuple):
    """One option of a shape: what may stand there, and the policy with it."""

    expects: str
    example: str
    put: Callable[[RetryPolicy, nodes.Expression], RetryPolicy | None]
    """The policy with the value of a well-formed option, ``None`` of any other."""


def _option(
    expects: str,
    example: str,
    read: Callable[[nodes.Expression], T | None],
    put: Callable[[RetryPolicy, T], RetryPolicy],
) -> _Option:
    """An option whose value ``read`` gives and ``put`` puts into a policy."""

    def put_written(policy: RetryPolicy, written: nodes.Expression) -> RetryPolicy | None:
        value = read(written)
        return None if value is None else put(policy, value)

    return _Option(expects, example, put_written)


def _attempts(value: nodes.Expression) -> int | None:
    if isinstance(value, nodes.IntLiteral) and 1 <= value.value <= MOST_ATTEMPTS:
        return value.value
    return None


def _delay(value: nodes.Expression) -> Duration | None:
    if isinstance(value, nodes.DurationLiteral) and 0 <= value.microseconds <= INT_MAX:
        return Duration(value.microseconds)
    return None


def _jitter(value: nodes.Expression) -> bool | None:
    if isinstance(value, nodes.NoneLiteral):
        return False
    if isinstance(value, nodes.Path) and value.text == "full":
        return True
    return None


_MAX_ATTEMPTS = _option(
    "a whole number from 1 to 1_000_000",
    "6",
    _attempts,
    lambda policy, attempts: attrs.evolve(policy, max_attempts=attempts),
)


def _delay_option(example: str, put: Callable[[RetryPolicy, Duration], RetryPolicy]) -> _Option:
    return _option("a duration that is not negative", example, _delay, put)


SHAPES: Mapping[RetryShape, Mapping[str, _Option]] = MappingProxyType(
    {
        RetryShape.FIXED: {
            "max_attempts": _MAX_ATTEMPTS,
            "delay": _delay_option("10s", lambda policy, d: attrs.evolve(policy, initial=d)),
        },
        RetryShape.EXPONENTIAL: {
            "max_attempts": _MAX_ATTEMPTS,
            "initial": _delay_option("1s", lambda policy, d: attrs.evolve(policy, initial=d)),
            "maximum": _delay_option("5m", lambda policy, d: attrs.evolve(policy, maximum=d)),
            "max_elapsed": _delay_option(
                "1d", lambda policy, d: attrs.evolve(policy, max_elapsed=d)
            ),
            "jitter": _option(
                "`full` or `none`",
                "full",
                _jitter,
                lambda policy, full: attrs.evolve(policy, full_jitter=full),
            ),
        },
    }
)
"""The options of the shapes that have any, by their names in the language."""

NO_RETRY = RetryPolicy(shape=RetryShape.NONE, max_attempts=1)
"""`retry: none`: one attempt."""


def check_retry(checking: Checking, place: Place, value: nodes.Expression | None) -> RetryPolicy:
    """The policy of a ``retry:`` clause, or the default where none is written.

    Of a policy with a mistake the parts that are right are given.
    """
    if value is None:
        return RetryPolicy()
    if isinstance(value, nodes.NoneLiteral):
        return NO_RETRY
    name, arguments = _shape_and_arguments(value)
    written = name.text if isinstance(name, nodes.Path) else None
    shape = next((each for each in SHAPES if each.value == written), None)
    if shape is None or arguments is None:
        called = arguments is not None
        _report_shape_unknown(checking, written, called, place.span(name))
        return RetryPolicy()
    return _policy(checking, place, shape, arguments)


def _shape_and_arguments(
    value: nodes.Expression,
) -> tuple[nodes.Expression, tuple[nodes.Argument, ...] | None]:
    """What is written for the shape, and its arguments where it is called."""
    if isinstance(value, nodes.Call):
        return value.callee, value.arguments
    return value, None


def _policy(
    checking: Checking, place: Place, shape: RetryShape, arguments: tuple[nodes.Argument, ...]
) -> RetryPolicy:
    policy = RetryPolicy(shape=shape)
    places: dict[str, Span] = {}
    unnamed = [place.span(argument) for argument in arguments if argument.label is None]
    if unnamed:
        _report_option_unnamed(checking, shape, unnamed[0])
    for argument in arguments:
        label = argument.label
        if label is None:
            continue
        name = label.text
        option = SHAPES[shape].get(name)
        if option is None:
            _report_option_unknown(checking, shape, name, place.span(label))
        elif name in places:
            _report_option_repeated(checking, name, place.span(label), places[name])
        else:
            places[name] = place.span(argument.value)
            changed = option.put(policy, argument.value)
            if changed is None:
                _report_option_invalid(checking, name, option, places[name])
            else:
                policy = changed
    if shape is RetryShape.EXPONENTIAL and policy.maximum < policy.initial:
        if "maximum" in places:
            _report_delays_crossed(checking, places["maximum"], places.get("initial"))
        return attrs.evolve(policy, maximum=policy.initial)
    return policy


def _report_shape_unknown(
    checking: Checking, written: str | None, called: bool, span: Span
) -> None:
    names = {"none": "none", **{shape.value: f"{shape.value}()" for shape in SHAPES}}
    wanted = written if written in names else nearest_name(written or "", names)
    replacement = None if wanted is None else wanted if called else names[wanted]
    checking.report(
        "subscriber.retry_shape_unknown",
        span,
        f"`{written}` is no retry policy" if written else "this is no retry policy",
        why="a policy is `none`, `fixed(…)` or `exponential(…)`",
        help=(
            f"write `{replacement}`"
            if replacement
            else "write `exponential(max_attempts: 6)`, or `none` for one attempt"
        ),
        edits=(Edit(span, replacement),) if replacement else (),
    )


def _report_option_unnamed(checking: Checking, shape: RetryShape, span: Span) -> None:
    first = next(iter(SHAPES[shape]))
    checking.report(
        "subscriber.retry_option_unnamed",
        span,
        f"an option of `{shape.value}` stands without its name",
        why="the options of a retry policy are told apart by their names only",
        help=f"write the name before it, as in `{first}: {SHAPES[shape][first].example}`",
    )


def _report_option_unknown(checking: Checking, shape: RetryShape, written: str, span: Span) -> None:
    names = tuple(SHAPES[shape])
    near = nearest_name(written, names)
    checking.report(
        "subscriber.retry_option_unknown",
        span,
        f"`{shape.value}` has no option `{written}`",
        why=f"its options are {', '.join(f'`{name}`' for name in names)}",
        help=f"did you mean `{near}`?" if near else f"remove `{written}`",
        edits=(Edit(span, near),) if near else (),
    )


def _report_option_repeated(checking: Checking, name: str, span: Span, first: Span) -> None:
    checking.report(
        "subscriber.retry_option_repeated",
        span,
        f"`{name}` is given twice",
        why="an option has one value",
        help=f"keep one `{name}`",
        related=(Related(first, f"`{name}` is given here first"),),
    )


def _report_option_invalid(checking: Checking, name: str, option: _Option, span: Span) -> None:
    checking.report(
        "subscriber.retry_option_invalid",
        span,
        f"`{name}` is not {option.expects}",
        why="retry policies are part of the program, known before it runs",
        help=f"write {option.expects}, such as `{name}: {option.example}`",
    )


def _report_delays_crossed(checking: Checking, maximum: Span, initial: Span | None) -> None:
    checking.report(
        "subscriber.retry_delays_crossed",
        maximum,
        "`maximum` is less than `initial`",
        why="the first delay is `initial` (1s where it is not written), and none is longer "
        "than `maximum`",
        help="make `maximum` at least as long as `initial`",
        related=(Related(initial, "`initial` is this long"),) if initial else (),
    )
