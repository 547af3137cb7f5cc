"""``jadpo build``, and the commands that take what it made."""

import json
from pathlib import Path

import attrs
import pytest
from command_line import EXAMPLES, SHOP, jadpo, write

from jadpo.artefact.reading import read_artefact
from jadpo.artefact.writing import write_artefact

FAULTY = """
type Whole = Int {}
function divided(by: Whole) -> Whole {
    return Whole(1 % by)
}
test "a remainder" { assert divided(Whole(2)) == 1 }
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("built") / "shop.jadpoc"
    ended = jadpo("build", SHOP, "-o", file)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith(f"{file}: ")
    assert "code of tier balanced for " in ended.stdout
    return file


def test_tests_of_an_artefact_run_in_both_modes(shop: Path) -> None:
    ended = jadpo("test", shop)
    interpreted = jadpo("test", shop, "--mode", "interpreted", "--filter", "reprices")

    assert (ended.returncode, ended.stdout.splitlines()[-1]) == (0, "4 passed")
    assert (interpreted.returncode, interpreted.stdout.splitlines()[-1]) == (0, "1 passed")


def test_an_artefact_is_run_migrated_and_described(shop: Path, tmp_path: Path) -> None:
    database = f"sqlite:{tmp_path}/shop.db"

    migrated = jadpo("migrate", shop, "--database", database)
    placed = jadpo("run", shop, "Order.place", "--input", '{"code": "TEA", "quantity": 1}',
                   "--database", database)  # fmt: skip
    events = jadpo("events", shop, "--database", database)
    described = jadpo("openapi", shop)
    checked = jadpo("check", shop)

    assert migrated.returncode == 0
    assert (placed.returncode, placed.stdout.splitlines()[0]) == (0, "Order.place returned")
    assert "OrderEvent.placed" in events.stdout
    assert json.loads(described.stdout)["openapi"].startswith("3.1")
    assert described.stdout == jadpo("openapi", SHOP).stdout
    assert (checked.returncode, checked.stdout) == (0, "")


def test_code_that_came_with_the_program_is_not_made_again(tmp_path: Path) -> None:
    built = jadpo("build", EXAMPLES / "kernels", "-o", tmp_path / "kernels.jadpoc")
    cache = tmp_path / "cache"

    same = jadpo("run", tmp_path / "kernels.jadpoc", "fib", "--input", "20", JADPO_CACHE=str(cache))
    assert not cache.exists()
    other = jadpo("run", tmp_path / "kernels.jadpoc", "fib", "--input", "20", "--tier", "fast",
                  JADPO_CACHE=str(cache))  # fmt: skip

    assert built.returncode == 0
    assert len(list((cache / "objects").iterdir())) == 1
    assert same.stdout == other.stdout == "fib returned\n  6765\n"


def test_code_of_another_machine_is_made_again(tmp_path: Path) -> None:
    file = tmp_path / "kernels.jadpoc"
    jadpo("build", EXAMPLES / "kernels", "-o", file)
    artefact = read_artefact(file.read_bytes())
    foreign = artefact.code._replace(key="0" * 64, code=b"code of another processor")
    file.write_bytes(write_artefact(attrs.evolve(artefact, code=foreign)))

    ended = jadpo("run", file, "fib", "--input", "20")

    assert (ended.returncode, ended.stdout) == (0, "fib returned\n  6765\n")


def test_faults_are_told_with_their_places_in_the_sources(tmp_path: Path) -> None:
    app = write(tmp_path / "app", app=FAULTY)
    jadpo("build", app, "-o", tmp_path / "app.jadpoc")
    (app / "app.jadpo").unlink()

    ended = jadpo("run", tmp_path / "app.jadpoc", "divided", "--input", "0", "--json")

    fault = json.loads(ended.stdout)["fault"]
    assert (ended.returncode, fault["code"]) == (1, "division_by_zero")
    assert fault["range"]["path"] == "app.jadpo"
    assert fault["range"]["start"] == {"offset": 77, "line": 4, "column": 18}


def test_the_same_program_gives_the_same_file(shop: Path, tmp_path: Path) -> None:
    ended = jadpo("build", SHOP.name, "-o", tmp_path / "again.jadpoc", "--json", folder=SHOP.parent)

    document = json.loads(ended.stdout)
    assert (tmp_path / "again.jadpoc").read_bytes() == shop.read_bytes()
    assert (document["name"], document["tier"]) == ("shop", "balanced")
    assert document["bytes"] == len(shop.read_bytes())


def test_without_a_name_it_is_written_here_by_the_name_of_the_project(tmp_path: Path) -> None:
    ended = jadpo("build", SHOP, "--tier", "fast", folder=tmp_path)

    assert ended.returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["shop.jadpoc"]


def test_a_program_with_mistakes_is_not_built(tmp_path: Path) -> None:
    app = write(tmp_path / "app", app="type A = Nowhere\n")

    ended = jadpo("build", app, "-o", tmp_path / "app.jadpoc")

    assert ended.returncode == 1
    assert f"{app}/app.jadpo:1:10: error[type.unknown]" in ended.stderr
    assert not (tmp_path / "app.jadpoc").exists()


def test_what_cannot_be_written_is_told_and_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "folder.jadpoc").mkdir()

    missing = jadpo("build", SHOP, "-o", tmp_path / "missing" / "a.jadpoc")
    folder = jadpo("build", SHOP, "-o", tmp_path / "folder.jadpoc")
    other = jadpo("build", SHOP, "-o", tmp_path / "a.zip")

    assert [missing.returncode, folder.returncode, other.returncode] == [2, 2, 2]
    assert "error[cli.artefact_not_written]" in missing.stderr
    assert "error[cli.artefact_not_written]" in folder.stderr
    assert "ends in .jadpoc" in other.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["folder.jadpoc"]


@pytest.mark.parametrize("command", ["test", "run", "events", "migrate", "openapi", "check"])
def test_what_is_no_artefact_is_told(command: str, shop: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.jadpoc"
    cut.write_bytes(shop.read_bytes()[:-1000])
    action = ["Order.place"] if command == "run" else []

    ended = jadpo(command, cut, *action)
    missing = jadpo(command, tmp_path / "no.jadpoc", *action)

    assert (ended.returncode, missing.returncode) == (2, 2)
    assert f"error[cli.artefact_unusable]: `{cut}` cannot be used" in ended.stdout + ended.stderr
    assert "error[cli.path_missing]" in missing.stdout + missing.stderr
