"""The interpreter: the reference for what programs mean.

Each IR node is turned once into a function of the frame (:mod:`jadpo.interpret.template`), by a
table of translations, one per kind of node (:mod:`jadpo.interpret.tables`).
"""

from jadpo.interpret.program import InterpretedProgram, interpret

__all__ = ["InterpretedProgram", "interpret"]
