"""The table of commands, and the group that loads a command when it is used."""

from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple

import click

from jadpo import __version__
from jadpo.diagnostics.nearest import nearest_name


class CommandRow(NamedTuple):
    """Where a command is: a click command named ``command`` in ``module``.

    ``summary`` is its line in ``jadpo --help``, which so loads no command.
    """

    module: str
    summary: str


COMMANDS = {
    "check": CommandRow("jadpo.cli.check", "Check projects and report what is wrong in them."),
    "fmt": CommandRow("jadpo.cli.fmt", "Lay out source files canonically."),
    "test": CommandRow("jadpo.cli.test", "Run the tests of projects."),
    "run": CommandRow("jadpo.cli.run", "Run an action, then the work that it set off."),
    "dev": CommandRow("jadpo.cli.dev", "Serve a project while its source is written."),
    "serve": CommandRow("jadpo.cli.serve", "Serve the routes of a project until stopped."),
    "work": CommandRow("jadpo.cli.work", "Do the background work of a project until stopped."),
    "deliveries": CommandRow(
        "jadpo.cli.deliveries", "Look at deliveries, replay and discard them."
    ),
    "batches": CommandRow("jadpo.cli.batches", "Look at runs of batches, and resume them."),
    "build": CommandRow("jadpo.cli.build", "Write a program, checked and compiled, as one file."),
    "events": CommandRow("jadpo.cli.events", "List the events of a database."),
    "migrate": CommandRow("jadpo.cli.migrate", "Bring databases to the schema of a program."),
    "ir": CommandRow("jadpo.cli.ir", "Print the typed intermediate representation."),
    "llvm": CommandRow("jadpo.cli.llvm", "Print the code that a program is compiled to."),
    "openapi": CommandRow("jadpo.cli.openapi", "Print the OpenAPI document of the routes."),
    "compare": CommandRow("jadpo.cli.compare", "Compare compiled code with the interpreter."),
    "cache": CommandRow("jadpo.cli.cache", "Show or clear what is kept to be made only once."),
    "explain": CommandRow("jadpo.cli.explain", "Print the page of a diagnostic's rule."),
}


class CommandTable(click.Group):
    """A group whose commands are the rows of :data:`COMMANDS`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the table's order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, loaded now, or ``None``."""
        row = COMMANDS.get(cmd_name)
        if row is None:
            return None
        command: click.Command = import_module(row.module).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of commands into the help text."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, row.summary) for name, row in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name; a misspelt one is told with the nearest."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            near = nearest_name(args[0], COMMANDS)
            advice = f"Did you mean '{near}'?" if near else f"Commands: {', '.join(COMMANDS)}."
            ctx.fail(f"There is no command '{args[0]}'. {advice}")
        return super().resolve_command(ctx, args)


@click.command(cls=CommandTable, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", message="jadpo %(version)s")
def jadpo() -> None:
    """Jadpo: a small, statically typed language for backends."""


def run_command_line(arguments: Sequence[str]) -> int:
    """Run the command that ``arguments`` name, and give its exit status.

    Raises click's exceptions for wrong use, and whatever the command raises.
    """
    status = jadpo.main(args=list(arguments), prog_name="jadpo", standalone_mode=False)
    return status if isinstance(status, int) else 0
