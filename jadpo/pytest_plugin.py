"""The pytest plugin: the fixture ``jadpo_app``, a program in a fresh world for each test.

pytest loads this module in every run of an environment that Jadpo is installed in, so it imports
nothing of Jadpo before the fixture is used.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

if TYPE_CHECKING:
    from jadpo.embedding.program import LoadedProgram
    from jadpo.embedding.tested import AppInTest

_LOADED = pytest.StashKey["dict[tuple[Path, str | None, str | None], LoadedProgram]"]()
"""The programs that were loaded in this run, each once."""

_MARKER = (
    "jadpo(path, *, fixture, clock, seed, config, mode, tier): the program of the fixture "
    "`jadpo_app`, beside the folder that pytest is configured in, and what its world begins with"
)
_OF_PROGRAM = ("mode", "tier")
_OF_WORLD = ("fixture", "clock", "seed", "config")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the settings ``jadpo_path`` and ``jadpo_mode``."""
    parser.addini(
        "jadpo_path", "the program of the fixture jadpo_app: a file or folder", default=""
    )
    parser.addini("jadpo_mode", "how it is run: interpreted, or compiled", default="")


def pytest_configure(config: pytest.Config) -> None:
    """Say what the marker ``jadpo`` is."""
    config.addinivalue_line("markers", _MARKER)


@pytest.fixture
def jadpo_app(request: pytest.FixtureRequest) -> "Iterator[AppInTest]":
    """A program of Jadpo in a world of its own: stores in memory, a clock that stands still."""
    marks = [*request.node.iter_markers("jadpo")]
    given = _given(marks)
    program = _program(request.config, _path(request.config, marks), given)
    with program.in_test(**{name: given[name] for name in _OF_WORLD if name in given}) as app:
        yield app


def _given(marks: list[pytest.Mark]) -> Mapping[str, Any]:
    """What the markers say, that of the test before that of its class and module."""
    given: dict[str, Any] = {}
    for mark in reversed(marks):
        unknown = mark.kwargs.keys() - {*_OF_PROGRAM, *_OF_WORLD}
        if unknown or len(mark.args) > 1:
            told = ", ".join(sorted(unknown)) or "more than one path"
            raise pytest.UsageError(f"the marker `jadpo` does not take {told}: {_MARKER}")
        given |= mark.kwargs
    return given


def _path(config: pytest.Config, marks: list[pytest.Mark]) -> Path:
    """The path of the program: of the nearest marker that has one, else of the setting."""
    base = config.inipath.parent if config.inipath is not None else config.rootpath
    for mark in marks:
        if mark.args:
            return base / str(mark.args[0])
    path = str(config.getini("jadpo_path"))
    if not path:
        raise pytest.UsageError(
            "the fixture `jadpo_app` does not know its program: set `jadpo_path` in the "
            'configuration of pytest, or mark the test with @pytest.mark.jadpo("path")'
        )
    return base / path


def _program(config: pytest.Config, path: Path, given: Mapping[str, Any]) -> "LoadedProgram":
    from jadpo.embedding import LoadError, load

    loaded = config.stash.setdefault(_LOADED, {})
    mode = given.get("mode") or str(config.getini("jadpo_mode")) or None
    key = (path, mode, given.get("tier"))
    if key not in loaded:
        try:
            loaded[key] = load(path, mode=cast(Any, mode), tier=given.get("tier"))
        except LoadError as error:
            pytest.fail(str(error), pytrace=False)
    return loaded[key]
