"""The embedded store: SQLite, in a file or in memory.

Read ``store`` for transactions and threads, ``connection`` for one connection, ``schema`` for how
tables come to be. ``forms`` says how values stand in columns. A plan of the manifest becomes a
statement (``queries``, ``updates``, ``deletes``, ``creates``) once; ``effects`` finds it by the
plan's index. ``conflicts`` finds out which constraint a refused write broke.
"""
