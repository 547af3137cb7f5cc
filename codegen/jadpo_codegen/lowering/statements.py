"""Statements: bindings, branches, results, ways out of loops."""

from jadpo.ir import nodes
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.choices import lower_choice
from jadpo_codegen.lowering.operand import Operand


def lower_store(body: Body, node: nodes.Store) -> None:
    """A slot's new value."""
    body.store_slot(node.slot, body.expression(node.value))


def lower_evaluate(body: Body, node: nodes.Evaluate) -> None:
    """An expression for its effect."""
    body.drop(body.expression(node.value))


def lower_return(body: Body, node: nodes.Return) -> None:
    """The result, or none in a Unit callable."""
    if node.value is None:
        body.give(Operand("false", body.result))
    else:
        body.give(body.expression(node.value))


def lower_if(body: Body, node: nodes.If) -> None:
    """One of two blocks, or of two numbers."""
    if not lower_choice(body, node, lambda: _branch(body, node)):
        _branch(body, node)


def _branch(body: Body, node: nodes.If) -> None:
    condition = body.expression(node.condition)
    then, otherwise = body.writer.new_label("then"), body.writer.new_label("else")
    after = body.writer.new_label("after") if node.otherwise else otherwise
    body.writer.branch(condition.text, then, otherwise)
    body.writer.begin(then)
    body.block(node.then)
    if node.otherwise:
        if body.writer.is_open:
            body.writer.jump(after)
        body.writer.begin(otherwise)
        body.block(node.otherwise)
    body.writer.begin(after)


def lower_break(body: Body, node: nodes.Break) -> None:
    """The end of the loop."""
    body.leave_loop(body.loops[-1].after)


def lower_continue(body: Body, node: nodes.Continue) -> None:
    """The next turn of the loop."""
    body.leave_loop(body.loops[-1].next)
