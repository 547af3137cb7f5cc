"""What ``--database`` takes."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from command_line import jadpo, write
from python_program import Building

from jadpo.cli.databases import databases_from, sqlite_path
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.manifest import Manifest, StoreDefinition


def manifest(*stores: str) -> Manifest:
    building = Building()
    building.stores = {
        name: StoreDefinition(name, f"sqlite:{name}.db", None, None) for name in stores
    }
    return building.program().manifest


ONE, TWO = manifest("primary"), manifest("primary", "archive")


def urls(of: Manifest, *options: str) -> Mapping[str, str]:
    found = databases_from(of, options)
    assert not isinstance(found, Diagnostic)
    return found


def problem(of: Manifest, *options: str) -> Diagnostic:
    found = databases_from(of, options)
    assert isinstance(found, Diagnostic)
    assert found.rule == "cli.database_url"
    return found


def test_the_url_of_the_only_store_needs_no_name() -> None:
    assert urls(ONE) == {}
    assert urls(ONE, "sqlite:a=b.db") == {"primary": "sqlite:a=b.db"}
    assert urls(ONE, "primary=sqlite:x.db") == {"primary": "sqlite:x.db"}


def test_each_of_several_stores_is_named() -> None:
    given = urls(TWO, "archive=sqlite:/a/b.db", "primary=sqlite::memory:")

    assert given == {"archive": "sqlite:/a/b.db", "primary": "sqlite::memory:"}
    assert problem(TWO, "sqlite:x.db").help == "write `--database NAME=sqlite:x.db`"


def test_a_store_that_there_is_not_is_told_with_the_nearest() -> None:
    assert problem(TWO, "archve=sqlite:x.db").help == "did you mean `archive`?"
    assert problem(TWO, "x=sqlite:x.db").help == "the program has `primary`, `archive`"


def test_the_module_of_a_store_may_be_left_out_where_one_alone_has_the_name() -> None:
    of = manifest("shop.places.primary", "shop.log.archive", "old.log.archive")

    assert urls(of, "primary=sqlite:x.db") == {"shop.places.primary": "sqlite:x.db"}
    assert "no store `archive`" in problem(of, "archive=sqlite:x.db").summary
    assert (
        "two databases"
        in problem(of, "primary=sqlite:x.db", "shop.places.primary=sqlite:y.db").summary
    )


def test_a_store_is_given_once() -> None:
    assert "two databases" in problem(ONE, "sqlite:a.db", "sqlite:b.db").summary


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("shop.db", "did you mean `sqlite:shop.db`?"),
        ("", "use `sqlite:PATH`"),
        ("sqlite", "did you mean"),
        ("SQLITE:shop.db", "use `sqlite:PATH`"),
        ("file:shop.db", "use `sqlite:PATH`"),
        ("mysql://localhost/shop", "use `sqlite:PATH`"),
        ("postgres://localhost/shop", "use `sqlite:PATH`"),
        ("postgresql://localhost/shop", "use `sqlite:PATH`"),
        ("sqlite:", "use `sqlite:PATH`, or `sqlite::memory:`"),
    ],
)
def test_what_is_no_url_of_a_database_is_told(url: str, words: str) -> None:
    assert words in problem(ONE, url).help


@pytest.mark.parametrize("scheme", ["postgres", "mysql"])
@pytest.mark.parametrize("of", [ONE, TWO])
def test_a_password_is_not_told(of: Manifest, scheme: str) -> None:
    told = problem(of, f"{scheme}://shop:s3cret@db/shop")

    assert "s3cret" not in f"{told.summary} {told.why} {told.help}"
    assert f"{scheme}://shop:***@db/shop`" in told.summary


@pytest.mark.parametrize(
    "arguments",
    [
        ("run", "{app}", "Order.by", "--database", "{url}"),
        ("run", "{app}", "f", "--database", "{url}", "--json"),
        ("run", "{app}", "f", "{url}"),
        ("run", "{url}", "f"),
        ("events", "{app}", "--database", "x={url}"),
        ("migrate", "{app}", "--plan"),
        ("migrate", "{app}", "--database", "{url}", "--json"),
        ("check", "{app}", "--database", "{url}"),
        ("ir", "{app}"),
        ("ir", "{app}", "--json"),
        ("{url}",),
    ],
)
def test_no_command_prints_a_password(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    url = "postgres://shop:s3cret@db/shop"
    app = write(
        tmp_path,
        app='config Settings { main_url: Text { binding: "APP_DATABASE"  default: "'
        + url
        + '" } }\nstore main { url: config.main_url  default: "'
        + url
        + '" }\ntype Number = Int {}\nfunction f() -> Number { return Number(1) }\n',
    )

    ended = jadpo(*(each.format(app=app, url=url) for each in arguments), APP_DATABASE=url)

    assert "s3cret" not in ended.stdout + ended.stderr
    assert ended.stdout + ended.stderr != ""


def test_the_path_of_a_url() -> None:
    assert sqlite_path("sqlite:/a b/c.db") == "/a b/c.db"
    assert sqlite_path("sqlite::memory:") is None
    assert sqlite_path("postgres://localhost/shop") is None
