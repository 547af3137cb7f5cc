"""``jadpo build``: a program in one file, checked and compiled."""

from pathlib import Path

import click

from jadpo.artefact.form import SUFFIX
from jadpo.cli.modes import tier_option
from jadpo.cli.reporting import by_path, print_json, refuse
from jadpo.diagnostics import Diagnostic


@click.command("build")
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="The file to write; NAME.jadpoc in this folder, unless it is given.",
)
@tier_option("How much time goes into making code fast: balanced, unless this says otherwise.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(path: Path, output: Path | None, tier: str | None, as_json: bool) -> int:
    """Check and compile the project at PATH, and write it as an artefact.

    `jadpo run`, `test`, `work`, `events`, `migrate` and `openapi` take an artefact where they take
    a project. It holds the program with its tests, the texts of its sources for messages, the
    schema of its databases, and native code for a processor like this one; on another one code is
    made when it is run. The same program gives the same file.
    """
    # The checker and LLVM are loaded here, so that help and wrong use do not wait for them.
    from jadpo.cli.artefacts import write_file
    from jadpo.cli.building import built

    if output is not None and output.suffix != SUFFIX:
        raise click.BadParameter(f"the name of an artefact ends in {SUFFIX}.", param_hint="'-o'")
    build = built(path, tier or "balanced")
    sources = by_path(build.project.sources)
    if isinstance(build.artefact, Diagnostic) or build.artefact is None:
        wrong = build.diagnostics if build.artefact is None else [build.artefact]
        return refuse(wrong, sources, as_json=as_json)
    file = output or Path(f"{build.project.name}{SUFFIX}")
    problem = write_file(file, build.content)
    if problem is not None:
        return refuse([problem], sources, as_json=as_json)
    code = build.artefact.code
    if as_json:
        print_json(
            {
                "path": str(file),
                "name": build.artefact.name,
                "bytes": len(build.content),
                "tier": code.tier,
                "key": code.key,
                "machine": dict(code.machine),
            }
        )
    else:
        processor = code.machine["processor"]
        click.echo(
            f"{file}: {len(build.content):,} bytes, code of tier {code.tier} for {processor}"
        )
    return 0
