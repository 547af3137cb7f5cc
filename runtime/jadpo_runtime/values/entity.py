"""A snapshot of a stored row."""


class Entity:
    """A complete, immutable snapshot of one row of an entity [E2].

    ``values`` holds the fields in order of declaration. Entities compare and hash by their
    identity [T9]; two snapshots of one row are equal whatever their other fields are.
    """

    __slots__ = ("identity", "name", "values")

    def __init__(self, name: str, identity: object, values: tuple[object, ...]) -> None:
        """Make a snapshot of a row of the entity ``name`` (its qualified name)."""
        self.name = name
        self.identity = identity
        self.values = values

    def __eq__(self, other: object) -> bool:
        """Whether ``other`` is a snapshot of the same row."""
        if not isinstance(other, Entity):
            return NotImplemented
        return self.identity == other.identity and self.name == other.name

    def __hash__(self) -> int:
        """The hash of the identity."""
        return hash(self.identity)

    def __repr__(self) -> str:
        """Show the entity's name and all fields."""
        return f"Entity({self.name!r}, {self.values!r})"
