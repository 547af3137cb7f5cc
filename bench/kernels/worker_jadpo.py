"""The kernels of examples/kernels, compiled."""

import sys
from pathlib import Path

from protocol import serve, words_of

from jadpo.check import check_project
from jadpo.project import load_project
from jadpo_codegen import Tier, compile_program
from jadpo_runtime.outcome import Returned

KERNELS = Path(__file__).parents[2] / "examples" / "kernels"


class NoEffects:
    """What the kernels need of a context: a stop byte."""

    stop = bytearray(1)


def main():
    """Serve the kernels in the tier that is the argument."""
    project = load_project(KERNELS)
    compiled = compile_program(
        check_project(project.sources, project.name).program, Tier(sys.argv[1])
    )
    no_effects = NoEffects()

    def run(kernel, ready):
        outcome = compiled.run(kernel, [ready], no_effects)
        if not isinstance(outcome, Returned):
            raise SystemExit(f"{kernel}: {outcome}")
        return outcome.value[1] if kernel == "commonest" else outcome.value

    serve(
        run,
        lambda kernel, argument: words_of(argument) if kernel == "commonest" else argument,
    )


if __name__ == "__main__":
    main()
