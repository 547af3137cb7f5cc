"""The databases that ``--database`` names."""

import re
from collections.abc import Mapping, Sequence

from jadpo.diagnostics import Diagnostic, nearest_name
from jadpo.diagnostics.passwords import without_passwords
from jadpo_runtime.manifest import Manifest

_NAMED = re.compile(r"([A-Za-z_][A-Za-z0-9_.]*)=(.*)", re.DOTALL)
"""``NAME=URL``; a URL alone has a colon before any equals sign."""

_SQLITE = "sqlite:"
_POSTGRES = ("postgres:", "postgresql:")
IN_MEMORY = "sqlite::memory:"
"""The URL of a database that is gone when the command ends."""


def databases_from(manifest: Manifest, options: Sequence[str]) -> Mapping[str, str] | Diagnostic:
    """The URLs that the options give, by the name of the store, or what is wrong with one."""
    urls: dict[str, str] = {}
    for option in options:
        named = _NAMED.fullmatch(option)
        if named is None:
            if len(manifest.stores) != 1:
                return _which_store(manifest, option)
            store, url = next(iter(manifest.stores)), option
        else:
            url = named[2]
            declared = _declared(manifest, named[1])
            if declared is None:
                return _no_such_store(manifest, named[1])
            store = declared
        wrong = _wrong_url(url)
        if wrong is not None:
            return wrong
        if store in urls:
            return _twice(store)
        urls[store] = url
    return urls


def _declared(manifest: Manifest, written: str) -> str | None:
    """The store of that name, whose module is left out where one alone declares the name."""
    if written in manifest.stores:
        return written
    alone = [name for name in manifest.stores if name.rpartition(".")[2] == written]
    return alone[0] if len(alone) == 1 else None


def sqlite_path(url: str) -> str | None:
    """The path of the file that a URL names; ``None`` where it names none."""
    if url == IN_MEMORY or not url.startswith(_SQLITE):
        return None
    return url.removeprefix(_SQLITE)


def _wrong_url(url: str) -> Diagnostic | None:
    shown = without_passwords(url)
    if url.startswith(_POSTGRES):
        return _wrong(
            f"`{shown}` is a PostgreSQL database",
            "PostgreSQL is planned and not built yet",
            "use `sqlite:PATH`",
        )
    if not url.startswith(_SQLITE):
        return _wrong(
            f"`{shown}` is not the URL of a database",
            "it begins with none of the schemes that there are",
            f"did you mean `{_SQLITE}{shown}`?" if ":" not in url and url else "use `sqlite:PATH`",
        )
    if url == _SQLITE:
        return _wrong(
            f"`{shown}` names no file",
            "the path of the file stands after the colon",
            f"use `sqlite:PATH`, or `{IN_MEMORY}` for one that is gone when the command ends",
        )
    return None


def _which_store(manifest: Manifest, option: str) -> Diagnostic:
    stores = ", ".join(f"`{name}`" for name in manifest.stores)
    shown = without_passwords(option)
    return _wrong(
        f"`{shown}` does not say which store it is for",
        f"the program has {stores}",
        f"write `--database NAME={shown}`",
    )


def _no_such_store(manifest: Manifest, store: str) -> Diagnostic:
    near = nearest_name(store, manifest.stores)
    stores = ", ".join(f"`{name}`" for name in manifest.stores)
    return _wrong(
        f"the program has no store `{store}`",
        "before the equals sign stands the name of a store",
        f"did you mean `{near}`?" if near else f"the program has {stores}",
    )


def _twice(store: str) -> Diagnostic:
    return _wrong(
        f"the store `{store}` is given two databases",
        "a store is in one database",
        "give `--database` once for each store",
    )


def _wrong(summary: str, why: str, advice: str) -> Diagnostic:
    return Diagnostic("cli.database_url", None, summary, why, advice)
