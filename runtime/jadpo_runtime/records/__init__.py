"""The records of deferred work, in the `_jadpo_…` tables of the same database [B2].

``tables`` has their definition, ``queries`` reads them for people. What changes them is the outbox
(:mod:`jadpo_runtime.outbox`) and the kinds of piece (:mod:`jadpo_runtime.runner`).
"""
