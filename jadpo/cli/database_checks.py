"""What ``jadpo check`` says of the databases that it is given."""

import os
from collections.abc import Sequence

import attrs

from jadpo.cli.databases import databases_from
from jadpo.cli.migrations import needed_migrations
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.manifest import Manifest


def check_databases(manifest: Manifest, databases: Sequence[str]) -> list[Diagnostic]:
    """A warning for each of the databases that needs a migration, or what is wrong with one.

    ``databases`` are options as they are written; only the stores that they name are looked at.
    """
    urls = databases_from(manifest, databases)
    if isinstance(urls, Diagnostic):
        return [urls]
    given = {name: store for name, store in manifest.stores.items() if name in urls}
    return needed_migrations(attrs.evolve(manifest, stores=given), os.environ, urls)
