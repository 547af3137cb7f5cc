"""The runner: one for all background work and both modes [B1].

``invocation`` drives it within a ``budget``. The kinds of piece (``delivery``, ``batch``,
``schedule``) share one interface, ``piece``; each change of a record's state is one guarded
statement in one place. ``retry`` and ``timing`` decide, and do nothing.
"""
