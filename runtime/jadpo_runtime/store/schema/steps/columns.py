"""Steps of columns and of the values in them."""

import attrs


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
