"""From the typed IR to LLVM IR: one function per kind of node, found in tables.

A node without a lowering raises :class:`jadpo_codegen.not_compiled.NotCompiledError`.
"""
