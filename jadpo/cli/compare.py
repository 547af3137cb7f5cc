"""``jadpo compare``: whether compiled code does what the interpreter does, in every tier."""

import os
import sys
from pathlib import Path

import click

from jadpo.cli.modes import TIERS
from jadpo.cli.printing import Printer


@click.command("compare")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--tier",
    "tiers",
    multiple=True,
    type=click.Choice(TIERS),
    help="Compile in this tier; given several times, in each. Without it, in all.",
)
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    help="Compare in so many processes at once; as many as there are processors.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(
    paths: tuple[Path, ...], tiers: tuple[str, ...], processes: int | None, as_json: bool
) -> int:
    """Run the tests of the programs at PATHS interpreted and compiled, and compare all they do.

    Effects in their order, results, failures, faults and their places, rows, events and deliveries
    must be the same. Programs are cases and projects, as for `jadpo test`; a folder of projects
    stands for all of them. Each runs in a process that its code may end: that is a finding, too,
    and the others go on.
    """
    # What compares is loaded here, so that help and wrong use do not wait for it.
    from jadpo.cli.compare_views import print_json_report, print_report, progress
    from jadpo.compare.children import Comparing, compare_all
    from jadpo.compare.report import report_of
    from jadpo.compare.units import units_at

    units = [unit for path in paths for unit in units_at(path)]
    comparing = Comparing(tiers or TIERS, processes or os.cpu_count() or 1)
    printer = Printer(sys.stdout)
    with progress(None if as_json else printer.console, len(units)) as done:
        answers = compare_all(units, comparing, done)
    report = report_of(len(units), comparing.tiers, answers)
    if as_json:
        print_json_report(report)
    else:
        print_report(report, printer)
    return report.status
