"""Steps of uniques, indexes and references."""

import attrs

from jadpo_runtime.store.schema.record import Group, ReferenceRecord


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


def _listed(group: Group) -> str:
    return f"({', '.join(group)})"
