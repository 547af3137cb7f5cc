"""The example programs, checked once."""

from pathlib import Path

import pytest

from jadpo.check import check_project
from jadpo.ir.program import Program
from jadpo.project import load_project

EXAMPLES = Path(__file__).parents[2] / "examples"


def checked(name: str) -> Program:
    project = load_project(EXAMPLES / name)
    program = check_project(project.sources, project.name).program
    assert program is not None
    return program


@pytest.fixture(scope="session")
def shop() -> Program:
    return checked("shop")


@pytest.fixture(scope="session")
def kernels() -> Program:
    return checked("kernels")
