"""From source to a version of the program that can be served, or to what is wrong with it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import attrs

from jadpo.cli.checking import CheckedProject, check_path
from jadpo.cli.databases import IN_MEMORY, databases_from
from jadpo.cli.faults import fault_as_diagnostic
from jadpo.cli.migrations import StoreMigrated, apply_all, may_apply_all, migrations_of
from jadpo.cli.places import store_urls
from jadpo.cli.reporting import by_path
from jadpo.diagnostics import Diagnostic
from jadpo.source import Source
from jadpo_runtime.faults import Fault
from jadpo_runtime.outcome import Faulted


@attrs.frozen
class Mistaken:
    """A version that cannot be served, and why; ``sources`` are what the diagnostics point into."""

    problems: Sequence[Diagnostic]
    sources: Mapping[str, Source]


class Servable(NamedTuple):
    """A version without mistakes, whose databases have its schema.

    ``databases`` are the URLs that were given; ``migrated`` what was done to bring them here.
    """

    checked: CheckedProject
    databases: Mapping[str, str]
    migrated: Sequence[StoreMigrated]


Version: TypeAlias = Servable | Mistaken


def version_at(path: Path, environment: Mapping[str, str], given: Sequence[str]) -> Version:
    """Check the project at ``path``, and bring its databases to its schema.

    ``given`` are the ``--database`` options. A migration that loses nothing is made; any other is
    for a person to decide, and a mistake here.
    """
    checked = check_path(path)
    sources = by_path(checked.project.sources)
    if checked.program is None:
        return Mistaken([*checked.diagnostics], sources)
    manifest = checked.program.manifest
    databases = databases_from(manifest, given)
    if isinstance(databases, Diagnostic):
        return Mistaken([databases], sources)
    places = store_urls(manifest, environment, databases)
    if isinstance(places, list):
        return Mistaken(places, sources)
    if IN_MEMORY in places.values():
        # Made anew with each version: there is nothing to be brought anywhere.
        return Servable(checked, databases, ())
    migrations = migrations_of(manifest, environment, databases)
    if isinstance(migrations, list):
        return Mistaken(migrations, sources)
    try:
        migrated = apply_all(manifest, migrations, lambda _what, _rows: None, allow_loss=False)
    except Fault as fault:
        problem = fault_as_diagnostic(Faulted(fault.code, None, fault.detail))
        return Mistaken([problem], sources)
    if not may_apply_all(migrated, allow_loss=False):
        return Mistaken([_needs_a_decision(migrated)], sources)
    return Servable(checked, databases, migrated)


def _needs_a_decision(migrated: Sequence[StoreMigrated]) -> Diagnostic:
    steps = "; ".join(
        finding.step.sentence for each in migrated for finding in each.migrated.findings
    )
    return Diagnostic(
        rule="cli.migration_needed",
        span=None,
        summary=f"the database needs a migration that would lose or break something: {steps}",
        why="`jadpo dev` makes the migrations that keep all that is stored, and no others",
        help="`jadpo migrate --plan` shows the rows; `jadpo migrate --allow-loss` gives them up",
    )
