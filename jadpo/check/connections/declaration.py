"""Resolving connections: kind, settings, credential, and what they publish and receive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from jadpo.check.background.retry import check_retry
from jadpo.check.bodies import BodyParameter, check_body, open_body
from jadpo.check.body import CheckedBody
from jadpo.check.checking import Checking
from jadpo.check.clauses import known_clauses
from jadpo.check.configuration import config_field_of, report_secret_used
from jadpo.check.connections.kinds import ANY_KIND, CREDENTIALS, KINDS, Kind
from jadpo.check.connections.operations import check_operation
from jadpo.check.declared import declared
from jadpo.check.emitting import find_event_variant
from jadpo.check.scope import Place, Spanned
from jadpo.check.typenames import resolved_type
from jadpo.check.types import TEXT, UNIT, URL, is_error
from jadpo.diagnostics import Edit, Related, nearest_name
from jadpo.syntax import nodes
from jadpo_runtime.manifest import (
    CallableKind,
    ConnectionDefinition,
    OperationDefinition,
    ReceivingDefinition,
)


def resolve_connections(checking: Checking) -> None:
    """Resolve every connection, so that bodies can call its operations."""
    for place, node, qualified in declared(checking, nodes.ConnectionDeclaration):
        checking.declarations.connections[qualified] = _resolve(checking, place, node, qualified)


def _resolve(
    checking: Checking, place: Place, node: nodes.ConnectionDeclaration, qualified: str
) -> ConnectionDefinition:
    kind_name = _kind(checking, place, node)
    kind = KINDS.get(kind_name, ANY_KIND)
    clauses = known_clauses(
        checking,
        place,
        node.clauses,
        ("kind", *kind.settings, "credential", "retry"),
        "connection.clause_unknown",
        f"a connection of the kind `{kind_name}`",
    )
    for needed in kind.needed:
        if needed not in clauses:
            checking.report(
                "connection.setting_missing",
                place.span(node.name),
                f"the connection `{node.name.text}` has no `{needed}`",
                why=f"a connection of the kind `{kind_name}` is reached by it",
                help=f"add `{needed}: config.field`",
            )
    _check_possible(checking, place, node, kind_name, kind)
    return ConnectionDefinition(
        name=qualified,
        kind=kind_name,
        settings=_settings(checking, place, clauses, kind),
        retry=check_retry(checking, place, clauses["retry"].value if "retry" in clauses else None),
        operations=_operations(checking, place, node, qualified),
        publishes=_publishes(checking, place, node),
        receiving=_receiving(checking, place, node, qualified),
        doc=node.doc or "",
    )


# ---- kind and settings


def _kind(checking: Checking, place: Place, node: nodes.ConnectionDeclaration) -> str:
    """The kind, or nothing where there is a mistake, which is reported."""
    clause = next((each for each in node.clauses if each.name.text == "kind"), None)
    if clause is None:
        # A misspelt one is reported with the other clauses, and means what it says.
        misspelt = (each for each in node.clauses if nearest_name(each.name.text, ("kind",)))
        clause = next(misspelt, None)
    listed = ", ".join(f"`{name}`" for name in KINDS)
    if clause is None:
        checking.report(
            "connection.kind_missing",
            place.span(node.name),
            f"the connection `{node.name.text}` does not say of what kind it is",
            why="how messages travel depends on the outside system",
            help=f"add `kind:` with one of {listed}",
        )
        return ""
    value = clause.value
    word = value.text if isinstance(value, nodes.Path) else ""
    if word in KINDS:
        return word
    near = nearest_name(word, KINDS) if word else None
    span = place.span(value)
    checking.report(
        "connection.kind_unknown",
        span,
        f"`{word}` is no kind of connection" if word else "this is no kind of connection",
        why=f"the kinds are {listed}",
        help=f"did you mean `{near}`?" if near else "write one of these",
        edits=(Edit(span, near),) if near else (),
    )
    return near or ""


def _check_possible(
    checking: Checking,
    place: Place,
    node: nodes.ConnectionDeclaration,
    kind_name: str,
    kind: Kind,
) -> None:
    """Report operations, `publish:` and `receiving` that a kind cannot have."""
    parts: list[tuple[Spanned, str, str]] = []
    if node.operations and not kind.operations:
        parts.append((node.operations[0].name, "an operation", "`http` has operations to call"))
    if node.publish is not None and not kind.publishes:
        parts.append((node.publish, "`publish`", "what is published goes to a queue or a webhook"))
    if node.receivers and not kind.receives:
        parts.append((node.receivers[0].type, "`receiving`", "messages are received from queues"))
    for part, what, why in parts:
        checking.report(
            "connection.not_of_kind",
            place.span(part),
            f"a connection of the kind `{kind_name}` cannot have {what}",
            why=why,
            help="declare another connection for it, of another kind",
        )


def _settings(
    checking: Checking, place: Place, clauses: Mapping[str, nodes.Clause], kind: Kind
) -> tuple[tuple[str, str], ...]:
    """The settings as written: config values or texts; the credential is a form of its own."""
    settings = []
    for name in (*kind.settings, "credential"):
        clause = clauses.get(name)
        if clause is None:
            continue
        value = clause.value
        if name == "credential":
            right = _credential_is_right(checking, place, value)
        else:
            right = _setting_is_right(checking, place, name, value)
        if right:
            settings.append((name, place.source.text[value.start : value.end]))
    return tuple(settings)


def _setting_is_right(checking: Checking, place: Place, name: str, value: nodes.Expression) -> bool:
    if isinstance(value, nodes.TextLiteral):
        return True
    if isinstance(value, nodes.Path) and value.names[0].text == "config":
        found = config_field_of(checking, place, value)
        if found is None:
            return False
        if found.field.secret:
            report_secret_used(checking, place, value)
            return False
        base = checking.types.base(found.field.type)
        if base in (TEXT, URL) or is_error(found.field.type):
            return True
    checking.report(
        "connection.setting_invalid",
        place.span(value),
        f"`{name}` is neither a config value of `Text` or `Url` nor a text",
        why="where an outside system is reached is known when the program starts",
        help=f"write `{name}: config.field`",
    )
    return False


def _credential_is_right(checking: Checking, place: Place, value: nodes.Expression) -> bool:
    """``bearer(config.key)`` and the other forms; here secret values may go [G2]."""
    form = value.callee if isinstance(value, nodes.Call) else None
    word = form.text if isinstance(form, nodes.Path) else ""
    if isinstance(value, nodes.Call) and len(value.arguments) == CREDENTIALS.get(word):
        arguments = [argument.value for argument in value.arguments]
        if word == "header" and isinstance(arguments[0], nodes.TextLiteral):
            arguments.pop(0)
        if all(_is_config(argument) for argument in arguments):
            found = [
                config_field_of(checking, place, argument)
                for argument in arguments
                if isinstance(argument, nodes.Path)
            ]
            return all(each is not None for each in found)
    checking.report(
        "connection.credential_invalid",
        place.span(value),
        "this is no credential",
        why="a credential is made of config values: `bearer(config.key)`, `basic(config.user, "
        'config.password)`, `header("X-Key", config.key)` or `signing(config.key)`',
        help="write `bearer(config.field)`, and declare the field with `secret: true`",
    )
    return False


def _is_config(node: nodes.Expression) -> bool:
    return isinstance(node, nodes.Path) and node.names[0].text == "config"


# ---- operations, publishing, receiving


def _operations(
    checking: Checking, place: Place, node: nodes.ConnectionDeclaration, qualified: str
) -> tuple[OperationDefinition, ...]:
    found: dict[str, OperationDefinition] = {}
    first: dict[str, nodes.Name] = {}
    for operation in node.operations:
        name = operation.name
        if name.text in first:
            checking.report(
                "name.duplicate",
                place.span(name),
                f"the operation `{name.text}` of `{node.name.text}` is declared twice",
                why="an operation's name tells it from the others",
                help="rename one of the two, or remove it",
                related=(Related(place.span(first[name.text]), "it is declared here first"),),
            )
            continue
        first[name.text] = name
        found[name.text] = check_operation(checking, place, operation)
        if len(found[name.text].statuses) < len(operation.responses):
            checking.declarations.mistaken.add(f"{qualified}.{name.text}")
        checking.declarations.places.setdefault(f"{qualified}.{name.text}", place.span(name))
    return tuple(found.values())


def _publishes(
    checking: Checking, place: Place, node: nodes.ConnectionDeclaration
) -> tuple[tuple[str, str], ...]:
    published: dict[tuple[str, str], nodes.Path] = {}
    for path in node.publish.variants if node.publish else ():
        found = find_event_variant(checking, place, path)
        if found is None:
            continue
        event, variant = found
        key = (event.name, variant.name)
        if key in published:
            checking.report(
                "connection.publish_repeated",
                place.span(path),
                f"`{path.text}` is published by `{node.name.text}` twice",
                why="an event makes one publication per connection",
                help="remove one of the two",
                related=(Related(place.span(published[key]), "it is named here first"),),
            )
            continue
        published[key] = path
        if not event.public:
            declared = checking.declarations.places.get(event.name)
            checking.report(
                "connection.publish_not_public",
                place.span(path),
                f"`{path.text}` is published, and `{path.names[0].text}` is not `public`",
                why="what leaves the program is an interface, so the event says that it may",
                help=f"declare it `public event {path.names[0].text}`",
                related=() if declared is None else (Related(declared, "it is declared here"),),
            )
    return tuple(published)


def _receiving(
    checking: Checking, place: Place, node: nodes.ConnectionDeclaration, qualified: str
) -> tuple[ReceivingDefinition, ...]:
    found: dict[str, ReceivingDefinition] = {}
    for receiver in node.receivers:
        type_ = resolved_type(checking, place, receiver.type)
        if receiver.type.text in found:
            checking.report(
                "connection.receiving_repeated",
                place.span(receiver.type),
                f"`{node.name.text}` receives `{receiver.type.text}` twice",
                why="a message of a type is taken by one body",
                help="join the two, or remove one",
            )
        elif not is_error(type_):
            found[receiver.type.text] = ReceivingDefinition(
                type_, f"receiving {qualified} {receiver.type.text}"
            )
    return tuple(found.values())


def check_receiving(checking: Checking) -> Iterator[CheckedBody]:
    """Check the bodies of ``receiving``, whose only effects are ``emit``."""
    for place, node, qualified in declared(checking, nodes.ConnectionDeclaration):
        pending = {each.callable for each in checking.declarations.connections[qualified].receiving}
        for receiver in node.receivers:
            name = f"receiving {qualified} {receiver.type.text}"
            if name not in pending:
                continue
            pending.remove(name)
            type_ = resolved_type(checking, place, receiver.type)
            body = open_body(
                checking,
                place,
                name,
                f"receiving {receiver.type.text}",
                CallableKind.RECEIVING,
                [BodyParameter(receiver.binding.text, type_, receiver.binding)],
                UNIT,
            )
            yield check_body(body, receiver.body)
