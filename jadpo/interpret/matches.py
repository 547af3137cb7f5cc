"""Matches on enums, literals and optional values [C2]."""

from collections.abc import Callable, Mapping
from typing import Any

from jadpo.interpret.failures import ArmTranslation
from jadpo.interpret.frame import FIRST_SLOT, Evaluator, Frame
from jadpo.interpret.template import build
from jadpo.interpret.translator import Translator
from jadpo.ir import nodes
from jadpo_runtime.values.internal_error import InternalError


def match_value(translator: Translator, node: nodes.Match, arm: ArmTranslation) -> Evaluator:
    """A match by the kind of its cases: variants, literals, or presence."""
    kinds = {type(each.case) for each in node.arms} - {nodes.OtherCase}
    if kinds <= {nodes.NoneCase, nodes.SomeCase}:
        return _by_presence(translator, node, arm)
    if kinds == {nodes.VariantCase}:
        return _by_variant(translator, node, arm)
    if kinds == {nodes.LiteralCase}:
        return _by_literal(translator, node, arm)
    raise InternalError(f"cases of different kinds in the match at {node.span}")


def _by_presence(translator: Translator, node: nodes.Match, arm: ArmTranslation) -> Evaluator:
    absent: Evaluator | None = None
    present: Evaluator | None = None
    place = None
    for each in node.arms:
        translated = arm(each.block, each.result)
        if absent is None and not isinstance(each.case, nodes.SomeCase):
            absent = translated
        if present is None and not isinstance(each.case, nodes.NoneCase):
            present = translated
            if isinstance(each.case, nodes.SomeCase) and each.case.slot is not None:
                place = FIRST_SLOT + each.case.slot
    if absent is None or present is None:
        raise InternalError(f"no arm for a value in the match at {node.span}")
    return build(
        f"""
        value = {{subject}}
        if value is None:
            return absent(frame)
        {"frame[place] = value" if place is not None else ""}
        return present(frame)
        """,
        {"subject": translator.fragment(node.subject, "subject")},
        absent=absent,
        present=present,
        place=place,
    )


def _by_variant(translator: Translator, node: nodes.Match, arm: ArmTranslation) -> Evaluator:
    arms: dict[object, Evaluator] = {}
    binding: dict[object, Callable[[Frame, Any], Any]] = {}
    other = _without_arm(node)
    for each in node.arms:
        translated = arm(each.block, each.result)
        if isinstance(each.case, nodes.VariantCase):
            arms.setdefault(each.case.tag, translated)
            if not node.plain:
                bound = _with_payload(each.case.bindings, translated)
                binding.setdefault(each.case.tag, bound)
        else:
            other = translated
            break
    subject = {"subject": translator.fragment(node.subject, "subject")}
    if node.plain:
        return _looked_up(subject, arms, other)
    return build(
        """
        value = {subject}
        arm = arms.get(value[0])
        if arm is None:
            return other(frame)
        return arm(frame, value)
        """,
        subject,
        arms=binding,
        other=other,
    )


def _with_payload(
    bindings: tuple[tuple[int, int], ...], then: Evaluator
) -> Callable[[Frame, Any], Any]:
    places = tuple((1 + position, FIRST_SLOT + slot) for position, slot in bindings)

    def bind(frame: Frame, value: Any) -> Any:
        for position, place in places:
            frame[place] = value[position]
        return then(frame)

    return bind


def _by_literal(translator: Translator, node: nodes.Match, arm: ArmTranslation) -> Evaluator:
    arms: dict[object, Evaluator] = {}
    other = _without_arm(node)
    for each in node.arms:
        translated = arm(each.block, each.result)
        if isinstance(each.case, nodes.LiteralCase):
            arms.setdefault(each.case.value, translated)
        else:
            other = translated
            break
    return _looked_up({"subject": translator.fragment(node.subject, "subject")}, arms, other)


def _looked_up(subject: Any, arms: Mapping[object, Evaluator], other: Evaluator) -> Evaluator:
    return build("return arms.get({subject}, other)(frame)", subject, arms=arms, other=other)


def _without_arm(node: nodes.Match) -> Evaluator:
    def fail(frame: Frame) -> Any:
        raise InternalError(f"no arm for a value in the match at {node.span}")

    return fail
