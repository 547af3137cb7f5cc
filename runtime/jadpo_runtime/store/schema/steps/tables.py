"""Steps of whole tables."""

import attrs


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
class ChangeIdentity:
    """Another identity, or one of another form: events and batch runs name rows by the old one."""

    entity: str
    difference: str
    is_automatic = False

    @property
    def sentence(self) -> str:
        """What the step does."""
        return f"change the identity of `{self.entity}`"
