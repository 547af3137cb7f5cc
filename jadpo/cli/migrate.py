"""``jadpo migrate``: brings the stored schema to the program's, keeping what is stored."""

import os
import sys
from pathlib import Path

import click

from jadpo.cli.checking import check_path
from jadpo.cli.databases import databases_from
from jadpo.cli.exit_status import INTERRUPTED, PROBLEMS
from jadpo.cli.reporting import by_path, refuse
from jadpo.diagnostics import Diagnostic


@click.command("migrate")
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--database",
    "databases",
    metavar="URL",
    multiple=True,
    help="Migrate this database: sqlite:PATH. NAME=URL where there are several stores.",
)
@click.option("--plan", "only_plan", is_flag=True, help="Show the steps, and change nothing.")
@click.option("--allow-loss", is_flag=True, help="Drop tables and columns that hold values, too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    path: Path, databases: tuple[str, ...], only_plan: bool, allow_loss: bool, as_json: bool
) -> int:
    """Bring the databases of the project at PATH to the schema of its program.

    All steps are taken in one transaction, or none. A step that would lose values is taken only
    with --allow-loss; one that rows stand in the way of is never, and the rows are named.
    """
    checked = check_path(path)
    sources = by_path(checked.project.sources)
    if checked.program is None:
        return refuse(checked.diagnostics, sources, as_json=as_json)
    manifest = checked.program.manifest
    urls = databases_from(manifest, databases)
    if isinstance(urls, Diagnostic):
        return refuse([urls], sources, as_json=as_json)
    # The runtime is loaded only now: what is mistyped is told at once.
    from jadpo.cli.faults import fault_as_diagnostic
    from jadpo.cli.migrate_views import Doing, print_migrated, print_migrated_as_json
    from jadpo.cli.migrations import apply_all, may_apply_all, migrations_of, plan_all
    from jadpo_runtime.faults import Fault, Stopped
    from jadpo_runtime.outcome import Faulted

    migrations = migrations_of(manifest, os.environ, urls)
    if isinstance(migrations, list):
        return refuse(migrations, sources, as_json=as_json)
    try:
        with Doing(sys.stderr) as doing:
            if only_plan:
                migrated = plan_all(migrations, doing.report)
            else:
                migrated = apply_all(manifest, migrations, doing.report, allow_loss=allow_loss)
    except Fault as fault:
        problem = fault_as_diagnostic(Faulted(fault.code, None, fault.detail))
        return refuse([problem], sources, as_json=as_json)
    except Stopped:
        click.echo("Interrupted: nothing was changed.", err=True)
        return INTERRUPTED
    if as_json:
        print_migrated_as_json(migrated)
    else:
        print_migrated(migrated, sys.stdout, only_plan=only_plan, allow_loss=allow_loss)
    return 0 if may_apply_all(migrated, allow_loss=allow_loss) else PROBLEMS
