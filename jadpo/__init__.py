"""Jadpo: from source text to typed IR, the interpreter, and the command line."""

__version__ = "0.1.0"
