"""An artefact: a program that was checked and compiled, in one file that runs elsewhere.

The file is a zip without compression, so that it is no larger when read than on the disk, and so
that the same program gives the same bytes everywhere. Its first part, ``manifest.json``, names the
others with their sizes and checksums: the typed IR, the texts of the sources, the schema of the
databases, and object code. ``form`` says what is in it, ``writing`` and ``reading`` do that.

Object code is run as it is. Checksums tell what was damaged, not what somebody made on purpose: an
artefact is trusted as a program is.
"""
