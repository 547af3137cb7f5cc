"""Values of ``config`` fields [G1] [G2].

A value comes from the environment (or a test's fixture), else from the field's default. All that is
missing or invalid is told at once, before anything runs; a secret's value is never told.
"""

from collections.abc import Collection, Mapping
from typing import TypeAlias

import attrs

from jadpo_runtime.faults import Fault, FaultCode
from jadpo_runtime.manifest import ConfigDefinition, FixtureDefinition, Manifest
from jadpo_runtime.values import OMITTED, Field, FieldType, ObjectDefinition, TypeTable
from jadpo_runtime.values.json import JsonError, compile_text_decoder

ConfigValues: TypeAlias = Mapping[tuple[str, str], object]
"""Values by config and field."""


@attrs.frozen
class ConfigProblem:
    """What is wrong with one value; ``text`` is a sentence that never shows a value."""

    config: str
    field: str
    variable: str | None
    text: str


class ConfigInvalid(Fault):
    """Values are missing or invalid [G1]; ``problems`` has all of them, in order of declaration."""

    def __init__(self, problems: tuple[ConfigProblem, ...]) -> None:
        """Take the problems, at least one."""
        super().__init__(FaultCode.CONFIG_INVALID, " ".join(problem.text for problem in problems))
        self.problems = problems


def config_from_environment(
    manifest: Manifest,
    environment: Mapping[str, str],
    not_needed: Collection[tuple[str, str]] = (),
) -> ConfigValues:
    """The values of all fields; raises :class:`ConfigInvalid` with all that is wrong.

    Fields in ``not_needed`` may be missing: the stores that take their URL from them have another.
    """
    values: dict[tuple[str, str], object] = {}
    problems: list[ConfigProblem] = []
    for config in manifest.configs.values():
        for field in config.fields:
            found = _from_environment(manifest.types, config, field, environment)
            if found is None:
                if (config.name, field.name) not in not_needed:
                    problems.append(_missing(config, field))
            elif isinstance(found, ConfigProblem):
                problems.append(found)
            else:
                values[config.name, field.name] = found[0]
    if problems:
        raise ConfigInvalid(tuple(problems))
    return values


def config_for_test(manifest: Manifest, fixture: FixtureDefinition | None) -> ConfigValues:
    """The values of a test: the fixture's and defaults, never the environment's [X1].

    A test need not give what it does not read: reading a value that has none is the fault
    ``config_invalid``.
    """
    given = dict(fixture.config) if fixture is not None else {}
    values = _TestValues()
    for config in manifest.configs.values():
        for field in config.fields:
            value = given.get(field.name, field.default)
            if value is not OMITTED:
                values[config.name, field.name] = value
    return values


class _TestValues(dict[tuple[str, str], object]):
    """Values of a test, some of which may not be there."""

    def __missing__(self, key: tuple[str, str]) -> object:
        raise Fault(
            FaultCode.CONFIG_INVALID,
            f"config.{key[1]} has no default, and the test's fixture gives it no value.",
        )


def _from_environment(
    types: TypeTable, config: ConfigDefinition, field: Field, environment: Mapping[str, str]
) -> tuple[object] | ConfigProblem | None:
    """The value of one field, in a tuple; or what is wrong with it; ``None`` if there is none."""
    text = None if field.binding is None else environment.get(field.binding)
    if text is None:
        return None if field.default is OMITTED else (field.default,)
    try:
        return (_decode(types, config, field, text),)
    except JsonError as error:
        # A message may quote a part of the value, so of a secret only the fact is told [G2].
        reason = "" if field.secret else f": {error}"
        return ConfigProblem(
            config.name,
            field.name,
            field.binding,
            f"{field.binding} is not a valid value of config.{field.name}{reason}.",
        )


def _missing(config: ConfigDefinition, field: Field) -> ConfigProblem:
    if field.binding is None:
        text = f"config.{field.name} has no value: it has neither a binding nor a default."
    else:
        text = f"{field.binding} is not set, and config.{field.name} has no default."
    return ConfigProblem(config.name, field.name, field.binding, text)


def _decode(types: TypeTable, config: ConfigDefinition, field: Field, text: str) -> object:
    """A value by all layers of the field's type; a config is an Object to the decoder."""
    known = TypeTable(
        {**types.definitions, config.name: ObjectDefinition(config.name, config.fields)}
    )
    return compile_text_decoder(known, FieldType(config.name, field.name))(text)
