"""From the JSON of ``--input`` to the arguments of a callable."""

import os

from jadpo.diagnostics import Diagnostic
from jadpo_runtime.manifest import CallableSignature, Parameter
from jadpo_runtime.values import Field, TypeTable
from jadpo_runtime.values.json import (
    JsonError,
    compile_decoder,
    compile_fields_decoder,
    parse_json,
)


def arguments_from(
    types: TypeTable, signature: CallableSignature, text: str | None
) -> tuple[object, ...] | Diagnostic:
    """The arguments that ``text`` gives, valid by the parameters' types, or what is wrong.

    The text is the value of a single parameter, or an object of several by name. ``None`` stands
    for no input.
    """
    parameters = signature.parameters
    if text is None:
        return _missing(signature) if parameters else ()
    if not parameters:
        return _not_taken(signature)
    try:
        value = parse_json(_as_given(text))
        if len(parameters) == 1:
            return (compile_decoder(types, parameters[0].type)(value),)
        return compile_fields_decoder(types, [_field(each) for each in parameters])(value)
    except JsonError as error:
        return _invalid(signature, error)


def _as_given(text: str) -> bytes | str:
    """The bytes of the argument, so that one that is not UTF-8 is told as that."""
    try:
        return os.fsencode(text)
    except UnicodeEncodeError:
        return text


def _field(parameter: Parameter) -> Field:
    return Field(parameter.name, parameter.type)


def _invalid(signature: CallableSignature, error: JsonError) -> Diagnostic:
    where = f"at `{error.path}`: " if error.path else ""
    rule = error.constraint
    broken = f" (`{rule}`)" if rule is not None and rule not in error.message else ""
    return Diagnostic(
        rule="cli.input_invalid",
        span=None,
        summary=f"the input does not fit `{signature.name}`: {where}{error.message}{broken}",
        why="what comes from outside is checked by the parameters' types before anything runs",
        help=f"give {_wanted(signature)}",
    )


def _missing(signature: CallableSignature) -> Diagnostic:
    return Diagnostic(
        rule="cli.input_missing",
        span=None,
        summary=f"`{signature.name}` needs an input",
        why=f"it takes {_parameters(signature)}",
        help=f"give `--input` with {_wanted(signature)}",
    )


def _not_taken(signature: CallableSignature) -> Diagnostic:
    return Diagnostic(
        rule="cli.input_not_taken",
        span=None,
        summary=f"`{signature.name}` takes no input",
        why="it has no parameters",
        help="leave `--input` out",
    )


def _parameters(signature: CallableSignature) -> str:
    shown = ", ".join(f"{each.name}: {each.type}" for each in signature.parameters)
    return f"the parameter `{shown}`" if len(signature.parameters) == 1 else f"`({shown})`"


def _wanted(signature: CallableSignature) -> str:
    """What the JSON is to be."""
    if len(signature.parameters) == 1:
        return f"a `{signature.parameters[0].type}` as JSON"
    fields = ", ".join(f'"{each.name}": {each.type}' for each in signature.parameters)
    return f"a JSON object `{{{fields}}}`"
