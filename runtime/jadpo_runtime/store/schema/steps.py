"""The steps of a migration: each a small change of one entity's table.

``difference`` says what is not as the program has it, ``sentence`` what the step does about it.
A step is *automatic* where a program that is started takes it by itself.
"""

from typing import TypeAlias

import attrs

from jadpo_runtime.store.schema.record import Group, ReferenceRecord


def _listed(group: Group) -> str:
    return f"({', '.join(group)})"


@attrs.frozen
class AddTable:
    """An entity that is not stored yet."""

    entity: str
    is_automatic = True

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return f"the entity `{self.entity}` is not stored"

    @property
    def sentence(self) -> str:
        """What the step does."""
        return f"add the table of `{self.entity}`"


@attrs.frozen
class DropTable:
    """An entity that the program has no more; ``perhaps`` is a new one with the same fields."""

    entity: str
    perhaps: str | None = None
    is_automatic = False

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return f"the entity `{self.entity}` is stored, and the program has none"

    @property
    def sentence(self) -> str:
        """What the step does."""
        renamed = (
            f" (renamed to `{self.perhaps}`? Its rows do not move to a new name; keep the old one)"
            if self.perhaps
            else ""
        )
        return f"drop the table of `{self.entity}`{renamed}"


@attrs.frozen
class AddColumn:
    """A field that is not stored yet.

    One that is ``nullable`` is ``none`` in the stored rows; one with a ``has_backfill`` is computed
    from them [V6]; any other needs a table without rows.
    """

    entity: str
    field: str
    type_text: str
    nullable: bool
    has_backfill: bool
    is_automatic = False

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return f"the field `{self.entity}.{self.field}` is not stored"

    @property
    def sentence(self) -> str:
        """What the step does."""
        filled = ""
        if self.nullable:
            filled = ", which is `none` in the stored rows"
        elif self.has_backfill:
            filled = ", which its backfill computes for the stored rows"
        return f"add the column `{self.entity}.{self.field}` ({self.type_text}){filled}"


@attrs.frozen
class DropColumn:
    """A field that the program has no more; ``perhaps`` is a new one of the same type."""

    entity: str
    field: str
    perhaps: str | None = None
    is_automatic = False

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return f"the field `{self.entity}.{self.field}` is stored, and the program has none"

    @property
    def sentence(self) -> str:
        """What the step does."""
        renamed = ""
        if self.perhaps:
            renamed = (
                f" (renamed to `{self.perhaps}`? Its values do not move to a new name; keep both "
                f"fields, and fill the new one with `backfill {self.entity}.{self.perhaps}(row)`)"
            )
        return f"drop the column `{self.entity}.{self.field}`{renamed}"


@attrs.frozen
class ChangeType:
    """A field whose values are stored in another form; ``old`` and ``new`` are names of forms."""

    entity: str
    field: str
    old: str
    new: str
    is_automatic = False

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return (
            f"the field `{self.entity}.{self.field}` is stored as `{self.old}`, "
            f"and the program has `{self.new}`"
        )

    @property
    def sentence(self) -> str:
        """What the step does."""
        return f"store `{self.entity}.{self.field}` as {self.new} instead of {self.old}"


@attrs.frozen
class AllowNone:
    """A required field that becomes optional."""

    entity: str
    field: str
    form: str
    is_automatic = False

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return (
            f"the field `{self.entity}.{self.field}` is stored as `{self.form}`, "
            f"and the program has `{self.form}?`"
        )

    @property
    def sentence(self) -> str:
        """What the step does."""
        return f"let `{self.entity}.{self.field}` be `none`"


@attrs.frozen
class RequireValue:
    """An optional field that becomes required; with a ``has_backfill`` that fills it [V6]."""

    entity: str
    field: str
    form: str
    has_backfill: bool
    is_automatic = False

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return (
            f"the field `{self.entity}.{self.field}` is stored as `{self.form}?`, "
            f"and the program has `{self.form}`"
        )

    @property
    def sentence(self) -> str:
        """What the step does."""
        filled = ", which its backfill computes where it is `none`" if self.has_backfill else ""
        return f"require a value of `{self.entity}.{self.field}`{filled}"


@attrs.frozen
class FinishBackfill:
    """A field that a backfill was to fill: required as soon as no row lacks it [K3]."""

    entity: str
    field: str
    has_backfill: bool

    @property
    def is_automatic(self) -> bool:
        """Without the backfill, rows that it has not filled cannot be read."""
        return self.has_backfill

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        lacks = "" if self.has_backfill else ", and the program has no backfill for it"
        return f"the field `{self.entity}.{self.field}` is not filled in all rows{lacks}"

    @property
    def sentence(self) -> str:
        """What the step does."""
        return f"require a value of `{self.entity}.{self.field}` as soon as all rows are filled"


@attrs.frozen
class RelaxRules:
    """A field whose new rules are obeyed by whatever obeyed the old ones."""

    entity: str
    field: str
    is_automatic = True

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return f"the field `{self.entity}.{self.field}` is stored with narrower rules"

    @property
    def sentence(self) -> str:
        """What the step does."""
        return f"take the wider rules of `{self.entity}.{self.field}`"


@attrs.frozen
class TightenRules:
    """A field whose stored values may break its rules: each is read by them."""

    entity: str
    field: str
    # A program that is started anyway finds a value that breaks its rules when it is read [E2].
    is_automatic = False

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return f"the values of `{self.entity}.{self.field}` were stored under other rules"

    @property
    def sentence(self) -> str:
        """What the step does."""
        return f"check the values of `{self.entity}.{self.field}` by its rules"


@attrs.frozen
class AddUnique:
    """A new ``unique:``, which rows must not break."""

    entity: str
    group: Group
    is_automatic = True

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return f"`{self.entity}` is stored without `unique: {_listed(self.group)}`"

    @property
    def sentence(self) -> str:
        """What the step does."""
        return f"keep {_listed(self.group)} of `{self.entity}` unique"


@attrs.frozen
class DropUnique:
    """A ``unique:`` that the program has no more."""

    entity: str
    group: Group
    is_automatic = False

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return (
            f"`{self.entity}` is stored with `unique: {_listed(self.group)}`, "
            "which the program has not"
        )

    @property
    def sentence(self) -> str:
        """What the step does."""
        return f"let {_listed(self.group)} of `{self.entity}` be alike"


@attrs.frozen
class AddIndex:
    """A new ``index:``."""

    entity: str
    group: Group
    is_automatic = True

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return f"`{self.entity}` is stored without `index: {_listed(self.group)}`"

    @property
    def sentence(self) -> str:
        """What the step does."""
        return f"add the index {_listed(self.group)} of `{self.entity}`"


@attrs.frozen
class DropIndex:
    """An ``index:`` that the program has no more."""

    entity: str
    group: Group
    is_automatic = True

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return f"`{self.entity}` is stored with `index: {_listed(self.group)}`"

    @property
    def sentence(self) -> str:
        """What the step does."""
        return f"drop the index {_listed(self.group)} of `{self.entity}`"


@attrs.frozen
class WriteKeys:
    """A composite field that is looked up, and needs keys beside its values, or other ones."""

    entity: str
    field: str
    is_automatic = False

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return f"the field `{self.entity}.{self.field}` is stored without the keys to look it up by"

    @property
    def sentence(self) -> str:
        """What the step does."""
        return f"write the keys that `{self.entity}.{self.field}` is looked up by"


@attrs.frozen
class AddReference:
    """A new ``reference``, which rows must not break."""

    entity: str
    reference: ReferenceRecord
    is_automatic = False

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return f"the reference `{self.entity}.{self.reference.text}` is not stored"

    @property
    def sentence(self) -> str:
        """What the step does."""
        reference = self.reference
        return (
            f"make `{self.entity}.{reference.field}` refer to "
            f"`{reference.target_entity}.{reference.target_field}`"
        )


@attrs.frozen
class DropReference:
    """A ``reference`` that the program has no more."""

    entity: str
    reference: ReferenceRecord
    is_automatic = False

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return (
            f"the reference `{self.entity}.{self.reference.text}` is stored, "
            "and the program has none"
        )

    @property
    def sentence(self) -> str:
        """What the step does."""
        reference = self.reference
        return (
            f"let `{self.entity}.{reference.field}` no more refer to "
            f"`{reference.target_entity}.{reference.target_field}`"
        )


@attrs.frozen
class ChangeOnDelete:
    """A ``reference`` that does something else when its target is deleted."""

    entity: str
    reference: ReferenceRecord
    old: str
    is_automatic = False

    @property
    def difference(self) -> str:
        """What is not as the program has it."""
        return (
            f"the reference `{self.entity}.{self.reference.text}` is stored as `{self.old}`, "
            f"and the program has `{self.reference.on_delete}`"
        )

    @property
    def sentence(self) -> str:
        """What the step does."""
        return f"make `{self.entity}.{self.reference.text}` {self.reference.on_delete} on delete"


@attrs.frozen
class ChangeIdentity:
    """Another identity, or one of another form: events and batch runs name rows by the old one."""

    entity: str
    difference: str
    is_automatic = False

    @property
    def sentence(self) -> str:
        """What the step does."""
        return f"change the identity of `{self.entity}`"


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
