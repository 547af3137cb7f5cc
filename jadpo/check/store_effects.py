"""What bodies do to stores and set off, with all that they call [E5] [V1].

Works on the finished IR, because only there is it known what a callable calls. A callable's
*direct* effects stand in its own body; its *effects* are those of all that it calls as well.
What a test does through ``call`` happens in boundaries of their own and does not count.
"""

from collections.abc import Iterable, Mapping, Sequence

import attrs

from jadpo.check.graphs import components
from jadpo.diagnostics import Diagnostic, Diagnostics, Related
from jadpo.ir import nodes as ir
from jadpo.ir.walk import descendants
from jadpo_runtime.manifest import Plan
from jadpo_runtime.values import EntityDefinition, Span

PRIMARY = "primary"
"""The store that events of an action without writes go to, where a project has several [V1]."""


@attrs.frozen
class DirectEffects:
    """What one body does itself, each with its place."""

    writes: tuple[tuple[str, Span], ...]
    reads: frozenset[str]
    emits: tuple[tuple[tuple[str, str], Span], ...]
    starts: tuple[tuple[str, Span], ...]
    calls: tuple[tuple[str, Span], ...]


@attrs.frozen
class StoreEffects:
    """The effects of a callable with all that it calls.

    ``writes`` is the store that its boundary writes or emits to, ``None`` where it writes
    nothing; ``reads`` are the stores it queries, in alphabetical order; ``emits`` and ``starts``
    what it may set off.
    """

    writes: str | None
    reads: tuple[str, ...]
    emits: frozenset[tuple[str, str]]
    starts: frozenset[str]


def store_effects(
    direct: Mapping[str, DirectEffects], stores: Iterable[str], diagnostics: Diagnostics
) -> dict[str, StoreEffects]:
    """The effects of each callable by name, from what its own body does.

    Adds ``store.two_written`` where a body writes a second store, and
    ``store.emit_without_store`` where an event has no outbox to go to.
    """
    whole = _with_calls(direct)
    default = _default_store(tuple(stores))
    found = {}
    for name in direct:
        effects = whole[name]
        sets_off = effects.emits or effects.starts
        found[name] = StoreEffects(
            writes=min(effects.writes) if effects.writes else default if sets_off else None,
            reads=tuple(sorted(effects.reads)),
            emits=effects.emits,
            starts=effects.starts,
        )
        if len(effects.writes) > 1:
            _report_two_stores(name, direct, whole, diagnostics)
        elif not effects.writes and default is None:
            _report_no_outbox(direct[name], diagnostics)
    return found


@attrs.frozen
class _WholeEffects:
    """What a body does with all that it calls; callables that call each other have one."""

    part: int
    writes: frozenset[str]
    reads: frozenset[str]
    emits: frozenset[tuple[str, str]]
    starts: frozenset[str]


def direct_effects(
    callable_: ir.Callable, plans: Sequence[Plan], entities: Mapping[str, EntityDefinition]
) -> DirectEffects:
    """What the body of a callable does itself."""
    writes: list[tuple[str, Span]] = []
    reads: set[str] = set()
    emits: list[tuple[tuple[str, str], Span]] = []
    starts: list[tuple[str, Span]] = []
    calls: list[tuple[str, Span]] = []
    for node in descendants(callable_):
        match node:
            case ir.Create() | ir.Update() | ir.Delete():
                writes.append((entities[plans[node.plan].entity].store, node.span))
            case ir.Select() | ir.Count() | ir.Exists() | ir.Aggregate():
                reads.add(entities[plans[node.plan].entity].store)
            case ir.Emit():
                emits.append(((node.event, node.variant), node.span))
            case ir.Start():
                starts.append((node.batch, node.span))
            case ir.Call():
                calls.append((node.name, node.span))
    return DirectEffects(tuple(writes), frozenset(reads), tuple(emits), tuple(starts), tuple(calls))


def _with_calls(direct: Mapping[str, DirectEffects]) -> dict[str, _WholeEffects]:
    """The effects of each callable with all that it calls, callees before their callers."""
    graph = {name: [called for called, _ in own.calls] for name, own in direct.items()}
    found: dict[str, _WholeEffects] = {}
    for number, part in enumerate(components(graph)):
        own = [direct[name] for name in part]
        called = {found[callee] for name in part for callee in graph[name] if callee in found}
        whole = _WholeEffects(
            number,
            frozenset(store for each in own for store, _ in each.writes).union(
                *(each.writes for each in called)
            ),
            frozenset().union(*(each.reads for each in own), *(each.reads for each in called)),
            frozenset(variant for each in own for variant, _ in each.emits).union(
                *(each.emits for each in called)
            ),
            frozenset(batch for each in own for batch, _ in each.starts).union(
                *(each.starts for each in called)
            ),
        )
        found.update(dict.fromkeys(part, whole))
    return found


def _default_store(stores: tuple[str, ...]) -> str | None:
    if len(stores) == 1:
        return stores[0]
    named = [store for store in stores if store.rpartition(".")[2] == PRIMARY]
    return named[0] if len(named) == 1 else None


def _report_two_stores(
    name: str,
    direct: Mapping[str, DirectEffects],
    whole: Mapping[str, _WholeEffects],
    diagnostics: Diagnostics,
) -> None:
    """Report the first place of the body that brings in a second store.

    A callee that breaks the rule by itself is reported there, and adds nothing here.
    """
    first: tuple[str, Span, str] | None = None
    for stores, span, words in _contributions(name, direct, whole):
        if len(stores) != 1:
            continue
        (store,) = stores
        if first is None:
            first = store, span, words
        elif store != first[0]:
            diagnostics.add(_two_stores(store, span, words, first))
            return


def _contributions(
    name: str, direct: Mapping[str, DirectEffects], whole: Mapping[str, _WholeEffects]
) -> list[tuple[frozenset[str], Span, str]]:
    """The stores that each write and call of the body writes, in order of the source."""
    own = direct[name]
    found = [(frozenset((store,)), span, "this writes") for store, span in own.writes]
    for called, span in own.calls:
        if called in direct and whole[called].part != whole[name].part:
            found.append((whole[called].writes, span, f"`{called}` writes"))
    return sorted(found, key=lambda each: each[1].start)


def _two_stores(store: str, span: Span, words: str, first: tuple[str, Span, str]) -> Diagnostic:
    other, other_span, other_words = first
    return Diagnostic(
        rule="store.two_written",
        span=span,
        summary=f"{words} the store `{store}`, but the same body writes `{other}` already",
        why="a body commits or rolls back as one, and no transaction spans two stores",
        help=(
            f"emit an event here and write `{store}` in a subscriber of it, "
            "which runs in a boundary of its own"
        ),
        related=(Related(other_span, f"{other_words} `{other}`"),),
    )


def _report_no_outbox(own: DirectEffects, diagnostics: Diagnostics) -> None:
    places = sorted(
        [(span, f"event `{event}.{variant}`") for (event, variant), span in own.emits]
        + [(span, f"run of the batch `{batch}`") for batch, span in own.starts],
        key=lambda each: each[0].start,
    )
    if places:
        span, what = places[0]
        diagnostics.add(
            Diagnostic(
                rule="store.emit_without_store",
                span=span,
                summary=f"the {what} has no store to be written to",
                why=(
                    "this body writes no entity, the project has several stores, and none of "
                    "them is named `primary`"
                ),
                help="name one store `primary`, or write an entity in the same body",
            )
        )
