"""Statements: their texts, blocks of them, and whole bodies.

A block's text runs its statements one after the other. It may be part of a larger text: of the
function of an ``if``, a loop or a body. How it then ends what is around it, is its
:class:`Exits`. A block that stands in a function of its own gives a *signal*: ``None`` where it
ran to its end, :data:`BREAK`, :data:`CONTINUE`, or a tuple of the one value that is returned.
"""

import itertools
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from jadpo.interpret.failures import ArmTranslation, match_failure
from jadpo.interpret.frame import FIRST_SLOT, STOP, Evaluator, Frame
from jadpo.interpret.in_place import inline_in_place
from jadpo.interpret.leaving import leaves_expressions, may_leave, may_signal
from jadpo.interpret.matches import match_value
from jadpo.interpret.template import Fragment, build, called
from jadpo.interpret.translator import Translator
from jadpo.interpret.unwinding import LeaveExpression
from jadpo.ir import nodes
from jadpo.ir.walk import descendants
from jadpo_runtime.faults import Stopped


class _Signal:
    """A signal that has no value."""


BREAK: Final = _Signal()
"""The signal of ``break``."""

CONTINUE: Final = _Signal()
"""The signal of ``continue``."""

HEAVIEST_BLOCK: Final = 24
"""How many nodes at most a block has that becomes a part of the text around it."""

MOST_STATEMENTS_IN_A_TEXT: Final = 12
"""How many statements at most stand in one text."""


class Exits(NamedTuple):
    """The Python statements for what ends a block: a return, with or without value, and others.

    ``signal`` is what is done with the signal of a block that has a function of its own, ``None``
    not among them; ``signalled_return`` is what is done with it where it can only be a return.
    """

    returns: str
    breaks: str
    continues: str
    signal: str
    signalled_return: str


SIGNALLING: Final = Exits(
    "return ({},)", "return BREAK", "return CONTINUE", "return signal", "return signal"
)
"""A function that gives signals."""

VALUED: Final = Exits(
    "return {}", "return BREAK", "return CONTINUE", "return signal[0]", "return signal[0]"
)
"""A function that gives the value of a body, where nothing is left to break."""


def within_loop(around: Exits) -> Exits:
    """The exits of a block that is the body of a loop in a text with the exits ``around``."""
    return Exits(
        around.returns,
        "break",
        "continue",
        "if signal is BREAK:\n    break\nif signal is CONTINUE:\n    continue\n"
        + around.signalled_return,
        around.signalled_return,
    )


def translate_body(translator: Translator, callable_: nodes.Callable) -> Evaluator:
    """The function of its frame that gives the result of a callable."""
    if not leaves_expressions(callable_.body):
        return _function(_block(translator, callable_.body, "s", VALUED))
    body = block_evaluator(translator, callable_.body)

    def run(frame: Frame) -> Any:
        signal = body(frame)
        return None if signal is None else signal[0]

    return run


def block_evaluator(translator: Translator, statements: Sequence[nodes.Statement]) -> Evaluator:
    """A function that runs a block and gives its signal."""
    run = _function(_block(translator, statements, "s", SIGNALLING))
    if not leaves_expressions(statements):
        return run

    def run_and_catch(frame: Frame) -> Any:
        try:
            return run(frame)
        except LeaveExpression as leaving:
            return leaving.signal

    return run_and_catch


def _function(block: Fragment) -> Evaluator:
    return build("{block}", {"block": block}, BREAK=BREAK, CONTINUE=CONTINUE)


def _block(
    translator: Translator, statements: Sequence[nodes.Statement], prefix: str, exits: Exits
) -> Fragment:
    """The text of a block."""
    if len(statements) > MOST_STATEMENTS_IN_A_TEXT:
        return _in_pieces(translator, statements, prefix, exits)
    texts = [
        _statement(translator, statement, f"{prefix}{number}", exits)
        for number, statement in enumerate(statements)
    ]
    return _joined(texts)


def _joined(texts: Sequence[Fragment]) -> Fragment:
    bound: dict[str, object] = {}
    for text in texts:
        bound.update(text.bound)
    lines = "\n".join(text.text for text in texts) or "pass"
    return Fragment(lines, bound, sum(text.weight for text in texts))


def _in_pieces(
    translator: Translator, statements: Sequence[nodes.Statement], prefix: str, exits: Exits
) -> Fragment:
    size = MOST_STATEMENTS_IN_A_TEXT
    return _joined(
        [
            _outlined(translator, statements[start : start + size], f"{prefix}p{start}", exits)
            for start in range(0, len(statements), size)
        ]
    )


def _embedded(
    translator: Translator, statements: Sequence[nodes.Statement], prefix: str, exits: Exits
) -> Fragment:
    """A block inside a statement: its text if that is small, else a call of its function."""
    if _is_small(statements):
        return _block(translator, statements, prefix, exits)
    return _outlined(translator, statements, prefix, exits)


def _is_small(statements: Sequence[nodes.Statement]) -> bool:
    below = itertools.chain.from_iterable(map(descendants, statements))
    return len(statements) + len(list(itertools.islice(below, HEAVIEST_BLOCK))) <= HEAVIEST_BLOCK


def _outlined(
    translator: Translator, statements: Sequence[nodes.Statement], prefix: str, exits: Exits
) -> Fragment:
    evaluator = block_evaluator(translator, statements)
    call = called(evaluator, prefix)
    return _signal_of(call, exits) if may_leave(statements) else call


def _signal_of(call: Fragment, exits: Exits) -> Fragment:
    lines = f"signal = {call.text}\nif signal is not None:\n{_indented(exits.signal)}"
    return Fragment(lines, call.bound, call.weight)


def _indented(text: str) -> str:
    return textwrap.indent(text, "    ")


# ---- one statement


def _statement(
    translator: Translator, node: nodes.Statement, prefix: str, exits: Exits
) -> Fragment:
    """The text of one statement."""
    write = STATEMENT_TEXTS.get(type(node))
    if write is not None:
        return write(translator, node, prefix, exits)
    return called(translator.statement(node), prefix)


def _store(translator: Translator, node: nodes.Store, prefix: str, _: Exits) -> Fragment:
    in_place = inline_in_place(translator, node, prefix)
    if in_place is not None:
        return in_place
    value = translator.fragment(node.value, f"{prefix}v")
    slot = f"{prefix}_slot"
    bound = {**value.bound, slot: FIRST_SLOT + node.slot}
    return Fragment(f"frame[{slot}] = {value.text}", bound, value.weight + 1)


def _evaluate(translator: Translator, node: nodes.Evaluate, prefix: str, exits: Exits) -> Fragment:
    if not isinstance(node.value, nodes.Match | nodes.MatchFailure):
        return translator.fragment(node.value, prefix)
    call = called(_match(translator, node.value, _arm_of_a_statement(translator)), prefix)
    return _signal_of(call, exits) if may_leave([node]) else call


def _return(translator: Translator, node: nodes.Return, prefix: str, exits: Exits) -> Fragment:
    if node.value is None:
        return Fragment(exits.returns.format("None"), {})
    value = translator.fragment(node.value, prefix)
    return Fragment(exits.returns.format(value.text), value.bound, value.weight + 1)


def _if(translator: Translator, node: nodes.If, prefix: str, exits: Exits) -> Fragment:
    condition = translator.fragment(node.condition, f"{prefix}c")
    parts = [condition, _embedded(translator, node.then, f"{prefix}t", exits)]
    text = f"if {condition.text}:\n{_indented(parts[1].text)}"
    if node.otherwise:
        parts.append(_embedded(translator, node.otherwise, f"{prefix}o", exits))
        text += f"\nelse:\n{_indented(parts[2].text)}"
    return _joined(parts)._replace(text=text)


def _break(_: Translator, node: nodes.Break, prefix: str, exits: Exits) -> Fragment:
    return Fragment(exits.breaks, {})


def _continue(_: Translator, node: nodes.Continue, prefix: str, exits: Exits) -> Fragment:
    return Fragment(exits.continues, {})


# ---- loops


def _while(translator: Translator, node: nodes.While, prefix: str, exits: Exits) -> Fragment:
    condition = translator.fragment(node.condition, f"{prefix}c")
    return _loop(translator, node, f"while {condition.text}:", [condition], prefix, exits)


def _for_each(translator: Translator, node: nodes.ForEach, prefix: str, exits: Exits) -> Fragment:
    collection = translator.fragment(node.collection, f"{prefix}c")
    slot = _slot(node.slot, f"{prefix}_slot")
    head = f"for {slot.text} in {collection.text}:"
    return _loop(translator, node, head, [collection, slot], prefix, exits)


def _for_entries(
    translator: Translator, node: nodes.ForEntries, prefix: str, exits: Exits
) -> Fragment:
    collection = translator.fragment(node.collection, f"{prefix}c")
    key, value = _slot(node.key, f"{prefix}_key"), _slot(node.value, f"{prefix}_value")
    head = f"for {key.text}, {value.text} in {collection.text}.items():"
    return _loop(translator, node, head, [collection, key, value], prefix, exits)


def _for_range(translator: Translator, node: nodes.ForRange, prefix: str, exits: Exits) -> Fragment:
    start = translator.fragment(node.start, f"{prefix}f")
    end = translator.fragment(node.end, f"{prefix}e")
    slot = _slot(node.slot, f"{prefix}_slot")
    head = f"for {slot.text} in range({start.text}, {end.text}):"
    return _loop(translator, node, head, [start, end, slot], prefix, exits)


def _slot(slot: int, name: str) -> Fragment:
    return Fragment(f"frame[{name}]", {name: FIRST_SLOT + slot})


def _loop(
    translator: Translator,
    node: nodes.While | nodes.ForEach | nodes.ForEntries | nodes.ForRange,
    head: str,
    parts: Sequence[Fragment],
    prefix: str,
    exits: Exits,
) -> Fragment:
    """A loop that looks at the stop byte before every turn [L6]."""
    inside = within_loop(exits)
    if leaves_expressions(node.body):
        body = _outlined(translator, node.body, f"{prefix}b", inside)
    else:
        body = _embedded(translator, node.body, f"{prefix}b", inside)
    stop = f"{prefix}_stop"
    text = (
        f"{stop} = frame[{STOP}]\n"
        f"{head}\n"
        f"    if {stop}[0]:\n"
        f"        raise Stopped()\n"
        f"{_indented(body.text)}"
    )
    joined = _joined([*parts, body])
    return Fragment(text, {**joined.bound, "Stopped": Stopped}, joined.weight + 1)


STATEMENT_TEXTS: Final[Mapping[type, Callable[[Translator, Any, str, Exits], Fragment]]] = {
    nodes.Store: _store,
    nodes.Evaluate: _evaluate,
    nodes.Return: _return,
    nodes.If: _if,
    nodes.While: _while,
    nodes.ForEach: _for_each,
    nodes.ForEntries: _for_entries,
    nodes.ForRange: _for_range,
    nodes.Break: _break,
    nodes.Continue: _continue,
}


# ---- matches


def translate_match(translator: Translator, node: nodes.Match | nodes.MatchFailure) -> Evaluator:
    """A match inside an expression: its arms give its value."""
    return _match(translator, node, _arm_of_an_expression(translator))


def _match(
    translator: Translator, node: nodes.Match | nodes.MatchFailure, arm: ArmTranslation
) -> Evaluator:
    if isinstance(node, nodes.Match):
        return match_value(translator, node, arm)
    return match_failure(translator, node, arm)


def _arm_of_a_statement(translator: Translator) -> ArmTranslation:
    def translate(block: tuple[nodes.Statement, ...], result: nodes.Expression | None) -> Evaluator:
        if result is not None:
            block = (*block, nodes.Evaluate(result, result.span))
        return block_evaluator(translator, block)

    return translate


def _arm_of_an_expression(translator: Translator) -> ArmTranslation:
    def translate(block: tuple[nodes.Statement, ...], result: nodes.Expression | None) -> Evaluator:
        if result is None:
            return _leaving(block_evaluator(translator, block))
        valued = (*block, nodes.Return(result, result.span))
        if not may_signal(block) and not leaves_expressions(valued):
            return _function(_block(translator, valued, "s", VALUED))
        return build(
            """
            block(frame)
            return {result}
            """,
            {"result": translator.fragment(result, "result")},
            block=_leaving(block_evaluator(translator, block)),
        )

    return translate


def _leaving(block: Evaluator) -> Evaluator:
    """A function that runs a block, whose signal leaves the expression that it is part of."""

    def run(frame: Frame) -> None:
        signal = block(frame)
        if signal is not None:
            raise LeaveExpression(signal)

    return run
