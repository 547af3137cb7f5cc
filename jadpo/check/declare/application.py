"""Resolving the `application`: its name, version and how long records are kept."""

from __future__ import annotations

from jadpo.check.checking import Checking
from jadpo.check.clauses import known_clauses
from jadpo.check.scope import Place
from jadpo.diagnostics import Related
from jadpo.syntax import nodes
from jadpo_runtime.manifest import ApplicationDefinition
from jadpo_runtime.values import INT_MAX, Duration, Span


def check_application(checking: Checking) -> None:
    """Report what is wrong with the application; :func:`resolve_application` gives it."""
    resolve_application(checking)


def resolve_application(checking: Checking) -> ApplicationDefinition:
    """The one application of the project, or the defaults where it declares none."""
    found: ApplicationDefinition | None = None
    first: Span | None = None
    for tree, place in checking.trees:
        for node in tree.declarations:
            if not isinstance(node, nodes.ApplicationDeclaration):
                continue
            symbol = place.module.symbol_of(node)
            if symbol is not None and symbol.is_repeated:
                continue
            if found is None or first is None:
                found, first = _resolve(checking, place, node), place.span(node.name)
            else:
                checking.report(
                    "config.second_application",
                    place.span(node.name),
                    f"`{node.name.text}` is a second application",
                    why="a project is one application, with one version",
                    help="keep one of the two",
                    related=(Related(first, f"`{found.name}` is declared here"),),
                )
    return found or ApplicationDefinition(checking.project_name)


def _resolve(
    checking: Checking, place: Place, node: nodes.ApplicationDeclaration
) -> ApplicationDefinition:
    clauses = known_clauses(
        checking,
        place,
        node.clauses,
        ("version", "retention"),
        "config.application_clause",
        "an application",
    )
    defaults = ApplicationDefinition(node.name.text)
    version, retention = clauses.get("version"), clauses.get("retention")
    return ApplicationDefinition(
        node.name.text,
        _version(checking, place, version) if version else defaults.version,
        _retention(checking, place, retention) if retention else defaults.retention,
    )


def _version(checking: Checking, place: Place, clause: nodes.Clause) -> str:
    if isinstance(clause.value, nodes.TextLiteral) and clause.value.value.strip():
        return clause.value.value
    checking.report(
        "config.application_value",
        place.span(clause.value),
        "`version` is no text",
        why="the version of an application is shown as it is written",
        help='write a text such as `"1.4.0"`',
    )
    return ""


def _retention(checking: Checking, place: Place, clause: nodes.Clause) -> Duration:
    value = clause.value
    if isinstance(value, nodes.DurationLiteral) and 0 < value.microseconds <= INT_MAX:
        return Duration(value.microseconds)
    checking.report(
        "config.application_value",
        place.span(value),
        "`retention` is not a duration above zero",
        why="finished records are kept this long, then deleted",
        help="write a duration such as `14d`",
    )
    return Duration(1)
