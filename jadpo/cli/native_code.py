"""The code of a program as text that people read."""

import re
from collections.abc import Mapping
from typing import Final

from jadpo.ir.program import Program
from jadpo_codegen import Tier
from jadpo_codegen.compiling import CompiledModule, compile_module
from jadpo_codegen.jit import assembly_text, optimised_text

_DEFINITION: Final = re.compile(
    r"^define [^\n]*@\"?([\w.$]+)\"?\(.*?^}\n", re.MULTILINE | re.DOTALL
)


def code_text(program: Program, tier: str, wanted: str | None, *, assembly: bool) -> str:
    """The LLVM IR after a tier's passes, or the assembly; of one callable, or of all.

    Above the code of a callable stands its name in the program. Raises
    :class:`~jadpo_codegen.NotCompiledError`.
    """
    module = compile_module(program, None if wanted is None else [wanted])
    if assembly:
        return assembly_text(module.text, Tier(tier))
    text = optimised_text(module.text, Tier(tier))
    names = _names(module)

    def titled(found: re.Match[str]) -> str:
        name = names.get(found[1])
        return found[0] if name is None else f"; {name}\n{found[0]}"

    if wanted is None:
        return _DEFINITION.sub(titled, text)
    # Small callables are inlined where Python enters, and have no function of their own then.
    of_wanted = [
        titled(found) for found in _DEFINITION.finditer(text) if names.get(found[1]) == wanted
    ]
    return "\n".join(of_wanted)


def _names(module: CompiledModule) -> Mapping[str, str]:
    """The callables by the functions that are made of them."""
    names = {}
    for number, (name, entry) in enumerate(module.entries.items()):
        names[f"callable.{number}"] = name
        names[entry.symbol] = name
    return names
