"""What holds for all tests."""

import os

import pytest


@pytest.fixture(scope="session", autouse=True)
def _cache_of_its_own(tmp_path_factory):
    """No test reads or writes the cache of the user who runs it."""
    before = os.environ.get("JADPO_CACHE")
    os.environ["JADPO_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    yield
    if before is None:
        del os.environ["JADPO_CACHE"]
    else:
        os.environ["JADPO_CACHE"] = before
