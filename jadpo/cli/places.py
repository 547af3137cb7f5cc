"""Where the databases of a program are, for commands that run nothing of it."""

from collections.abc import Mapping

from jadpo.cli.faults import config_problems
from jadpo.diagnostics import Diagnostic
from jadpo_runtime.config import ConfigInvalid, config_from_environment
from jadpo_runtime.hosts.stores import fields_not_needed, store_url
from jadpo_runtime.manifest import Manifest


def store_urls(
    manifest: Manifest, environment: Mapping[str, str], urls: Mapping[str, str]
) -> Mapping[str, str] | list[Diagnostic]:
    """The URL of each store, as ``urls`` says by its name, else as the program does [E5].

    Only the config fields that give a URL need to be in the environment; the problems of these.
    """
    try:
        config = config_from_environment(manifest, environment, _not_needed(manifest, urls))
    except ConfigInvalid as invalid:
        return config_problems(invalid)
    return {
        definition.name: store_url(definition, config, urls)
        for definition in manifest.stores.values()
    }


def _not_needed(manifest: Manifest, urls: Mapping[str, str]) -> frozenset[tuple[str, str]]:
    """The config fields that no store takes its URL from: nothing is run here."""
    needed = {store.config_field for store in manifest.stores.values()}
    return fields_not_needed(manifest, urls) | {
        (config.name, field.name)
        for config in manifest.configs.values()
        for field in config.fields
        if (config.name, field.name) not in needed
    }
