"""The interpreter: the reference for what programs mean.

It runs closures: every node becomes a function of the frame, made once, by a table of
translations with one per kind of node (:mod:`jadpo.interpret.tables`). Small nodes share the
function of the node around them (:mod:`jadpo.interpret.template`), which is where the speed comes
from. A callable is translated when it is first called. What ends a body early is an exception
(:mod:`jadpo.interpret.unwinding`); a run keeps its state in its frames alone.
"""

from jadpo.interpret.program import InterpretedProgram, interpret

__all__ = ["InterpretedProgram", "interpret"]
