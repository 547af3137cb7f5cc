"""``jadpo llvm``: the code that a project is compiled to."""

from pathlib import Path

import click

from jadpo.cli.checking import check_path
from jadpo.cli.modes import tier_option
from jadpo.cli.reporting import by_path, refuse
from jadpo.diagnostics import Diagnostic, nearest_name


@click.command("llvm")
@click.argument("path", type=click.Path(path_type=Path))
@tier_option("The tier whose passes are applied: balanced, unless this says otherwise.")
@click.option("--function", "wanted", metavar="NAME", help="Only the code of this callable.")
@click.option("--assembly", is_flag=True, help="Print the machine code, for this processor.")
def command(path: Path, tier: str | None, wanted: str | None, assembly: bool) -> int:
    """Print the LLVM IR that the project at PATH is compiled to, after the passes of a tier.

    With --function it is that of one callable, named as the program's own code writes it, and of
    what was inlined into it.
    """
    checked = check_path(path)
    sources = by_path(checked.project.sources)
    program = checked.program
    if program is None:
        return refuse(checked.diagnostics, sources, as_json=False)
    name = None
    if wanted is not None:
        ending = f".{wanted}"
        found = [each for each in program.callables if f".{each}".endswith(ending)]
        exact = [each for each in found if each == wanted] or found
        if len(exact) != 1:
            return refuse([_no_callable(wanted, exact, list(program.callables))], {}, as_json=False)
        name = exact[0]
    # LLVM is loaded only now: what is mistyped is told at once.
    from jadpo.cli.engines import not_compiled
    from jadpo.cli.native_code import code_text
    from jadpo_codegen import NotCompiledError

    try:
        text = code_text(program, tier or "balanced", name, assembly=assembly)
    except NotCompiledError as error:
        return refuse([not_compiled(error)], sources, as_json=False)
    click.echo(text, nl=False)
    return 0


def _no_callable(wanted: str, found: list[str], names: list[str]) -> Diagnostic:
    if found:
        listed = ", ".join(f"`{name}`" for name in sorted(found))
        return Diagnostic(
            rule="cli.ambiguous_callable",
            span=None,
            summary=f"`{wanted}` is declared in several modules",
            why="any choice between them would be a guess",
            help=f"give the whole name: {listed}",
        )
    near = nearest_name(wanted, names)
    return Diagnostic(
        rule="cli.unknown_callable",
        span=None,
        summary=f"the program has nothing to compile of the name `{wanted}`",
        why="a name is given as the program's own code writes it, with the entity before the dot",
        help=f"did you mean `{near}`?" if near else "leave `--function` out to see all",
    )
