"""From a path on the command line to engines that a process which lives on is started with."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from jadpo.cli.checking import check_path
from jadpo.cli.databases import databases_from
from jadpo.cli.modes import INTERPRETED, Running, running
from jadpo.cli.reporting import by_path, refuse
from jadpo.diagnostics import Diagnostic
from jadpo.source import Source
from jadpo_runtime.program import Program
from jadpo_runtime.values import Duration

_USUAL = Running(INTERPRETED, "balanced")
"""How what was not built is run."""


class Starting(NamedTuple):
    """A program that can be started.

    ``engine`` is one for it, and ``new_engine`` makes one more for each thread; ``urls`` are those
    of the databases that were given.
    """

    engine: Program
    new_engine: Callable[[], Program]
    urls: Mapping[str, str]
    sources: Mapping[str, Source]


def start_of(
    path: Path, databases: Sequence[str], mode: str | None, tier: str | None, *, as_json: bool
) -> Starting | int:
    """Check the project at ``path`` and make an engine; else the exit status, all being told."""
    checked = check_path(path)
    how = running(mode, tier, checked.code and checked.code.tier, _USUAL)
    sources = by_path(checked.project.sources)
    program = checked.program
    if program is None:
        return refuse(checked.diagnostics, sources, as_json=as_json)
    urls = databases_from(program.manifest, databases)
    if isinstance(urls, Diagnostic):
        return refuse([urls], sources, as_json=as_json)
    # An engine is loaded only now: what is mistyped is told at once.
    from jadpo.cli.engines import engine_of

    def engine_or_problem() -> Program | Diagnostic:
        return engine_of(checked, how.mode, how.tier, os.environ, sys.platform)

    def new_engine() -> Program:
        engine = engine_or_problem()
        assert not isinstance(engine, Diagnostic), engine.summary
        return engine

    engine = engine_or_problem()
    if isinstance(engine, Diagnostic):
        return refuse([engine], sources, as_json=as_json)
    return Starting(engine, new_engine, urls, sources)


def refuse_budget_out_of_bounds(budget: Duration) -> None:
    """Raise click's error for a budget that no invocation may have [L1]."""
    from jadpo_runtime.runner.budget import RUN_LIMIT

    if not 0 < budget <= RUN_LIMIT:
        raise click.BadParameter("it is more than 0 and at most 15m.", param_hint="'--budget'")
