"""Python functions of a frame, made from a few lines of text each.

A node could be a hand-written closure for every shape of its operands (a slot, a constant, a
node of its own), which decides the speed: a call of a Python function costs as much as three
additions. The shapes are put into a template instead. Only the text of this package gets into a
template; whatever comes from a program is *bound*: a variable of the function's closure. So there
are few texts, and each is compiled once in a process.
"""

import functools
import textwrap
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, cast

from jadpo.interpret.frame import Evaluator


class Fragment(NamedTuple):
    """A Python expression over ``frame`` and the names in ``bound``.

    ``weight`` counts the nodes whose text is in it, to keep texts small.
    """

    text: str
    bound: Mapping[str, object]
    weight: int = 1


def build(template: str, fragments: Mapping[str, Fragment], **bound: object) -> Evaluator:
    """The function of ``frame`` whose body is ``template``.

    Every ``{name}`` is replaced by the text of that fragment. ``bound`` are the other names that
    the text uses.
    """
    names = dict(bound)
    for fragment in fragments.values():
        names.update(fragment.bound)
    text = template.format(**{name: fragment.text for name, fragment in fragments.items()})
    return _factory(textwrap.dedent(text).strip("\n"), tuple(names))(*names.values())


def called(evaluator: Evaluator, prefix: str) -> Fragment:
    """A text that calls an evaluator with the frame."""
    return Fragment(f"{prefix}(frame)", {prefix: evaluator})


@functools.cache
def _factory(body: str, names: tuple[str, ...]) -> Callable[..., Evaluator]:
    source = (
        f"def factory({', '.join(names)}):\n"
        f"    def evaluate(frame):\n{textwrap.indent(body, '        ')}\n"
        f"    return evaluate\n"
    )
    namespace: dict[str, Any] = {}
    exec(compile(source, "<jadpo.interpret>", "exec"), namespace)
    return cast(Callable[..., Evaluator], namespace["factory"])
