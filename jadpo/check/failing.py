"""Comparing what can leave each callable with its `fails` [F3], and refusing recursion of actions.

Which failures leave a callable depends on what it calls, and functions call each other in
circles: the least set that satisfies all bodies is what really leaves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from jadpo.check.body import CheckedBody
from jadpo.check.checking import Checking, Signature
from jadpo.check.fallibility import Leaving
from jadpo.check.graphs import circles, components, way_round
from jadpo.diagnostics import Edit, Related
from jadpo_runtime.manifest import CallableKind
from jadpo_runtime.values import Span


def compare_failures(checking: Checking, bodies: Iterable[CheckedBody]) -> None:
    """Report what `fails` lacks, and what it lists in vain.

    Bodies without a signature (handlers, tests) may fail with anything; where one may not, the
    stage that made it says so. Nothing is said of a body with mistakes, and no failure is called
    stale where something that it calls has mistakes: these may fail with more than is known.
    """
    by_name = {body.callable.name: body for body in bodies}
    _report_recursion(checking, by_name)
    actual = failures_that_leave({name: body.leaving for name, body in by_name.items()})
    understood = _understood(checking, by_name)
    wrong = set()
    for signature in checking.declarations.signatures.values():
        body = by_name[signature.name]
        if not body.is_right or signature.has_mistaken_fails:
            continue
        missing = _report_missing(checking, signature, body.leaving, actual)
        stale = signature.name in understood and _report_stale(
            checking, signature, body.leaving, actual, by_name
        )
        if missing or stale:
            wrong.add(signature.name)
    for callee, diagnostic in checking.needless_attempts:
        if callee in understood and callee not in wrong:
            checking.diagnostics.add(diagnostic)


def _understood(checking: Checking, bodies: Mapping[str, CheckedBody]) -> set[str]:
    """The bodies that are right, and call only such: what can leave them is known in full."""
    callers: dict[str, list[str]] = {}
    for name, body in bodies.items():
        for callee, _ in body.leaving.called:
            callers.setdefault(callee, []).append(name)
    signatures = checking.declarations.signatures
    doubtful = [
        name
        for name, body in bodies.items()
        if not body.is_right or (name in signatures and signatures[name].has_mistaken_fails)
    ]
    found = set(doubtful)
    while doubtful:
        for caller in callers.get(doubtful.pop(), ()):
            if caller not in found:
                found.add(caller)
                doubtful.append(caller)
    return bodies.keys() - found


def failures_that_leave(bodies: Mapping[str, Leaving]) -> dict[str, frozenset[str]]:
    """The failures that can really leave each body: the least fixpoint over its calls."""
    found = {name: frozenset(leaving.failures) for name, leaving in bodies.items()}
    graph = {name: [call.callee for call in leaving.attempts] for name, leaving in bodies.items()}
    for part in components(graph):
        growing = True
        while growing:
            growing = False
            for name in part:
                wider = found[name].union(
                    *(
                        found[call.callee] - call.caught
                        for call in bodies[name].attempts
                        if call.callee in found
                    )
                )
                if wider != found[name]:
                    found[name] = wider
                    growing = True
    return found


# ---- missing


def _report_missing(
    checking: Checking,
    signature: Signature,
    leaving: Leaving,
    actual: Mapping[str, frozenset[str]],
) -> bool:
    """Report failures that leave and are not listed, where this body is the one to blame."""
    declared = {failure.name for failure in signature.fails}
    sources: dict[str, Span] = {name: spans[0] for name, spans in leaving.failures.items()}
    for call in leaving.attempts:
        callee = checking.declarations.signatures.get(call.callee)
        listed = {failure.name for failure in callee.fails} if callee else set()
        for name in (actual.get(call.callee, frozenset()) & listed) - call.caught:
            sources.setdefault(name, call.span)
    missing = [name for name in sources if name not in declared]
    for name in missing:
        short = name.rpartition(".")[2]
        checking.report(
            "failure.undeclared",
            sources[name],
            f"`{short}` can leave `{signature.shown}` here, and its `fails` does not list it",
            why="a signature lists exactly the failures that can leave, so that callers know them",
            help=f"add `{short}` to the `fails` of `{signature.shown}`, or match it here",
            edits=(_listing(signature, short),),
            related=(
                Related(
                    signature.place.span(signature.declaration.name),
                    f"`{signature.shown}` is declared here",
                ),
            ),
        )
    return bool(missing)


def _listing(signature: Signature, failure: str) -> Edit:
    """Add a failure to the list, or the list before the result."""
    place, fails = signature.place, signature.declaration.fails
    if fails is not None:
        return Edit(place.source.span(fails.end, fails.end), f", {failure}")
    arrow = place.source.text.rfind("->", 0, signature.declaration.result.start)
    return Edit(place.source.span(arrow, arrow), f"fails {failure} ")


# ---- stale


def _report_stale(
    checking: Checking,
    signature: Signature,
    leaving: Leaving,
    actual: Mapping[str, frozenset[str]],
    bodies: Mapping[str, CheckedBody],
) -> bool:
    """Report failures that are listed and never leave.

    One that a callee lists in vain is reported there, unless both call each other.
    """
    stale = [each for each in signature.fails if each.name not in actual[signature.name]]
    if not stale:
        return False
    listed_by_callees: set[str] = set()
    for call in leaving.attempts:
        callee = checking.declarations.signatures.get(call.callee)
        if callee is not None and not _leads_to(bodies, call.callee, signature.name):
            listed_by_callees |= {failure.name for failure in callee.fails} - call.caught
    stale = [failure for failure in stale if failure.name not in listed_by_callees]
    for failure in stale:
        short = failure.name.rpartition(".")[2]
        checking.report(
            "failure.stale",
            failure.span,
            f"`{signature.shown}` never fails with `{short}`",
            why="a signature lists exactly the failures that can leave, so that callers prepare "
            "for nothing in vain",
            help=f"remove `{short}` from `fails`",
            edits=(_unlisting(signature, failure.span),),
        )
    return bool(stale)


def _leads_to(bodies: Mapping[str, CheckedBody], start: str, target: str) -> bool:
    seen = {start}
    pending = [start]
    while pending:
        name = pending.pop()
        if name == target:
            return True
        for call in bodies[name].leaving.attempts if name in bodies else ():
            if call.callee not in seen:
                seen.add(call.callee)
                pending.append(call.callee)
    return False


def _unlisting(signature: Signature, span: Span) -> Edit:
    """Remove a failure with its comma, or the whole list where it is the only one."""
    fails = signature.declaration.fails
    assert fails is not None  # it lists the failure
    source = signature.place.source
    paths = fails.failures
    if len(paths) == 1:
        return Edit(source.span(fails.start, signature.declaration.result.start), "-> ")
    index = next(i for i, path in enumerate(paths) if path.start == span.start)
    if index == 0:
        return Edit(source.span(paths[0].start, paths[1].start), "")
    return Edit(source.span(paths[index - 1].end, paths[index].end), "")


# ---- recursion


def _report_recursion(checking: Checking, bodies: Mapping[str, CheckedBody]) -> None:
    """Only functions may call each other in circles."""
    signatures = checking.declarations.signatures
    graph = {
        name: [callee for callee, _ in bodies[name].leaving.called if callee in signatures]
        for name, signature in signatures.items()
        if name in bodies and signature.kind is not CallableKind.FUNCTION
    }
    for circle in circles(graph):
        inside = set(circle)
        name = circle[0]
        span = next(span for callee, span in bodies[name].leaving.called if callee in inside)
        signature = signatures[name]
        way = way_round([signatures[each].shown for each in circle])
        checking.report(
            "effect.recursion",
            span,
            f"the {signature.kind.value} `{signature.shown}` calls itself"
            + (f": {way}" if len(circle) > 1 else ""),
            why="only functions may be recursive: what reads or writes a store ends for certain",
            help="write a loop, or move what recurs into a function",
        )
