"""The examples of docs/embedding.md do what they say."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import SHOP

PAGE = (Path(__file__).parents[2] / "docs" / "embedding.md").read_text("utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the shop and the files that the page shows."""
    shutil.copytree(SHOP, tmp_path / "shop")
    for name, text in re.findall(r"```(?:python|ini)\n# (\S+)\n(.*?)```", PAGE, re.S):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def python(folder: Path, *arguments: str) -> str:
    ended = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_each_example_has_the_name_of_a_file() -> None:
    shown = len(re.findall(r"```(?:python|ini)\n", PAGE))
    assert shown == len(re.findall(r"```(?:python|ini)\n# \S+\n", PAGE)) == 5


def test_the_script_prints_what_is_shown(folder: Path) -> None:
    (printed,) = re.findall(r"\$ python run_shop\.py\n(.*?)```", PAGE, re.S)
    assert python(folder, "run_shop.py") == printed


def test_the_tests_pass(folder: Path) -> None:
    assert "3 passed" in python(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider")


@pytest.mark.parametrize(("module", "path"), [("served", ""), ("mounted", "/shop")])
def test_the_applications_answer(folder: Path, module: str, path: str) -> None:
    asking = f"""
import sys
sys.path[:0] = [".", {str(Path(__file__).parents[1] / "support")!r}]
from asgi_server import asgi_served
from {module} import app
with asgi_served(app) as server:
    print(server.ask("GET", "{path}/_jadpo/ready").json()["status"])
"""
    assert python(folder, "-c", asking) == "ready\n"


def test_all_that_is_offered_is_told() -> None:
    from jadpo import embedding

    offered = {*embedding.__all__}
    told = offered - {
        "AsgiApplication",
        "Attempt",
        "Event",
        "FakeCall",
        "Response",
        "LoadedProgram",
    }
    assert {name for name in told if name not in PAGE} == set()
