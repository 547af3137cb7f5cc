"""No password of a database is printed."""

import pytest

from jadpo.diagnostics.passwords import without_passwords


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgres://shop:s3cret@db:5432/shop", "postgres://shop:***@db:5432/shop"),
        ("postgresql+x://shop:s3cret@db/shop", "postgresql+x://shop:***@db/shop"),
        ("postgres://shop:s3c/ret@a@db/shop", "postgres://shop:***@db/shop"),
        ("postgres://:s3cret@db/shop", "postgres://:***@db/shop"),
        ("postgres:/shop:s3cret@db/shop", "postgres:/shop:***@db/shop"),
        ("postgres:shop:s3cret@db", "postgres:***@db"),
        ("shop:s3cret@db/shop", "shop:***@db/shop"),
        ("shop:/s3cret@db/shop", "shop:***@db/shop"),
        ("shop:s3 cret@db", "shop:***@db"),
        (
            "postgres://db/shop?user=a&password=s3cret&x=1",
            "postgres://db/shop?user=a&password=***&x=1",
        ),
        ("postgres://db/shop?sslpassword=s3cret", "postgres://db/shop?sslpassword=***"),
        ("postgres:host=db Password='s3 cret' user=a", "postgres:host=db Password=*** user=a"),
        ("no argument (postgres://a:s3cret@db) is", "no argument (postgres://a:***@db) is"),
    ],
)
def test_a_password_is_hidden_and_the_rest_shown(url: str, shown: str) -> None:
    assert without_passwords(url) == shown


@pytest.mark.parametrize(
    "text",
    [
        "postgres://shop@db:5432/shop",
        "postgres://localhost/shop",
        "sqlite:/var/lib/shop.db",
        "sqlite:shop@home.db",
        "sqlite::memory:",
        "shop.db",
        "There is no command `chek`. Commands: check, fmt.",
        "",
    ],
)
def test_what_has_no_password_is_shown_as_it_is(text: str) -> None:
    assert without_passwords(text) == text
