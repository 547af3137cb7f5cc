"""Constants, slots, fields, Objects, enums and lists, and changes of type that change no value."""

from collections.abc import Sequence
from typing import Final

from jadpo.interpret.frame import FIRST_SLOT, Evaluator, Frame
from jadpo.interpret.template import Fragment, build
from jadpo.interpret.translator import Translator
from jadpo.ir import nodes
from jadpo_runtime.values import OMITTED, EntityDefinition, NamedType, Type
from jadpo_runtime.values.internal_error import InternalError

MOST_IN_A_TEXT: Final = 16
"""How many operands at most a display of values has in its text; more are looped over."""


def inline_constant(_: Translator, node: nodes.Constant, prefix: str) -> Fragment:
    """The constant itself."""
    return Fragment(prefix, {prefix: node.value})


def inline_local(_: Translator, node: nodes.Local, prefix: str) -> Fragment:
    """The place of the slot."""
    return Fragment(f"frame[{prefix}]", {prefix: FIRST_SLOT + node.slot})


def inline_field(translator: Translator, node: nodes.FieldOf, prefix: str) -> Fragment:
    """A place of the Object's tuple or of the entity's snapshot."""
    base, text = _place(translator, node.base, node.index, prefix)
    return Fragment(text, base.bound, base.weight + 1)


def inline_supplied(translator: Translator, node: nodes.IsSupplied, prefix: str) -> Fragment:
    """Whether the place holds a value, be it ``none`` [T7]."""
    base, text = _place(translator, node.base, node.index, prefix)
    omitted = f"{prefix}_omitted"
    return Fragment(f"({text} is not {omitted})", {**base.bound, omitted: OMITTED}, base.weight + 1)


def _place(
    translator: Translator, base: nodes.Expression, index: int, prefix: str
) -> tuple[Fragment, str]:
    fragment = translator.fragment(base, prefix)
    if is_entity(translator, base.type):
        return fragment, f"{fragment.text}.values[{index}]"
    return fragment, f"{fragment.text}[{index}]"


def is_entity(translator: Translator, type_: Type) -> bool:
    """Whether values of the type are snapshots of rows."""
    base = translator.types.base(type_)
    return isinstance(base, NamedType) and isinstance(
        translator.types.definition(base.name), EntityDefinition
    )


def translate_object(translator: Translator, node: nodes.MakeObject) -> Evaluator:
    """A tuple of the fields as declared, evaluated as written [C6]."""
    return tuple_of(translator, (), node.fields, node.size)


def inline_variant(_: Translator, node: nodes.MakeVariant, prefix: str) -> Fragment | None:
    """The tag, where no variant of the enum has a payload."""
    return Fragment(prefix, {prefix: node.tag}) if node.plain else None


def translate_variant(translator: Translator, node: nodes.MakeVariant) -> Evaluator:
    """A tuple of the tag and the payload."""
    return tuple_of(translator, (node.tag,), node.fields, node.size)


def tuple_of(
    translator: Translator,
    first: tuple[object, ...],
    fields: Sequence[tuple[int, nodes.Expression]],
    size: int,
) -> Evaluator:
    """A function that gives ``first``, then ``size`` fields, :data:`OMITTED` where none is given.

    The fields are evaluated in the order of ``fields``, whatever their places.
    """
    places = [index for index, _ in fields]
    values = [value for _, value in fields]
    if len(set(places)) != len(places):
        raise InternalError("a field is given twice")
    if size <= MOST_IN_A_TEXT:
        return _tuple_in_a_text(translator, first, places, values, size)
    evaluators = tuple(
        (len(first) + index, translator.evaluator(value))
        for index, value in zip(places, values, strict=True)
    )
    blank = [*first, *[OMITTED] * size]

    def evaluate(frame: Frame) -> tuple[object, ...]:
        made = blank.copy()
        for index, evaluator in evaluators:
            made[index] = evaluator(frame)
        return tuple(made)

    return evaluate


def _tuple_in_a_text(
    translator: Translator,
    first: tuple[object, ...],
    places: Sequence[int],
    values: Sequence[nodes.Expression],
    size: int,
) -> Evaluator:
    fragments = {
        f"v{number}": translator.fragment(value, f"v{number}")
        for number, value in enumerate(values)
    }
    heads = {f"head{number}": value for number, value in enumerate(first)}
    parts = [*heads, *["omitted"] * size]
    in_order = list(places) == sorted(places)
    lines = []
    for number, index in enumerate(places):
        if in_order:
            parts[len(first) + index] = f"{{v{number}}}"
        else:
            lines.append(f"value{number} = {{v{number}}}")
            parts[len(first) + index] = f"value{number}"
    lines.append(f"return ({''.join(f'{part}, ' for part in parts)})")
    return build("\n".join(lines), fragments, omitted=OMITTED, **heads)


def translate_list(translator: Translator, node: nodes.MakeList) -> Evaluator:
    """A new list of the elements."""
    return list_of(translator, node.elements)


def list_of(translator: Translator, elements: Sequence[nodes.Expression]) -> Evaluator:
    """A function that gives a new list of the elements, evaluated left to right [C6]."""
    if len(elements) <= MOST_IN_A_TEXT:
        fragments = {
            f"v{number}": translator.fragment(element, f"v{number}")
            for number, element in enumerate(elements)
        }
        return build(f"return [{', '.join(f'{{{name}}}' for name in fragments)}]", fragments)
    evaluators = tuple(translator.evaluator(element) for element in elements)

    def evaluate(frame: Frame) -> list[object]:
        return [evaluator(frame) for evaluator in evaluators]

    return evaluate


def list_in_places(
    translator: Translator, values: Sequence[tuple[int, nodes.Expression]], size: int
) -> Evaluator:
    """A function that gives a new list of ``size`` values, each evaluated in turn, at its place."""
    evaluators = tuple((index, translator.evaluator(value)) for index, value in values)
    if sorted(index for index, _ in evaluators) != list(range(size)):
        raise InternalError("the values do not fill their places exactly")

    def evaluate(frame: Frame) -> list[object]:
        made: list[object] = [None] * size
        for index, evaluator in evaluators:
            made[index] = evaluator(frame)
        return made

    return evaluate


def inline_unchanged(
    translator: Translator, node: nodes.Unwrap | nodes.Wrap | nodes.Widen, prefix: str
) -> Fragment:
    """The base: these changes of type leave the representation as it is."""
    return translator.fragment(node.base, prefix)


def inline_presence(translator: Translator, node: nodes.IsPresent, prefix: str) -> Fragment:
    """Whether the value is not ``none``."""
    base = translator.fragment(node.base, prefix)
    return Fragment(f"({base.text} is not None)", base.bound, base.weight + 1)
