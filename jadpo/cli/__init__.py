"""The command line: ``jadpo COMMAND …``.

:func:`main` is what the installed script calls. Each command is a module of this package, loaded
when it is used; the table of them is in :mod:`jadpo.cli.commands`.
"""

from jadpo.cli.guard import main

__all__ = ["main"]
