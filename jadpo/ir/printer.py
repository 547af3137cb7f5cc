"""Readable text of programs and callables, for people and golden files.

Each node's docstring shows its form. A match spreads over lines, everything else stands on one.
"""

import textwrap

from jadpo.ir import nodes
from jadpo.ir.node_texts import PLAIN, Detail, NodeTexts
from jadpo.ir.plan_texts import plan_text
from jadpo.ir.program import Program
from jadpo_runtime.manifest import CallableSignature
from jadpo_runtime.values.node import Node


def print_program(program: Program, detail: Detail = PLAIN) -> str:
    """All callables, sorted by name, each under its signature; then the query plans."""
    signatures = program.manifest.callables
    parts = [
        print_callable(program.callables[name], signatures.get(name), detail)
        for name in sorted(program.callables)
    ]
    plans = program.manifest.plans
    if plans:
        parts.append("".join(f"plan {n}: {plan_text(plan)}\n" for n, plan in enumerate(plans)))
    return "\n".join(parts)


def print_callable(
    callable_: nodes.Callable,
    signature: CallableSignature | None = None,
    detail: Detail = PLAIN,
) -> str:
    """One callable: its signature, its slots, its statements; ends with a newline."""
    lines = [_head(callable_, signature)]
    lines += [f"  {_slot(callable_, number)}" for number in range(len(callable_.slots))]
    printer = NodeTexts(detail)
    lines.append(textwrap.indent(printer.block(callable_.body), "  "))
    return "".join(f"{line}\n" for line in lines)


def print_node(node: Node, detail: Detail = PLAIN) -> str:
    """One expression or statement, without a newline at its end."""
    return NodeTexts(detail).node(node)


def _head(callable_: nodes.Callable, signature: CallableSignature | None) -> str:
    if signature is None:
        return f"callable {callable_.name}"
    parameters = ", ".join(f"{each.name}: {each.type}" for each in signature.parameters)
    fails = f" fails {', '.join(signature.fails)}" if signature.fails else ""
    return f"{signature.kind.value} {callable_.name}({parameters}){fails} -> {signature.result}"


def _slot(callable_: nodes.Callable, number: int) -> str:
    slot = callable_.slots[number]
    if number < callable_.parameters:
        word = "parameter"
    else:
        word = "var mut" if slot.mutable else "var"
    return f"%{number} {word} {slot.name}: {slot.type}"
