"""Compiled mode: typed IR to native code, and the bridge to the runtime.

:func:`compile_program` gives a program that runs natively. What is compiled, and how values look in
compiled code, stands in docs/abi.md.
"""

from jadpo_codegen.not_compiled import NotCompiledError
from jadpo_codegen.program import CompiledProgram, compile_program
from jadpo_codegen.tier import Tier

__all__ = ["CompiledProgram", "NotCompiledError", "Tier", "compile_program"]
