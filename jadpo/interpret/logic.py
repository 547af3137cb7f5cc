"""Comparisons and the operators of Bool."""

import functools
from typing import Any

from jadpo.interpret.equality import is_recursive
from jadpo.interpret.template import Fragment
from jadpo.interpret.translator import Translator
from jadpo.ir import nodes
from jadpo.ir.nodes import ComparisonOperator
from jadpo_runtime.values import ListType
from jadpo_runtime.values.equality import same_value


def inline_comparison(translator: Translator, node: nodes.Compare, prefix: str) -> Fragment:
    """Python's comparison, which is that of the language for every representation [T9] [T10].

    Values of a recursive type may be nested without bound, where Python's own would overflow.
    """
    left = translator.fragment(node.left, f"{prefix}l")
    right = translator.fragment(node.right, f"{prefix}r")
    bound = {**left.bound, **right.bound}
    weight = left.weight + right.weight + 1
    if is_recursive(node.operand, translator.types):
        same = f"{prefix}_same"
        negation = "not " if node.operator is ComparisonOperator.NOT_EQUAL else ""
        text = f"({negation}{same}({left.text}, {right.text}))"
        return Fragment(text, {**bound, same: same_value}, weight)
    return Fragment(f"({left.text} {node.operator.value} {right.text})", bound, weight)


def inline_membership(translator: Translator, node: nodes.Contains, prefix: str) -> Fragment:
    """``in`` of a list or a set; the item is evaluated first [C6]."""
    item = translator.fragment(node.item, f"{prefix}l")
    collection = translator.fragment(node.collection, f"{prefix}r")
    bound = {**item.bound, **collection.bound}
    weight = item.weight + collection.weight + 1
    type_ = translator.types.base(node.collection.type)
    if isinstance(type_, ListType) and is_recursive(type_.element, translator.types):
        within = f"{prefix}_within"
        text = f"{within}({item.text}, {collection.text})"
        return Fragment(text, {**bound, within: _is_within}, weight)
    return Fragment(f"({item.text} in {collection.text})", bound, weight)


def _is_within(item: Any, collection: list[Any]) -> bool:
    return any(map(functools.partial(same_value, item), collection))


def inline_not(translator: Translator, node: nodes.Not, prefix: str) -> Fragment:
    """``not``."""
    base = translator.fragment(node.base, prefix)
    return Fragment(f"(not {base.text})", base.bound, base.weight + 1)


def inline_and(translator: Translator, node: nodes.And, prefix: str) -> Fragment:
    """``and``: the right side only where the left one holds."""
    return _joined(translator, node, "and", prefix)


def inline_or(translator: Translator, node: nodes.Or, prefix: str) -> Fragment:
    """``or``: the right side only where the left one does not hold."""
    return _joined(translator, node, "or", prefix)


def _joined(translator: Translator, node: nodes.And | nodes.Or, word: str, prefix: str) -> Fragment:
    left = translator.fragment(node.left, f"{prefix}l")
    right = translator.fragment(node.right, f"{prefix}r")
    return Fragment(
        f"({left.text} {word} {right.text})",
        {**left.bound, **right.bound},
        left.weight + right.weight + 1,
    )
