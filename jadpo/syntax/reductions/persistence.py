"""Builds the persistence expressions, each from a list of clauses in any order [Q1]–[Q4]."""

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from jadpo.diagnostics import nearest_name
from jadpo.syntax.building import Braced, Building, Reductions
from jadpo.syntax.nodes import (
    Attempt,
    Clause,
    Conflict,
    Create,
    DeleteMany,
    DeleteRequired,
    Effect,
    Expression,
    FailureReference,
    FieldValue,
    Name,
    OrderKey,
    Path,
    PersistenceExpression,
    QueryAggregate,
    QueryCount,
    QueryExists,
    QueryMany,
    QueryOptional,
    QueryRequired,
    SetValue,
    UpdateMany,
    UpdateRequired,
)
from jadpo.syntax.tokens import Mark


class _SetClause(NamedTuple):
    """`set: { … }`."""

    name: Name
    values: tuple[SetValue, ...]
    start: int
    end: int


class _OrderClause(NamedTuple):
    """`order_by: …`."""

    name: Name
    keys: tuple[OrderKey, ...]
    start: int
    end: int


class _FailureClause(NamedTuple):
    """`missing: …` or `empty: …`."""

    name: Name
    failure: FailureReference
    start: int
    end: int


class _PatchClause(NamedTuple):
    """`patch: …`."""

    name: Name
    binding: Path
    start: int
    end: int


_Item: TypeAlias = Clause | Conflict | _SetClause | _OrderClause | _FailureClause | _PatchClause


class _Clauses(NamedTuple):
    """The clauses of one expression by what they are, those not written as nothing."""

    where: Expression | None
    patch: Path | None
    empty: FailureReference | None
    set: tuple[SetValue, ...]
    order_by: tuple[OrderKey, ...]
    limit: Expression | None
    offset: Expression | None
    missing: FailureReference | None
    conflicts: tuple[Conflict, ...]


class _Form(NamedTuple):
    """One form: the clauses it has, and how it is built from target, clauses, start and end."""

    clauses: tuple[str, ...]
    build: Callable[[Path, _Clauses, int, int], PersistenceExpression]


def _aggregate(operation: Literal["sum", "minimum", "maximum"]) -> _Form:
    return _Form(("where",), lambda f, c, s, e: QueryAggregate(operation, f, c.where, s, e))


_FORMS = {
    "query optional": _Form(("where",), lambda t, c, s, e: QueryOptional(t, c.where, s, e)),
    "query required": _Form(
        ("where", "missing"), lambda t, c, s, e: QueryRequired(t, c.where, c.missing, s, e)
    ),
    "query many": _Form(
        ("where", "order_by", "limit", "offset"),
        lambda t, c, s, e: QueryMany(t, c.where, c.order_by, c.limit, c.offset, s, e),
    ),
    "query count": _Form(("where",), lambda t, c, s, e: QueryCount(t, c.where, s, e)),
    "query exists": _Form(("where",), lambda t, c, s, e: QueryExists(t, c.where, s, e)),
    "query sum": _aggregate("sum"),
    "query minimum": _aggregate("minimum"),
    "query maximum": _aggregate("maximum"),
    "update required": _Form(
        ("where", "patch", "empty", "set", "missing", "conflict"),
        lambda t, c, s, e: UpdateRequired(
            t, c.where, c.patch, c.empty, c.set, c.missing, c.conflicts, s, e
        ),
    ),
    "update many": _Form(
        ("where", "set", "limit", "conflict"),
        lambda t, c, s, e: UpdateMany(t, c.where, c.set, c.limit, c.conflicts, s, e),
    ),
    "delete required": _Form(
        ("where", "missing", "conflict"),
        lambda t, c, s, e: DeleteRequired(t, c.where, c.missing, c.conflicts, s, e),
    ),
    "delete many": _Form(
        ("where", "limit", "conflict"),
        lambda t, c, s, e: DeleteMany(t, c.where, c.limit, c.conflicts, s, e),
    ),
}


def _query_expression(
    building: Building,
    verb: Name,
    form_word: Name,
    target: Path,
    opening: Mark,
    items: list[_Item],
    closing: Mark,
) -> PersistenceExpression:
    name = f"{verb.text} {form_word.text}"
    form = _FORMS[name]
    known = [item for item in items if _belongs(building, name, form, item)]
    return form.build(target, _gathered(building, known), verb.start, closing.end)


def _belongs(building: Building, form_name: str, form: _Form, item: _Item) -> bool:
    """Whether an expression of that form has such a clause; one that does not is reported."""
    clause = "conflict" if isinstance(item, Conflict) else item.name.text
    if clause in form.clauses:
        return True
    meant = nearest_name(clause, form.clauses)
    has = ", ".join(f"`{each}`" for each in form.clauses)
    elsewhere = [name for name, other in _FORMS.items() if clause in other.clauses]
    building.report(
        "syntax.clause_not_allowed",
        item if isinstance(item, Conflict) else item.name,
        f"`{form_name}` has no clause `{clause}`",
        f"its clauses are {has}"
        + (f"; `{clause}` belongs to `{elsewhere[0]}`" if elsewhere else ""),
        f"write `{meant}`" if meant else "delete it",
    )
    return False


def _gathered(building: Building, items: list[_Item]) -> _Clauses:
    conflicts = tuple(item for item in items if isinstance(item, Conflict))
    named = building.once_each([item for item in items if not isinstance(item, Conflict)])
    expressions = {each.name.text: each.value for each in named if isinstance(each, Clause)}
    failures = {each.name.text: each.failure for each in named if isinstance(each, _FailureClause)}
    return _Clauses(
        where=expressions.get("where"),
        patch=next((each.binding for each in named if isinstance(each, _PatchClause)), None),
        empty=failures.get("empty"),
        set=next((each.values for each in named if isinstance(each, _SetClause)), ()),
        order_by=next((each.keys for each in named if isinstance(each, _OrderClause)), ()),
        limit=expressions.get("limit"),
        offset=expressions.get("offset"),
        missing=failures.get("missing"),
        conflicts=conflicts,
    )


# ---- clauses


def _set_clause(
    _: Building, name: Name, colon: Mark, opening: Mark, values: list[SetValue], closing: Mark
) -> _SetClause:
    return _SetClause(name, tuple(values), name.start, closing.end)


def _set_value(_: Building, name: Name, colon: Mark, value: Expression) -> SetValue:
    return SetValue(name, value, None, name.start, value.end)


def _conditional_set_value(
    _: Building, name: Name, colon: Mark, value: Expression, when: Name, condition: Expression
) -> SetValue:
    return SetValue(name, value, condition, name.start, condition.end)


def _order_clause(_: Building, name: Name, colon: Mark, keys: list[OrderKey]) -> _OrderClause:
    return _OrderClause(name, tuple(keys), name.start, keys[-1].end)


def _order_key(_: Building, field: Name, direction: Name | None = None) -> OrderKey:
    if direction is None:
        return OrderKey(field, False, field.start, field.end)
    return OrderKey(field, direction.text == "desc", field.start, direction.end)


def _failure_clause(
    _: Building, name: Name, colon: Mark, failure: FailureReference
) -> _FailureClause:
    return _FailureClause(name, failure, name.start, failure.end)


def _patch_clause(_: Building, name: Name, colon: Mark, binding: Path) -> _PatchClause:
    return _PatchClause(name, binding, name.start, binding.end)


def _failure_reference(
    _: Building, failure: Path, context: Braced[FieldValue] | None = None
) -> FailureReference:
    if context is None:
        return FailureReference(failure, (), failure.start, failure.end)
    return FailureReference(failure, tuple(context.items), failure.start, context.end)


# ---- create and conflicts


def _create(_: Building, word: Name, entity: Path, fields: Braced[FieldValue]) -> Create:
    return Create(entity, tuple(fields.items), (), word.start, fields.end)


def _create_with_conflicts(_: Building, create: Create, conflicts: list[Conflict]) -> Create:
    return create._replace(conflicts=tuple(conflicts), end=conflicts[-1].end)


def _attempt_create_with_conflicts(
    building: Building, word: Name, create: Create, conflicts: list[Conflict]
) -> Attempt:
    whole = _create_with_conflicts(building, create, conflicts)
    return Attempt(whole, word.start, whole.end)


def _create_with_conflicts_statement(
    building: Building, create: Create, conflicts: list[Conflict]
) -> Effect:
    whole = _create_with_conflicts(building, create, conflicts)
    return Effect(whole, whole.start, whole.end)


def _attempt_create_statement(
    building: Building, word: Name, create: Create, conflicts: list[Conflict]
) -> Effect:
    whole = _attempt_create_with_conflicts(building, word, create, conflicts)
    return Effect(whole, whole.start, whole.end)


def _other_conflict(_: Building, word: Name, colon: Mark, failure: FailureReference) -> Conflict:
    return Conflict(None, (), failure, word.start, failure.end)


def _nameless_conflict(
    _: Building, word: Name, field: Name, colon: Mark, failure: FailureReference
) -> Conflict:
    return Conflict(None, (field,), failure, word.start, failure.end)


def _conflict(
    _: Building,
    word: Name,
    entity: Path,
    dot: Mark,
    field: Name,
    colon: Mark,
    failure: FailureReference,
) -> Conflict:
    return Conflict(entity, (field,), failure, word.start, failure.end)


def _conflict_of_several(
    _: Building,
    word: Name,
    entity: Path,
    dot: Mark,
    opening: Mark,
    fields: list[Name],
    comma: Mark | None,
    closing: Mark,
    colon: Mark,
    failure: FailureReference,
) -> Conflict:
    return Conflict(entity, tuple(fields), failure, word.start, failure.end)


REDUCTIONS: Reductions = {
    "attempt_create_statement": _attempt_create_statement,
    "attempt_create_with_conflicts": _attempt_create_with_conflicts,
    "conditional_set_value": _conditional_set_value,
    "conflict": _conflict,
    "conflict_of_several": _conflict_of_several,
    "create": _create,
    "create_with_conflicts": _create_with_conflicts,
    "create_with_conflicts_statement": _create_with_conflicts_statement,
    "failure_clause": _failure_clause,
    "failure_reference": _failure_reference,
    "nameless_conflict": _nameless_conflict,
    "order_clause": _order_clause,
    "order_key": _order_key,
    "other_conflict": _other_conflict,
    "patch_clause": _patch_clause,
    "query_expression": _query_expression,
    "set_clause": _set_clause,
    "set_value": _set_value,
}
