"""The rules of well-formed IR, checked after lowering in tests and debug builds.

What breaks a rule is a mistake of the checker, never of a program's author. The rules: every node
stands where it may, its operands have the representations that it works on, slots are assigned
before they are read, every path of a body with a result leaves it, failures are caught where they
arise and listed where they leave, and whatever a node names is declared.
"""

from collections.abc import Mapping

from jadpo.ir.node_texts import Detail
from jadpo.ir.nodes import Callable
from jadpo.ir.printer import print_callable
from jadpo.ir.program import Program
from jadpo.ir.verifier.callables import problems_of_callable
from jadpo.ir.verifier.problem import Problem
from jadpo_runtime.values.internal_error import InternalError
from jadpo_runtime.values.node import Node

__all__ = ["InvalidIR", "Problem", "problems", "verify"]


class InvalidIR(InternalError):  # noqa: N818 - it names what the program is
    """A program that breaks the rules; the message shows each error beside its node."""


def problems(program: Program, library: Mapping[str, int] | None = None) -> tuple[Problem, ...]:
    """Everything that is wrong with a program, callable by callable.

    ``library`` has the number of arguments of every operation of the standard library by its key;
    without it calls of the library are not looked up.
    """
    found = []
    for name, callable_ in program.callables.items():
        if name != callable_.name:
            found.append(Problem(name, callable_, f"it is filed as {name!r}"))
        found += problems_of_callable(program, callable_, library)
    missing = program.manifest.callables.keys() - program.callables.keys()
    found += [Problem(name, None, "it has a signature and no body") for name in sorted(missing)]
    return tuple(found)


def verify(program: Program, library: Mapping[str, int] | None = None) -> None:
    """Raise :class:`InvalidIR` where anything is wrong with a program."""
    found = problems(program, library)
    if found:
        raise InvalidIR(_report(program, found))


def _report(program: Program, found: tuple[Problem, ...]) -> str:
    texts = [f"{len(found)} {'error' if len(found) == 1 else 'errors'} in the IR"]
    for name in dict.fromkeys(problem.callable for problem in found):
        callable_ = program.callables.get(name)
        beside: dict[int, str] = {}
        for problem in found:
            if problem.callable != name:
                continue
            if problem.node is None or problem.node is callable_:
                texts.append(f"{name}: {problem.message}")
            else:
                known = beside.get(id(problem.node))
                both = problem.message if known is None else f"{known}; {problem.message}"
                beside[id(problem.node)] = both
        if beside and callable_ is not None:
            texts.append(_printed(program, callable_, beside))
    return "\n".join(texts)


def _printed(program: Program, callable_: Callable, beside: Mapping[int, str]) -> str:
    def remark(node: Node) -> str | None:
        return beside.get(id(node))

    detail = Detail(types=True, spans=True, beside=remark)
    return print_callable(callable_, program.manifest.callables.get(callable_.name), detail)
