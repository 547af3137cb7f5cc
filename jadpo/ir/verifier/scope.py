"""What every check of a node needs: the program, the callable around it, and where to report."""

from collections.abc import Iterable, Mapping, Sequence

from jadpo.ir import nodes
from jadpo.ir.program import Program
from jadpo.ir.verifier.problem import Problem
from jadpo.ir.verifier.representation import fits, representation
from jadpo_runtime.manifest import CallableSignature, Manifest
from jadpo_runtime.values import (
    Definition,
    EntityDefinition,
    Field,
    NamedType,
    OptionalType,
    Type,
)
from jadpo_runtime.values.node import Node


class Scope:
    """The verification of one callable."""

    def __init__(
        self,
        program: Program,
        callable_: nodes.Callable,
        signature: CallableSignature,
        library: Mapping[str, int] | None,
    ) -> None:
        """Verify a callable under its signature."""
        self.program = program
        self.callable = callable_
        self.signature = signature
        self.library = library
        self.found: list[Problem] = []

    @property
    def manifest(self) -> Manifest:
        """What the program declares."""
        return self.program.manifest

    def report(self, node: Node, message: str) -> None:
        """Note a broken rule."""
        self.found.append(Problem(self.callable.name, node, message))

    def representation(self, type_: Type) -> Type:
        """The type without the names of refinements."""
        return representation(self.manifest.types, type_)

    def definition(self, type_: Type) -> Definition | None:
        """The definition of the Object, enum or entity that a type is built on, if it is one."""
        base = self.manifest.types.base(type_)
        if isinstance(base, NamedType):
            return self.manifest.types.definitions.get(base.name)
        return None

    def expect(self, node: Node, given: Type, wanted: Type, what: str) -> None:
        """Report a value that does not have the wanted representation."""
        one, other = self.representation(given), self.representation(wanted)
        if not fits(one, other):
            self.report(node, f"{what} is a {one}, not a {other}")

    def expect_each(
        self, node: Node, given: Sequence[nodes.Expression], wanted: Sequence[Type], what: str
    ) -> None:
        """Report operands that are not as many as wanted, or not of the wanted types."""
        if len(given) != len(wanted):
            self.report(node, f"{len(given)} {what}s where there are {len(wanted)}")
            return
        for number, (expression, type_) in enumerate(zip(given, wanted, strict=True)):
            self.expect(node, expression.type, type_, f"{what} {number}")

    def expect_fields(
        self,
        node: Node,
        given: Iterable[tuple[int, nodes.Expression]],
        fields: Sequence[Field],
        what: str,
        *,
        complete: bool = True,
    ) -> None:
        """Report fields that are given twice, not at all, or with values of other types."""
        seen = set()
        for index, expression in given:
            if not 0 <= index < len(fields):
                self.report(node, f"{what} has no field {index}")
                continue
            if index in seen:
                self.report(node, f"field {fields[index].name} of {what} is given twice")
            seen.add(index)
            self.expect(node, expression.type, fields[index].type, f"field {fields[index].name}")
        for index, field in enumerate(fields):
            if complete and index not in seen and not field.optional:
                self.report(node, f"field {field.name} of {what} is not given")

    def slot_type(self, node: Node, slot: int) -> Type | None:
        """The type of a slot, or ``None`` where there is none (the flow reports it)."""
        slots = self.callable.slots
        return slots[slot].type if 0 <= slot < len(slots) else None

    def expect_in_slot(self, node: Node, slot: int | None, given: Type, what: str) -> None:
        """Report a value that is bound to a slot of another representation."""
        wanted = None if slot is None else self.slot_type(node, slot)
        if wanted is not None:
            self.expect(node, given, wanted, what)

    def present(self, type_: Type) -> Type | None:
        """The representation without ``none`` of a type that includes it."""
        whole = self.representation(type_)
        return whole.inner if isinstance(whole, OptionalType) else None

    def entity(self, node: Node, name: str) -> EntityDefinition | None:
        """The entity of a plan."""
        entity = self.manifest.entities.get(name)
        if entity is None:
            self.report(node, f"there is no entity {name}")
        return entity
