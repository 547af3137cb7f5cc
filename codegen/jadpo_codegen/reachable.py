"""Leaves out of a module what nothing reaches, before LLVM reads it.

The support is the same for every program, and each kind of cell has functions of which a program
uses a few. In the tier without passes LLVM would make code of them all.
"""

import re
from typing import Final

_NAME: Final = re.compile(r"@[\w.]+")

_DEFINITION: Final = "\ndefine "
_INTERNAL: Final = "internal "
_END: Final = "\n}\n"


def reachable(text: str) -> str:
    """The module without internal functions that no other function uses, directly or not."""
    head, *definitions = f"\n{text}\n".split(_DEFINITION)
    bodies: dict[str, str] = {}
    kept = [head]
    waiting: list[str] = _NAME.findall(head)
    for definition in definitions:
        body, _, rest = definition.partition(_END)
        name = _NAME.search(body)
        if name is None:
            raise ValueError("a function without a name")
        bodies[name[0]] = body
        # What stands between functions: constants and declarations.
        kept.append(rest)
        waiting += _NAME.findall(rest)
        if not body.startswith(_INTERNAL):
            waiting.append(name[0])
    reached: set[str] = set()
    while waiting:
        function = waiting.pop()
        if function in bodies and function not in reached:
            reached.add(function)
            waiting += _NAME.findall(bodies[function])
    kept += [f"define {body}{_END}" for name, body in bodies.items() if name in reached]
    return "\n".join(kept)
