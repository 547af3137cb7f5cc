"""What checking has found out so far: the tables that the stages fill, one after the other.

Declaration stages fill :class:`Declarations`; bodies read it, add plans and give
:class:`~jadpo.check.body.CheckedBody` values. All names are qualified.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import attrs

from jadpo.check.scope import ModuleNames, Place, Spanned
from jadpo.diagnostics import Diagnostic, Diagnostics, Edit, Related, Severity
from jadpo.source import Source
from jadpo.syntax import nodes
from jadpo_runtime.manifest import (
    BackfillDefinition,
    BatchDefinition,
    CallableKind,
    ConfigDefinition,
    ConnectionDefinition,
    EventDefinition,
    FailureDefinition,
    FixtureDefinition,
    Parameter,
    Plan,
    RouteDefinition,
    ScheduleDefinition,
    StoreDefinition,
    SubscriberDefinition,
    TestDefinition,
)
from jadpo_runtime.values import (
    Definition,
    EntityDefinition,
    ObjectDefinition,
    Span,
    Type,
    TypeTable,
)

if TYPE_CHECKING:
    from jadpo.check.body import BodyMemory

ERROR_NAME = "<error>"
NOTHING_NAME = "<nothing>"

ANY_NAME = "*"
"""Stands for all names, where it is not known which are missing."""

MOST_PLACES = 50
"""Places that one diagnostic gathers."""


@attrs.frozen
class DeclaredFailure:
    """A failure listed in ``fails``, and where."""

    name: str
    span: Span


@attrs.frozen(eq=False)
class Signature:
    """A declared function, action or query as its callers see it.

    ``parameters`` begin with ``self`` where there is a ``receiver``. ``entity`` is the qualified
    name of the entity it is declared in.
    """

    name: str
    shown: str
    kind: CallableKind
    parameters: tuple[Parameter, ...]
    result: Type
    fails: tuple[DeclaredFailure, ...]
    receiver: str | None
    entity: str | None
    place: Place
    declaration: nodes.CallableDeclaration

    @property
    def has_mistaken_fails(self) -> bool:
        """Whether ``fails`` lists something with a mistake, so that it is not known what leaves."""
        written = self.declaration.fails
        if written is None:
            return False
        # One that is listed twice is one all the same.
        return len({path.text for path in written.failures}) > len(self.fails)


@attrs.frozen(eq=False)
class BatchSignature:
    """A batch as ``start`` sees it."""

    name: str
    parameters: tuple[Parameter, ...]
    place: Place
    declaration: nodes.BatchDeclaration


@attrs.frozen(eq=False)
class Declarations:
    """Every resolved declaration of the project by qualified name.

    ``definitions`` are the types and entities behind ``types``. A declaration with a mistake in
    it may be missing: whoever does not find one says nothing, since the mistake is reported.
    ``places`` says where the definition, field, failure or event of a name is declared.
    ``mistaken`` are types, fields and failures whose declaration has a mistake that leaves open
    what they are: nothing is said where they are used. ``plain_objects`` are Objects of the
    checker's own making whose fields have just the type written on them, such as the payload
    that a handler is given.
    """

    definitions: dict[str, Definition] = attrs.field(factory=dict)
    types: TypeTable = attrs.field()
    entities: dict[str, EntityDefinition] = attrs.field(factory=dict)
    failures: dict[str, FailureDefinition] = attrs.field(factory=dict)
    signatures: dict[str, Signature] = attrs.field(factory=dict)
    events: dict[str, EventDefinition] = attrs.field(factory=dict)
    stores: dict[str, StoreDefinition] = attrs.field(factory=dict)
    configs: dict[str, ConfigDefinition] = attrs.field(factory=dict)
    connections: dict[str, ConnectionDefinition] = attrs.field(factory=dict)
    batch_signatures: dict[str, BatchSignature] = attrs.field(factory=dict)
    batches: dict[str, BatchDefinition] = attrs.field(factory=dict)
    subscribers: dict[str, SubscriberDefinition] = attrs.field(factory=dict)
    schedules: dict[str, ScheduleDefinition] = attrs.field(factory=dict)
    backfills: list[BackfillDefinition] = attrs.field(factory=list)
    routes: list[RouteDefinition] = attrs.field(factory=list)
    fixtures: dict[str, FixtureDefinition] = attrs.field(factory=dict)
    tests: list[TestDefinition] = attrs.field(factory=list)
    places: dict[str, Span] = attrs.field(factory=dict)
    plain_objects: set[str] = attrs.field(factory=set)
    mistaken: set[str] = attrs.field(factory=set)

    @types.default
    def _table(self) -> TypeTable:
        self.definitions[ERROR_NAME] = ObjectDefinition(ERROR_NAME, ())
        self.definitions[NOTHING_NAME] = ObjectDefinition(NOTHING_NAME, ())
        return TypeTable(self.definitions)


@attrs.define(eq=False)
class Checking:
    """One run of the checker over a project.

    ``project_name`` names the file of the store of a project without ``store`` [E5].
    ``trees`` pairs each file's tree with its place, in order. ``plans`` are numbered as added.
    ``needless_attempts`` are diagnostics of calls of a callable, to be made only if its ``fails``
    is right. ``subjects`` are the diagnostics that gather places; what is ``excused`` is missing
    because of a mistake that is told. ``unread_constraints`` are those with a mistake: it is not
    known which constructions can fail. ``told`` counts all that was reported, also what was said
    before. ``memory`` knows bodies that need not be checked again.
    """

    project_name: str
    diagnostics: Diagnostics = attrs.field(factory=Diagnostics)
    modules: dict[str, ModuleNames] = attrs.field(factory=dict)
    trees: list[tuple[nodes.SyntaxTree, Place]] = attrs.field(factory=list)
    declarations: Declarations = attrs.field(factory=Declarations)
    plans: list[Plan] = attrs.field(factory=list)
    needless_attempts: list[tuple[str, Diagnostic]] = attrs.field(factory=list)
    subjects: dict[str, Diagnostic] = attrs.field(factory=dict)
    excused: set[str] = attrs.field(factory=set)
    unread_constraints: list[Span] = attrs.field(factory=list)
    memory: BodyMemory | None = None
    told: int = 0

    @property
    def types(self) -> TypeTable:
        """The definitions of all types and entities, as far as they are resolved."""
        return self.declarations.types

    def failed(self) -> bool:
        """Whether anything so far stops the program."""
        return self.diagnostics.has_errors

    def add_plan(self, plan: Plan) -> int:
        """Number a query plan."""
        self.plans.append(plan)
        return len(self.plans) - 1

    def report(
        self,
        rule: str,
        span: Span,
        summary: str,
        *,
        why: str,
        help: str,  # noqa: A002 - the diagnostic's own word
        edits: Iterable[Edit] = (),
        related: Iterable[Related] = (),
        severity: Severity = Severity.ERROR,
        subject: str | None = None,
    ) -> None:
        """Add a diagnostic; the texts as :class:`~jadpo.diagnostics.Diagnostic` wants them.

        ``subject`` is what is wrong wherever it stands, such as a name that is not there: said of
        it again in the same file, under whichever rule, a place is added to the first diagnostic.
        """
        diagnostic = Diagnostic(
            rule=rule,
            span=span,
            summary=summary,
            why=why,
            help=help,
            severity=severity,
            edits=tuple(edits),
            related=tuple(related),
        )
        if subject is None:
            self.tell(diagnostic)
        else:
            self.told += 1
            self._add_about(span.path, subject, diagnostic)

    def tell(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic."""
        self.told += 1
        self.diagnostics.add(diagnostic)

    def _add_about(self, path: str, subject: str, diagnostic: Diagnostic) -> None:
        # What is missed in a body is said of the body; a member begins with its owner, or a dot.
        name = f"{path} {subject.rpartition(' ')[2]}" if subject[0] != "." else ""
        if name in self.excused or (name and f"{path} {ANY_NAME}" in self.excused):
            return
        # What is missing in a whole file is missing in each of its bodies.
        subject = name if name in self.subjects else f"{path} {subject}"
        first = self.subjects.get(subject)
        if first is None:
            self.diagnostics.add(diagnostic)
            self.subjects[subject] = diagnostic
            return
        known = {first.span, *(related.span for related in first.related)}
        assert diagnostic.span is not None  # a subject stands somewhere
        if diagnostic.span in known or len(first.related) >= MOST_PLACES:
            return
        fuller = attrs.evolve(
            first,
            related=(*first.related, Related(diagnostic.span, "it stands here too")),
            edits=tuple(dict.fromkeys((*first.edits, *diagnostic.edits))),
        )
        self.diagnostics.replace(first, fuller)
        self.subjects[subject] = fuller

    def excuse(self, source: Source, names: Iterable[str]) -> None:
        """Say nothing of these names where they are missed in the file: it is known why."""
        self.excused.update(f"{source.path} {name}" for name in names)

    def is_excused(self, source: Source, name: str) -> bool:
        """Whether nothing is said where that name is missed in the file."""
        return f"{source.path} {name}" in self.excused

    def said(self) -> tuple[int, int]:
        """How much was said so far; it grows with every mistake, also with a repeated one."""
        return len(self.diagnostics), self.told

    def not_supported_yet(self, place: Place, node: Spanned, what: str) -> None:
        """Refuse, by name, a part of the language that is not checked and run yet."""
        self.report(
            "syntax.not_supported_yet",
            place.span(node),
            f"{what} cannot be checked yet",
            why="this part of the language is planned and not built, and nothing is ignored",
            help="leave it out for now",
        )
