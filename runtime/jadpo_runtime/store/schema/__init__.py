"""Schemas as data: what a database was made for, what a program needs, and the way between them.

``record`` is what is remembered of an entity's table, ``rules`` what its values are known to obey.
``comparing`` gives the typed ``steps`` from one to the other; ``findings`` says what rows make of
each. All of it is pure: databases are read and changed elsewhere.
"""

from jadpo_runtime.store.schema.comparing import compare
from jadpo_runtime.store.schema.findings import Effect, Finding, Migrated, RowProblem
from jadpo_runtime.store.schema.record import EntityRecord, FieldRecord, ReferenceRecord
from jadpo_runtime.store.schema.steps import Step

__all__ = [
    "Effect",
    "EntityRecord",
    "FieldRecord",
    "Finding",
    "Migrated",
    "ReferenceRecord",
    "RowProblem",
    "Step",
    "compare",
]
