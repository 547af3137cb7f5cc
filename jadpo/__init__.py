"""Jadpo: the toolchain of the language, from source text to running programs.

Text becomes a syntax tree (``syntax``), and this the typed IR (``check``, ``ir``), which the
interpreter runs (``interpret``, ``stdlib``) on ``jadpo_runtime``. ``format`` lays text out,
``openapi`` describes routes, ``compare`` judges programs that state their outcome, and ``cli`` is
the command line.
"""

__version__ = "0.1.0"
