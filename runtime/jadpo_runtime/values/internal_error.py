"""The exception of the impossible."""


class InternalError(Exception):
    """Jadpo itself is wrong: an invariant does not hold.

    Raised for nothing that a program, its input or the world can cause; those are diagnostics,
    failures and faults. The command line reports it as a bug of Jadpo.
    """
