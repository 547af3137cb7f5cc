"""From a path to a program that can be run."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TypeAlias

import attrs

from jadpo.cli.checking import CheckedProject, check_path
from jadpo.cli.databases import databases_from
from jadpo.cli.engines import engine_of
from jadpo.cli.faults import config_problems, fault_as_diagnostic
from jadpo.diagnostics import Diagnostic
from jadpo.embedding.errors import LoadError
from jadpo_runtime.config import ConfigInvalid
from jadpo_runtime.faults import Fault
from jadpo_runtime.manifest import Manifest
from jadpo_runtime.outcome import Faulted
from jadpo_runtime.program import Program

Mode: TypeAlias = Literal["interpreted", "compiled"]
"""How a program is run; it means the same in both."""

Tier: TypeAlias = Literal["fast", "balanced", "full"]
"""How much time goes into making code fast, from the one that is soonest made."""

_MODES: tuple[str, ...] = ("interpreted", "compiled")
_TIERS: tuple[str, ...] = ("fast", "balanced", "full")


@attrs.frozen
class Loaded:
    """A program without mistakes, with its first engine; ``new_engine`` makes further ones.

    An engine is for one thread at a time. ``path`` is for messages.
    """

    path: str
    engine: Program
    new_engine: Callable[[], Program]

    @property
    def manifest(self) -> Manifest:
        """What the program declares."""
        return self.engine.manifest


def loaded_program(path: str | os.PathLike[str], mode: Mode | None, tier: Tier | None) -> Loaded:
    """Check the project, or read the artefact, at ``path``, and make an engine for it.

    Without a mode it is interpreted, or run as it was built. Raises :class:`LoadError`, and
    ValueError for a mode or tier that there is none of.
    """
    _check_choices(mode, tier)
    checked = check_path(Path(path))
    if checked.program is None:
        raise LoadError(os.fspath(path), checked.diagnostics)
    built = checked.code
    chosen = mode or ("interpreted" if built is None else "compiled")
    if chosen == "interpreted" and tier is not None:
        raise ValueError("a tier is about compiled code: give it with mode='compiled'")
    chosen_tier = tier or (built.tier if built is not None else "balanced")

    def new_engine() -> Program:
        return _engine(os.fspath(path), checked, chosen, chosen_tier)

    return Loaded(os.fspath(path), new_engine(), new_engine)


def databases_of(
    manifest: Manifest, path: str, database: str | None, databases: Mapping[str, str] | None
) -> Mapping[str, str]:
    """The URLs that stores are given, by their names; raises ValueError and :class:`LoadError`."""
    given = dict(databases or {})
    if database is not None:
        if given or len(manifest.stores) != 1:
            names = ", ".join(manifest.stores) or "none"
            raise ValueError(
                f"`database` is for a program with one store, and this has {names}: "
                "give `databases` with a URL for each name"
            )
        given = {next(iter(manifest.stores)): database}
    urls = databases_from(manifest, [f"{name}={url}" for name, url in given.items()])
    if isinstance(urls, Diagnostic):
        raise LoadError(path, [urls])
    return urls


@contextmanager
def starting(path: str) -> Iterator[None]:
    """Within, what keeps a program from being started is raised as :class:`LoadError`."""
    try:
        yield
    except ConfigInvalid as invalid:
        raise LoadError(path, config_problems(invalid)) from None
    except Fault as fault:
        problem = fault_as_diagnostic(Faulted(fault.code, None, fault.detail))
        raise LoadError(path, [problem]) from None


def _engine(path: str, checked: CheckedProject, mode: str, tier: str) -> Program:
    engine = engine_of(checked, mode, tier, os.environ, sys.platform)
    if isinstance(engine, Diagnostic):
        raise LoadError(path, [engine])
    return engine


def _check_choices(mode: str | None, tier: str | None) -> None:
    if mode is not None and mode not in _MODES:
        raise ValueError(f"there is no mode {mode!r}: it is one of {', '.join(_MODES)}")
    if tier is not None and tier not in _TIERS:
        raise ValueError(f"there is no tier {tier!r}: it is one of {', '.join(_TIERS)}")
