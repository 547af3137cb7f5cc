"""Where caches stand, on each system and for each user."""

from pathlib import Path

import pytest

from jadpo.cache_folder import cache_folder

CASES = [
    ("linux", {"HOME": "/home/a"}, "/home/a/.cache/jadpo"),
    ("linux", {"HOME": "/home/a", "XDG_CACHE_HOME": "/var/a"}, "/var/a/jadpo"),
    ("linux", {"HOME": "/home/a", "XDG_CACHE_HOME": "not/absolute"}, "/home/a/.cache/jadpo"),
    ("linux", {"HOME": "/home/a", "XDG_CACHE_HOME": ""}, "/home/a/.cache/jadpo"),
    ("darwin", {"HOME": "/Users/a"}, "/Users/a/Library/Caches/jadpo"),
    ("darwin", {"HOME": "/Users/a", "JADPO_CACHE": "/tmp/b"}, "/tmp/b"),
    ("linux", {"HOME": "/home/a", "JADPO_CACHE": ""}, "/home/a/.cache/jadpo"),
]


@pytest.mark.parametrize(("platform", "environment", "folder"), CASES)
def test_the_folder_is_where_the_system_keeps_caches(platform, environment, folder):
    assert cache_folder(environment, platform) == Path(folder)


@pytest.mark.parametrize(
    "environment",
    [{}, {"HOME": ""}, {"HOME": "relative"}, {"HOME": "/home/a", "JADPO_CACHE": "off"}],
)
def test_there_is_none_without_a_home_or_when_it_is_turned_off(environment):
    assert cache_folder(environment, "linux") is None
