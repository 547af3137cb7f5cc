"""The exit statuses of the command line.

======  ====================================================================================
status  meaning
======  ====================================================================================
0       done
1       the program, its tests or its database has problems, or the output cannot be written
2       the command was used wrongly
70      Jadpo itself is wrong (``EX_SOFTWARE`` of sysexits.h)
130     interrupted from the keyboard
======  ====================================================================================
"""

from jadpo.diagnostics import Diagnostics

PROBLEMS = 1
WRONG_USE = 2
INTERNAL_ERROR = 70
INTERRUPTED = 130


def status_of(diagnostics: Diagnostics) -> int:
    """0 without errors, 2 if one is of the area ``cli``, else 1."""
    errors = [each for each in diagnostics if each.is_error]
    if any(each.rule.startswith("cli.") for each in errors):
        return WRONG_USE
    return PROBLEMS if errors else 0
