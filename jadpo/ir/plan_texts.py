"""The text of query plans; ``$n`` is the n-th parameter."""

from jadpo_runtime.manifest import (
    AggregatePlan,
    All,
    And,
    CountPlan,
    CreatePlan,
    DeletePlan,
    ExistsPlan,
    FieldComparison,
    FieldIn,
    FieldIsNone,
    Not,
    Or,
    Plan,
    Predicate,
    SelectPlan,
    UpdatePlan,
)


def plan_text(plan: Plan) -> str:
    """A plan on one line."""
    match plan:
        case CreatePlan():
            return f"create {plan.entity} ({', '.join(plan.fields)})"
        case SelectPlan():
            many = "one of" if plan.at_most_one else "many"
            return f"select {many} {plan.entity}{_where(plan.predicate)}{_window(plan)}"
        case CountPlan():
            return f"count {plan.entity}{_where(plan.predicate)}"
        case ExistsPlan():
            return f"exists {plan.entity}{_where(plan.predicate)}"
        case AggregatePlan():
            return f"{plan.function} {plan.entity}.{plan.field}{_where(plan.predicate)}"
        case UpdatePlan():
            fields = ", ".join(plan.fields)
            return f"update {plan.entity} ({fields}){_where(plan.predicate)}{_rows(plan)}"
        case DeletePlan():
            return f"delete {plan.entity}{_where(plan.predicate)}{_rows(plan)}"


def _window(plan: SelectPlan) -> str:
    order = ", ".join(f"{field} {'desc' if descends else 'asc'}" for field, descends in plan.order)
    text = f" order by {order}" if order else ""
    if plan.limit is not None:
        text += f" limit ${plan.limit}"
    if plan.offset is not None:
        text += f" offset ${plan.offset}"
    return text


def _rows(plan: UpdatePlan | DeletePlan) -> str:
    text = " at most one" if plan.at_most_one else ""
    return text if plan.limit is None else f"{text} limit ${plan.limit}"


def _where(predicate: Predicate) -> str:
    return "" if isinstance(predicate, All) else f" where {predicate_text(predicate)}"


def predicate_text(predicate: Predicate) -> str:
    """A predicate, its parts in parentheses."""
    match predicate:
        case All():
            return "true"
        case FieldComparison():
            return f"{predicate.field} {predicate.operator} ${predicate.parameter}"
        case FieldIn():
            return f"{predicate.field} in ${predicate.parameter}"
        case FieldIsNone():
            return f"{predicate.field} == none"
        case And():
            return f"({predicate_text(predicate.left)} and {predicate_text(predicate.right)})"
        case Or():
            return f"({predicate_text(predicate.left)} or {predicate_text(predicate.right)})"
        case Not():
            return f"not ({predicate_text(predicate.predicate)})"
