"""The steps of a migration: each a small change of one entity's table.

``difference`` says what is not as the program has it, ``sentence`` what the step does about it.
A step is *automatic* where a program that is started takes it by itself.
"""

from typing import TypeAlias

from jadpo_runtime.store.schema.steps.columns import (
    AddColumn,
    AllowNone,
    ChangeType,
    DropColumn,
    FinishBackfill,
    RelaxRules,
    RequireValue,
    TightenRules,
    WriteKeys,
)
from jadpo_runtime.store.schema.steps.constraints import (
    AddIndex,
    AddReference,
    AddUnique,
    ChangeOnDelete,
    DropIndex,
    DropReference,
    DropUnique,
)
from jadpo_runtime.store.schema.steps.tables import (
    AddTable,
    ChangeIdentity,
    DropTable,
)

__all__ = [
    "AddColumn",
    "AddIndex",
    "AddReference",
    "AddTable",
    "AddUnique",
    "AllowNone",
    "ChangeIdentity",
    "ChangeOnDelete",
    "ChangeType",
    "DropColumn",
    "DropIndex",
    "DropReference",
    "DropTable",
    "DropUnique",
    "FinishBackfill",
    "RelaxRules",
    "RequireValue",
    "Step",
    "TightenRules",
    "WriteKeys",
]

Step: TypeAlias = (
    AddTable
    | DropTable
    | AddColumn
    | DropColumn
    | ChangeType
    | AllowNone
    | RequireValue
    | FinishBackfill
    | RelaxRules
    | TightenRules
    | AddUnique
    | DropUnique
    | AddIndex
    | DropIndex
    | WriteKeys
    | AddReference
    | DropReference
    | ChangeOnDelete
    | ChangeIdentity
)
"""Any step."""
