"""Finding what ``jadpo run`` is to run, by the name that a person gives."""

from collections.abc import Iterable, Iterator

from jadpo.diagnostics import Diagnostic, nearest_name
from jadpo_runtime.manifest import CallableKind, CallableSignature, Manifest

RUNNABLE = frozenset({CallableKind.FUNCTION, CallableKind.ACTION, CallableKind.QUERY})
"""The kinds that a person may run; the runtime runs the others, at their own time."""

_SHOWN_NAMES = 8
"""How many names a message lists before it stops."""


def find_callable(manifest: Manifest, wanted: str) -> CallableSignature | Diagnostic:
    """The action, query or function that ``wanted`` names, or what is wrong with the name.

    A name may leave its module out where one module alone declares it. The entity belongs to the
    name of an operation, so a new operation elsewhere never changes what a name means.
    """
    runnable = {
        signature.name: signature
        for signature in manifest.callables.values()
        if signature.kind in RUNNABLE
    }
    if wanted in runnable:
        return runnable[wanted]
    meant = [name for name in runnable if _is_without_module(manifest, name, wanted)]
    if len(meant) == 1:
        return runnable[meant[0]]
    if meant:
        return _ambiguous(wanted, meant)
    what = next(_other_declarations(manifest, wanted), None)
    if what is not None:
        return _not_callable(manifest, wanted, what, runnable)
    return _unknown(wanted, runnable)


def _is_without_module(manifest: Manifest, name: str, wanted: str) -> bool:
    """Whether ``wanted`` is ``name`` without the module, but with its entity."""
    if not wanted or not name.endswith(f".{wanted}"):
        return False
    return name.removesuffix(f".{wanted}") not in manifest.entities


def _other_declarations(manifest: Manifest, wanted: str) -> Iterator[str]:
    """What else the program declares by that name, its module possibly left out."""

    def runnable(name: str) -> bool:
        return manifest.callables[name].kind in RUNNABLE

    declared: tuple[tuple[str, Iterable[str]], ...] = (
        ("an entity", manifest.entities),
        ("an event", manifest.events),
        ("a subscriber", manifest.subscribers),
        ("a schedule", manifest.schedules),
        ("a batch", manifest.batches),
        ("a failure", manifest.failures),
        ("a store", manifest.stores),
        ("a connection", manifest.connections),
        ("a config", manifest.configs),
        ("a fixture", manifest.fixtures),
        ("a type", manifest.types.definitions),
        ("a test", [test.name for test in manifest.tests]),
        ("run by the runtime", [name for name in manifest.callables if not runnable(name)]),
    )
    for what, names in declared:
        if any(name == wanted or name.endswith(f".{wanted}") for name in names):
            yield what


def _ambiguous(wanted: str, meant: list[str]) -> Diagnostic:
    return Diagnostic(
        rule="cli.ambiguous_callable",
        span=None,
        summary=f"`{wanted}` is declared in several modules",
        why="any choice between them would be a guess",
        help=f"give the whole name: {_listed(meant)}",
    )


def _not_callable(
    manifest: Manifest, wanted: str, what: str, runnable: dict[str, CallableSignature]
) -> Diagnostic:
    own = [name for name in runnable if f".{name}".rpartition(".")[0].endswith(f".{wanted}")]
    return Diagnostic(
        rule="cli.not_callable",
        span=None,
        summary=f"`{wanted}` is {what}",
        why="an action, a query or a function can be run, nothing else",
        help=f"run one of its operations: {_listed(own)}" if own else _those_there_are(runnable),
    )


def _unknown(wanted: str, runnable: dict[str, CallableSignature]) -> Diagnostic:
    return Diagnostic(
        rule="cli.unknown_callable",
        span=None,
        summary=f"the program has no action, query or function `{wanted}`",
        why="a name is given as the program's own code writes it, with the entity before the dot",
        help=_suggestion(wanted, runnable),
    )


def _suggestion(wanted: str, runnable: dict[str, CallableSignature]) -> str:
    last = wanted.rpartition(".")[2]
    same_word = sorted(name for name in runnable if name.rpartition(".")[2] == last)
    if same_word:
        return f"did you mean {_listed(same_word)}?"
    near = nearest_name(wanted, runnable)
    if near is None:
        words = {name.rpartition(".")[2]: name for name in sorted(runnable, reverse=True)}
        near_word = nearest_name(last, words)
        near = None if near_word is None else words[near_word]
    return f"did you mean `{near}`?" if near else _those_there_are(runnable)


def _those_there_are(runnable: dict[str, CallableSignature]) -> str:
    if not runnable:
        return "declare one: the program has none"
    return f"the program has {_listed(list(runnable))}"


def _listed(names: list[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in sorted(names)[:_SHOWN_NAMES])
    left = len(names) - _SHOWN_NAMES
    return f"{shown} and {left} more" if left > 0 else shown
